import { useQuery, type QueryClient } from '@tanstack/react-query'
import { shownLocation, statusLabels } from '#features/postings/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import {
  foundPostingsQuery,
  draftsQuery,
  listAddress,
  listSorts,
  postingCountsQuery,
  postingsQuery,
  type ListAddress,
} from './queries.ts'
import { FileUp, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { jobStatuses } from '#features/jobs/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { employerDashboardPath, importPostingsPath, newJobPath } from '#shared/paths.ts'
import { EmptyState, LoadFailure } from '#ui/feedback.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { StatCard } from '#ui/figures.tsx'
import { useCurrentUser } from '#platform/web/current-user.ts'
import {
  newInquiriesQuery,
  organizationQuery,
  PosterDesk,
  useIsReader,
} from '#platform/web/desk-tabs.tsx'
import { Found, ListSearch, SearchButton } from '#platform/web/list-search.tsx'
import { LinkButton, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import { DraftList } from './components/draft-list.tsx'
import { PostingList, PostingListSkeleton, type RowFigures } from './components/posting-list.tsx'
import { deskTexts, mayPost } from './components/posting-page-parts.tsx'

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

  async function loadPostings(): Promise<void> {
    const query = postingsQuery(address)
    await queryClient.prefetchQuery(query)
    await prefetchFigures(
      queryClient,
      queryClient.getQueryData(query.queryKey)?.map(({ id }) => id) ?? [],
    )
  }
}

export const head = unlistedHead('Employer Dashboard', 'Your job postings.', employerDashboardPath)

type Parts = { RowFigures: RowFigures }

/** `children`: what asks for an answer. */
export function DashboardPage({
  RowFigures,
  disown,
  children,
}: Parts & { disown: Disown; children: ReactNode }) {
  const current = useCurrentUser()
  const isRecruiter = current.status === 'signed-in' && current.user.role === 'recruiter'
  const isReader = useIsReader()
  return (
    <PosterDesk {...deskTexts} className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl font-bold">
          {isRecruiter ? 'Recruiter Dashboard' : 'Employer Dashboard'}
        </h1>
        {!isReader && (
          <div className="flex flex-wrap gap-3">
            <LinkButton label="Upload CSV" icon={FileUp} to={importPostingsPath} look="secondary" />
            <LinkButton label="Post New Job" icon={Plus} to={newJobPath} />
          </div>
        )}
      </header>
      {!isReader && <FoundPostings disown={disown} />}
      {children}
      <Postings RowFigures={RowFigures} />
    </PosterDesk>
  )
}

function Postings({ RowFigures }: Parts) {
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
      <DashboardStats counts={counts.data} />
      {counts.data?.total === 0 && list.data ? (
        <NoPostings />
      ) : (
        <LabeledSection id="postings" title="Your job postings" className="flex flex-col gap-4">
          <ListTools address={address} found={counts.data?.found} />
          {list.data && counts.data ? (
            <PostingList
              key={JSON.stringify(address)}
              postings={list.data}
              found={counts.data.found}
              address={address}
              RowFigures={RowFigures}
            />
          ) : (
            <PostingListSkeleton />
          )}
        </LabeledSection>
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

function DashboardStats({ counts }: { counts: PostingCounts | undefined }) {
  return (
    <dl className="grid gap-2 sm:grid-cols-3 sm:gap-4">
      <StatCard label="Total Jobs" value={counts?.total} />
      <StatCard label="Active Jobs" value={counts?.active} note="Visible to physicians" />
      <StatCard label="Draft Jobs" value={counts?.draft} note="Not visible to physicians" />
    </dl>
  )
}

const shownStatuses = jobStatuses
  .filter((status) => status !== 'removed')
  .map((value) => ({ value, label: statusLabels[value] }))

function ListTools({ address, found }: { address: ListAddress; found: number | undefined }) {
  const { q, status, sort } = address
  return (
    <>
      <ListSearch
        label="Your job postings"
        to={employerDashboardPath}
        params={{ q, status, sort }}
        className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_11rem_auto] sm:items-end"
      >
        <TextField
          label="Search"
          type="search"
          name="q"
          defaultValue={q}
          autoComplete="off"
          placeholder="Title, company or place"
        />
        <SelectField
          label="Status"
          name="status"
          defaultValue={status}
          empty="All"
          options={shownStatuses}
        />
        <SelectField label="Sort by" name="sort" defaultValue={sort} options={listSorts} />
        <SearchButton />
      </ListSearch>
      <Found all={q !== '' || status !== '' ? employerDashboardPath : undefined}>
        {found !== undefined &&
          `${formatNumber(found)} ${found === 1 ? 'posting' : 'postings'}, with the figures of ` +
            'the last 30 days'}
      </Found>
    </>
  )
}

const foundCalls = [
  'GET /api/found-postings',
  'GET /api/job-postings',
  'GET /api/job-postings/counts',
] as const

/** Tells the moderators; a higher feature does. */
export type Disown = (id: string) => Promise<unknown>

/** Nothing moves without a press: anybody can post with any address. */
function FoundPostings({ disown: report }: { disown: Disown }) {
  const { data: found = [] } = useQuery(foundPostingsQuery)
  const claim = useAction({
    call: (id: string) => callApi('POST /api/found-postings/:id/claim', { params: { id } }),
    done: {
      title: 'Moved',
      description: 'The posting is in your account now, and earlier links to it have ended.',
    },
    failure: 'We could not move it',
    changes: foundCalls,
  })
  const disown = useAction({
    call: report,
    done: { title: 'Thank you', description: 'A moderator will look at it.' },
    failure: 'We could not report it',
    changes: foundCalls,
  })
  if (found.length === 0) return null
  const count = `${formatNumber(found.length)} ${found.length === 1 ? 'posting' : 'postings'}`
  return (
    <LabeledSection
      title={`Posted with your address before you signed in: ${count}`}
      className="flex flex-col gap-3"
    >
      <p className="max-w-prose text-muted">
        Move your postings into your account, with their inquiries.
      </p>
      <ul className={`divide-y divide-line ${cardClass}`}>
        {found.map(({ id, title, company, location, status }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
            <div className="min-w-0">
              <p className="font-semibold break-words">{title}</p>
              <p className="text-xs break-words text-muted">
                {company}, {shownLocation(location)} · {statusLabels[status]}
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              <ActionButton
                label="Move into my account"
                about={title}
                action={claim}
                input={id}
                size="sm"
              />
              <ActionButton
                label="Not mine"
                about={title}
                action={disown}
                input={id}
                ask={`Tell the moderators that somebody else posted "${title}" with your address?`}
                look="secondary"
                size="sm"
              />
            </div>
          </li>
        ))}
      </ul>
    </LabeledSection>
  )
}
