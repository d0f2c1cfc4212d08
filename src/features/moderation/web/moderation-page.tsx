import { useQuery } from '@tanstack/react-query'
import { moderators } from '#shared/contract.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { moderationHistoryPath, moderationPath, vouchedEmployersPath } from '#shared/paths.ts'
import { Spinner } from '#ui/feedback.tsx'
import { AdminPage, AdministratorsOnly, loadForAdmins } from '#platform/web/admin-page.tsx'
import { Loaded } from '#platform/web/page-parts.tsx'
import { useShownPage, LinkButton, TextLink, pick, laterPage, type Search } from '#platform/web/navigation.tsx'
import { Pages } from '#platform/web/list-search.tsx'
import { PageKeys } from '#platform/web/page-keys.tsx'
import { QueueFilters } from './components/queue-filters.tsx'
import { Queue } from './components/queue.tsx'
import { DecideSource, SourceProgress, useSourceDecisions } from './components/source-decisions.tsx'
import { queueQuery, queueSourcesQuery, sourceDecisionsQuery } from './queries.ts'

export const load = loadForAdmins(
  ({ search }) => [queueQuery(queueParams(search)), queueSourcesQuery, sourceDecisionsQuery],
  moderators,
)

export const head = unlistedHead('Moderation', 'The moderation queue.', moderationPath)

const queueParams = (search: Search) => ({
  ...pick<'GET /api/admin/queue'>(search, ['kind', 'source', 'doubt', 'words']),
  ...laterPage(search),
})

const keys = [
  { keys: ['J', 'Down'], does: 'Next item' },
  { keys: ['K', 'Up'], does: 'Previous item' },
  { keys: ['N'], does: 'Next item of another kind' },
  { keys: ['Enter'], does: 'Open or close the item' },
  { keys: ['A'], does: 'Approve, publish the changes, leave as it is, or dismiss the report' },
  { keys: ['R'], does: 'Reject, drop the changes, or take down, with a reason' },
  { keys: ['S'], does: 'Accept the suggestion for the first doubtful fact' },
  { keys: ['C'], does: 'Correct it in a small form' },
  { keys: ['P'], does: 'Reject as not a physician' },
  { keys: ['E'], does: 'Edit' },
  { keys: ['X'], does: 'Select, to decide about several' },
  { keys: ['U'], does: 'Undo the last decision' },
]

export function Page() {
  return (
    <AdminPage
      who={moderators}
      title="Moderation"
      actions={
        <>
          <PageKeys keys={keys} />
          <AdministratorsOnly>
            <LinkButton label="Employers" to={vouchedEmployersPath} look="secondary" />
          </AdministratorsOnly>
          <LinkButton label="History" to={moderationHistoryPath} look="secondary" />
        </>
      }
    >
      <Waiting />
    </AdminPage>
  )
}

function Waiting() {
  const params = queueParams(useShownPage().search)
  const decisions = useSourceDecisions()
  const { source } = params
  return (
    <Loaded query={useQuery(queueQuery(params))} failure="We could not load the queue." placeholder={<Spinner />}>
      {({ ages, counts, items, totalPages }) => (
        <>
          <QueueFilters params={params} counts={counts} ages={ages} />
          <SourceProgress decisions={decisions} />
          {params['words'] !== undefined && <OneQuestion params={params} />}
          <Queue key={JSON.stringify(params)} items={items} doubt={params['doubt']} isEach={params['words'] !== undefined}>
            {source !== undefined && <DecideSource source={source} decisions={decisions} />}
          </Queue>
          <Pages to={moderationPath} params={params} totalPages={totalPages} />
        </>
      )}
    </Loaded>
  )
}

/** Above the postings that wait for one thing, each by itself. */
function OneQuestion({ params: { words, page: _page, ...params } }: { params: Record<string, string> }) {
  return (
    <p className="mt-4">
      Each of the postings that say “{words}”. An answer holds for one of them.{' '}
      <TextLink to={moderationPath} search={params}>
        Decide about all at once
      </TextLink>
    </p>
  )
}
