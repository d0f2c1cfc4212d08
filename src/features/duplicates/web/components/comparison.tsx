import { AdministratorsOnly } from '#platform/web/admin-page.tsx'
import type { LikelyDuplicate, LikelyJob } from '#features/duplicates/contract.ts'
import { employerPostingPath, jobPath } from '#shared/paths.ts'
import { Link } from '#platform/web/navigation.tsx'
import { payNotStated, payText, placeText, postedDayText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'

/** The differences of two jobs side by side, and below them what is equal. */
export function Comparison({ pair, isSwapped }: { pair: LikelyDuplicate; isSwapped: boolean }) {
  const compared = facts.map(({ label, of }) => ({
    label,
    kept: of(pair.kept, pair.other),
    other: of(pair.other, pair.kept),
  }))
  const alike = compared.filter(({ kept, other }) => kept === other)
  return (
    <>
      <table className="mt-4 w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">Where the two jobs differ</caption>
        <thead>
          <tr className="align-bottom">
            <th scope="col" className="w-18 sm:w-28">
              <span className="sr-only">Detail</span>
            </th>
            <JobHeader
              job={pair.kept}
              fate={isSwapped ? 'Added later: stays' : 'Added first: stays'}
            />
            <JobHeader
              job={pair.other}
              fate={isSwapped ? 'Added first: goes' : 'Added later: goes'}
              goes
            />
          </tr>
        </thead>
        <tbody>
          {compared
            .filter(({ kept, other }) => kept !== other)
            .map(({ label, kept, other }) => (
              <tr key={label} className="border-t border-line align-top">
                <th scope="row" className="py-1.5 pr-2 text-left text-xs font-normal text-muted">
                  {label}
                </th>
                <td className="px-2 py-1.5 break-words">
                  <Marked text={kept} other={other} mark="ins" />
                </td>
                <td className="px-2 py-1.5 break-words">
                  <Marked text={other} other={kept} mark="del" />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {alike.length > 0 && (
        <>
          <p className="mt-3 text-xs font-semibold">The same in both</p>
          <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
            {alike.map(({ label, kept }) => (
              <div key={label} className="flex min-w-0 gap-1">
                <dt>{label}</dt>
                <dd className="min-w-0 break-words text-ink">{kept}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  )
}

function JobHeader({ job, fate, goes = false }: { job: LikelyJob; fate: string; goes?: boolean }) {
  const link = (to: string) => (
    <Link to={to} className="flex min-h-6 w-fit items-center text-link" preload={false}>
      {job.referenceId}
    </Link>
  )
  return (
    <th
      scope="col"
      className={`px-2 pb-2 text-left text-xs font-semibold ${goes ? 'text-danger' : ''}`}
    >
      {fate}
      {job.status === 'active' ? (
        link(jobPath(job.id))
      ) : (
        <AdministratorsOnly otherwise={<p>{job.referenceId}</p>}>
          {link(employerPostingPath(job.id))}
        </AdministratorsOnly>
      )}
    </th>
  )
}

const looks = { ins: 'bg-sunken', del: 'bg-danger-wash text-danger' }

/** A text, with the words marked that the other one does not have. */
function Marked({
  text,
  other,
  mark: Mark,
}: {
  text: string
  other: string
  mark: keyof typeof looks
}) {
  const known = new Set(other.split(/\s+/))
  return text.split(/(\s+)/).map((word, index) =>
    word.trim() === '' || known.has(word) ? (
      word
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- The words keep their order.
      <Mark key={index} className={looks[Mark]}>
        {word}
      </Mark>
    ),
  )
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+|\s*\n\s*/)

/** The sentences of a description that the other one does not have. */
function ownSentences(text: string, other: string): string {
  const known = new Set(sentencesOf(other))
  return (
    sentencesOf(text)
      .filter((sentence) => !known.has(sentence))
      .join(' … ') || 'No sentence of its own'
  )
}

const facts: readonly { label: string; of: (job: LikelyJob, other: LikelyJob) => string }[] = [
  { label: 'Title', of: (job) => job.title },
  { label: 'Employer', of: (job) => job.employer },
  { label: 'Location', of: placeText },
  { label: 'Specialty', of: (job) => job.specialty },
  { label: 'Type', of: (job) => employmentTypeLabels[job.type] },
  { label: 'Pay', of: (job) => payText(job) ?? payNotStated },
  { label: 'Schedule', of: (job) => job.schedule.join(', ') || 'Not stated' },
  { label: 'Apply', of: (job) => job.applyUrl ?? 'No link' },
  { label: 'Source', of: (job) => job.source },
  { label: 'Posted', of: (job) => postedDayText(job.postedAt, job.state) },
  { label: 'Status', of: (job) => (job.status === 'active' ? 'Live' : 'Waiting for approval') },
  { label: 'Description', of: (job, other) => ownSentences(job.description, other.description) },
]
