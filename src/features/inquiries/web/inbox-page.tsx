import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { unlistedHead } from '#features/site/page-head.ts'
import { inboxPath, inquiryPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { Badge, EmptyState } from '#ui/feedback.tsx'
import { Checkbox, Field, SelectField, TextInput } from '#ui/field.tsx'
import { newInquiriesQuery, organizationQuery, ShutForReaders } from '#platform/web/desk-tabs.tsx'
import {
  BulkBar,
  SelectAll,
  ListSearch,
  SearchButton,
  Steps,
  useSelection,
} from '#platform/web/list-search.tsx'
import {
  hrefOf,
  Link,
  useShownPage,
  pick,
  type PageLoad,
  type Search,
} from '#platform/web/navigation.tsx'
import { ChoiceLinks, Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import type { InboxItem } from '../contract-inbox.ts'
import { stageLabels, stages, type Stage } from '../model.ts'
import { BulkActions, PressProgress, UndoPress } from './components/bulk-actions.tsx'
import { Board, DaysInStage } from './components/hiring.tsx'
import { InboxDesk, Marks } from './components/inquiry-parts.tsx'
import { Notices } from './components/thread.tsx'
import { inboxFileUrl, inboxQuery } from './queries.ts'

export const load: PageLoad = async ({ queryClient, search }) => {
  await Promise.all([
    queryClient.prefetchQuery(inboxQuery(inboxParams(search))),
    queryClient.prefetchQuery(newInquiriesQuery),
    queryClient.prefetchQuery(organizationQuery),
  ])
}

export const head = unlistedHead(
  'Inbox',
  'Inquiries from physicians about your postings.',
  inboxPath,
)

const isBoard = (search: Search) => search['view'] === 'board'
const filters = ['jobId', 'q', 'mine', 'marked'] as const
const filterOf = (search: Search) => pick<'GET /api/inbox'>(search, filters)
const inboxParams = (search: Search) =>
  pick<'GET /api/inbox'>(search, ['view', ...filters, 'stage', 'unread', 'late', 'after'])

export function Page() {
  const { search } = useShownPage()
  const { data } = useQuery(inboxQuery(inboxParams(search)))
  const filter = filterOf(search)
  const kept = { ...filter, ...(isBoard(search) && { view: 'board' }) }
  return (
    <InboxDesk>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="grow text-xl font-bold">Inbox</h1>
        <div className="flex flex-wrap items-center gap-4 max-sm:order-last max-sm:basis-full">
          <ChoiceLinks
            label="Whose"
            to={inboxPath}
            choices={[
              {
                label: 'Everybody’s',
                search: { ...kept, mine: undefined },
                isCurrent: filter.mine === undefined,
              },
              {
                label: 'Mine',
                search: { ...kept, mine: '1' },
                isCurrent: filter.mine !== undefined,
              },
            ]}
          />
          <ChoiceLinks
            label="View"
            to={inboxPath}
            choices={[
              { label: 'List', search: filter, isCurrent: !isBoard(search) },
              { label: 'Board', search: { ...filter, view: 'board' }, isCurrent: isBoard(search) },
            ]}
          />
        </div>
        <a href={inboxFileUrl} download className={buttonClass('secondary', 'sm')}>
          <Download aria-hidden className="size-4" />
          <span>
            <span className="max-sm:sr-only">Export as </span>CSV
          </span>
        </a>
      </div>
      <ListSearch
        label="Search your inbox"
        to={inboxPath}
        params={filter}
        className="mt-4 flex max-w-form flex-wrap items-end gap-3"
      >
        {isBoard(search) && <input type="hidden" name="view" value="board" />}
        {filter.jobId !== undefined && <input type="hidden" name="jobId" value={filter.jobId} />}
        {filter.mine !== undefined && <input type="hidden" name="mine" value="1" />}
        {(filter.marked !== undefined || data?.inquiries.some(({ answers }) => answers[0])) && (
          <SelectField
            label="Marked by an answer"
            name="marked"
            className="w-36 max-sm:w-full"
            defaultValue={filter.marked ?? ''}
            empty="Either"
            options={{
              ...(filter.marked !== undefined && { [filter.marked]: 'By one question' }),
              ...markingQuestions(data?.inquiries ?? []),
              1: 'Marked',
              0: 'Not marked',
            }}
          />
        )}
        <Field label="Name, posting or words" className="grow basis-40">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name="q"
              defaultValue={filter.q}
              maxLength={100}
            />
          )}
        </Field>
        <SearchButton />
      </ListSearch>
      <ShutForReaders>
        <Shown />
      </ShutForReaders>
      <Notices />
    </InboxDesk>
  )
}

/** Of the inquiries on the page. */
const markingQuestions = (inquiries: readonly InboxItem[]) =>
  Object.fromEntries(
    inquiries.flatMap(({ answers }) =>
      answers.filter(({ isMark }) => isMark).map(({ id, question }) => [id, question]),
    ),
  )

function Shown() {
  const { search } = useShownPage()
  const params = inboxParams(search)
  return (
    <Loaded
      query={useQuery(inboxQuery(params))}
      failure="Failed to load your inquiries. Please try again."
    >
      {({ inquiries, next, counts, total, unread, late, undoable, press }) =>
        isBoard(search) ? (
          <Board
            cards={inquiries}
            counts={counts}
            linkTo={(stage) => hrefOf({ to: inboxPath, search: { ...filterOf(search), stage } })}
          />
        ) : (
          <>
            <StageFilter
              params={params}
              counts={counts}
              total={total}
              unread={unread}
              late={late}
            />
            {press && <PressProgress key={press.id} press={press} />}
            {undoable && <UndoPress press={undoable} />}
            {inquiries.length === 0 ? (
              <EmptyState title="No inquiries here">
                {total > 0 || params.q || params.mine || params.marked
                  ? 'No inquiry fits your choice.'
                  : 'Messages from physicians about your postings appear in this inbox.'}
              </EmptyState>
            ) : (
              <Rows
                inquiries={inquiries}
                params={params}
                total={shownTotal(params, { counts, total, unread, late })}
              />
            )}
            <Steps
              to={inboxPath}
              params={params}
              by="after"
              next={next}
              labels={{ first: 'Newest', next: 'Older' }}
            />
          </>
        )
      }
    </Loaded>
  )
}

type FilterProps = {
  params: Search
  counts: Partial<Record<Stage, number>>
  total: number
  unread: number
  late: number
}

function StageFilter({
  params: { jobId, q, mine, marked, stage = '', unread: isUnread, late: isLate },
  counts,
  total,
  unread,
  late,
}: FilterProps) {
  const kept = { jobId, q, mine, marked }
  const choices = [
    { label: 'All', count: total, search: kept, isCurrent: stage === '' && !isUnread && !isLate },
    {
      label: 'Unread',
      count: unread,
      search: { ...kept, unread: '1' },
      isCurrent: isUnread !== undefined,
    },
    {
      label: 'Overdue',
      count: late,
      search: { ...kept, late: '1' },
      isCurrent: isLate !== undefined,
    },
    ...stages.map((candidate) => ({
      label: stageLabels[candidate],
      count: counts[candidate] ?? 0,
      search: { ...kept, stage: candidate },
      isCurrent: candidate === stage,
    })),
  ]
  return (
    <ChoiceLinks
      label="Filter by stage"
      to={inboxPath}
      className="scroll-line mt-6 max-sm:py-1"
      choices={choices.map((choice) => ({ ...choice, count: String(choice.count) }))}
    />
  )
}

const shownTotal = (
  { stage, unread, late }: ReturnType<typeof inboxParams>,
  all: { counts: Partial<Record<Stage, number>>; total: number; unread: number; late: number },
) => (late ? all.late : unread ? all.unread : stage ? (all.counts[stage as Stage] ?? 0) : all.total)

type RowsProps = { inquiries: readonly InboxItem[]; params: Search; total: number }

function Rows({ inquiries, params, total }: RowsProps) {
  const selection = useSelection(inquiries.map(({ id }) => id))
  return (
    <>
      <div className="mt-2 min-h-8">
        <SelectAll selection={selection} />
      </div>
      <ul className="mt-4 border-t border-line">
        {inquiries.map((inquiry) => (
          <li key={inquiry.id} className="flex gap-3 border-b border-line py-3">
            <Checkbox
              label={<span className="sr-only">Select {inquiry.name}</span>}
              checked={selection.has(inquiry.id)}
              onChange={() => selection.toggle(inquiry.id)}
              className="self-start"
            />
            <InboxRow inquiry={inquiry} />
          </li>
        ))}
      </ul>
      <BulkBar selection={selection}>
        <BulkActions
          key={JSON.stringify(params)}
          chosen={inquiries.filter(({ id }) => selection.has(id))}
          filter={pick<'GET /api/inbox/keys'>(params, [...filters, 'stage', 'unread', 'late'])}
          total={selection.keys.length === inquiries.length ? total : undefined}
          onDone={() => selection.setAll(false)}
        />
      </BulkBar>
    </>
  )
}

const InboxRow = ({ inquiry }: { inquiry: InboxItem }) => (
  <div className="min-w-0 grow">
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <Link
        to={inquiryPath(inquiry.id)}
        className={`text-link ${inquiry.isUnread ? 'font-semibold' : ''}`}
      >
        {inquiry.name} about {inquiry.jobTitle}
      </Link>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {inquiry.cvFileName !== null && 'With CV'}
        {inquiry.presentedBy !== null && <span>Presented by {inquiry.presentedBy}</span>}
        {inquiry.assignee && <span>{inquiry.assignee.name}</span>}
        {inquiry.isLate && <Badge tone="danger">Overdue</Badge>}
        <Marks answers={inquiry.answers} />
        <Badge tone={inquiry.stage === 'new' ? 'action' : 'neutral'}>
          {stageLabels[inquiry.stage]}
        </Badge>
        <DaysInStage days={inquiry.daysInStage} />
        <LocalTime at={inquiry.sentAt} />
      </p>
    </div>
    <p className="mt-1 line-clamp-2 max-w-prose text-muted">{inquiry.message}</p>
  </div>
)
