import { useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, forgotPasswordPath, twoFactorPath, signInPath, withReturnTo } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { Link, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { resetPasswordSchema } from '../schemas.ts'
import { NewPasswordField } from './components/account-fields.tsx'
import { FormPage, NeedsScripts } from './components/form-page.tsx'

export const head = unlistedHead('Set a new password', 'Choose a new password for your account.', signInPath)

export function Page() {
  const token = useShownPage().search['token']
  return token ? <ResetPasswordForm token={token} /> : <LinkIsIncomplete />
}

function ResetPasswordForm({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const form = useApiForm({
    schema: resetPasswordSchema.pick({ password: true }),
    submit: ({ password }) => callApi('POST /api/auth/reset-password', { body: { token, password } }),
    done({ twoFactor }) {
      if (twoFactor) {
        navigate({ to: withReturnTo(twoFactorPath, accountPath), replace: true })
        return
      }
      toast({ title: 'Password changed', description: 'You are signed in. We signed out all your other devices.' })
      void refreshCurrentUser(queryClient)
      navigate({ to: accountPath, replace: true })
    },
    leavesPage: true,
    failure: { title: 'We could not change the password' },
  })

  return (
    <FormPage title="Set a new password" lead="This signs you in on this device and signs out all others.">
      <NeedsScripts />
      <ApiForm form={form} label="Set a new password" className="flex flex-col gap-4">
        <NewPasswordField form={form} name="password" label="New password" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton form={form} pendingLabel="Saving...">
            Set password
          </SubmitButton>
          <Link to={forgotPasswordPath} className="text-link inline-flex min-h-8 items-center">
            Get a new link
          </Link>
        </div>
      </ApiForm>
    </FormPage>
  )
}

function LinkIsIncomplete() {
  return (
    <EmptyState
      level={1}
      title="This link is incomplete"
      actions={
        <Link to={forgotPasswordPath} className={buttonClass()}>
          Get a new link
        </Link>
      }
    >
      Please open the whole link from the email. Some email programs break long links in two.
    </EmptyState>
  )
}
