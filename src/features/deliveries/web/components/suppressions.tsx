import { useQuery } from '@tanstack/react-query'
import type { SuppressionList } from '#features/deliveries/contract.ts'
import { bounceLabels, scopeLabels } from '#features/deliveries/model.ts'
import { deliveriesPath } from '#shared/paths.ts'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { ActionButton, useAction, type Action } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { Steps } from '#platform/web/list-search.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { suppressionsQuery } from '../queries.ts'

type Suppression = SuppressionList['suppressions'][number]

export function Suppressions({ params }: { params: Record<string, string> }) {
  const lift = useAction({
    call: ({ id }: Suppression) => callApi('DELETE /api/admin/suppressions/:id', { params: { id } }),
    changes: ['GET /api/admin/suppressions'],
    done: (_answer, { address }) => ({ title: `${address} gets all mail again` }),
  })
  return (
    <Loaded query={useQuery(suppressionsQuery(params))} failure="We could not load the addresses." placeholder={<Spinner />}>
      {({ suppressions, isMore }) => (
        <>
          {suppressions.length === 0 ? (
            <EmptyState title="No addresses found">
              {params['q'] === undefined
                ? 'Every address gets all its mail.'
                : 'No address that gets less mail matches your search.'}
            </EmptyState>
          ) : (
            <DataTable
              caption="Addresses that get less mail"
              rows={suppressions}
              rowKey={({ id }) => id}
              columns={[...factColumns, actionColumn(lift)]}
            />
          )}
          <Steps
            to={deliveriesPath}
            params={{ show: 'suppressions', ...params }}
            by="page"
            next={isMore ? Number(params['page'] ?? 1) + 1 : null}
            labels={{ first: 'Newest', next: 'Older ones' }}
          />
        </>
      )}
    </Loaded>
  )
}

const factColumns: Column<Suppression>[] = [
  { header: 'Address', cell: ({ address }) => <span className="break-all">{address}</span>, isRowHeader: true },
  {
    header: 'Why',
    cell: ({ kind, subject, reason }) => (
      <>
        <span className="block">{bounceLabels[kind]}</span>
        {subject !== null && <span className="block text-xs break-words text-muted">{subject}</span>}
        {reason !== '' && <span className="block text-xs break-words text-danger">{reason}</span>}
      </>
    ),
  },
  { header: 'Does not get', cell: ({ scope }) => scopeLabels[scope] },
  { header: 'Since', cell: ({ at }) => <LocalTime at={at} /> },
]

const actionColumn = (lift: Action<Suppression>): Column<Suppression> => ({
  header: 'Actions',
  cell: (suppression) => (
    <ActionButton action={lift} input={suppression} look="secondary" size="sm">
      Send all mail again<span className="sr-only"> to {suppression.address}</span>
    </ActionButton>
  ),
})
