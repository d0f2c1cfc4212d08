import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { moderationPath, vouchedEmployersPath } from '#shared/paths.ts'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { callApi } from '#platform/web/api.ts'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { LinkButton } from '#platform/web/navigation.tsx'
import { vouchedEmployersQuery } from './queries.ts'

export const load = loadForAdmins(() => [vouchedEmployersQuery])

export const head = unlistedHead('Employers', 'Mail domains that stand for employers.', vouchedEmployersPath)

export const Page = () => (
  <AdminPage
    title="Employers"
    intro="Accounts with a confirmed address at these domains post and edit for these employers without waiting for a moderator. You add one from the moderation queue."
    actions={<LinkButton label="Moderation" to={moderationPath} look="secondary" />}
  >
    <Vouched />
  </AdminPage>
)

const Vouched = () => (
  <Loaded query={useQuery(vouchedEmployersQuery)} failure="We could not load the employers." placeholder={<Spinner />}>
    {({ employers }) =>
      employers.length === 0 ? (
        <EmptyState title="None yet">No administrator has vouched for an employer’s domain.</EmptyState>
      ) : (
        <DataTable caption="Trusted domains" columns={columns} rows={employers} rowKey={({ id }) => id} />
      )
    }
  </Loaded>
)

const columns: Column<ResponseOf<'GET /api/admin/vouched-employers'>['employers'][number]>[] = [
  { header: 'Employer', isRowHeader: true, cell: ({ employer }) => employer },
  { header: 'Domain', cell: ({ domain }) => <span className="break-all">{domain}</span> },
  { header: 'By', cell: ({ by }) => by ?? 'A former administrator' },
  { header: 'Since', cell: ({ vouchedAt }) => <LocalTime at={vouchedAt} /> },
  { header: '', cell: (vouched) => <Withdraw {...vouched} /> },
]

const changes = ['GET /api/admin/vouched-employers'] as const

function Withdraw({ id, domain, employer }: { id: string; domain: string; employer: string }) {
  const vouch = useAction({
    call: () => callApi('POST /api/admin/vouched-employers', { body: { domain, employer } }),
    changes,
  })
  const withdraw = useAction({
    call: () => callApi('DELETE /api/admin/vouched-employers/:id', { params: { id } }),
    done: {
      title: 'Withdrawn',
      description: 'New postings and edits wait again. What is live stays.',
      action: { label: 'Undo', run: vouch.run },
    },
    changes,
  })
  return <ActionButton label="Withdraw" about={`${domain} for ${employer}`} action={withdraw} size="sm" look="danger" />
}
