import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { useHydrated } from '#platform/web/navigation.tsx'
import { refusalOf, type Failure } from './problems.ts'

type Props<Answer> = {
  /** Where it goes without scripts; a form without it needs them. */
  action?: string
  /** Says what is wrong with the fields; without it the browser does. */
  isValid?: (form: HTMLFormElement) => boolean
  send: (fields: FormData) => Promise<Answer>
  done?: (answer: Answer) => void
  /** With a fallback, its title stands above the message of a refusal. */
  failure: Failure
  look?: ButtonLook
  button: string
  pendingLabel: string
  children?: ReactNode
}

/** A plain form of few fields or none, such as the question behind a mail's link: mail scanners follow links, so it takes a press. */
export function PostForm<Answer>({
  action,
  isValid,
  send,
  done,
  failure,
  look = 'primary',
  button,
  pendingLabel,
  children,
}: Props<Answer>) {
  const ready = useHydrated()
  const { mutate, error, isPending } = useMutation({ mutationFn: send, ...(done && { onSuccess: done }) })
  return (
    <form
      method="post"
      action={action}
      noValidate={isValid !== undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid?.(event.currentTarget) ?? true) mutate(new FormData(event.currentTarget))
      }}
      className="flex flex-col gap-4"
    >
      {error && (
        <Alert tone="danger" title={failure.fallback === undefined ? undefined : failure.title}>
          {refusalOf(error, failure).message}
        </Alert>
      )}
      {children}
      <Button type="submit" look={look} disabled={isPending || (action === undefined && !ready)} className="self-start">
        {isPending ? pendingLabel : button}
      </Button>
    </form>
  )
}
