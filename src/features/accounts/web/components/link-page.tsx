import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Alert, EmptyState } from '#ui/feedback.tsx'
import { ActionButton, type Action } from '#platform/web/action.tsx'
import { ApiError } from '#platform/web/api.ts'
import { refreshCurrentUser, useCurrentUser } from '#platform/web/current-user.ts'
import { useHydrated, TextLink } from '#platform/web/navigation.tsx'
import { FormPage, NeedsScripts } from './form-page.tsx'
import { signInPath } from '#shared/paths.ts'
import { TextInput } from '#ui/field.tsx'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { addressSchema, resetPasswordSchema } from '#features/accounts/schemas.ts'
import { NewPasswordField } from './account-fields.tsx'

type Props<Answer> = {
  title: string
  lead: string
  button: string
  pendingLabel?: string
  act: () => Promise<Answer>
  /** Said when it is done, or what follows then. */
  done: string | ((answer: Answer) => void)
  doneTitle?: string
  failureTitle?: string
  /** Follows the reason of a failure. */
  advice?: string
  /** Where to go afterwards. */
  next?: ReactNode
  /** In place of the button. */
  children?: ReactNode
}

/** The link is used, expired or void: pressing again changes nothing. */
const isRefused = (error: Error | null): boolean => error instanceof ApiError && error.code === 'BAD_REQUEST'

/** A page behind a link in a mail. Mail scanners follow links, so it takes a press of a button. */
export function LinkPage<Answer>({ title, lead, button, pendingLabel = 'One moment...', act, done, ...texts }: Props<Answer>) {
  const { doneTitle = 'Done', failureTitle = 'This did not work', advice, next, children } = texts
  const ready = useHydrated()
  const queryClient = useQueryClient()
  const isSignedIn = useCurrentUser().status === 'signed-in'
  const [isDone, setDone] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSuccess: async (answer) => {
      if (isSignedIn) await refreshCurrentUser(queryClient)
      if (typeof done === 'string') setDone(true)
      else done(answer)
    },
  })
  const action: Action<void> = { isPending, run: () => void (isPending || mutate()) }
  return (
    <FormPage title={title} lead={lead}>
      <NeedsScripts />
      {isDone && (
        <Alert title={doneTitle} action={next}>
          {typeof done === 'string' && done}
        </Alert>
      )}
      {error && (
        <Alert tone="danger" title={failureTitle} action={next}>
          {error.message} {advice}
        </Alert>
      )}
      {!isDone &&
        !isRefused(error) &&
        (children || (
          <ActionButton label={button} action={action} disabled={!ready} pendingLabel={pendingLabel} className="self-start" />
        ))}
    </FormPage>
  )
}

export const IncompleteLink = ({ action }: { action: ReactNode }) => (
  <EmptyState level={1} title="This link is incomplete" actions={action}>
    Please open the whole link from the email. Some email programs break long links in two.
  </EmptyState>
)

type AskProps = {
  title: string
  lead: string
  /** The form's name. */
  label: string
  /** How long the link works. */
  lifetime: string
  send: (body: { email: string }) => Promise<unknown>
}

/** A page that asks for an address and has a link sent there. */
export function AskForLink({ title, lead, label, lifetime, send }: AskProps) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useApiForm({
    schema: addressSchema,
    submit: send,
    done: (_answer, { email }) => setSentTo(email),
    failure: { title: 'We could not send the link' },
  })

  return (
    <FormPage title={title} lead={lead}>
      <NeedsScripts />
      {/* The same for known and unknown addresses: nobody learns here who has an account. */}
      {sentTo !== undefined && (
        <Alert title="Check your inbox">
          If there is an account for {sentTo}, we sent a link. It works once, for {lifetime}.
        </Alert>
      )}
      <ApiForm form={form} label={label} className="flex flex-col gap-4">
        <FormField form={form} name="email" label="Email" required>
          {(control) => <TextInput {...control} type="email" autoComplete="username" inputMode="email" />}
        </FormField>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton label={sentTo === undefined ? 'Send the link' : 'Send it again'} form={form} pendingLabel="Sending..." />
          <TextLink to={signInPath} className="inline-flex min-h-8 items-center">
            Back to Sign In
          </TextLink>
        </div>
      </ApiForm>
    </FormPage>
  )
}

type NewPasswordProps<Answer> = {
  title: string
  lead: string
  /** The form's name. */
  label: string
  button: string
  pendingLabel: string
  failure: string
  submit: (password: string) => Promise<Answer>
  done: (answer: Answer) => void
  /** Beside the button. */
  aside?: ReactNode
}

/** Behind a mailed link: its holder chooses a password. */
export function NewPasswordPage<Answer>({
  title,
  lead,
  label,
  button,
  pendingLabel,
  failure,
  submit,
  done,
  aside,
}: NewPasswordProps<Answer>) {
  const form = useApiForm({
    schema: resetPasswordSchema.pick({ password: true }),
    submit: ({ password }) => submit(password),
    done,
    leavesPage: true,
    failure: { title: failure },
  })
  return (
    <FormPage title={title} lead={lead}>
      <NeedsScripts />
      <ApiForm form={form} label={label} className="flex flex-col gap-4">
        <NewPasswordField form={form} name="password" label="New password" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton label={button} form={form} pendingLabel={pendingLabel} />
          {aside}
        </div>
      </ApiForm>
    </FormPage>
  )
}
