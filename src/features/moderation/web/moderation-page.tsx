import { useQuery } from '@tanstack/react-query'
import { factLabels } from '#features/imports/facts.ts'
import { doubtFilters, queueKinds, type QueueKind } from '#features/moderation/model.ts'
import { reviewHours } from '#features/postings/model.ts'
import { moderators } from '#shared/contract.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import {
  employerNamesPath,
  moderatedPostingsPath,
  moderationHistoryPath,
  moderationPath,
} from '#shared/paths.ts'
import { Spinner } from '#ui/feedback.tsx'
import { AdminPage, AdministratorsOnly, loadForAdmins } from '#platform/web/admin-page.tsx'
import { ChoiceLinks, Loaded } from '#platform/web/page-parts.tsx'
import {
  useShownPage,
  LinkButton,
  TextLink,
  pick,
  laterPage,
  type Search,
} from '#platform/web/navigation.tsx'
import { ListSearch, Pages, SelectFields } from '#platform/web/list-search.tsx'
import { PageKeys } from '#platform/web/list-keys.tsx'
import { cappedText, DecideSource } from './components/decide-source.tsx'
import { Queue } from './components/queue.tsx'
import { kindLabels, queueQuery, queueSourcesQuery, sourceLabel } from './queries.ts'

export const load = loadForAdmins(
  ({ search }) => [queueQuery(queueParams(search)), queueSourcesQuery],
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
  { keys: ['Enter'], does: 'Open or close the item' },
  { keys: ['A'], does: 'Approve, publish the changes, leave as it is, or dismiss the report' },
  { keys: ['R'], does: 'Reject, drop the changes, or take down, with a reason' },
  { keys: ['L'], does: 'Release what is held, with a reason' },
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
            <LinkButton label="Names" to={employerNamesPath} look="secondary" />
          </AdministratorsOnly>
          <LinkButton label="Find a posting" to={moderatedPostingsPath} look="secondary" />
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
  const { source } = params
  return (
    <Loaded
      query={useQuery(queueQuery(params))}
      failure="We could not load the queue."
      placeholder={<Spinner />}
    >
      {({ overdue, counts, items, totalPages }) => (
        <>
          <QueueFilters params={params} counts={counts} overdue={overdue} />
          {params['words'] !== undefined && <OneQuestion params={params} />}
          <Queue
            key={JSON.stringify(params)}
            items={items}
            doubt={params['doubt']}
            isEach={params['words'] !== undefined}
          >
            {source !== undefined && <DecideSource source={source} />}
          </Queue>
          <Pages to={moderationPath} params={params} totalPages={totalPages} />
        </>
      )}
    </Loaded>
  )
}

/** Above the postings that wait for one thing, each by itself. */
function OneQuestion({
  params: { words, page: _page, ...params },
}: {
  params: Record<string, string>
}) {
  return (
    <p className="mt-4">
      These postings all say “{words}”. Your answer counts for one posting only.{' '}
      <TextLink to={moderationPath} search={params}>
        Decide about all at once
      </TextLink>
    </p>
  )
}

type FilterProps = {
  params: Record<string, string>
  counts: Record<QueueKind, number>
  overdue: number
}

function QueueFilters({
  params: { page: _page, words: _words, ...params },
  counts,
  overdue,
}: FilterProps) {
  const { data: { sources = [] } = {} } = useQuery(queueSourcesQuery)
  const { source: chosen, kind: shown = '' } = params
  const all = queueKinds.reduce((sum, kind) => sum + counts[kind], 0)
  const countOf = (kind: QueueKind | '') => (kind === '' ? all : counts[kind])
  const isUnknown = chosen !== undefined && !sources.some((source) => source.source === chosen)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ChoiceLinks
          to={moderationPath}
          className="scroll-line max-sm:w-screen"
          choices={kinds.map((kind) => ({
            label: kind === '' ? 'All' : kindLabels[kind],
            count: cappedText(countOf(kind)),
            search: { ...params, kind },
            isCurrent: kind === shown,
          }))}
        />
        <QueueAge total={countOf(kinds.find((kind) => kind === shown) ?? '')} overdue={overdue} />
      </div>
      <ListSearch
        label="Filter the queue"
        to={moderationPath}
        params={params}
        className="mt-2 grid grid-cols-2 gap-2"
      >
        <input type="hidden" name="kind" defaultValue={shown} />
        <SelectFields
          params={params}
          hideLabels
          choices={[
            {
              name: 'source',
              label: 'Source',
              any: 'All sources',
              options: [
                ...sources.map(({ source, pending }) => ({
                  value: source,
                  label: `${sourceLabel(source)} (${cappedText(pending)})`,
                })),
                ...(isUnknown ? [{ value: chosen, label: sourceLabel(chosen) }] : []),
              ],
            },
            {
              name: 'doubt',
              label: 'Doubtful fact',
              any: 'With or without doubts',
              options: doubtOptions,
            },
          ]}
        />
      </ListSearch>
    </>
  )
}

const doubtOptions = doubtFilters.map((value) => ({
  value,
  label: value === 'any' ? 'Any doubt' : value === 'none' ? 'No doubt' : factLabels[value],
}))

const kinds = ['', ...queueKinds] as const

/** How many wait, and how many for longer than promised. */
function QueueAge({ total, overdue }: { total: number; overdue: number }) {
  if (total === 0) return null
  const late = overdue === 0 ? 'none' : cappedText(overdue)
  return (
    <p className="text-sm font-semibold">
      {cappedText(total)} waiting, {late} for longer than {reviewHours} hours.
    </p>
  )
}
