import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleName } from '#features/accounts/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { roles } from '#shared/contract.ts'
import { displayName } from '#shared/current-user.ts'
import { counted, formatNumber } from '#shared/numbers.ts'
import { userPath, usersPath } from '#shared/paths.ts'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/feedback.tsx'
import { TextField } from '#ui/field.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiQuery, callApi, currentOf } from '#platform/web/api.ts'
import { FormField } from '#platform/web/form/api-form.tsx'
import { DialogForm } from '#platform/web/form/dialog-form.tsx'
import {
  Found,
  ListSearch,
  MoreFilters,
  SearchButton,
  SelectFields,
  Steps,
} from '#platform/web/list-search.tsx'
import { Loaded, LocalTime, MailAddress } from '#platform/web/page-parts.tsx'
import { pick, useShownPage, TextLink, type Search } from '#platform/web/navigation.tsx'
import type { UserSummary } from '../contract.ts'
import { maxCountedUsers, noRole } from '../model.ts'
import { addressErasureSchema } from '../schemas.ts'
import { eraseButton, requesterField, UserBadges } from './components/user-actions.tsx'

const usersQuery = (query: Search) =>
  apiQuery('GET /api/admin/users', { query }, { staleTime: 5000 })

const userParams = (search: Search) =>
  pick<'GET /api/admin/users'>(search, [
    'q',
    'role',
    'email',
    'status',
    'hospital',
    'sort',
    'after',
  ])

export const load = loadForAdmins(({ search }) => [usersQuery(userParams(search))])

export const head = unlistedHead('Users', 'Accounts.', usersPath)

export const Page = () => (
  <AdminPage title="Users" intro="Everyone with an account.">
    <Users />
  </AdminPage>
)

function Users() {
  const params = userParams(useShownPage().search)
  const query = useQuery(usersQuery(params))
  return (
    <div className="flex flex-col gap-4">
      <UserTools params={params} total={query.data?.total} />
      <Loaded query={query} failure="The accounts could not be loaded.">
        {({ users, next }) => (
          <>
            {users.length === 0 ? (
              <EmptyState title="No users found">
                Search by name, email address or company, or remove a filter.
              </EmptyState>
            ) : (
              <DataTable
                caption="Accounts"
                columns={columns}
                rows={users}
                rowKey={({ id }) => id}
                isPlain
              />
            )}
            <Steps
              to={usersPath}
              params={params}
              by="after"
              next={next}
              labels={{ first: 'First page', next: 'Next page' }}
            />
          </>
        )}
      </Loaded>
      <div>
        <EraseAddress />
      </div>
    </div>
  )
}

/** Erases a person who has no account, by their address. */
function EraseAddress() {
  const [accountId, setAccountId] = useState<string>()
  return (
    <DialogForm
      label="Erase a person without an account"
      schema={addressErasureSchema}
      submit={(body) => {
        setAccountId(undefined)
        return callApi('POST /api/admin/erasures', { body }).catch((error: unknown) => {
          setAccountId(currentOf<{ id?: string }>(error)?.id)
          throw error
        })
      }}
      done={({ erased }) => {
        const rows = Object.values(erased).reduce((sum, count) => sum + count, 0)
        return rows === 0
          ? { title: 'Nothing is stored about this address' }
          : {
              title: 'Erased',
              description:
                `${counted(rows, 'entry', 'entries')}. The audit ` +
                'log does not record the address.',
            }
      }}
      failure="We could not erase this address"
      send={eraseButton}
    >
      {(form) => (
        <>
          <p>
            You cannot undo this. It deletes the inquiries, CVs, job alerts, newsletter
            subscription, messages, and emails of this address, and removes the postings that were
            made with it. Only a record stays: who erased it, when, and who asked for it.
          </p>
          {accountId !== undefined && (
            <p>
              <TextLink to={userPath(accountId)}>Open the account with this address</TextLink>
            </p>
          )}
          <FormField
            form={form}
            name="email"
            label="Email address"
            input={{ type: 'email', autoComplete: 'off' }}
            required
          />
          <FormField form={form} {...requesterField} />
        </>
      )}
    </DialogForm>
  )
}

const choices = [
  {
    name: 'role',
    label: 'Role',
    options: [...roles, null].map((role) => ({ value: role ?? noRole, label: roleName(role) })),
  },
  {
    name: 'email',
    label: 'Email',
    options: { verified: 'Confirmed', unverified: 'Not confirmed' },
  },
  { name: 'status', label: 'Status', options: { open: 'Open', suspended: 'Suspended' } },
  { name: 'hospital', label: 'Hospital', options: { verified: 'Verified' } },
].map((filter) => ({ ...filter, any: 'Any' }))

const UserTools = ({
  params,
  total,
}: {
  params: Record<string, string>
  total: number | undefined
}) => (
  <>
    <ListSearch
      label="Users"
      to={usersPath}
      params={params}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-[minmax(12rem,1fr)_repeat(5,minmax(0,9rem))_auto] lg:items-end"
    >
      <TextField
        label="Search"
        className="max-lg:col-span-full"
        type="search"
        name="q"
        defaultValue={params['q']}
        maxLength={100}
        autoComplete="off"
        placeholder="Name, email or company"
      />
      <MoreFilters isOpen={choices.some(({ name }) => params[name] !== undefined)}>
        <SelectFields
          params={params}
          choices={[
            ...choices,
            { name: 'sort', label: 'Sort by', any: 'Newest', options: { name: 'Name' } },
          ]}
        />
      </MoreFilters>
      <SearchButton className="self-end max-sm:justify-self-start" />
    </ListSearch>
    <Found all={Object.keys(params).length > 0 ? usersPath : undefined}>
      {total !== undefined && foundText(total)}
    </Found>
  </>
)

const foundText = (total: number) =>
  total >= maxCountedUsers
    ? `${formatNumber(maxCountedUsers)} accounts or more`
    : counted(total, 'account')

const columns: readonly Column<UserSummary>[] = [
  {
    header: 'Name',
    isRowHeader: true,
    cell: (user) => <TextLink to={userPath(user.id)}>{displayName(user)}</TextLink>,
  },
  {
    header: 'Email',
    cell: ({ email }) => (email === null ? 'None' : <MailAddress address={email} />),
  },
  { header: 'Role', cell: ({ role }) => roleName(role) },
  { header: 'Company', cell: ({ companyName }) => companyName },
  { header: 'Flags', cell: (user) => <UserBadges user={user} /> },
  { header: 'Since', cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
]
