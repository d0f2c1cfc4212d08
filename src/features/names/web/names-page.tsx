import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { employerNamesPath, moderationPath } from '#shared/paths.ts'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { LinkButton } from '#platform/web/navigation.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'

const namesQuery = apiQuery('GET /api/admin/names', {}, { staleTime: 5000 })
const changes = ['GET /api/admin/names'] as const

export const load = loadForAdmins(() => [namesQuery])

export const head = unlistedHead(
  'Employer names',
  'The organizations that speak for each employer’s name.',
  employerNamesPath,
)

export const Page = () => (
  <AdminPage
    title="Employer names"
    intro="These organizations and mail domains post and edit under these names without waiting for a moderator. You add one from the moderation queue or from an account’s page."
    actions={<LinkButton label="Moderation" to={moderationPath} look="secondary" />}
  >
    <Loaded
      query={useQuery(namesQuery)}
      failure="We could not load the names."
      placeholder={<Spinner />}
    >
      {({ names }) =>
        names.length === 0 ? (
          <EmptyState title="None yet">
            No administrator has confirmed an employer’s name.
          </EmptyState>
        ) : (
          <DataTable
            caption="Employer names"
            columns={columns}
            rows={names}
            rowKey={({ id }) => id}
          />
        )
      }
    </Loaded>
  </AdminPage>
)

type Name = ResponseOf<'GET /api/admin/names'>['names'][number]

const columns: Column<Name>[] = [
  { header: 'Name', isRowHeader: true, cell: ({ name }) => name },
  {
    header: 'Speaks for it',
    cell: ({ organization, domain }) => (
      <span className="wrap-anywhere">{organization ?? domain}</span>
    ),
  },
  {
    header: 'As',
    cell: ({ kind }) => (kind === 'own' ? 'This employer' : 'Posts for this employer'),
  },
  {
    header: 'By',
    cell: ({ authority, by }) =>
      authority === 'claim' ? 'Claimed' : (by ?? 'A former administrator'),
  },
  {
    header: 'Since',
    cell: ({ since }) => (since === null ? 'Waits for you' : <LocalTime at={since} />),
  },
  {
    header: '',
    cell: (name) => <NameActions {...name} />,
  },
]

function NameActions({ id, name, organization, domain, since }: Name) {
  const isClaim = since === null
  const confirm = useAction({
    call: () => callApi('PUT /api/admin/names/:id', { params: { id } }),
    done: { title: 'Confirmed' },
    changes,
  })
  const withdraw = useAction({
    call: () => callApi('DELETE /api/admin/names/:id', { params: { id } }),
    done: isClaim
      ? { title: 'Refused' }
      : {
          title: 'Withdrawn',
          description:
            'New postings and edits wait again, and the mark is gone. Live postings stay.',
        },
    changes,
  })
  const about = `${name} ${isClaim ? 'for' : 'from'} ${organization ?? domain ?? ''}`
  return (
    <span className="flex flex-wrap gap-2">
      {isClaim && (
        <ActionButton label="Confirm" about={about} action={confirm} size="sm" look="secondary" />
      )}
      <ActionButton
        label={isClaim ? 'Refuse' : 'Withdraw'}
        about={about}
        action={withdraw}
        ask={isClaim ? undefined : `Withdraw ${about}?`}
        size="sm"
        look="danger"
      />
    </span>
  )
}
