import { useQuery } from '@tanstack/react-query'
import { usersPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { userParams, usersQuery } from './administration-queries.ts'
import { UserTools } from './components/user-tools.tsx'
import { UsersTable } from './components/users-table.tsx'

export { usersRoute } from './administration-routes.ts'

export function UsersPage() {
  return (
    <AdminPage title="Users" intro="Everybody who has an account here.">
      <Users />
    </AdminPage>
  )
}

function Users() {
  const params = userParams(useShownPage().search)
  const { data, isError, refetch } = useQuery(usersQuery(params))
  return (
    <div className="flex flex-col gap-4">
      <UserTools params={params} total={data?.total} />
      {data?.users.length === 0 && (
        <EmptyState title="Nobody found">Search by name, e-mail address or company, or take a filter away.</EmptyState>
      )}
      {data && data.users.length > 0 && <UsersTable users={data.users} />}
      {data && <Steps params={params} next={data.next} />}
      {isError && !data && (
        <Alert
          tone="danger"
          action={
            <Button look="secondary" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          The accounts could not be loaded.
        </Alert>
      )}
      {!data && !isError && <Skeleton className="h-64 w-full" />}
    </div>
  )
}

/** The list goes on from its last account, so what comes and goes meanwhile moves nothing. */
function Steps({ params: { after, ...params }, next }: { params: Record<string, string>; next: string | null }) {
  if (after === undefined && next === null) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3 py-4">
      {after !== undefined && (
        <Link to={usersPath} search={params} className={buttonClass('secondary')}>
          First page
        </Link>
      )}
      {next !== null && (
        <Link to={usersPath} search={{ ...params, after: next }} className={buttonClass('secondary')}>
          Next page
        </Link>
      )}
    </nav>
  )
}
