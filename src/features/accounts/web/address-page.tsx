import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, secondStepPath, signInPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { LinkButton, useShownPage } from '#platform/web/navigation.tsx'
import { LinkPage } from './components/link-page.tsx'

export const head = unlistedHead('Your account', 'Confirm or undo a change of your account.', accountPath)

const confirming = {
  title: 'Confirm your new email address',
  lead: 'Your account will use this address. You can undo the change from your old address for seven days.',
  button: 'Confirm the new address',
  done: 'Your account has a new email address.',
}
const undoing = {
  title: 'Undo the address change',
  lead: 'Your account gets this address back. All devices are signed out, and the password stops working.',
  button: 'Undo the change',
  done: 'Your account has its old address again. We emailed you a link to set a new password.',
}

const removing = {
  title: 'Remove the second step',
  lead: 'We remove this second step and any added after it. All devices are signed out, and the password stops working.',
  button: 'Remove the second step',
  done: 'The second step is gone. We emailed you a link to set a new password.',
}

/** Behind the links in the mails. */
export function Page() {
  const { search, href, path } = useShownPage()
  const undone = path === secondStepPath ? removing : search['undo'] === undefined ? undefined : undoing
  const current = useCurrentUser()
  const body = { token: search['token'] ?? '' }
  if (undone) return <LinkPage {...undone} act={() => callApi('POST /api/account/undo', { body })} />
  return (
    <LinkPage {...confirming} act={() => callApi('POST /api/account/address/confirmation', { body })}>
      {current.status === 'anonymous' && (
        <Alert title="Please sign in first" action={<LinkButton label="Sign In" to={signInPath} search={{ returnTo: href }} />}>
          Confirm the new address in a browser where you are signed in to your account.
        </Alert>
      )}
    </LinkPage>
  )
}
