import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { moderationPath, vouchedEmployersPath } from '#shared/paths.ts'
import { cardClass } from '#ui/layout.tsx'
import { EmptyState, LoadFailure, Spinner } from '#ui/feedback.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { callApi } from '#platform/web/api.ts'
import { LocalTime } from '#platform/web/page-parts.tsx'
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

function Vouched() {
  const { data, isError, refetch } = useQuery(vouchedEmployersQuery)
  if (isError) return <LoadFailure onRetry={() => void refetch()}>Failed to load the employers. Please try again.</LoadFailure>
  if (!data) return <Spinner />
  if (data.employers.length === 0)
    return <EmptyState title="None yet">No administrator has vouched for an employer’s domain.</EmptyState>
  return (
    <ul aria-label="Trusted domains" className={`mt-6 divide-y divide-line ${cardClass}`}>
      {data.employers.map(({ id, domain, employer, vouchedAt, by }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 p-4">
          <div className="min-w-0">
            <p className="font-semibold break-words">{employer}</p>
            <p className="break-all text-muted">{domain}</p>
            <p className="text-xs text-muted">
              {by ?? 'A former administrator'}, <LocalTime at={vouchedAt} />
            </p>
          </div>
          <Withdraw id={id} domain={domain} employer={employer} />
        </li>
      ))}
    </ul>
  )
}

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
