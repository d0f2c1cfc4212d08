import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, homePath, signInPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#platform/web/api.ts'
import { refreshCurrentUser, useCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { Link, useHydrated, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { verifyEmailSchema } from '../schemas.ts'
import { NewPasswordField } from './components/account-fields.tsx'
import { FormPage, NeedsScripts } from './components/form-page.tsx'

export const head = unlistedHead('Confirm your email address', 'Confirm that this address is yours.', signInPath)

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
      <FormPage title="Confirm your email address">
        <Alert tone="danger" title="This link is incomplete" action={elsewhere}>
          Please open the whole link from the email. Some email programs break long links in two.
        </Alert>
      </FormPage>
    )
  }
  if (confirm.error instanceof ApiError && confirm.error.code === 'CONFLICT') {
    return <TakeOver token={token} reason={confirm.error.message} />
  }
  return (
    <FormPage title="Confirm your email address" lead="This makes sure that emails about your account reach you and no one else.">
      <NeedsScripts />
      {confirm.isSuccess ? (
        <Alert title="Thank you" action={elsewhere}>
          Your email address is confirmed.
        </Alert>
      ) : (
        <>
          {confirm.error && (
            <Alert tone="danger" title="We could not confirm the address" action={elsewhere}>
              {confirm.error.message} You can get a new link on your account page.
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
              {confirm.isPending ? 'Confirming...' : 'Confirm email address'}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  )
}

/** Opened in another browser than the one that is signed in to the account: its recipient makes the account their own. */
function TakeOver({ token, reason }: { token: string; reason: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: verifyEmailSchema.pick({ password: true }).required(),
    submit: ({ password }) => callApi('POST /api/auth/verify-email', { body: { token, password } }),
    done() {
      toast({ title: 'Thank you', description: 'Your email address is confirmed, and you are signed in.' })
      void refreshCurrentUser(queryClient)
      navigate({ to: accountPath, replace: true })
    },
    leavesPage: true,
    failure: { title: 'We could not confirm the address' },
  })
  return (
    <FormPage title="Confirm your email address" lead={reason}>
      <ApiForm form={form} label="Set a password" className="flex flex-col gap-4">
        <NewPasswordField form={form} name="password" label="New password" />
        <div>
          <SubmitButton form={form} pendingLabel="Confirming...">
            Set password and confirm
          </SubmitButton>
        </div>
      </ApiForm>
    </FormPage>
  )
}
