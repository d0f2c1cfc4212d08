import { formatDollars } from '#features/jobs/display.ts'
import type { QueueItem } from '#features/moderation/contract.ts'
import { momentText } from '#shared/dates.ts'
import { employerPostingPath } from '#shared/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { DefinitionGrid } from '#ui/definition-grid.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { choicesFor } from '../deeds.ts'

const promisedHours = 24

const kindLabels: Record<QueueItem['kind'], string> = {
  pending: 'Waiting for approval',
  unread: 'Live and unread',
  report: 'Reported',
}

type Props = { item: QueueItem; onChoose: (choice: (typeof choicesFor)[QueueItem['kind']][number]) => void }

export function QueueEntry({ item: { kind, since, posting, report }, onChoose }: Props) {
  const { now } = useShownPage()
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / 3_600_000))
  const pay = [posting.salaryMin, posting.salaryMax].filter(Boolean).map((it) => formatDollars(Number(it)))
  return (
    <article className={`${cardClass} p-5`}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-base font-semibold break-words">
            <Link to={employerPostingPath(posting.id)} className="text-link">
              {posting.title}
            </Link>
          </h2>
          <p className="text-muted">
            {posting.company} · {posting.location} · {posting.specialty}
          </p>
        </div>
        <p className="flex flex-wrap gap-2">
          <Badge>{kindLabels[kind]}</Badge>
          <Badge tone={hours >= promisedHours ? 'danger' : 'neutral'}>
            <time dateTime={since} title={momentText(since)}>
              {hours >= 48 ? `${Math.floor(hours / 24)} days` : `${hours} h`}
            </time>
            {hours >= promisedHours && ' – overdue'}
          </Badge>
        </p>
      </header>
      {report && (
        <blockquote className="mt-4 border-l-4 border-danger bg-danger-wash p-3 break-words whitespace-pre-line">
          <p>{report.reason}</p>
          <footer className="mt-1 text-xs text-muted">
            {report.name === '' ? 'Somebody whose account is gone' : `${report.name}, ${report.email}`}
          </footer>
        </blockquote>
      )}
      <DefinitionGrid
        className="mt-4"
        items={[
          { term: 'Pay', value: pay.join(' – ') || posting.compNotes || 'Not stated' },
          { term: 'Type', value: posting.jobType },
          { term: 'Apply', value: posting.applyUrl },
          { term: 'Contact', value: posting.contactEmail },
          { term: 'Channel', value: posting.channel },
          { term: 'Reference', value: posting.referenceId },
        ]}
      />
      <div className="mt-4 max-w-prose break-words">
        <ShowMore text={posting.description} />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {choicesFor[kind].map((choice) => (
          <Button
            key={choice.deed}
            look={choice.needsReason ? 'danger' : 'primary'}
            aria-keyshortcuts={choice.key.toUpperCase()}
            onClick={() => onChoose(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </div>
    </article>
  )
}
