import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button, type ButtonLook } from '#ui/button.tsx'
import { Alert, EmptyState } from '#ui/feedback.tsx'
import { EmailInput, Field } from '#ui/field.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { ApiError } from '#platform/web/api.ts'
import { isComplete } from '#platform/web/browser.ts'
import { refreshCurrentUser, useCurrentUser } from '#platform/web/current-user.ts'
import { TextLink, useHydrated } from '#platform/web/navigation.tsx'
import { refusalOf, type Failure } from './problems.ts'

type Props<Answer> = {
  /** Where it goes without scripts; a form without it needs them. */
  action?: string
  /** It asks for an address, as `email`. */
  email?: { hint?: string; value?: string | null; invalid?: string }
  send: (fields: FormData) => Promise<Answer>
  done?: (answer: Answer) => void | Promise<void>
  /** With a fallback, its title stands above the message of a refusal. */
  failure: Failure
  /** Where to go after a failure. */
  next?: ReactNode
  look?: ButtonLook
  button: string
  pendingLabel?: string
  children?: ReactNode
}

/**
 * A plain form of few fields or none, such as the question behind a mail's link: mail scanners
 * follow links, so it takes a press.
 */
export function PostForm<Answer>({
  action,
  email,
  send,
  done,
  failure,
  next,
  look = 'primary',
  button,
  pendingLabel = 'One moment...',
  children,
}: Props<Answer>) {
  const ready = useHydrated()
  const [invalid, setInvalid] = useState<string>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: send,
    ...(done && { onSuccess: done }),
  })
  return (
    <form
      method="post"
      action={action}
      noValidate={email !== undefined}
      onSubmit={(event) => {
        event.preventDefault()
        const isValid = isComplete(event.currentTarget)
        setInvalid(isValid ? undefined : (email?.invalid ?? 'Please enter a valid email address'))
        if (isValid) mutate(new FormData(event.currentTarget))
      }}
      className="flex flex-col gap-4"
    >
      {error && (
        <Alert
          tone="danger"
          title={failure.fallback === undefined ? undefined : failure.title}
          action={next}
        >
          {refusalOf(error, failure).message}
        </Alert>
      )}
      {/* A link that was used, or has expired: pressing again changes nothing. */}
      {!(error instanceof ApiError && error.code === 'BAD_REQUEST') && (
        <>
          {children}
          {email && (
            <Field label="Email address" hint={email.hint} error={invalid} required>
              {(control) => <EmailInput {...control} defaultValue={email.value ?? ''} />}
            </Field>
          )}
          <Button
            type="submit"
            look={look}
            disabled={isPending || (action === undefined && !ready)}
            className="self-start"
          >
            {isPending ? pendingLabel : button}
          </Button>
        </>
      )}
    </form>
  )
}

/** Where a form cannot be sent without JavaScript. */
export const NeedsScripts = () => (
  <div className="hidden rounded-sm border-l-4 border-action bg-action-wash p-4 noscript:block">
    <p className="font-semibold">This form needs JavaScript.</p>
    <p>
      Turn it on in your browser, or <TextLink to="/contact">write to us</TextLink>. Searching,
      reading and <TextLink to="/jobs">applying for jobs</TextLink> work without it, and need no
      account.
    </p>
  </div>
)

export const IncompleteLink = ({ action }: { action?: ReactNode }) => (
  <EmptyState level={1} title="This link is incomplete" actions={action}>
    Please open the whole link from the email. Some email programs break long links in two.
  </EmptyState>
)

type Said = { title?: string; text: ReactNode; next?: ReactNode }

type LinkPageProps<Answer> = Omit<Props<Answer>, 'done'> & {
  title: string
  lead: ReactNode
  /** Said when it is done, or what follows then. */
  done: Said | ((answer: Answer) => Said | void)
  /** It was done without scripts. */
  isDone?: boolean
  /** In place of the form. */
  instead?: ReactNode
}

/** A page behind a link in a mail. Mail scanners follow links, so it takes a press of a button. */
export function LinkPage<Answer>({
  title,
  lead,
  done,
  isDone = false,
  instead,
  ...form
}: LinkPageProps<Answer>) {
  const queryClient = useQueryClient()
  const isSignedIn = useCurrentUser().status === 'signed-in'
  const [message, setMessage] = useState(isDone && typeof done !== 'function' ? done : undefined)
  async function finish(answer: Answer) {
    if (isSignedIn) await refreshCurrentUser(queryClient)
    setMessage((typeof done === 'function' ? done(answer) : done) ?? undefined)
  }
  return (
    <QuestionPage title={title} lead={lead}>
      {form.action === undefined && <NeedsScripts />}
      {message ? (
        <Alert title={message.title ?? 'Done'} action={message.next}>
          {message.text}
        </Alert>
      ) : (
        instead || <PostForm {...form} done={finish} />
      )}
    </QuestionPage>
  )
}
