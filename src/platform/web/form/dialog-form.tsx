import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button, type ButtonLook } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useHydrated } from '#platform/web/navigation.tsx'
import { ApiForm, SubmitButton } from './api-form.tsx'
import { useApiForm, type ApiFormState, type FormOptions } from './use-api-form.ts'

type Props<Input extends FieldValues, Output, Answer> = Omit<
  FormOptions<Input, Output, Answer>,
  'done' | 'failure'
> & {
  /** Of the button that opens the dialog. */
  label: string
  look?: ButtonLook
  /** Default: the label. */
  title?: string
  /** Of the button that sends the form. */
  send: { label: string; pendingLabel: string; look?: ButtonLook }
  /** The toast of a success, if there is one. */
  done: (answer: Answer, values: Output) => Parameters<typeof toast>[0] | void
  failure: string
  children: (form: ApiFormState<Input, Output>) => ReactNode
}

/** A button that opens a form in a dialog. A refusal leaves the form open. */
export function DialogForm<Input extends FieldValues, Output, Answer>({
  label,
  look = 'secondary',
  title = label,
  ...form
}: Props<Input, Output, Answer>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button label={label} look={look} disabled={!useHydrated()} onClick={() => setOpen(true)} />
      <Dialog open={isOpen} onClose={close} title={title}>
        {isOpen && <OpenForm {...form} title={title} onClose={close} />}
      </Dialog>
    </>
  )
}

type OpenProps<Input extends FieldValues, Output, Answer> = Omit<
  Props<Input, Output, Answer>,
  'label' | 'look' | 'title'
> & { title: string; onClose: () => void }

function OpenForm<Input extends FieldValues, Output, Answer>({
  title,
  onClose,
  send,
  done,
  failure,
  children,
  ...options
}: OpenProps<Input, Output, Answer>) {
  const form = useApiForm<Input, Output, Answer>({
    ...options,
    done(answer, values) {
      const message = done(answer, values)
      if (message) toast(message)
      onClose()
    },
    failure: { title: failure },
  })
  return (
    <ApiForm form={form} label={title}>
      {children(form)}
      <DialogActions>
        <SubmitButton form={form} {...send} />
      </DialogActions>
    </ApiForm>
  )
}
