import { signUpRoles } from '#shared/contract.ts'
import type { KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { site } from '#features/site/config.ts'
import { listedHead } from '#features/site/page-head.ts'
import {
  askSignInLinkPath,
  forgotPasswordPath,
  manageLinksPath,
  providerSignInPath,
  safeReturnTo,
  signInPath,
  signUpPath,
  twoFactorPath,
  withQuery,
  withReturnTo,
} from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { PasswordInput } from '#ui/fieldset.tsx'
import { Select } from '#ui/field.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { callApi } from '#platform/web/api.ts'
import {
  ApiForm,
  EmailField,
  FormField,
  SubmitButton,
  TrapField,
} from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { NeedsScripts } from '#platform/web/form/post-form.tsx'
import {
  Link,
  useNavigate,
  useShownPage,
  TextLink,
  type PageLoad,
} from '#platform/web/navigation.tsx'
import { hires, roleTexts } from '../model.ts'
import { loginSchema, registerSchema } from '../schemas.ts'
import {
  AcceptedTerms,
  CompanyFields,
  NameFields,
  NewPasswordField,
} from './components/account-fields.tsx'
import {
  PasskeyButton,
  providersQuery,
  SignInProblem,
  useLeaveOnceSignedIn,
  useWelcome,
} from './components/sign-in.tsx'

/** Without the providers there is still the form. */
export const load: PageLoad = ({ queryClient }) => queryClient.prefetchQuery(providersQuery)

export const head = listedHead(
  'Sign In or Sign Up',
  () => 'Sign in, or create a free account: for physicians, employers and recruiters.',
  signInPath,
)

export function Page() {
  const { search } = useShownPage()
  const navigate = useNavigate()
  const returnTo = safeReturnTo(search['returnTo'])
  const selected = search['tab'] === 'sign-up' ? 'sign-up' : 'sign-in'
  const tabs = [
    {
      id: 'sign-in',
      label: 'Sign In',
      href: withReturnTo(signInPath, returnTo),
      panel: <SignInForm returnTo={returnTo} />,
    },
    {
      id: 'sign-up',
      label: 'Sign Up',
      href: withReturnTo(signUpPath, returnTo),
      panel: <SignUpForm returnTo={returnTo} />,
    },
  ]
  useLeaveOnceSignedIn(returnTo)
  function onKeyDown(event: KeyboardEvent) {
    const nextTab = tabs.find(({ id }) => id !== selected)
    if (!nextTab || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    navigate({ to: nextTab.href, replace: true, keepScroll: true })
    document.getElementById(`${nextTab.id}-tab`)?.focus()
  }

  return (
    <QuestionPage
      title={selected === 'sign-up' ? 'Create your account' : 'Welcome back'}
      lead={
        <>
          You can read, search and apply without an account.{' '}
          <TextLink to="/">Back to Home</TextLink>
        </>
      }
    >
      <NeedsScripts />
      <SignInProblem />
      <div>
        <div role="tablist" aria-label="Sign in or sign up" className="flex border-b border-line">
          {tabs.map(({ id, label, href }) => (
            <Link
              key={id}
              id={`${id}-tab`}
              role="tab"
              to={href}
              replace
              keepScroll
              aria-selected={id === selected}
              aria-controls={id}
              tabIndex={id === selected ? 0 : -1}
              onKeyDown={onKeyDown}
              className={tabClass}
            >
              {label}
            </Link>
          ))}
        </div>
        {/* The hidden one keeps its input. */}
        {tabs.map(({ id, panel }) => (
          <div
            key={id}
            id={id}
            role="tabpanel"
            aria-labelledby={`${id}-tab`}
            hidden={id !== selected}
          >
            {panel}
          </div>
        ))}
      </div>
    </QuestionPage>
  )
}

const tabClass =
  'inline-flex min-h-11 grow items-center justify-center border-b-2 border-transparent px-4 font-semibold text-muted no-underline ' +
  'transition-colors hover:text-action aria-selected:border-action aria-selected:text-ink'

function SignInForm({ returnTo }: { returnTo: string }) {
  const welcome = useWelcome()
  const navigate = useNavigate()
  const form = useApiForm({
    schema: loginSchema,
    submit: (body) => callApi('POST /api/auth/login', { body }),
    done: ({ twoFactor }) =>
      twoFactor ? navigate({ to: withReturnTo(twoFactorPath, returnTo) }) : void welcome(),
    leavesPage: true,
    keepAs: 'sign-in',
    failure: { title: 'Login failed' },
  })

  return (
    <div className="flex flex-col gap-6 pt-6">
      <ApiForm form={form} label="Sign In">
        <EmailField form={form} name="email" autoComplete="username" />
        <FormField form={form} name="password" label="Password" required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        <TrapField form={form} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton label="Sign In" form={form} pendingLabel="Signing In..." />
          <span className="flex flex-wrap gap-x-4">
            <TextLink to={askSignInLinkPath} className="inline-flex min-h-8 items-center">
              Email me a sign-in link
            </TextLink>
            <TextLink to={forgotPasswordPath} className="inline-flex min-h-8 items-center">
              Forgot password?
            </TextLink>
          </span>
        </div>
      </ApiForm>
      {/* The page leaves once somebody is signed in. */}
      <PasskeyButton label="Sign in with a passkey" onDone={() => void welcome()} />
      <SocialSignIn label="Quick Sign In" returnTo={returnTo} />
      <p className="text-xs text-muted">
        Posted a job without an account?{' '}
        <TextLink to={manageLinksPath}>Have your link sent again</TextLink>
      </p>
    </div>
  )
}

function SignUpForm({ returnTo }: { returnTo: string }) {
  const welcome = useWelcome()
  const form = useApiForm({
    schema: registerSchema,
    submit: (body) => callApi('POST /api/auth/register', { body }),
    done: () =>
      void welcome({
        title: `Welcome to ${site.name}!`,
        description: "Your account has been created and you're now signed in.",
      }),
    leavesPage: true,
    keepAs: 'sign-up',
    failure: { title: 'Registration failed' },
  })
  const role = form.hook.watch('role')

  return (
    <div className="flex flex-col gap-6 pt-6">
      <ApiForm form={form} label="Sign Up">
        <NameFields form={form.untyped} />
        <EmailField form={form} name="email" autoComplete="username" />
        <NewPasswordField form={form.untyped} name="password" label="Password" />
        <FormField form={form} name="role" label="I am a" required>
          {(control) => (
            <Select
              {...control}
              options={signUpRoles.map((signUpRole) => ({
                value: signUpRole,
                label: roleTexts[signUpRole].name,
              }))}
            />
          )}
        </FormField>
        {hires(role) && <CompanyFields form={form.untyped} isEmployer={role === 'employer'} />}
        <TrapField form={form} />
        <SubmitButton label="Create Account" form={form} pendingLabel="Creating Account..." />
        <AcceptedTerms />
      </ApiForm>
      <SocialSignIn label="Continue with Social Login" returnTo={returnTo} />
    </div>
  )
}

/**
 * Ways in through somebody else's account; none is shown that is not configured. These links lead
 * to other sites. The button with the label leaves the choice of provider to the server.
 */
function SocialSignIn({ label, returnTo }: { label: string; returnTo: string }) {
  const { data } = useQuery(providersQuery)
  const providers = data?.providers ?? []
  if (providers.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      <a href={withQuery(providerSignInPath, { returnTo })} className={buttonClass('secondary')}>
        {label}
      </a>
      <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {providers.map(({ id, label }) => (
          <li key={id}>
            <a
              href={withQuery(providerSignInPath, { provider: id, returnTo })}
              className={`${buttonClass('secondary')} w-full`}
            >
              Continue with {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
