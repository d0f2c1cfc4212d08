import { useQuery, type QueryClient } from '@tanstack/react-query'
import { statusLabels } from '#features/postings/model.ts'
import { counted, formatNumber } from '#shared/numbers.ts'
import {
  foundPostingsQuery,
  draftsQuery,
  listAddress,
  listSorts,
  postingCountsQuery,
  postingsQuery,
  type ListAddress,
} from './queries.ts'
import { Cable, FileUp, Plus } from 'lucide-react'
import type { ComponentType } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import {
  careersPagesPath,
  employerDashboardPath,
  importPostingsPath,
  inboxPath,
  newJobPath,
} from '#shared/paths.ts'
import { EmptyState, LoadFailure } from '#ui/feedback.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useCurrentUser } from '#platform/web/current-user.ts'
import {
  newInquiriesQuery,
  organizationQuery,
  PosterDesk,
  useIsReader,
} from '#platform/web/desk-tabs.tsx'
import { ListSearch, SearchButton } from '#platform/web/list-search.tsx'
import { LinkButton, TextLink, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import { ChoiceLinks } from '#platform/web/page-parts.tsx'
import { DraftList } from './components/draft-list.tsx'
import {
  PostingList,
  PostingListSkeleton,
  type HandOverProps,
  type RowFigures,
} from './components/posting-list.tsx'
import { deskTexts, mayPost } from './components/posting-page-parts.tsx'
import { type Disown, FoundPostings } from './components/found-postings.tsx'

/** `prefetchFigures` loads what a higher feature shows beside each posting. */
export async function loadDashboard(
  { queryClient, search }: PageArgs,
  prefetchFigures: (queryClient: QueryClient, ids: readonly string[]) => Promise<unknown>,
): Promise<void> {
  if (!mayPost(queryClient)) return
  const address = listAddress(search)
  await Promise.all([
    loadPostings(),
    queryClient.prefetchQuery(postingCountsQuery(address)),
    queryClient.prefetchQuery(draftsQuery),
    queryClient.prefetchQuery(foundPostingsQuery),
    queryClient.prefetchQuery(newInquiriesQuery),
    queryClient.prefetchQuery(organizationQuery),
  ])

  async function loadPostings() {
    const query = postingsQuery(address)
    await queryClient.prefetchQuery(query)
    await prefetchFigures(
      queryClient,
      queryClient.getQueryData(query.queryKey)?.map(({ id }) => id) ?? [],
    )
  }
}

export const head = unlistedHead('Employer Dashboard', 'Your job postings.', employerDashboardPath)

/** Something that waits for the poster; none of `count` 0. */
export type Need = {
  count: number
  words: string
  to: string
  search?: Record<string, string>
}

type Parts = { RowFigures: RowFigures; HandOver: ComponentType<HandOverProps> }

/** `needs` has what higher features wait for. */
export function DashboardPage({
  disown,
  ...parts
}: Parts & { disown: Disown; needs: readonly Need[] }) {
  const current = useCurrentUser()
  const isRecruiter = current.status === 'signed-in' && current.user.role === 'recruiter'
  const isAdmin = current.status === 'signed-in' && current.user.role === 'admin'
  const isReader = useIsReader()
  return (
    <PosterDesk {...deskTexts} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl font-bold">
          {isRecruiter ? 'Recruiter Dashboard' : 'Employer Dashboard'}
        </h1>
        {!isReader && (
          <div className="scroll-line flex flex-wrap gap-3">
            {!isAdmin && (
              <LinkButton
                label="Connect careers page"
                icon={Cable}
                to={careersPagesPath}
                look="secondary"
                size="sm"
              />
            )}
            <LinkButton
              label="Upload CSV"
              icon={FileUp}
              to={importPostingsPath}
              look="secondary"
              size="sm"
            />
            <LinkButton
              label="Post New Job"
              icon={Plus}
              to={newJobPath}
              size="sm"
              className="max-sm:order-first"
            />
          </div>
        )}
      </header>
      <Postings {...parts} />
      {!isReader && <FoundPostings disown={disown} />}
    </PosterDesk>
  )
}

function Postings({ needs, ...parts }: Parts & { needs: readonly Need[] }) {
  const address = listAddress(useShownPage().search)
  const counts = useQuery(postingCountsQuery(address))
  const list = useQuery(postingsQuery(address))

  if ((list.isError && !list.data) || (counts.isError && !counts.data)) {
    const retry = () => void Promise.all([list.refetch(), counts.refetch()])
    return (
      <LoadFailure onRetry={retry}>
        Failed to load your job postings. Please refresh the page or try again later.
      </LoadFailure>
    )
  }
  return (
    <>
      <NeedsYou counts={counts.data} more={needs} />
      {counts.data?.total === 0 && list.data ? (
        <NoPostings />
      ) : (
        <section aria-labelledby="postings" className="flex flex-col gap-2">
          <h2 id="postings" className="sr-only">
            Your job postings
          </h2>
          <ListTools address={address} counts={counts.data} />
          {list.data && counts.data ? (
            <PostingList
              key={JSON.stringify(address)}
              postings={list.data}
              found={counts.data.found}
              address={address}
              {...parts}
            />
          ) : (
            <PostingListSkeleton />
          )}
        </section>
      )}
      <DraftList title="Saved drafts" />
    </>
  )
}

function NoPostings() {
  return (
    <EmptyState
      title="No job postings yet"
      actions={
        useIsReader() ? undefined : <LinkButton label="Post Your First Job" to={newJobPath} />
      }
    >
      Your postings will appear on this page. You can edit, renew or close them there.
    </EmptyState>
  )
}

type PostingCounts = ResponseOf<'GET /api/job-postings/counts'>

function NeedsYou({ counts, more }: { counts: PostingCounts | undefined; more: readonly Need[] }) {
  const inbox = useQuery(newInquiriesQuery).data
  const { data: found = [] } = useQuery(foundPostingsQuery)
  const { unread = 0, late = 0 } = inbox ?? {}
  const { ending = 0, rejected = 0 } = counts ?? {}
  const needs: Need[] = [
    {
      count: unread,
      words: counted(unread, 'unread inquiry', 'unread inquiries'),
      to: inboxPath,
      search: { unread: '1' },
    },
    {
      count: late,
      words: counted(late, 'overdue', 'overdue'),
      to: inboxPath,
      search: { late: '1' },
    },
    {
      count: ending,
      words: counted(ending, 'posting expires soon', 'postings expire soon'),
      to: employerDashboardPath,
      search: { status: 'active', sort: 'expires' },
    },
    {
      count: rejected,
      words: counted(rejected, 'posting was rejected', 'postings were rejected'),
      to: employerDashboardPath,
      search: { status: 'rejected' },
    },
    ...more,
  ]
  const waiting = needs.filter(({ count }) => count > 0)
  if (waiting.length + found.length === 0) return null
  return (
    <section
      aria-labelledby="needs"
      className="scroll-line flex flex-wrap items-center gap-x-5 border-l-4 border-action bg-action-wash px-3 text-sm"
    >
      <h2 id="needs" className="shrink-0 font-semibold text-nowrap">
        Needs you
      </h2>
      {waiting.map(({ words, count: _count, ...link }) => (
        <TextLink key={words} {...link} className="py-1 pointer-coarse:py-2.5">
          {words}
        </TextLink>
      ))}
      {found.length > 0 && (
        <a href="#found" className="text-link py-1 pointer-coarse:py-2.5">
          Posted with your address: {formatNumber(found.length)}
        </a>
      )}
    </section>
  )
}

const totals = [
  { label: 'Total Jobs', count: 'total', status: '' },
  { label: 'Active Jobs', count: 'active', status: 'active' },
  { label: 'Draft Jobs', count: 'draft', status: 'inactive' },
  { label: statusLabels.pending, count: 'pending', status: 'pending' },
  { label: statusLabels.rejected, count: 'rejected', status: 'rejected' },
  { label: statusLabels.expired, count: 'expired', status: 'expired' },
] as const

type ToolsProps = { address: ListAddress; counts: PostingCounts | undefined }

function ListTools({ address: { q, status, sort }, counts }: ToolsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <ChoiceLinks
        label="Status"
        to={employerDashboardPath}
        keepScroll
        className="scroll-line max-w-full min-h-8 pointer-coarse:min-h-11 max-sm:w-screen max-sm:max-w-none"
        choices={totals
          .filter(({ count }) => counts?.[count] || ['total', 'active', 'draft'].includes(count))
          .map((total) => ({
            label: total.label,
            ...(counts && { count: formatNumber(counts[total.count]) }),
            search: { status: total.status || undefined, sort: sort || undefined },
            isCurrent: status === total.status && q === '',
          }))}
      />
      <ListSearch
        label="Your job postings"
        to={employerDashboardPath}
        params={{ q, status, sort }}
        className="flex min-w-0 grow gap-2 lg:max-w-xl"
      >
        <input type="hidden" name="status" value={status} />
        <TextField
          label="Search"
          hideLabel
          className="min-w-0 grow"
          type="search"
          name="q"
          defaultValue={q}
          autoComplete="off"
          placeholder="Title, company or location"
        />
        <SearchButton className="max-lg:hidden" />
        <SelectField
          label="Sort by"
          hideLabel
          className="w-40 max-w-full shrink-0"
          name="sort"
          defaultValue={sort}
          options={listSorts}
        />
      </ListSearch>
      <p role={q === '' && status === '' ? undefined : 'status'} className="sr-only">
        {counts && counted(counts.found, 'posting')}
      </p>
    </div>
  )
}
