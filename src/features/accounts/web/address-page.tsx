import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, signInPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { callApi } from '#platform/web/api.ts'
import { refreshCurrentUser, useCurrentUser } from '#platform/web/current-user.ts'
import { Link, useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import { FormPage, NeedsScripts } from './components/form-page.tsx'

export const head = unlistedHead('Your email address', 'Confirm or undo a new email address.', accountPath)

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

/** Behind the links in the mails. Mail scanners follow links, so it takes a press of a button. */
export function Page() {
  const { search, href } = useShownPage()
  const ready = useHydrated()
  const queryClient = useQueryClient()
  const current = useCurrentUser()
  const isUndo = search['undo'] !== undefined
  const texts = isUndo ? undoing : confirming
  const body = { token: search['token'] ?? '' }
  const act = useMutation({
    mutationFn: () =>
      isUndo ? callApi('POST /api/account/address/undo', { body }) : callApi('POST /api/account/address/confirmation', { body }),
    onSuccess: () => refreshCurrentUser(queryClient),
  })
  const needsSignIn = !isUndo && current.status === 'anonymous'
  return (
    <FormPage title={texts.title} lead={texts.lead}>
      <NeedsScripts />
      {act.isSuccess && <Alert title="Done">{texts.done}</Alert>}
      {act.error && (
        <Alert tone="danger" title="This did not work">
          {act.error.message}
        </Alert>
      )}
      {needsSignIn && !act.isSuccess && (
        <Alert
          title="Please sign in first"
          action={
            <Link to={signInPath} search={{ returnTo: href }} className={buttonClass()}>
              Sign In
            </Link>
          }
        >
          Confirm the new address in a browser where you are signed in to your account.
        </Alert>
      )}
      {!needsSignIn && !act.isSuccess && (
        <div>
          <Button
            disabled={!ready}
            aria-disabled={act.isPending}
            onClick={() => {
              if (!act.isPending) act.mutate()
            }}
          >
            {act.isPending ? 'One moment...' : texts.button}
          </Button>
        </div>
      )}
    </FormPage>
  )
}
