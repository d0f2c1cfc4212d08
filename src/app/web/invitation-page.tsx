import { useQuery } from '@tanstack/react-query'
import { seatNames } from '#features/employers/model.ts'
import { IncompleteLink, LinkPage } from '#platform/web/form/post-form.tsx'
import { unlistedHead } from '#features/site/page-head.ts'
import { employerDashboardPath, homePath, invitationPath, signInPath, signUpPath, teamPath, withReturnTo } from '#shared/paths.ts'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { LinkButton, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'

const invitationQuery = (token: string) => apiQuery('GET /api/invitation', { query: { token } }, { retry: false })

export async function load({ queryClient, search: { token } }: PageArgs): Promise<void> {
  if (token) await queryClient.prefetchQuery(invitationQuery(token))
}

export const head = unlistedHead('Invitation', 'An invitation to a team.', '/invitation')

/** Behind the link of an invitation: what it is for, and the button that accepts it. */
export function Page() {
  const token = useShownPage().search['token'] ?? ''
  const current = useCurrentUser()
  const { data, error } = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  const home = <LinkButton label="Go to Home" to={homePath} look="secondary" />
  if (token === '') return <IncompleteLink action={home} />
  if (error)
    return (
      <EmptyState level={1} title="This invitation does not work" actions={home}>
        {error.message} Please ask for a new one.
      </EmptyState>
    )
  if (!data || current.status === 'loading') return <Spinner />
  const { organization, email, seat } = data
  const here = invitationPath(token)
  const isOther = current.status === 'signed-in' && current.user.email !== email
  return (
    <LinkPage
      title={`Join ${organization}`}
      lead={`${organization} invites ${email} to its team. Your seat: ${seatNames[seat]}. Postings and inquiries that you already have move to the team, and its owners see them.`}
      button="Join the team"
      pendingLabel="Joining..."
      send={() => callApi('POST /api/invitation', { body: { token } })}
      done={{
        title: 'Welcome',
        text: `You are in the team of ${organization}.`,
        next: <LinkButton label="Open your desk" to={seat === 'reader' ? employerDashboardPath : teamPath} look="secondary" />,
      }}
      failure={{ title: 'You could not join', fallback: 'Please try again.' }}
      instead={
        current.status === 'anonymous' ? (
          <div className="flex flex-wrap gap-3">
            <LinkButton label="Sign in" to={withReturnTo(signInPath, here)} />
            <LinkButton label="Create an account" to={withReturnTo(signUpPath, here)} look="secondary" />
          </div>
        ) : (
          isOther && (
            <p>
              This invitation is for {email}, and you are signed in as {current.user.email ?? 'somebody else'}. Please sign out,
              and sign in as {email}.
            </p>
          )
        )
      }
    />
  )
}
