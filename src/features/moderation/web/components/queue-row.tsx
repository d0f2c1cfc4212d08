import type { ReactNode } from 'react'
import { AdministratorsOnly } from '#platform/web/admin-page.tsx'
import { dateText, namesPay, payNotStated } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import {
  holdTexts,
  holdReasonTexts,
  shownLocation,
  statusLabels,
} from '#features/postings/model.ts'
import { factLabels } from '#features/imports/facts.ts'
import { employerPostingPath, moderationPath } from '#shared/paths.ts'
import { Badge } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import type { Doubt, QueueItem } from '#features/moderation/contract.ts'
import { ageOf } from '#features/moderation/model.ts'
import { localMomentText } from '#shared/dates.ts'
import { formatNumber } from '#shared/numbers.ts'
import {
  channelLabels,
  choicesOf,
  factsText,
  itemKey,
  kindLabels,
  sourceLabel,
  type Choice,
} from '../queries.ts'
import { EmployerDoubts, WaitingChanges } from './doubts.tsx'
import { statedDetails, statedTexts } from '#features/postings/practice-facts.ts'
import { DefinitionGrid } from '#ui/figures.tsx'
import { Prose } from '#ui/prose.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'

type OfItem = { item: QueueItem }

type RowActions = {
  onChoose: (item: QueueItem, choice: Choice) => void
  onEdit: (item: QueueItem) => void
  onOpen: (item: QueueItem) => void
  onSelect: (item: QueueItem) => void
}

type Props = RowActions & {
  item: QueueItem
  isOpen: boolean
  isSelected: boolean
  /** The doubt that this posting shares with others. */
  group: Doubt | undefined
  /** The doubts that an approval waits for. */
  missing: readonly Doubt[]
  doubts: ReactNode
}

export function QueueRow({ item, isOpen, isSelected, group, missing, doubts, ...actions }: Props) {
  const { kind, since, posting, reports } = item
  const detailsId = `details-${itemKey(item)}`
  return (
    <article className="flex gap-3 px-4 py-2">
      {kind === 'pending' && !group ? (
        <label className="-m-2 flex size-9 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            checked={isSelected}
            onChange={() => actions.onSelect(item)}
            aria-label={`Select ${posting.title}`}
            className="size-4 accent-action"
          />
        </label>
      ) : (
        <span className="w-5 shrink-0 max-sm:hidden" />
      )}
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 lg:flex-nowrap">
          <h2 className="min-w-0 text-base font-semibold">
            {group ? (
              groupTitle(group)
            ) : (
              <AdministratorsOnly otherwise={posting.title}>
                <TextLink to={employerPostingPath(posting.id)} preload={false}>
                  {posting.title}
                </TextLink>
              </AdministratorsOnly>
            )}
          </h2>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 lg:shrink-0 lg:justify-end">
            <WaitingTime since={since} />
            <RowButtons
              {...{ item, isOpen, detailsId, missing }}
              isGroup={group !== undefined}
              {...actions}
            />
          </div>
        </div>
        {group ? <GroupFacts item={item} group={group} /> : <PostingFacts item={item} />}
        <ReportsList reports={reports} />
        <EmployerDoubts item={item} />
        <WaitingChanges item={item} />
        {doubts}
        <div id={detailsId} hidden={!isOpen}>
          {isOpen && <PostingDetails item={item} />}
        </div>
      </div>
    </article>
  )
}

/** How long it has waited of the promised time. */
function WaitingTime({ since }: Pick<QueueItem, 'since'>) {
  const { now } = useShownPage()
  const { text, isOverdue } = ageOf(since, now)
  return (
    <time
      dateTime={since}
      title={localMomentText(since)}
      className={`text-xs tabular-nums ${isOverdue ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      <span className="sr-only">Waiting: </span>
      {text}
    </time>
  )
}

function PostingFacts({ item: { kind, posting, source, hold, holds, reports } }: OfItem) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span className="min-w-0 text-muted">
        {posting.company} · {shownLocation(posting.location)} · {posting.specialty} ·{' '}
        {employmentTypeLabels[posting.jobType]} · {leadsTo(posting.applyUrl)}
      </span>
      <Pay posting={posting} />
      {kind !== 'pending' && (
        <Badge tone={kind === 'report' ? 'danger' : 'action'}>
          {kind === 'posting' ? statusLabels[posting.status] : kindLabels[kind]}
          {reports.length > 1 && ` ${reports.length} times`}
        </Badge>
      )}
      <Badge>
        {posting.channel === 'import' ? sourceLabel(source) : channelLabels[posting.channel]}
      </Badge>
      {hold !== null && <Badge tone="danger">Waits because {holdTexts[hold]}</Badge>}
      {holds.map(({ reason, note, by, since }) => (
        <span key={reason + since} className="w-full text-danger">
          {holdReasonTexts[reason]} {note} ({by ?? 'A moderator'}, <LocalTime at={since} />)
        </span>
      ))}
    </p>
  )
}

/** False postings lead to somewhere else than they say. */
const leadsTo = (applyUrl: string) =>
  applyUrl === '' ? 'no link to apply' : `leads to ${URL.parse(applyUrl)?.host || applyUrl}`

/** One decision about all postings of a source that wait for the same thing. */
const groupTitle = ({ fact, words, same }: Doubt) =>
  `${formatNumber(same)} postings ${words === '' ? `do not state the ${factLabels[fact].toLowerCase()}` : `say “${words}”`}`

function GroupFacts({
  item: { posting, source },
  group: { fact, words, same },
}: OfItem & { group: Doubt }) {
  return (
    <p className="text-sm text-muted">
      {sourceLabel(source)}, such as {posting.title} at {posting.company}.{' '}
      <TextLink to={moderationPath} search={{ source, doubt: fact, words }} preload={false}>
        Show all {formatNumber(same)} postings
      </TextLink>
    </p>
  )
}

type ButtonsProps = Pick<RowActions, 'onChoose' | 'onEdit' | 'onOpen'> & {
  item: QueueItem
  isOpen: boolean
  detailsId: string
  isGroup: boolean
  missing: readonly Doubt[]
}

function RowButtons({
  item,
  isOpen,
  detailsId,
  isGroup,
  missing,
  onChoose,
  onEdit,
  onOpen,
}: ButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {!isGroup &&
        choicesOf(item).map((choice) => (
          <Button
            key={choice.action}
            size="sm"
            look={
              choice.asks?.reason && choice.action !== 'release'
                ? 'danger'
                : choice.action === 'approve' && missing.length > 0
                  ? 'secondary'
                  : 'primary'
            }
            aria-keyshortcuts={choice.key.toUpperCase()}
            onClick={() => onChoose(item, choice)}
          >
            {choice.label}
            {choice.action === 'approve' && missing.length > 0 && `: ${factsText(missing)} missing`}
          </Button>
        ))}
      {!isGroup && postingCan.edit(item.posting) && (
        <Button
          label="Edit"
          size="sm"
          look="secondary"
          aria-keyshortcuts="E"
          onClick={() => onEdit(item)}
        />
      )}
      <Button
        label={isOpen ? 'Close' : isGroup ? 'Read one' : 'Read it'}
        size="sm"
        look="quiet"
        aria-keyshortcuts="Enter"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => onOpen(item)}
      />
    </div>
  )
}

function Pay({ posting: { salaryMin, salaryMax, compNotes } }: { posting: QueueItem['posting'] }) {
  const figures = [...new Set([salaryMin, salaryMax].filter(Boolean).map(amountText))].join('–')
  const text = figures || compNotes
  return (
    <span className={namesPay(text) ? 'font-semibold text-pay tabular-nums' : undefined}>
      {text || payNotStated}
    </span>
  )
}

/** '250000', '150 an hour', or text. */
const amountText = (amount: string) =>
  amount.replace(/^\d+(?:\.\d+)?/, (figure) => `$${formatNumber(Number(figure))}`)

function ReportsList({ reports }: { reports: QueueItem['reports'] }) {
  if (reports.length === 0) return null
  return (
    <ul aria-label="Reports" className="mt-3 flex flex-col gap-2">
      {reports.map(({ id, at, name, email, reason }) => (
        <li key={id} className="max-w-prose border-l-4 border-danger bg-danger-wash p-3">
          <blockquote className="whitespace-pre-line">{reason}</blockquote>
          <p className="mt-1 text-xs text-muted">
            {name === '' ? 'Someone with a deleted account' : `${name}, ${email}`},{' '}
            <LocalTime at={at} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function PostingDetails({ item: { posting, source, sourceUrl, withheld } }: OfItem) {
  const texts = [
    ...statedTexts(posting),
    ...(withheld.length > 0
      ? [{ title: 'Contact details, hidden from visitors', text: withheld.join('\n') }]
      : []),
  ]
  return (
    <div className="mt-4 grid gap-6 border-t border-line pt-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        {texts.map(({ title, text }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-xs font-semibold text-muted">{title}</h3>
            <Prose text={text} level={4} />
          </section>
        ))}
      </div>
      <DefinitionGrid
        className="content-start"
        items={[
          { term: 'Type', value: employmentTypeLabels[posting.jobType] },
          ...statedDetails(posting),
          { term: 'Channel', value: channelLabels[posting.channel] },
          { term: 'Source', value: posting.channel === 'import' && sourceLabel(source) },
          { term: 'Found at', value: sourceUrl },
          { term: 'Came in', value: <LocalTime at={posting.createdAt} /> },
          {
            term: 'Accepts applications until',
            value: posting.applyUntil && dateText(posting.applyUntil),
          },
          { term: 'Closes', value: posting.expiresAt && <LocalTime at={posting.expiresAt} /> },
          { term: 'Reference', value: posting.referenceId },
        ]}
      />
    </div>
  )
}
