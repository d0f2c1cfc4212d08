import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { labelOf } from '#features/jobs/fields.ts'
import type { PostingHistory } from '#features/postings/contract-dashboard.ts'
import { postingActions, type PostingActor } from '#features/postings/state-machine.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { employerDashboardPath, employerPostingPath, isUuid } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { Skeleton } from '#ui/feedback.tsx'
import { organizationQuery, useIsReader } from '#platform/web/desk-tabs.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { useNavigate, type PageArgs } from '#platform/web/navigation.tsx'
import type { PostingDetail } from '../contract.ts'
import { PostingButtons, usePostingActions } from './components/posting-actions.tsx'
import {
  prefetchPosting,
  mayPost,
  PosterPage,
  ShownPosting,
} from './components/posting-page-parts.tsx'
import { PostingFacts, PostingHeading, PostingText } from './components/posting-view.tsx'
import { historyQuery } from './queries.ts'

type PrefetchAdvice = (queryClient: QueryClient, id: string) => Promise<void>

export async function loadDetails(
  { queryClient, params: { id = '' } }: PageArgs,
  prefetchAdvice: PrefetchAdvice,
): Promise<void> {
  if (!mayPost(queryClient)) return
  const others = isUuid(id)
    ? [
        queryClient.prefetchQuery(historyQuery(id)),
        queryClient.prefetchQuery(organizationQuery),
        prefetchAdvice(queryClient, id),
      ]
    : []
  await Promise.all([prefetchPosting(queryClient, id), ...others])
}

export const head = unlistedHead('Job Details', 'One of your job postings.', employerPostingPath)

type Parts = {
  PostingAdvice: ComponentType<{ id: string }>
  PostingInquiries: ComponentType<{ jobId: string; isOver: boolean }>
  HandOver: ComponentType<{ ids: readonly string[] }>
}

export const DetailsPage = (parts: Parts) => (
  <PosterPage>
    {() => <ShownPosting>{(posting) => <Posting posting={posting} {...parts} />}</ShownPosting>}
  </PosterPage>
)

function Posting({
  posting,
  PostingAdvice,
  PostingInquiries,
  HandOver,
}: Parts & { posting: PostingDetail }) {
  const navigate = useNavigate()
  const actions = usePostingActions(posting)
  return (
    <>
      <PostingHeading posting={posting} actions={actions} />
      {!useIsReader() && (
        <PostingButtons
          posting={posting}
          actions={actions}
          onGone={() => navigate({ to: employerDashboardPath, replace: true })}
        />
      )}
      <PostingAdvice id={posting.id} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <PostingText posting={posting} />
        <aside className="flex flex-col gap-8 max-lg:order-first">
          <PostingFacts posting={posting} />
          <PostingInquiries
            jobId={posting.id}
            isOver={posting.status === 'expired' || posting.status === 'inactive'}
          />
          <HandOver ids={[posting.id]} />
          <PostingHistorySection id={posting.id} />
        </aside>
      </div>
    </>
  )
}

type Event = PostingHistory[number]

function PostingHistorySection({ id }: { id: string }) {
  const { data, isError } = useQuery(historyQuery(id))
  return (
    <LabeledSection title="History" titleClass="mb-2">
      {data ? (
        <ol className="flex flex-col gap-3 border-l border-line pl-4">
          {data.map((event) => (
            <Entry key={`${event.at} ${event.action}`} event={event} />
          ))}
        </ol>
      ) : isError ? (
        <p className="text-muted">We could not load the history.</p>
      ) : (
        <Skeleton className="h-24" />
      )}
    </LabeledSection>
  )
}

function Entry({ event: { at, action, actor, by, reason, changed } }: { event: Event }) {
  const fields = changed.map((field) => labelOf(field)).filter(Boolean)
  return (
    <li>
      <p className="font-medium">{postingActions[action].text}</p>
      {fields.length > 0 && <p className="text-xs">{fields.join(', ')}</p>}
      {reason !== null && <p className="text-xs">{reason}</p>}
      <p className="text-xs text-muted">
        <LocalTime at={at} />
        {actorText(actor, by)}
      </p>
    </li>
  )
}

const actorText = (actor: PostingActor, by: string | null) =>
  actors[actor] ? `, ${by ?? actors[actor]}` : ''

const actors: Partial<Record<PostingActor, string>> = {
  owner: 'from the account',
  author: 'by manage link',
  administrator: 'a moderator',
  operator: 'the operator',
  source: 'its source',
}
