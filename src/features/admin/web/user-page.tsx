import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { suspensionReasons, roleName } from '#features/accounts/model.ts'
import { authorityLabels } from '#features/names/model.ts'
import { pageHead } from '#features/site/page-head.ts'
import { displayName } from '#shared/current-user.ts'
import { auditLogPath, userPath, usersPath } from '#shared/paths.ts'
import { Alert, EmptyState } from '#ui/feedback.tsx'
import { DefinitionGrid, type Definition } from '#ui/figures.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { ApiError, apiQuery, callApi } from '#platform/web/api.ts'
import { Loaded, LocalTime, MailAddress } from '#platform/web/page-parts.tsx'
import { useShownPage, TextLink, type PageHead } from '#platform/web/navigation.tsx'
import type { UserDetail } from '../contract.ts'
import { UserActions, UserBadges } from './components/user-actions.tsx'

const userQuery = (id: string) =>
  apiQuery('GET /api/admin/users/:id', { params: { id } }, { staleTime: 5000 })

export const load = loadForAdmins(({ params: { id = '' } }) => [userQuery(id)])

export const head: PageHead = ({ queryClient, site, params: { id = '' } }) => {
  const user = queryClient.getQueryData(userQuery(id).queryKey)
  const title = user ? displayName(user) : 'User'
  return pageHead({ site, title, description: 'One account.', path: userPath(id), noindex: true })
}

export function Page() {
  const { id = '' } = useShownPage().params
  const query = useQuery(userQuery(id))
  const { data, error } = query
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <AdminPage
      title={data ? displayName(data) : 'User'}
      intro={<TextLink to={usersPath}>All users</TextLink>}
    >
      {isMissing ? (
        <EmptyState title="Account not found">
          It does not exist, or an administrator erased it.
        </EmptyState>
      ) : (
        <Loaded query={query} failure="We could not load this account.">
          {(user) => <Found user={user} />}
        </Loaded>
      )}
    </AdminPage>
  )
}

const Found = ({ user }: { user: UserDetail }) => (
  <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
    <div className="flex min-w-0 flex-col gap-8">
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        <UserBadges user={user} />
      </div>
      {user.suspendedAt !== null && user.suspension && (
        <Suspension {...user.suspension} at={user.suspendedAt} />
      )}
      {user.organization?.suspendedAt && (
        <Suspension
          who={user.organization.name}
          {...user.organization}
          at={user.organization.suspendedAt}
        />
      )}
      <UserFacts user={user} />
      <Names user={user} />
      <p>
        <TextLink to={auditLogPath} search={{ subject: user.id }}>
          See this account in the audit log
        </TextLink>
      </p>
    </div>
    <UserActions user={user} />
  </div>
)

type SuspensionProps = NonNullable<UserDetail['suspension']> & { who?: string; at: string }

const Suspension = ({ who, at, reason, note }: SuspensionProps) => (
  <Alert
    title={
      <>
        {who === undefined ? 'Suspended' : `${who} is suspended`} since <LocalTime at={at} />
      </>
    }
  >
    {reason && <p>{suspensionReasons[reason]}</p>}
    {note && <p className="whitespace-pre-line">{note}</p>}
  </Alert>
)

function Names({ user: { names } }: { user: UserDetail }) {
  const withdraw = useAction<string>({
    call: (grantId) => callApi('DELETE /api/admin/names/:id', { params: { id: grantId } }),
    done: {
      title: 'Withdrawn',
      description: 'New postings and edits under this name wait again. Live postings stay.',
    },
    changes: ['GET /api/admin/users/:id'],
  })
  if (names.length === 0) return null
  return (
    <LabeledSection title="Speaks for">
      <ul className="mt-2 flex flex-col gap-2">
        {names.map((grant) => (
          <li key={grant.id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {grant.name}{' '}
              <span className="text-xs text-muted">· {authorityLabels[grant.authority]}</span>
            </span>
            <ActionButton
              label="Withdraw"
              about={grant.name}
              action={withdraw}
              input={grant.id}
              size="sm"
              look="danger"
            />
          </li>
        ))}
      </ul>
    </LabeledSection>
  )
}

const UserFacts = ({ user }: { user: UserDetail }) => (
  <>
    <Facts
      title="Profile"
      items={[
        {
          term: 'Email',
          value: user.email ? (
            <MailAddress address={user.email} />
          ) : (
            'None: their sign-in provider gives none'
          ),
        },
        {
          term: 'Email confirmed',
          value: user.email === null ? null : user.emailVerified ? 'Yes' : 'No',
        },
        { term: 'Role', value: roleName(user.role) },
        { term: 'Company', value: user.companyName },
        { term: 'Employer type', value: user.organizationType },
        { term: 'Company phone', value: user.companyPhone },
        // As text, because the target is unknown.
        { term: 'Company website', value: user.companyWebsite },
        { term: 'Account since', value: <Moment at={user.createdAt} /> },
      ]}
    />
    <Facts
      title="Sign-in"
      items={[
        { term: 'Password', value: user.hasPassword ? 'Set' : 'None' },
        {
          term: 'Providers',
          value: user.identities.map((identity) => identity.label).join(', ') || 'None',
        },
        { term: 'Last sign-in', value: <Moment at={user.lastSignInAt} /> },
        { term: 'Signed-in devices', value: String(user.sessions.count) },
        {
          term: 'Last active',
          value: user.sessions.lastSeenAt !== null && <Moment at={user.sessions.lastSeenAt} />,
        },
      ]}
    />
    <Facts
      title="Activity"
      items={[
        { term: 'Live postings', value: String(user.postings.active) },
        { term: 'Postings in review', value: String(user.postings.pending) },
        {
          term: 'Hidden or ended postings',
          value: String(user.postings.inactive + user.postings.expired + user.postings.rejected),
        },
        { term: 'Inquiries received', value: String(user.inquiries.received) },
        { term: 'Inquiries sent', value: String(user.inquiries.sent) },
        { term: 'CV on file', value: user.hasCv ? 'Yes' : 'No' },
      ]}
    />
  </>
)

const Facts = ({ title, items }: { title: string; items: readonly Definition[] }) => (
  <LabeledSection title={title} titleClass="mb-3">
    <DefinitionGrid items={items} />
  </LabeledSection>
)

const Moment = ({ at }: { at: string | null }): ReactNode =>
  at === null ? 'Never' : <LocalTime at={at} />
