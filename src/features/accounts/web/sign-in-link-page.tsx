import { useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, askSignInLinkPath, twoFactorPath, withReturnTo } from '#shared/paths.ts'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { LinkButton, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
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
  const queryClient = useQueryClient()
  async function signIn() {
    const answer = await callApi('POST /api/auth/sign-in-link/use', { body: { token } })
    if (!answer.twoFactor) await refreshCurrentUser(queryClient)
    return answer
  }
  return (
    <LinkPage
      title="Sign in by email"
      lead="Press the button to sign in to this browser."
      button="Sign In"
      pendingLabel="Signing In..."
      act={signIn}
      done={({ passwordRemoved, twoFactor }) => {
        if (twoFactor) return navigate({ to: withReturnTo(twoFactorPath, accountPath), replace: true })
        toast(passwordRemoved ? passwordIsGone : { title: 'Welcome back!', description: 'You have successfully logged in.' })
        navigate({ to: accountPath, replace: true })
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
