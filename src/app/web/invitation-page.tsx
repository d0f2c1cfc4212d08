import { useQuery } from '@tanstack/react-query'
import { invitedSchema } from '#features/accounts/schemas.ts'
import {
  AcceptedTerms,
  NameFields,
  NewPasswordField,
} from '#features/accounts/web/components/account-fields.tsx'
import { useWelcome } from '#features/accounts/web/components/sign-in.tsx'
import { seatNames } from '#features/employers/model.ts'
import { IncompleteLink, LinkPage } from '#platform/web/form/post-form.tsx'
import { unlistedHead } from '#features/site/page-head.ts'
import {
  employerDashboardPath,
  homePath,
  invitationPath,
  signInPath,
  teamPath,
  withReturnTo,
} from '#shared/paths.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { TextField } from '#ui/field.tsx'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, SubmitButton, TrapField } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { LinkButton, useNavigate, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'

const invitationQuery = (token: string) =>
  apiQuery('GET /api/invitation', { query: { token } }, { retry: false })

export async function load({ queryClient, search: { token } }: PageArgs): Promise<void> {
  if (token) await queryClient.prefetchQuery(invitationQuery(token))
}

export const head = unlistedHead('Invitation', 'An invitation to a team.', '/invitation')

/** Behind the link of an invitation: what it is for, and the button that accepts it. */
export function Page() {
  const token = useShownPage().search['token'] ?? ''
  const { status, user } = useCurrentUser()
  const { data, error } = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  const home = <LinkButton label="Go to Home" to={homePath} look="secondary" />
  if (token === '') return <IncompleteLink action={home} />
  if (error)
    return (
      <EmptyState level={1} title="This invitation does not work" actions={home}>
        {error.message} Please ask for a new one.
      </EmptyState>
    )
  if (!data || status === 'loading') return <Spinner />
  const { organization, email, seat, hasAccount } = data
  return (
    <LinkPage
      title={`Join ${organization}`}
      lead={`${organization} invites ${email} to its team. Your seat: ${seatNames[seat]}.${hasAccount ? ' Postings and inquiries that you already have move to the team, and its owners see them.' : ''}`}
      button="Join the team"
      pendingLabel="Joining..."
      send={() => callApi('POST /api/invitation', { body: { token } })}
      done={{
        title: 'Welcome',
        text: `You are in the team of ${organization}.`,
        next: (
          <LinkButton
            label="Open your desk"
            to={seat === 'reader' ? employerDashboardPath : teamPath}
            look="secondary"
          />
        ),
      }}
      failure={{ title: 'You could not join', fallback: 'Please try again.' }}
      instead={
        status === 'anonymous' ? (
          hasAccount ? (
            <LinkButton
              label="Sign in"
              to={withReturnTo(signInPath, invitationPath(token))}
              className="self-start"
            />
          ) : (
            <SignUp token={token} invitation={data} />
          )
        ) : (
          user.email !== email && (
            <p>
              This invitation is for {email}, and you are signed in as{' '}
              {user.email ?? 'somebody else'}. Please sign out, and sign in as {email}.
            </p>
          )
        )
      }
    />
  )
}

type Invitation = ResponseOf<'GET /api/invitation'>

/** The link was mailed to the address, so it is proved, and no other mail follows. */
function SignUp({ token, invitation }: { token: string; invitation: Invitation }) {
  const { organization, email, seat, role } = invitation
  const welcome = useWelcome()
  const navigate = useNavigate()
  const form = useApiForm({
    schema: invitedSchema.omit({ token: true }),
    submit: (body) => callApi('POST /api/auth/register/invited', { body: { ...body, token } }),
    done: () =>
      void welcome({
        title: 'Welcome',
        description: `You are in the team of ${organization}.`,
      }).then(() =>
        navigate({ to: seat === 'reader' ? employerDashboardPath : teamPath, replace: true }),
      ),
    leavesPage: true,
    failure: { title: 'You could not join' },
  })
  return (
    <ApiForm form={form} label="Create your account">
      <NameFields form={form.untyped} />
      <TextField
        label="Email"
        type="email"
        value={email}
        readOnly
        autoComplete="username"
        className="bg-sunken"
        hint="The invitation is for this address"
      />
      <NewPasswordField form={form.untyped} name="password" label="Password" />
      <TrapField form={form} />
      <p className="text-muted">
        Your account is {role === 'recruiter' ? 'a recruiter’s' : 'an employer’s'}, as those of your
        team.
      </p>
      <SubmitButton label="Create account and join" form={form} pendingLabel="Joining..." />
      <AcceptedTerms />
    </ApiForm>
  )
}
