import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, homePath, signInPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { callApi } from '#web/lib/api.ts'
import { refreshCurrentUser, useCurrentUser } from '#web/lib/current-user.ts'
import { Link, useHydrated, useShownPage } from '#web/lib/navigation.tsx'
import { FormPage, NeedsScripts } from './components/form-page.tsx'

export const head = unlistedHead('Confirm Your E-mail Address', 'Confirm that this address is yours.', signInPath)

/** Behind the link in the mail. Mail scanners follow links, so it takes a press of a button. */
export function Page() {
  const token = useShownPage().search['token']
  const ready = useHydrated()
  const queryClient = useQueryClient()
  const isSignedIn = useCurrentUser().status === 'signed-in'
  const confirm = useMutation({
    mutationFn: () => callApi('POST /api/auth/verify-email', { body: { token: token ?? '' } }),
    onSuccess: async () => {
      if (isSignedIn) await refreshCurrentUser(queryClient)
    },
  })
  const elsewhere = (
    <Link to={isSignedIn ? accountPath : homePath} className={buttonClass('secondary')}>
      {isSignedIn ? 'Your account' : 'Go to Home'}
    </Link>
  )

  if (!token) {
    return (
      <FormPage title="Confirm your e-mail address">
        <Alert tone="danger" title="This link is incomplete" action={elsewhere}>
          Please open the whole link from the e-mail; some mail programs break long ones in two.
        </Alert>
      </FormPage>
    )
  }
  return (
    <FormPage title="Confirm your e-mail address" lead="It shows that mail about your account reaches you, and nobody else.">
      <NeedsScripts />
      {confirm.isSuccess ? (
        <Alert title="Thank you" action={elsewhere}>
          Your e-mail address is confirmed.
        </Alert>
      ) : (
        <>
          {confirm.error && (
            <Alert tone="danger" title="The address could not be confirmed" action={elsewhere}>
              {confirm.error.message} A new link is sent from your account page.
            </Alert>
          )}
          <div>
            <Button
              disabled={!ready}
              aria-disabled={confirm.isPending}
              onClick={() => {
                if (!confirm.isPending) confirm.mutate()
              }}
            >
              {confirm.isPending ? 'Confirming...' : 'Confirm e-mail address'}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  )
}
