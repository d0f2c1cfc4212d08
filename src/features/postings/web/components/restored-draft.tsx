import { Button } from '#ui/button.tsx'

/** Says why the form is filled already, and how to be rid of that. */
export function RestoredDraft({ isRestored, onDiscard }: { isRestored: boolean; onDiscard: () => void }) {
  return (
    <div role="status">
      {isRestored && (
        <p className="flex flex-wrap items-center gap-x-3 text-muted">
          Draft restored
          <Button look="quiet" size="sm" onClick={onDiscard}>
            Discard
          </Button>
        </p>
      )}
    </div>
  )
}
