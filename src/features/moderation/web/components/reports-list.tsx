import { momentText } from '#shared/dates.ts'
import type { QueueItem } from '#features/moderation/contract.ts'

/** What people reported about a posting, all of it together. */
export function ReportsList({ reports }: { reports: QueueItem['reports'] }) {
  if (reports.length === 0) return null
  return (
    <ul aria-label="Reports" className="mt-3 flex flex-col gap-2">
      {reports.map(({ id, at, name, email, reason }) => (
        <li key={id} className="max-w-prose border-l-4 border-danger bg-danger-wash p-3 break-words">
          <blockquote className="whitespace-pre-line">{reason}</blockquote>
          <p className="mt-1 text-xs text-muted">
            {name === '' ? 'Somebody whose account is gone' : `${name}, ${email}`}, <time dateTime={at}>{momentText(at)}</time>
          </p>
        </li>
      ))}
    </ul>
  )
}
