import { type ReactNode, useState } from 'react'
import { Button, type ButtonLook } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { useAction } from '#platform/web/action.tsx'
import { useHydrated } from '#platform/web/navigation.tsx'
import type { Call } from '#shared/contract.ts'

type Props<Answer> = {
  label: string
  about: string
  look?: ButtonLook | undefined
  hint: string
  /** Further fields, above the message. */
  children?: ReactNode
  submit: (message: string) => Promise<Answer>
  done: (answer: Answer) => void
  changes: readonly Call[]
}

const shortest = 10

/** A button that asks for a few sentences. */
export function MessageDialog<Answer>({
  label,
  about,
  look,
  hint,
  children,
  submit,
  done,
  changes,
}: Props<Answer>) {
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const [isShort, setShort] = useState(false)
  const sending = useAction({
    call: () => submit(message.trim()),
    done(answer) {
      setOpen(false)
      done(answer)
    },
    failure: 'We could not send it',
    changes,
  })
  function send() {
    setShort(message.trim().length < shortest)
    if (message.trim().length >= shortest) sending.run()
  }
  return (
    <>
      <Button
        label={label}
        about={about}
        look={look}
        disabled={!useHydrated()}
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`${label}: ${about}`}
        footer={
          <Button
            label={sending.isPending ? 'Sending...' : 'Send'}
            aria-disabled={sending.isPending}
            onClick={send}
          />
        }
      >
        {children !== undefined && <div className="mb-4 flex flex-col gap-4">{children}</div>}
        <Field
          label="Message"
          hint={hint}
          error={isShort ? `Please write at least ${shortest} characters.` : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              maxLength={1000}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          )}
        </Field>
      </Dialog>
    </>
  )
}
