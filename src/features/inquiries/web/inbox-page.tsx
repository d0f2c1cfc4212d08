import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { unlistedHead } from '#features/site/page-head.ts'
import { inboxPath, inquiryPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState, LoadFailure, Spinner } from '#ui/feedback.tsx'
import { ChoiceLinks, LocalTime } from '#platform/web/page-parts.tsx'
import { newInquiriesQuery } from '#platform/web/desk-tabs.tsx'
import { Pages } from '#platform/web/list-search.tsx'
import { Link, useShownPage } from '#platform/web/navigation.tsx'
import { laterPage, pick, type PageLoad, type Search } from '#platform/web/page-route.ts'
import type { InboxItem } from '../contract.ts'
import { inquiryStatusLabels } from '../model.ts'
import { InboxDesk, StatusBadge } from './components/inquiry-parts.tsx'
import { inboxFileUrl, inboxQuery } from './queries.ts'

export const load: PageLoad = async ({ queryClient, search }) => {
  await Promise.all([queryClient.prefetchQuery(inboxQuery(inboxParams(search))), queryClient.prefetchQuery(newInquiriesQuery)])
}

export const head = unlistedHead('Inbox', 'What physicians ask about your postings.', inboxPath)

const inboxParams = (search: Search) => ({ ...pick<'GET /api/inbox'>(search, ['status', 'jobId']), ...laterPage(search) })

export function Page() {
  return (
    <InboxDesk>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl font-bold">Inbox</h1>
        <a href={inboxFileUrl} download className={buttonClass('secondary')}>
          <Download aria-hidden className="size-4" />
          Export as CSV
        </a>
      </div>
      <Inbox />
    </InboxDesk>
  )
}

function Inbox() {
  const { search } = useShownPage()
  const params = inboxParams(search)
  const { data, isError, refetch } = useQuery(inboxQuery(params))
  if (isError) {
    return (
      <div className="mt-8">
        <LoadFailure onRetry={() => void refetch()}>Failed to load your inquiries. Please try again.</LoadFailure>
      </div>
    )
  }
  if (!data) return <Spinner />
  return (
    <>
      <p role="status" className="mt-2 text-muted">
        {data.unread === 0 ? 'Nothing new.' : `${data.unread} new.`}
      </p>
      <StatusFilter status={params['status'] ?? ''} jobId={params['jobId']} />
      {data.inquiries.length === 0 ? (
        <EmptyState title="No inquiries here">
          {params['status']
            ? 'None of your inquiries is in this state.'
            : 'Messages from physicians about your postings appear in this inbox.'}
        </EmptyState>
      ) : (
        <ul className="mt-6 border-t border-line">
          {data.inquiries.map((inquiry) => (
            <InboxRow key={inquiry.id} inquiry={inquiry} />
          ))}
        </ul>
      )}
      <Pages to={inboxPath} params={params} totalPages={data.totalPages} />
    </>
  )
}

const filters = ['', 'sent', 'read', 'answered', 'closed'] as const

function StatusFilter({ status, jobId }: { status: string; jobId: string | undefined }) {
  return (
    <ChoiceLinks
      label="Filter by status"
      to={inboxPath}
      className="mt-6"
      choices={filters.map((filter) => ({
        label: filter === '' ? 'All' : filter === 'sent' ? 'New' : inquiryStatusLabels[filter],
        search: { status: filter, jobId },
        isCurrent: filter === status,
      }))}
    />
  )
}

function InboxRow({ inquiry }: { inquiry: InboxItem }) {
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Link
          to={inquiryPath(inquiry.id)}
          className={`text-link break-words ${inquiry.status === 'sent' ? 'font-semibold' : ''}`}
        >
          {inquiry.name} about {inquiry.jobTitle}
        </Link>
        <p className="flex items-center gap-3 text-xs text-muted">
          {inquiry.cvFileName !== null && 'With CV'}
          <StatusBadge status={inquiry.status} sent="New" />
          <LocalTime at={inquiry.sentAt} />
        </p>
      </div>
      <p className="mt-1 line-clamp-2 max-w-prose break-words text-muted">{inquiry.message}</p>
    </li>
  )
}
