import { useState, type ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { alertsPath, unsubscribePath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { EmailInput, Field } from '#ui/field.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { formText, isComplete } from '#platform/web/browser.ts'
import { PostForm } from '#platform/web/form/post-form.tsx'
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

const texts = {
  failure: { title: 'We could not unsubscribe you', fallback: 'Please try again.' },
  button: 'Unsubscribe',
  pendingLabel: 'Unsubscribing...',
}

const ByLink = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <PostForm
    {...texts}
    action={apiUrl('POST /unsubscribe/one-click', { query: { token, from: 'page' } })}
    send={() => callApi('POST /unsubscribe/one-click', { query: { token } })}
    done={onDone}
  >
    <p>Do you want to stop getting the newsletter?</p>
  </PostForm>
)

function ByAddress({ onDone }: { onDone: () => void }) {
  const { search } = useShownPage()
  const [invalid, setInvalid] = useState<string>()
  return (
    <PostForm
      {...texts}
      action={apiUrl('POST /api/unsubscribe')}
      isValid={(form) => {
        const isValid = formText(new FormData(form), 'email') !== '' && isComplete(form)
        setInvalid(isValid ? undefined : newsletterTexts.invalidEmail)
        return isValid
      }}
      send={(fields) => callApi('POST /api/unsubscribe', { body: { email: formText(fields, 'email') } })}
      done={onDone}
    >
      <p>Which address do you want to unsubscribe?</p>
      <Field label="Email address" error={invalid} required>
        {(control) => <EmailInput {...control} defaultValue={search['email'] ?? ''} />}
      </Field>
    </PostForm>
  )
}
