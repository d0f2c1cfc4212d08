import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import type { Favorite } from '#features/favorites/contract.ts'
import { maxNote } from '#features/favorites/model.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-input.tsx'
import { formText } from '#web/lib/form-text.ts'
import { useWriteNote } from '../mutations.ts'

/** What the physician wants to remember of the job. Nobody else ever reads it. */
export function FavoriteNote({ favorite: { jobId, note }, title }: { favorite: Favorite; title: string }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <NoteForm jobId={jobId} note={note ?? ''} onDone={() => setOpen(false)} />
  return (
    <>
      {note !== null && <p className="mt-2 border-l-2 border-line pl-3 break-words whitespace-pre-line">{note}</p>}
      <Button
        look="quiet"
        size="sm"
        aria-label={`${note === null ? 'Add a note' : 'Edit note'}: ${title}`}
        onClick={() => setOpen(true)}
        className="mt-1 -ml-3"
      >
        <NotebookPen aria-hidden className="size-4" />
        {note === null ? 'Add a note' : 'Edit note'}
      </Button>
    </>
  )
}

function NoteForm({ jobId, note, onDone }: { jobId: string; note: string; onDone: () => void }) {
  const { write, isPending } = useWriteNote(jobId, onDone)
  return (
    <form
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        write(formText(new FormData(event.currentTarget), 'note'))
      }}
    >
      <Field label="Note" hint="Only you can read it.">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody asked to write in it */}
        {(control) => <TextArea {...control} name="note" defaultValue={note} maxLength={maxNote} autoFocus />}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" size="sm" disabled={isPending}>
          Save note
        </Button>
        <Button look="secondary" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
