import { LinkPage } from '#platform/web/form/post-form.tsx'
import { unlistedHead } from '#features/site/page-head.ts'
import { alertsPath, unsubscribePath } from '#shared/paths.ts'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { formText } from '#platform/web/browser.ts'
import { useShownPage, TextLink } from '#platform/web/navigation.tsx'
import { newsletterTexts } from '../model.ts'

export const head = unlistedHead(
  'Unsubscribe',
  'Remove your address from the newsletter.',
  unsubscribePath,
)

/** By the mail's link or by address. It asks first, because mail scanners follow links. */
export function Page() {
  const { token, email, done } = useShownPage().search
  const way = token
    ? {
        action: apiUrl('POST /unsubscribe/one-click', { query: { token, from: 'page' } }),
        send: () => callApi('POST /unsubscribe/one-click', { query: { token } }),
      }
    : {
        action: apiUrl('POST /api/unsubscribe'),
        send: (fields: FormData) =>
          callApi('POST /api/unsubscribe', { body: { email: formText(fields, 'email') } }),
        email: { value: email ?? '', invalid: newsletterTexts.invalidEmail },
      }
  return (
    <LinkPage
      {...way}
      title="Unsubscribe"
      lead={
        <>
          This page is about the newsletter. To stop job alerts, use the link in any of them, or go
          to <TextLink to={alertsPath}>Job alerts</TextLink>.
        </>
      }
      isDone={done === 'true'}
      done={{
        title: 'You are unsubscribed',
        text: 'If the address was on our list, we removed it.',
      }}
      failure={{ title: 'We could not unsubscribe you', fallback: 'Please try again.' }}
      button="Unsubscribe"
      pendingLabel="Unsubscribing..."
    />
  )
}
