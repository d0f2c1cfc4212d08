import { Button } from '#ui/button.tsx'

type Props = { ticked: number; total: number; onTickAll: () => void; onClear: () => void; onDismiss: () => void }

/** What is done to all that is ticked. */
export function BulkBar({ ticked, total, onTickAll, onClear, onDismiss }: Props) {
  if (total < 2) return null
  return (
    <div role="group" aria-label="Several at once" className="mt-2 flex flex-wrap items-center gap-2">
      {ticked < total && (
        <Button size="sm" look="secondary" onClick={onTickAll}>
          Tick all {total} on this page
        </Button>
      )}
      {ticked > 0 && (
        <>
          <Button size="sm" look="danger" onClick={onDismiss}>
            Dismiss {ticked}
          </Button>
          <Button size="sm" look="quiet" onClick={onClear}>
            Untick all
          </Button>
        </>
      )}
    </div>
  )
}
