import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { adminDashboardPath, moderationPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { chipClass } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import { Queue } from './components/queue.tsx'
import { queueParams } from './moderation-route.ts'
import { queueQuery } from './queries.ts'

const texts = {
  signIn: { title: 'Please log in', description: 'Please log in to access the admin dashboard.' },
  denied: { title: 'Access denied', description: 'Access denied. Administrator privileges required.' },
}

export function ModerationPage() {
  return (
    <RequireRole role={['admin']} texts={texts}>
      <div className="page-column py-10">
        <Link to={adminDashboardPath} className="text-link">
          Admin Dashboard
        </Link>
        <h1 className="mt-2 text-xl font-bold">Moderation</h1>
        <p className="mt-1 max-w-prose text-muted">
          The oldest first; posters are promised an answer within 24 hours. <kbd>J</kbd> and <kbd>K</kbd> go down and up,{' '}
          <kbd>A</kbd> lets it be, <kbd>R</kbd> refuses it.
        </p>
        <Waiting />
      </div>
    </RequireRole>
  )
}

function Waiting() {
  const params = queueParams(useShownPage().search)
  const { data, isError } = useQuery(queueQuery(params))
  if (isError) return <Alert tone="danger">Failed to load the queue. Please refresh the page or try again later.</Alert>
  if (!data) return <Spinner />
  const { counts } = data
  const kinds = [
    { kind: '', label: 'All', n: counts.pending + counts.unread + counts.report },
    { kind: 'pending', label: 'Waiting for approval', n: counts.pending },
    { kind: 'unread', label: 'Live and unread', n: counts.unread },
    { kind: 'report', label: 'Reported', n: counts.report },
  ]
  return (
    <>
      <ul aria-label="Filter the queue" className="mt-6 flex flex-wrap gap-2">
        {kinds.map(({ kind, label, n }) => (
          <li key={kind}>
            <Link
              to={moderationPath}
              search={{ kind }}
              aria-current={kind === (params['kind'] ?? '') ? 'true' : undefined}
              className={`${chipClass} aria-[current]:border-action aria-[current]:bg-action-wash aria-[current]:text-action`}
            >
              {label} <span className="tabular-nums">{n.toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
      {data.items.length === 0 ? (
        <EmptyState title="Nothing waits">Everything has been looked at.</EmptyState>
      ) : (
        <Queue items={data.items} />
      )}
      <Pagination page={Number(params['page'] ?? 1)} totalPages={data.totalPages} link={QueuePageLink} />
    </>
  )
}

function QueuePageLink({ page, ...link }: ComponentProps<ComponentProps<typeof Pagination>['link']>) {
  const params = queueParams(useShownPage().search)
  return <Link to={moderationPath} search={{ ...params, page }} {...link} />
}
