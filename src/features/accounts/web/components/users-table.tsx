import type { UserSummary } from '#features/accounts/contract-administration.ts'
import { displayName } from '#shared/current-user.ts'
import { momentText } from '#shared/dates.ts'
import { userPath } from '#shared/paths.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { roleName } from '../role-texts.ts'
import { UserBadges } from './user-badges.tsx'

const columns: readonly Column<UserSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: (user) => (
      <Link to={userPath(user.id)} className="text-link">
        {displayName(user)}
      </Link>
    ),
  },
  { id: 'email', header: 'E-mail', cell: ({ email }) => <span className="break-all">{email ?? 'None'}</span> },
  { id: 'role', header: 'Role', cell: ({ role }) => roleName(role) },
  { id: 'company', header: 'Company', cell: ({ companyName }) => companyName ?? '–' },
  { id: 'marks', header: 'Marks', cell: (user) => <UserBadges user={user} /> },
  { id: 'created', header: 'Since', cell: ({ createdAt }) => <time dateTime={createdAt}>{momentText(createdAt)}</time> },
]

export const UsersTable = ({ users }: { users: readonly UserSummary[] }) => (
  <DataTable caption="Accounts" columns={columns} rows={users} rowKey={({ id }) => id} />
)
