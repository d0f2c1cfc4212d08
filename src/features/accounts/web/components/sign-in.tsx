import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, type SubmitEvent } from 'react'
import { signInErrorText } from '#features/accounts/model.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { PasswordInput } from '#ui/fieldset.tsx'
import { toast } from '#ui/toast.ts'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { formText } from '#platform/web/browser.ts'
import { refreshCurrentUser, useCurrentUser } from '#platform/web/current-user.ts'
import { refusalOf } from '#platform/web/form/problems.ts'
import { useHydrated, useNavigate, useShownPage } from '#platform/web/navigation.tsx'

const options = { retryOnMount: false } as const

export const providersQuery = apiQuery('GET /api/auth/providers', {}, options)

export const securityQuery = apiQuery('GET /api/account/security', {}, options)

/** After somebody has signed in. */
export function useWelcome() {
  const queryClient = useQueryClient()
  return async (
    success = { title: 'Welcome back!', description: 'You have successfully logged in.' },
  ) => {
    // Signed in they are all the same: the next page load finds out.
    await refreshCurrentUser(queryClient).catch(() => location.reload())
    toast(success)
  }
}

/** After signing in here, and for people who come here signed in. */
export function useLeaveOnceSignedIn(returnTo: string): boolean {
  const navigate = useNavigate()
  const isSignedIn = useCurrentUser().status === 'signed-in'
  useEffect(() => {
    if (isSignedIn) navigate({ to: returnTo, replace: true })
  }, [isSignedIn, navigate, returnTo])
  return isSignedIn
}

/** Why somebody who went to an identity provider is back here. */
export function SignInProblem() {
  const { search } = useShownPage()
  const text = signInErrorText(search['error'])
  return text === undefined ? null : <Alert tone="danger">{text}</Alert>
}

/** Signs in with a passkey: as both steps, as the second one, or as re-authentication. */
export function PasskeyButton({ label, onDone }: { label: string; onDone: () => void }) {
  const { run, pending, problem } = usePasskey(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const options = await callApi('POST /api/auth/passkey/options')
    const response = await startAuthentication({ optionsJSON: options })
    await callApi('POST /api/auth/passkey', {
      body: { response: { ...response, response: { ...response.response } } },
    })
    onDone()
  })
  const ready = useHydrated()
  return (
    <div className="flex flex-col gap-3">
      <PasskeyHost />
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <Button
        icon={KeyRound}
        look="secondary"
        disabled={!ready}
        aria-disabled={pending}
        onClick={run}
      >
        {pending ? 'Waiting for your passkey...' : label}
      </Button>
    </div>
  )
}

/** Leads from this machine's IP address, where browsers refuse passkeys, to its name. */
export function PasskeyHost() {
  const { demo, publicUrl } = useShownPage().site
  const hydrated = useHydrated()
  if (!hydrated || !demo || !['127.0.0.1', '[::1]'].includes(location.hostname)) return null
  const target = new URL(location.href.slice(location.origin.length), publicUrl)
  if (target.hostname === location.hostname) target.hostname = 'localhost'
  return (
    <Alert>
      Passkeys do not work at {location.hostname}.{' '}
      <a href={target.href} className="text-link">
        Open this page at {target.hostname}
      </a>
    </Alert>
  )
}

/** Runs a ceremony with an authenticator, and says in words why it failed. */
export function usePasskey(ceremony: () => Promise<void>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: ceremony })
  return {
    pending: isPending,
    problem: error ? problemOf(error) : undefined,
    run: () => void (isPending || mutate()),
  }
}

function problemOf(error: Error) {
  if (!('PublicKeyCredential' in globalThis)) return 'This browser does not support passkeys.'
  if (error.name === 'NotAllowedError')
    return 'The passkey was not used. Please try again, or choose another way.'
  if (error.name === 'InvalidStateError')
    return 'This device already has a passkey for your account.'
  if (error.name === 'SecurityError') return 'Passkeys work only at the site’s own host name.'
  // Its code, or the call, did not come.
  return refusalOf(error, { title: error.message }).message
}

type CodeFormProps<Answer> = {
  /** The form's name. */
  label: string
  button?: string
  hint: string
  /** Asks for the password, too, or for it alone. */
  hasPassword?: boolean
  hasCode?: boolean
  submit: (proof: { code?: string | undefined; password?: string | undefined }) => Promise<Answer>
  done: (answer: Answer) => void
  failure?: string
}

/**
 * Asks for a code of an authenticator app, or a recovery code. Without the form library:
 * re-authentication is loaded early.
 */
export function CodeForm<Answer>(props: CodeFormProps<Answer>) {
  const { label, button = label, hint, hasPassword = false, hasCode = true, submit, done } = props
  const { mutate, isPending, error } = useMutation({ mutationFn: submit, onSuccess: done })
  const ready = useHydrated()
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const fields = new FormData(event.currentTarget)
    const password = fields.get('password')
    mutate({
      ...(hasCode && { code: formText(fields, 'code') }),
      ...(typeof password === 'string' && { password }),
    })
  }
  return (
    <form method="post" aria-label={label} onSubmit={send} className="flex flex-col gap-4">
      {error && (
        <Alert tone="danger">
          {refusalOf(error, { title: props.failure ?? 'The code was not accepted' }).message}
        </Alert>
      )}
      {hasPassword && (
        <Field label="Your password" required>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="current-password" />
          )}
        </Field>
      )}
      {hasCode && (
        <Field label="Code" hint={hint} required>
          {(control) => (
            <TextInput
              {...control}
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      <Button
        type="submit"
        label={isPending ? 'Checking...' : button}
        disabled={!ready}
        aria-disabled={isPending}
        className="self-start"
      />
    </form>
  )
}
