import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-input.tsx'

type Props = { name: string; open: boolean; onClose: () => void; onReason: (reason: string) => void }

export function DiscardDialog({ name, open, onClose, onReason }: Props) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <Dialog open={open} onClose={onClose} title="Discard the task?">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() === '') setMissing(true)
          else onReason(reason.trim())
        }}
      >
        <Field
          label={`Why ${name} need not be done`}
          hint="It stays in the audit log; the task is gone for good."
          error={missing ? 'Please give a reason' : undefined}
        >
          {(control) => (
            <TextArea {...control} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Button type="submit" look="danger" className="self-end">
          Discard
        </Button>
      </form>
    </Dialog>
  )
}
