import { useState, type ReactNode } from 'react'
import { addressSchema, passwordSchema } from '#features/accounts/schemas.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { manyEmails } from '#shared/mail.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import {
  accountPath,
  askSignInLinkPath,
  forgotPasswordPath,
  homePath,
  twoFactorLinkPath,
  signInPath,
  twoFactorPath,
  withReturnTo,
} from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { ApiError, callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, EmailField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { IncompleteLink, LinkPage, NeedsScripts } from '#platform/web/form/post-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import {
  LinkButton,
  TextLink,
  useNavigate,
  useShownPage,
  type PageAccepts,
  type PageHead,
} from '#platform/web/navigation.tsx'
import { NewPasswordField } from './components/account-fields.tsx'
import { useWelcome } from './components/sign-in.tsx'

/** Pages behind links in mails about an account, and the forms that ask for such a link. */

type Asking = {
  title: string
  lead: string
  lifetime: string
  purpose: BodyOf<'POST /api/auth/links'>['purpose']
}

const asking: Record<string, Asking> = {
  [forgotPasswordPath]: {
    title: 'Forgot your password?',
    lead: 'Enter your email address. We will send you a link to set a new password.',
    lifetime: 'one hour',
    purpose: 'reset-password',
  },
  [askSignInLinkPath]: {
    title: 'Sign in by email',
    lead: 'Enter your email address. We will send you a link that signs you in without a password.',
    lifetime: 'ten minutes',
    purpose: 'sign-in',
  },
}

type Answer = ResponseOf<'PUT /api/auth/links'>
type Toast = { title: string; description: string }

type Mailed = {
  title: string
  lead: string
  button: string
  purpose: BodyOf<'PUT /api/auth/links'>['purpose']
  failure?: string
  /** Said when it is done; without it, one is signed in, with a toast. */
  done?: string
  toast?: Toast
  /** Where one gets another link. */
  again?: string | undefined
  /** Its holder sets a password, or does so in a browser that is not signed in to the account. */
  setsPassword?: 'always' | 'elsewhere'
  /** Works only where one is signed in. */
  needsSession?: true
}

const mailed: Record<string, Mailed> = {
  '/auth/verify': {
    title: 'Confirm your email address',
    lead: 'This makes sure that emails about your account reach you and no one else.',
    button: 'Confirm email address',
    purpose: 'verify-email',
    failure: 'We could not confirm the address',
    done: 'Your email address is confirmed.',
    toast: {
      title: 'Thank you',
      description: 'Your email address is confirmed, and you are signed in.',
    },
    setsPassword: 'elsewhere',
  },
  '/auth/reset': {
    title: 'Set a new password',
    lead: 'This signs you in on this device and signs out all others.',
    button: 'Set password',
    purpose: 'reset-password',
    failure: 'We could not change the password',
    toast: {
      title: 'Password changed',
      description: 'You are signed in. We signed out all your other devices.',
    },
    again: forgotPasswordPath,
    setsPassword: 'always',
  },
  [askSignInLinkPath]: {
    title: 'Sign in by email',
    lead: 'Press the button to sign in to this browser.',
    button: 'Sign In',
    purpose: 'sign-in',
    failure: 'We could not sign you in',
    again: askSignInLinkPath,
  },
  '/account/address': {
    title: 'Confirm your new email address',
    lead: 'Your account will use this address. You can undo the change from your old address for seven days.',
    button: 'Confirm the new address',
    purpose: 'change-email',
    done: 'Your account has a new email address.',
    needsSession: true,
  },
  '/account/address undo': {
    title: 'Undo the address change',
    lead: 'Your account gets this address back. All devices are signed out, and the password stops working.',
    button: 'Undo the change',
    purpose: 'undo',
    done: 'Your account has its old address again. We emailed you a link to set a new password.',
  },
  [twoFactorLinkPath]: {
    title: 'Remove the second step',
    lead:
      'We remove this second step and any added after it. All devices are signed out, and the ' +
      'password stops working.',
    button: 'Remove the second step',
    purpose: 'undo',
    done: 'The second step is gone. We emailed you a link to set a new password.',
  },
}

const passwordIsGone: Toast = {
  title: 'Please set a password',
  description:
    'No one had confirmed your address, so someone else may have created the account. Its old ' +
    'password no longer works.',
}

const pathOf = ({ auth, account }: Record<string, string>) =>
  auth ? `/auth/${auth}` : `/account/${account}`

export const accepts: PageAccepts = (params) => pathOf(params) in mailed || pathOf(params) in asking

export const head: PageHead = (args) => {
  const path = pathOf(args.params)
  const { title = '' } = asking[path] ?? mailed[path] ?? {}
  return unlistedHead(title, 'For links in emails about your account.', path)(args)
}

export function Page() {
  const { path, search } = useShownPage()
  const { token } = search
  const link = mailed[search['undo'] === undefined ? path : `${path} undo`]
  const question = asking[path]
  if (token && link) return <UseLink token={token} link={link} />
  if (question) return <AskForLink {...question} />
  return <IncompleteLink action={<Next again={link?.again} />} />
}

function Next({ again }: Pick<Mailed, 'again'>) {
  const isSignedIn = useCurrentUser().status === 'signed-in'
  if (again !== undefined) return <LinkButton label="Get a new link" to={again} look="secondary" />
  return (
    <LinkButton
      label={isSignedIn ? 'Your account' : 'Go to Home'}
      to={isSignedIn ? accountPath : homePath}
      look="secondary"
    />
  )
}

function UseLink({ token, link }: { token: string; link: Mailed }) {
  const {
    title,
    lead,
    button,
    purpose,
    failure = 'This did not work',
    done,
    again,
    setsPassword,
    needsSession,
  } = link
  const { href } = useShownPage()
  const current = useCurrentUser()
  const navigate = useNavigate()
  const welcome = useWelcome()
  /** Why a password has to be set. */
  const [reason, setReason] = useState(setsPassword === 'always' ? lead : undefined)
  const act = (password?: string) =>
    callApi('PUT /api/auth/links', { body: { purpose, token, password } }).catch(
      (error: unknown) => {
        if (setsPassword === 'elsewhere' && error instanceof ApiError && error.code === 'CONFLICT')
          setReason(error.message)
        throw error
      },
    )
  function enter({ twoFactor, passwordRemoved }: Answer) {
    if (twoFactor) return navigate({ to: withReturnTo(twoFactorPath, accountPath), replace: true })
    void welcome(passwordRemoved ? passwordIsGone : link.toast).then(() =>
      navigate({ to: accountPath, replace: true }),
    )
  }
  return (
    <LinkPage
      title={title}
      lead={reason ?? lead}
      button={button}
      send={() => act()}
      done={done === undefined ? enter : { text: done, next: <Next /> }}
      failure={{ title: failure, fallback: 'Please try again.' }}
      next={<Next again={again} />}
      instead={
        reason === undefined ? (
          needsSession &&
          current.status === 'anonymous' && (
            <Alert
              title="Please sign in first"
              action={<LinkButton label="Sign In" to={signInPath} search={{ returnTo: href }} />}
            >
              Open the link in a browser where you are signed in to your account.
            </Alert>
          )
        ) : (
          <SetPassword
            {...{ title, failure, again }}
            button={setsPassword === 'always' ? button : 'Set password and confirm'}
            submit={act}
            done={enter}
          />
        )
      }
    />
  )
}

/** Asks for an address, and has a link sent there. */
function AskForLink({ title, lead, lifetime, purpose }: Asking) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useApiForm({
    schema: addressSchema,
    submit: ({ email }) => callApi('POST /api/auth/links', { body: { purpose, email } }),
    done: (_answer, { email }) => setSentTo(email),
    keepAs: purpose,
    failure: { title: 'We could not send the link' },
  })
  return (
    <QuestionPage title={title} lead={lead}>
      <NeedsScripts />
      {/* The same for known and unknown addresses: nobody learns here who has an account. */}
      {sentTo !== undefined && (
        <Alert title="Check your inbox">
          If there is an account for {sentTo}, we are emailing a link. It works once, for {lifetime}
          . {manyEmails}
        </Alert>
      )}
      <ApiForm form={form} label={title}>
        <EmailField form={form} name="email" autoComplete="username" />
        <Ending to={signInPath} label="Back to Sign In">
          <SubmitButton
            label={sentTo === undefined ? 'Send the link' : 'Send it again'}
            form={form}
            pendingLabel="Sending..."
          />
        </Ending>
      </ApiForm>
    </QuestionPage>
  )
}

type SetPasswordProps = Pick<Mailed, 'title' | 'button' | 'again'> & {
  failure: string
  submit: (password: string) => Promise<Answer>
  done: (answer: Answer) => void
}

function SetPassword(props: SetPasswordProps) {
  const { title, button, failure, again = signInPath, submit, done } = props
  const form = useApiForm({
    schema: passwordSchema,
    submit: ({ password }) => submit(password),
    done,
    leavesPage: true,
    failure: { title: failure },
  })
  return (
    <ApiForm form={form} label={title}>
      <NewPasswordField form={form.untyped} name="password" label="New password" />
      <Ending to={again} label={again === signInPath ? 'Back to Sign In' : 'Get a new link'}>
        <SubmitButton label={button} form={form} pendingLabel="Saving..." />
      </Ending>
    </ApiForm>
  )
}

const Ending = ({ to, label, children }: { to: string; label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    {children}
    <TextLink to={to} className="inline-flex min-h-8 items-center">
      {label}
    </TextLink>
  </div>
)
