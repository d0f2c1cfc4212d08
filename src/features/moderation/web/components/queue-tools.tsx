import { Button } from '#ui/button.tsx'

type Props = {
  ticked: number
  /** How many on this page could be. */
  tickable: number
  onTickAll: () => void
  onClear: () => void
  onApprove: () => void
  onReject: () => void
  onUndo: () => void
}

/** What is done to all that is ticked, and taking back. */
export function QueueTools({ ticked, tickable, onTickAll, onClear, onApprove, onReject, onUndo }: Props) {
  return (
    <div role="group" aria-label="Several at once" className="mt-4 flex flex-wrap items-center gap-2">
      <p role="status" className="text-sm text-muted tabular-nums">
        {tickable > 0 && (ticked === 0 ? 'None ticked' : `${ticked} ticked`)}
      </p>
      {ticked < tickable && (
        <Button size="sm" look="secondary" onClick={onTickAll}>
          Tick all {tickable} on this page
        </Button>
      )}
      {ticked > 0 && (
        <>
          <Button size="sm" onClick={onApprove}>
            Approve {ticked}
          </Button>
          <Button size="sm" look="danger" onClick={onReject}>
            Reject {ticked}
          </Button>
          <Button size="sm" look="quiet" onClick={onClear}>
            Untick all
          </Button>
        </>
      )}
      <Button size="sm" look="quiet" aria-keyshortcuts="U" className="ml-auto" onClick={onUndo}>
        Take back the last decision
      </Button>
    </div>
  )
}
