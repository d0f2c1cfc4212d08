import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { moderationPath, vouchedEmployersPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { EmptyState, LoadFailure, Spinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { AdminPage } from '#platform/web/admin-page.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { LinkButton } from '#platform/web/navigation.tsx'
import type { PageLoad } from '#platform/web/page-route.ts'
import { vouchedEmployersQuery, withdrawVouch } from './queries.ts'
import { toastFailure } from './use-decisions.ts'

export const load: PageLoad = ({ queryClient }) => queryClient.prefetchQuery(vouchedEmployersQuery)

export const head = unlistedHead('Employers', 'Mail domains that stand for employers.', vouchedEmployersPath)

export const Page = () => (
  <AdminPage
    title="Employers"
    intro="Accounts with a confirmed address at these domains post and edit for these employers without waiting for a moderator. You add one from the moderation queue."
    actions={
      <LinkButton to={moderationPath} look="secondary">
        Moderation
      </LinkButton>
    }
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

function Withdraw({ id, domain, employer }: { id: string; domain: string; employer: string }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => withdrawVouch(id),
    onSuccess: () => toast({ title: 'Withdrawn', description: 'New postings and edits wait again. What is live stays.' }),
    onError: toastFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: vouchedEmployersQuery.queryKey }),
  })
  return (
    <Button size="sm" look="danger" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
      Withdraw
      <span className="sr-only">
        {' '}
        {domain} for {employer}
      </span>
    </Button>
  )
}
