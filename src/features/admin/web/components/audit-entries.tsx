import { auditSentence } from '#features/admin/audit-words.ts'
import type { AuditEntryView } from '#features/admin/contract-audit.ts'
import { momentText } from '#shared/dates.ts'
import { Link } from '#web/lib/navigation.tsx'

/** Each entry as a sentence; its facts as they were written down unfold below. */
export function AuditEntries({ entries }: { entries: readonly AuditEntryView[] }) {
  return (
    <ol aria-label="Entries" className="flex flex-col">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line py-3">
          <p className="break-words">
            {auditSentence(entry).map(({ text, to }, index) =>
              to === undefined ? (
                text
              ) : (
                // oxlint-disable-next-line react/no-array-index-key -- the pieces of one sentence never change places
                <Link key={index} to={to} className="text-link">
                  {text}
                </Link>
              ),
            )}
          </p>
          <details className="mt-1 text-xs">
            <summary className="inline-flex min-h-6 cursor-pointer items-center gap-2 text-muted">
              <time dateTime={entry.at}>{momentText(entry.at)}</time>
              <span aria-hidden>·</span>
              Details<span className="sr-only"> of entry {entry.id}</span>
            </summary>
            <Facts entry={entry} />
          </details>
        </li>
      ))}
    </ol>
  )
}

function Facts({ entry: { id, at, action, actor, subject, ip, detail } }: { entry: AuditEntryView }) {
  const facts = [
    ['Entry', String(id)],
    ['Time', at],
    ['Action', action],
    ['Actor', actor === null ? 'Nobody who is known' : [actor.name, actor.email, actor.id].filter(Boolean).join(', ')],
    ['Subject', subject === null ? 'None' : `${subject.kind}:${subject.id}`],
    ['Address', ip ?? 'None'],
    ['Details', JSON.stringify(detail, null, 2)],
  ] as const
  return (
    <dl className="mt-2 grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="break-words whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
