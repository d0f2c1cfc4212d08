import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, askSignInLinkPath, twoFactorPath, withReturnTo } from '#shared/paths.ts'
import { callApi } from '#platform/web/api.ts'
import { LinkButton, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { useWelcome } from './components/form-page.tsx'
import { AskForLink, LinkPage } from './components/link-page.tsx'

export const head = unlistedHead('Sign in by email', 'Get an email with a link that signs you in.', askSignInLinkPath)

export function Page() {
  const token = useShownPage().search['token']
  return token ? <UseLink token={token} /> : <AskForSignInLink />
}

const AskForSignInLink = () => (
  <AskForLink
    title="Sign in by email"
    lead="Enter your email address. We will send you a link that signs you in without a password."
    label="Sign in by email"
    lifetime="ten minutes"
    send={(body) => callApi('POST /api/auth/sign-in-link', { body })}
  />
)

function UseLink({ token }: { token: string }) {
  const navigate = useNavigate()
  const welcome = useWelcome()
  return (
    <LinkPage
      title="Sign in by email"
      lead="Press the button to sign in to this browser."
      button="Sign In"
      pendingLabel="Signing In..."
      act={() => callApi('POST /api/auth/sign-in-link/use', { body: { token } })}
      done={({ passwordRemoved, twoFactor }) => {
        if (twoFactor) return navigate({ to: withReturnTo(twoFactorPath, accountPath), replace: true })
        void welcome(passwordRemoved ? passwordIsGone : undefined).then(() => navigate({ to: accountPath, replace: true }))
      }}
      failureTitle="We could not sign you in"
      next={<LinkButton label="Get a new link" to={askSignInLinkPath} look="secondary" />}
    />
  )
}

const passwordIsGone = {
  title: 'Please set a password',
  description:
    'No one had confirmed your address, so someone else may have created the account. Its old password no longer works.',
}
