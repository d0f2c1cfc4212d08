import { useState, type FormEvent, type ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { alertsPath, unsubscribePath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { formText } from '#platform/web/browser.ts'
import { useShownPage, TextLink } from '#platform/web/navigation.tsx'
import { newsletterTexts } from '../model.ts'

export const head = unlistedHead('Unsubscribe', 'Remove your address from the newsletter.', unsubscribePath)

/** By the mail's link or by address. It asks first, because mail scanners follow links. */
export function Page(): ReactNode {
  const { search } = useShownPage()
  const [isDone, setDone] = useState(search['done'] === 'true')
  return (
    <div className="page-column py-10 sm:py-16">
      <div className="flex max-w-form flex-col gap-6">
        <h1 className="text-2xl font-bold">Unsubscribe</h1>
        {isDone ? (
          <Done />
        ) : search['token'] ? (
          <ByLink token={search['token']} onDone={() => setDone(true)} />
        ) : (
          <ByAddress onDone={() => setDone(true)} />
        )}
        <p className="text-xs text-muted">
          This page is about the newsletter. To stop job alerts, use the link in any of them, or go to{' '}
          <TextLink to={alertsPath}>Job alerts</TextLink>.
        </p>
      </div>
    </div>
  )
}

const Done = () => <Alert title="You are unsubscribed">If the address was on our list, we removed it.</Alert>

function ByLink({ token, onDone }: { token: string; onDone: () => void }) {
  const { error, isPending, send } = useSend(onDone)
  return (
    <form
      method="post"
      action={apiUrl('POST /unsubscribe/one-click', { query: { token, from: 'page' } })}
      onSubmit={(event) => {
        event.preventDefault()
        void send(() => callApi('POST /unsubscribe/one-click', { query: { token } }))
      }}
      className="flex flex-col gap-4"
    >
      <p>Do you want to stop getting the newsletter?</p>
      <Failure text={error} />
      <Confirm isPending={isPending} />
    </form>
  )
}

function ByAddress({ onDone }: { onDone: () => void }) {
  const { search } = useShownPage()
  const [invalid, setInvalid] = useState<string>()
  const { error, isPending, send } = useSend(onDone)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const email = formText(new FormData(form), 'email')
    const isValid = email !== '' && form.checkValidity()
    setInvalid(isValid ? undefined : newsletterTexts.invalidEmail)
    if (isValid) void send(() => callApi('POST /api/unsubscribe', { body: { email } }))
    else form.querySelector('input')?.focus()
  }

  return (
    <form method="post" action={apiUrl('POST /api/unsubscribe')} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>Which address do you want to unsubscribe?</p>
      <Failure text={error} />
      <Field label="Email address" error={invalid} required>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            name="email"
            maxLength={254}
            autoComplete="email"
            inputMode="email"
            defaultValue={search['email'] ?? ''}
          />
        )}
      </Field>
      <Confirm isPending={isPending} />
    </form>
  )
}

function useSend(onDone: () => void) {
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)
  async function send(call: () => Promise<unknown>) {
    setPending(true)
    setError(undefined)
    try {
      await call()
      onDone()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setPending(false)
    }
  }
  return { error, isPending, send }
}

const Failure = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <Alert tone="danger" title="We could not unsubscribe you">
      {text}
    </Alert>
  )

const Confirm = ({ isPending }: { isPending: boolean }) => (
  <div>
    <Button type="submit" disabled={isPending}>
      {isPending ? 'Unsubscribing...' : 'Unsubscribe'}
    </Button>
  </div>
)
