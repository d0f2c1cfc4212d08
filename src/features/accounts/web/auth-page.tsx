import { useEffect } from 'react'
import { signInPath, signUpPath, withReturnTo } from '#shared/paths.ts'
import { safeReturnTo } from '#shared/return-to.ts'
import { Tabs } from '#ui/tabs.tsx'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { Link, useNavigate, useShownPage } from '#web/lib/navigation.tsx'
import { FormPage } from './components/form-page.tsx'
import { NeedsScripts } from './components/needs-scripts.tsx'
import { SignInProblem } from './components/sign-in-problem.tsx'
import { SignInForm } from './components/sign-in-form.tsx'
import { SignUpForm } from './components/sign-up-form.tsx'

export { authRoute } from './accounts-routes.ts'

export function AuthPage() {
  const { search } = useShownPage()
  const navigate = useNavigate()
  const returnTo = safeReturnTo(search['returnTo'])
  const selected = search['tab'] === 'sign-up' ? 'sign-up' : 'sign-in'
  const tabs = [
    { id: 'sign-in', label: 'Sign In', href: withReturnTo(signInPath, returnTo), panel: <SignInForm returnTo={returnTo} /> },
    { id: 'sign-up', label: 'Sign Up', href: withReturnTo(signUpPath, returnTo), panel: <SignUpForm returnTo={returnTo} /> },
  ]
  useLeaveOnceSignedIn(returnTo)

  return (
    <FormPage
      title={selected === 'sign-up' ? 'Create your account' : 'Welcome back'}
      lead={
        <>
          Reading, searching and applying need no account.{' '}
          <Link to="/" className="text-link">
            Back to Home
          </Link>
        </>
      }
    >
      <NeedsScripts />
      <SignInProblem />
      <div>
        <Tabs
          label="Sign in or sign up"
          tabs={tabs}
          selected={selected}
          onSelect={(id) =>
            navigate({ to: tabs.find((tab) => tab.id === id)?.href ?? signInPath, replace: true, keepScroll: true })
          }
        />
      </div>
    </FormPage>
  )
}

/** Both for who signs in here and for who comes here signed in. */
function useLeaveOnceSignedIn(returnTo: string): void {
  const navigate = useNavigate()
  const isSignedIn = useCurrentUser().status === 'signed-in'
  useEffect(() => {
    if (isSignedIn) navigate({ to: returnTo, replace: true })
  }, [isSignedIn, navigate, returnTo])
}
