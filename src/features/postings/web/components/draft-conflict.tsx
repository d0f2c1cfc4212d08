import type { Draft } from '#features/postings/contract-drafts.ts'
import { momentText } from '#shared/dates.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

type Props = {
  theirs: Draft | undefined
  isSaving: boolean
  onKeepMine: (over: Draft) => void
  onTakeTheirs: (theirs: Draft) => void
}

/** Says that another tab or device has saved the draft meanwhile, and asks which of the two stays. */
export function DraftConflict({ theirs, isSaving, onKeepMine, onTakeTheirs }: Props) {
  if (!theirs) return null
  return (
    <Alert
      tone="danger"
      title="This draft was saved elsewhere in the meantime"
      action={
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" size="sm" aria-disabled={isSaving} onClick={() => onKeepMine(theirs)}>
            Save Mine Instead
          </Button>
          <Button look="secondary" size="sm" onClick={() => onTakeTheirs(theirs)}>
            Show What Was Saved
          </Button>
        </div>
      }
    >
      In another tab or on another device, {momentText(theirs.updatedAt)}. Nothing is overwritten, and what you typed is still
      here: choose which of the two stays.
    </Alert>
  )
}
