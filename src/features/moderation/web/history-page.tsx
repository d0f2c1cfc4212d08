import { useQuery } from '@tanstack/react-query'
import { factLabels } from '#features/imports/facts.ts'
import { labelOf } from '#features/jobs/fields.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { moderators, type ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { moderatedPostingPath, moderationHistoryPath, moderationPath } from '#shared/paths.ts'
import { Badge, EmptyState, Spinner } from '#ui/feedback.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { ActionButton, useAction, type Action } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { ListSearch, SelectFields, Steps } from '#platform/web/list-search.tsx'
import { useShownPage, TextLink, LinkButton, pick, type Search } from '#platform/web/navigation.tsx'
import type { HistoryItem } from '../contract.ts'
import { actionLabels, decisionsQuery, queueCalls, undoDecision, undoneToast } from './queries.ts'

export const load = loadForAdmins(
  ({ search }) => [decisionsQuery(historyParams(search))],
  moderators,
)

export const head = unlistedHead(
  'Moderation history',
  'Decisions of moderators.',
  moderationHistoryPath,
)

const historyParams = (search: Search) =>
  pick<'GET /api/admin/decisions'>(search, ['action', 'before'])

export function Page() {
  return (
    <AdminPage
      who={moderators}
      title="Moderation history"
      intro="See who decided what, when and why. You can undo the last decision about a posting for 24 hours. We hold its email for a minute."
      actions={<LinkButton label="Queue" to={moderationPath} look="secondary" />}
    >
      <History />
    </AdminPage>
  )
}

function History() {
  const params = historyParams(useShownPage().search)
  return (
    <Loaded
      query={useQuery(decisionsQuery(params))}
      failure="We could not load the history."
      placeholder={<Spinner />}
    >
      {(data) => <Decisions data={data} params={params} />}
    </Loaded>
  )
}

type DecisionsProps = {
  data: ResponseOf<'GET /api/admin/decisions'>
  params: Record<string, string>
}

function Decisions({ data, params }: DecisionsProps) {
  const undo = useAction({
    call: undoDecision,
    done: undoneToast,
    changes: queueCalls,
  })
  return (
    <>
      <ListSearch
        label="Filter the history"
        to={moderationHistoryPath}
        params={params}
        className="max-w-60"
      >
        <SelectFields
          params={params}
          choices={[{ name: 'action', label: 'Decision', options: actionLabels }]}
        />
      </ListSearch>
      <div className="mt-6">
        {data.items.length === 0 ? (
          <EmptyState title="No decisions found">
            {Object.keys(params).length > 0
              ? 'Remove a filter to see more.'
              : 'Decisions of moderators appear here.'}
          </EmptyState>
        ) : (
          <DataTable
            caption="Decisions"
            columns={columnsFor(undo)}
            rows={data.items}
            rowKey={({ id }) => id}
          />
        )}
      </div>
      <Steps
        to={moderationHistoryPath}
        params={params}
        by="before"
        next={data.next}
        labels={{ first: 'Latest', next: 'Older' }}
      />
    </>
  )
}

const columnsFor = (undo: Action<string>): Column<HistoryItem>[] => [
  { header: 'Posting', isRowHeader: true, cell: (item) => <Subject item={item} /> },
  {
    header: 'Decision',
    cell: ({ action, undone }) => <Decision action={action} undone={undone} />,
  },
  { header: 'Why', cell: whyOf },
  {
    header: 'By',
    cell: ({ moderator, at }) => (
      <>
        {moderator?.name ?? 'A deleted account'}
        <span className="block text-xs text-muted lg:whitespace-nowrap">
          <LocalTime at={at} />
        </span>
      </>
    ),
  },
  {
    header: '',
    align: 'right',
    cell: ({ id, canUndo, subject }) =>
      canUndo && (
        <ActionButton
          label="Undo"
          about={`the decision about ${subject}`}
          action={undo}
          input={id}
          size="sm"
          look="secondary"
        />
      ),
  },
]

function Subject({ item: { jobId, subject } }: { item: HistoryItem }) {
  if (jobId === null) return subject
  return (
    <TextLink to={moderatedPostingPath(jobId)} preload={false}>
      {subject}
    </TextLink>
  )
}

function Decision({ action, undone }: Pick<HistoryItem, 'action' | 'undone'>) {
  return (
    <>
      <Badge tone={undone ? 'neutral' : 'action'}>{actionLabels[action]}</Badge>
      {undone && (
        <span className="mt-1 block text-xs text-muted">
          Undone{undone.by !== null && ` by ${undone.by}`}, <LocalTime at={undone.at} />
        </span>
      )}
    </>
  )
}

function whyOf({ reason, changed, count, answer }: HistoryItem) {
  const fields = changed.map(labelOf).filter(Boolean)
  return [
    ...(reason === null ? [] : [reason]),
    ...(answer === null ? [] : [`${factLabels[answer.fact]} “${answer.words}”: ${answer.text}`]),
    ...(fields.length === 0 ? [] : [fields.join(', ')]),
    ...(count === null ? [] : [`${formatNumber(count)} postings`]),
  ].join(' · ')
}
