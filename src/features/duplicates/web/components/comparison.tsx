import { AdministratorsOnly } from '#platform/web/admin-page.tsx'
import type { LikelyDuplicate, LikelyJob } from '#features/duplicates/contract.ts'
import { employerPostingPath, jobPath } from '#shared/paths.ts'
import { Link } from '#platform/web/navigation.tsx'
import { useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { shortened, wordDiff, type Piece } from '#features/duplicates/word-diff.ts'
import { placeText, payText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { localMomentText } from '#shared/dates.ts'

/** The differences of two jobs side by side, and below them what is equal. */
export function Comparison({ pair, isSwapped }: { pair: LikelyDuplicate; isSwapped: boolean }) {
  const compared = facts.map(({ label, of }) => ({ label, kept: of(pair.kept), other: of(pair.other) }))
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
            <JobHeader job={pair.kept} fate={isSwapped ? 'Added later: stays' : 'Added first: stays'} />
            <JobHeader job={pair.other} fate={isSwapped ? 'Added first: goes' : 'Added later: goes'} goes />
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
                <Side kept={kept} other={other} shown="kept" />
                <Side kept={kept} other={other} shown="other" />
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

/** What one job says, with the words marked that the other does not have. */
function Side({ kept, other, shown }: Props & { shown: 'kept' | 'other' }) {
  return (
    <td className="px-2 py-1.5 break-words">
      {wordDiff(kept, other).map(
        // oxlint-disable-next-line react/no-array-index-key -- The pieces keep their order.
        (piece, at) => (piece.in === 'both' || piece.in === shown) && <Marked key={at} piece={piece} />,
      )}
    </td>
  )
}

function JobHeader({ job, fate, goes = false }: { job: LikelyJob; fate: string; goes?: boolean }) {
  const link = (to: string) => (
    <Link to={to} className="flex min-h-6 w-fit items-center text-link" preload={false}>
      {job.referenceId}
    </Link>
  )
  return (
    <th scope="col" className={`px-2 pb-2 text-left text-xs font-semibold ${goes ? 'text-danger' : ''}`}>
      {fate}
      {job.status === 'active' ? (
        link(jobPath(job.id))
      ) : (
        <AdministratorsOnly otherwise={<p>{job.referenceId}</p>}>{link(employerPostingPath(job.id))}</AdministratorsOnly>
      )}
    </th>
  )
}

type Props = { kept: string; other: string }

/** The runs of words shown at first. */
const shownAtFirst = 16

/** The differences of two descriptions with some context: underlined what stays, red and struck through what goes. */
export function DescriptionDiff({ kept, other }: Props) {
  const pieces = useMemo(() => shortened(wordDiff(kept, other)), [kept, other])
  const [showsAll, setShowsAll] = useState(false)
  const isSame = pieces.every((piece) => piece.in === 'both')
  const shown = showsAll ? pieces : pieces.slice(0, shownAtFirst)
  return (
    <div className="mt-4">
      <h3 className="text-xs font-semibold">
        Description{' '}
        <span className="font-normal text-muted">
          {isSame ? 'The same words.' : 'Underlined: only in the job that stays. Struck through: only in the one that goes.'}
        </span>
      </h3>
      {!isSame && (
        <p className="mt-1 max-w-prose text-sm break-words">
          {shown.map((piece) =>
            'skipped' in piece ? (
              <span key={piece.at} className="text-xs text-muted">
                … {piece.skipped} words alike …{' '}
              </span>
            ) : (
              <Marked key={piece.at} piece={piece} />
            ),
          )}
        </p>
      )}
      {shown.length < pieces.length && (
        <Button label="Show all differences" look="quiet" size="sm" onClick={() => setShowsAll(true)} />
      )}
    </div>
  )
}

const marks = { both: ['span', ''], kept: ['ins', 'bg-sunken'], other: ['del', 'bg-danger-wash text-danger'] } as const

function Marked({ piece }: { piece: Piece }) {
  const [Mark, className] = marks[piece.in]
  return (
    <>
      <Mark className={className}>{piece.text}</Mark>{' '}
    </>
  )
}

const facts: readonly { label: string; of: (job: LikelyJob) => string }[] = [
  { label: 'Title', of: (job) => job.title },
  { label: 'Employer', of: (job) => job.employer },
  { label: 'Place', of: placeText },
  { label: 'Specialty', of: (job) => job.specialty },
  { label: 'Type', of: (job) => employmentTypeLabels[job.type] },
  { label: 'Pay', of: (job) => payText(job) ?? 'Not stated' },
  { label: 'Schedule', of: (job) => job.schedule.join(', ') || 'Not stated' },
  { label: 'Apply', of: (job) => job.applyUrl ?? 'No link' },
  { label: 'Source', of: (job) => job.source },
  { label: 'Posted', of: (job) => localMomentText(job.postedAt) },
  { label: 'Status', of: (job) => (job.status === 'active' ? 'Live' : 'Waiting for approval') },
]
