import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, askSignInLinkPath, twoFactorPath, withReturnTo } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { Link, useHydrated, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { AskForLink } from './components/ask-for-link.tsx'
import { FormPage, NeedsScripts } from './components/form-page.tsx'

export const head = unlistedHead('Sign in by email', 'Get an email with a link that signs you in.', askSignInLinkPath)

export function Page() {
  const token = useShownPage().search['token']
  return token ? <UseLink token={token} /> : <AskForSignInLink />
}

function AskForSignInLink() {
  return (
    <AskForLink
      title="Sign in by email"
      lead="Enter your email address. We will send you a link that signs you in without a password."
      label="Sign in by email"
      lifetime="ten minutes"
      send={(body) => callApi('POST /api/auth/sign-in-link', { body })}
    />
  )
}

/** Mail scanners follow links, so it takes a press of a button. */
function UseLink({ token }: { token: string }) {
  const ready = useHydrated()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const signIn = useMutation({
    mutationFn: () => callApi('POST /api/auth/sign-in-link/use', { body: { token } }),
    onSuccess: async ({ passwordRemoved, twoFactor }) => {
      if (twoFactor) {
        navigate({ to: withReturnTo(twoFactorPath, accountPath), replace: true })
        return
      }
      await refreshCurrentUser(queryClient)
      toast(
        passwordRemoved
          ? {
              title: 'Please set a password',
              description:
                'No one had confirmed your address, so someone else may have created the account. Its old password no longer works.',
            }
          : { title: 'Welcome back!', description: 'You have successfully logged in.' },
      )
      navigate({ to: accountPath, replace: true })
    },
  })
  return (
    <FormPage title="Sign in by email" lead="Press the button to sign in to this browser.">
      <NeedsScripts />
      {signIn.error && (
        <Alert
          tone="danger"
          title="We could not sign you in"
          action={
            <Link to={askSignInLinkPath} className={buttonClass('secondary')}>
              Get a new link
            </Link>
          }
        >
          {signIn.error.message}
        </Alert>
      )}
      <div>
        <Button
          disabled={!ready}
          aria-disabled={signIn.isPending}
          onClick={() => {
            if (!signIn.isPending) signIn.mutate()
          }}
        >
          {signIn.isPending ? 'Signing In...' : 'Sign In'}
        </Button>
      </div>
    </FormPage>
  )
}
