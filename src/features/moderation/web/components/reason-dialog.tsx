import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-input.tsx'

type Props = { title: string; open: boolean; onClose: () => void; onReason: (reason: string) => void }

/** The poster gets these words by mail. */
export function ReasonDialog({ title, open, onClose, onReason }: Props) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <Dialog open={open} onClose={onClose} title="Why?">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() === '') setMissing(true)
          else onReason(reason.trim())
        }}
      >
        <Field
          label={`Reason: ${title}`}
          hint="The poster gets these words by mail."
          error={missing ? 'Please give a reason' : undefined}
        >
          {(control) => (
            <TextArea {...control} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Button type="submit" look="danger" className="self-end">
          Send
        </Button>
      </form>
    </Dialog>
  )
}
