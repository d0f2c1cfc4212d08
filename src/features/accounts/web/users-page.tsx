import { useQuery } from '@tanstack/react-query'
import { usersPath } from '#shared/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { useShownPage } from '#web/lib/navigation.tsx'
import { Steps } from '#web/lib/steps.tsx'
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
      {data && (
        <Steps to={usersPath} params={params} by="after" next={data.next} labels={{ first: 'First page', next: 'Next page' }} />
      )}
      {isError && !data && <LoadFailure onRetry={() => void refetch()}>The accounts could not be loaded.</LoadFailure>}
      {!data && !isError && <Skeleton className="h-64 w-full" />}
    </div>
  )
}
