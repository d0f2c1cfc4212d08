import { useQuery } from '@tanstack/react-query'
import { auditSentenceText } from '#features/admin/audit-words.ts'
import { suspensionReasons } from '#features/accounts/administration.ts'
import type { UserDetail } from '#features/accounts/contract-administration.ts'
import { displayName } from '#shared/current-user.ts'
import { momentText } from '#shared/dates.ts'
import { auditLogPath, usersPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { userQuery } from './administration-queries.ts'
import { UserBadges } from './components/user-badges.tsx'
import { UserDeeds } from './components/user-deeds.tsx'
import { UserFacts } from './components/user-facts.tsx'

export { userRoute } from './administration-routes.ts'

export function UserPage() {
  return (
    <AdminPage
      title="User"
      intro={
        <Link to={usersPath} className="text-link">
          All users
        </Link>
      }
    >
      <User />
    </AdminPage>
  )
}

function User() {
  const { id = '' } = useShownPage().params
  const { data: user, error, refetch } = useQuery(userQuery(id))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return <EmptyState title="No such account">It never was, or it has been erased.</EmptyState>
  }
  if (user) return <Found user={user} />
  if (!error) return <Skeleton className="h-64 w-full" />
  return <LoadFailure onRetry={() => void refetch()}>The account could not be loaded.</LoadFailure>
}

function Found({ user }: { user: UserDetail }) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <header className="flex flex-wrap items-center gap-3">
          <h2 className="text-lg font-semibold break-words">{displayName(user)}</h2>
          <UserBadges user={user} />
        </header>
        {user.suspendedAt !== null && <Suspension user={user} at={user.suspendedAt} />}
        <UserFacts user={user} />
        <History user={user} />
      </div>
      <UserDeeds user={user} />
    </div>
  )
}

function Suspension({ user: { suspension }, at }: { user: UserDetail; at: string }) {
  return (
    <Alert title={`Suspended since ${momentText(at)}`}>
      {suspension?.reason && <p>{suspensionReasons[suspension.reason]}</p>}
      {suspension?.note && <p className="whitespace-pre-line">{suspension.note}</p>}
    </Alert>
  )
}

function History({ user: { id, history } }: { user: UserDetail }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-lg font-semibold">
        What administrators did
      </h2>
      {history.length === 0 ? (
        <p className="mt-2 text-muted">Nothing so far.</p>
      ) : (
        <ol className="mt-2 flex flex-col gap-3 border-l border-line pl-4">
          {history.map((entry) => (
            <li key={entry.id}>
              <p className="break-words">{auditSentenceText(entry)}</p>
              <p className="text-xs text-muted">
                <time dateTime={entry.at}>{momentText(entry.at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      <p className="mt-3">
        <Link to={auditLogPath} search={{ subject: id }} className="text-link">
          Everything about this account in the audit log
        </Link>
      </p>
    </section>
  )
}
