import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, forgotPasswordPath, signInPath, twoFactorPath, withReturnTo } from '#shared/paths.ts'
import { callApi } from '#platform/web/api.ts'
import { LinkButton, TextLink, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { useWelcome } from './components/form-page.tsx'
import { IncompleteLink, NewPasswordPage } from './components/link-page.tsx'

export const head = unlistedHead('Set a new password', 'Choose a new password for your account.', signInPath)

export function Page() {
  const token = useShownPage().search['token']
  const welcome = useWelcome()
  const navigate = useNavigate()
  if (!token) return <IncompleteLink action={<LinkButton label="Get a new link" to={forgotPasswordPath} />} />
  return (
    <NewPasswordPage
      title="Set a new password"
      lead="This signs you in on this device and signs out all others."
      label="Set a new password"
      button="Set password"
      pendingLabel="Saving..."
      failure="We could not change the password"
      submit={(password) => callApi('POST /api/auth/reset-password', { body: { token, password } })}
      done={({ twoFactor }) => {
        if (twoFactor) return navigate({ to: withReturnTo(twoFactorPath, accountPath), replace: true })
        void welcome(changed).then(() => navigate({ to: accountPath, replace: true }))
      }}
      aside={
        <TextLink to={forgotPasswordPath} className="inline-flex min-h-8 items-center">
          Get a new link
        </TextLink>
      }
    />
  )
}

const changed = { title: 'Password changed', description: 'You are signed in. We signed out all your other devices.' }
