import { employmentTypeLabels } from '#features/jobs/model.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { employerPostingPath } from '#shared/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#web/lib/navigation.tsx'
import type { QueueItem } from '#features/moderation/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { channelLabels, choicesFor, itemKey, kindLabels, sourceLabel } from '../deeds.ts'
import type { Choice } from '../deeds.ts'
import { hintsOf } from '../hints.ts'
import { AgeBar } from './age-bar.tsx'
import { PostingDetails } from './posting-details.tsx'
import { ReportsList } from './reports-list.tsx'

export type RowActions = {
  onChoose: (item: QueueItem, choice: Choice) => void
  onEdit: (item: QueueItem) => void
  onOpen: (item: QueueItem) => void
  onTick: (item: QueueItem) => void
}

type Props = RowActions & { item: QueueItem; isOpen: boolean; isTicked: boolean }

/** One item: what it is, how long it waits, and a button for whatever a key does. */
export function QueueRow({ item, isOpen, isTicked, onChoose, onEdit, onOpen, onTick }: Props) {
  const { kind, since, posting, source, reports } = item
  const detailsId = `details-${itemKey(item)}`
  return (
    <article className="flex gap-3 p-4">
      {kind === 'pending' ? (
        <label className="-m-2 flex size-9 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            checked={isTicked}
            onChange={() => onTick(item)}
            aria-label={`Tick ${posting.title}`}
            className="size-4 accent-action"
          />
        </label>
      ) : (
        <span className="w-5 shrink-0 max-sm:hidden" />
      )}
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <h2 className="text-base font-semibold break-words">
              <Link to={employerPostingPath(posting.id)} preload={false} className="text-link">
                {posting.title}
              </Link>
            </h2>
            <p className="break-words text-muted">
              {posting.company} · {posting.location} · {posting.specialty} · {employmentTypeLabels[posting.jobType]}
            </p>
          </div>
          <AgeBar since={since} />
        </div>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Pay posting={posting} />
          <Badge tone={kind === 'report' ? 'danger' : 'action'}>
            {kindLabels[kind]}
            {reports.length > 1 && ` ${reports.length} times`}
          </Badge>
          <Badge>{posting.channel === 'import' ? sourceLabel(source) : channelLabels[posting.channel]}</Badge>
          {hintsOf(posting).map((hint) => (
            <Badge key={hint} tone="danger">
              {hint}
            </Badge>
          ))}
        </p>
        <ReportsList reports={reports} />
        <div className="mt-3 flex flex-wrap gap-2">
          {choicesFor[kind].map((choice) => (
            <Button
              key={choice.deed}
              size="sm"
              look={choice.needsReason ? 'danger' : 'primary'}
              aria-keyshortcuts={choice.key.toUpperCase()}
              onClick={() => onChoose(item, choice)}
            >
              {choice.label}
            </Button>
          ))}
          {postingCan.edit(posting) && (
            <Button size="sm" look="secondary" aria-keyshortcuts="E" onClick={() => onEdit(item)}>
              Edit
            </Button>
          )}
          <Button
            size="sm"
            look="quiet"
            aria-keyshortcuts="Enter"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => onOpen(item)}
          >
            {isOpen ? 'Close' : 'Read it'}
          </Button>
        </div>
        <div id={detailsId} hidden={!isOpen}>
          {isOpen && <PostingDetails item={item} />}
        </div>
      </div>
    </article>
  )
}

function Pay({ posting: { salaryMin, salaryMax, compNotes } }: { posting: QueueItem['posting'] }) {
  const figures = [salaryMin, salaryMax].filter(Boolean).map(amountText).join(' – ')
  const text = figures || compNotes
  return text === '' ? null : <span className="font-semibold break-words text-pay tabular-nums">{text}</span>
}

/** '250000 ', '150 an hour', or words. */
const amountText = (amount: string): string => amount.replace(/^\d+(?:\.\d+)?/, (figure) => `$${formatNumber(Number(figure))}`)
