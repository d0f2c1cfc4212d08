import { AdministratorsOnly } from '#platform/web/admin-page.tsx'
import type { LikelyDuplicate, LikelyJob } from '#features/duplicates/contract.ts'
import { employerPostingPath, jobPath } from '#shared/paths.ts'
import { Link } from '#platform/web/navigation.tsx'
import { Fragment, useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { shortened, wordDiff } from '#features/duplicates/word-diff.ts'
import { placeText } from '#features/jobs/display.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { localMomentText } from '#shared/dates.ts'
import type { DetailGroup } from '#features/duplicates/model.ts'

/** The differences of two jobs side by side, and below them what is equal. */
export function Comparison({ pair, isSwapped }: { pair: LikelyDuplicate; isSwapped: boolean }) {
  const facts = comparedFacts(pair)
  const alike = facts.filter((fact) => !fact.differs)
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
          {facts
            .filter((fact) => fact.differs)
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
      {wordDiff(kept, other).map((piece, at) => {
        if (piece.in !== 'both' && piece.in !== shown) return null
        const Mark = markElement[piece.in]
        return (
          // oxlint-disable-next-line react/no-array-index-key -- The pieces keep their order.
          <Fragment key={at}>
            <Mark className={markClass[piece.in]}>{piece.text}</Mark>{' '}
          </Fragment>
        )
      })}
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
          {shown.map((piece) => {
            if ('skipped' in piece) return <Skipped key={piece.at} words={piece.skipped} />
            const Mark = markElement[piece.in]
            return (
              <Fragment key={piece.at}>
                <Mark className={markClass[piece.in]}>{piece.text}</Mark>{' '}
              </Fragment>
            )
          })}
        </p>
      )}
      {shown.length < pieces.length && (
        <Button label="Show all differences" look="quiet" size="sm" onClick={() => setShowsAll(true)} />
      )}
    </div>
  )
}

const markElement = { both: 'span', kept: 'ins', other: 'del' } as const
const markClass = { both: '', kept: 'bg-sunken', other: 'bg-danger-wash text-danger' }

const Skipped = ({ words }: { words: number }) => <span className="text-xs text-muted">… {words} words alike … </span>

type Fact = {
  label: string
  of: (job: LikelyJob) => string
  /** The group that an administrator can choose. */
  group?: DetailGroup
}

const facts: readonly Fact[] = [
  { label: 'Title', group: 'title', of: (job) => job.title },
  { label: 'Employer', group: 'employer', of: (job) => job.employer },
  { label: 'Place', group: 'place', of: placeText },
  { label: 'Specialty', group: 'specialty', of: (job) => job.specialty },
  { label: 'Type', group: 'type', of: (job) => employmentTypeLabels[job.type] },
  { label: 'Pay', group: 'pay', of: (job) => payText(job) ?? 'Not stated' },
  { label: 'Schedule', group: 'conditions', of: (job) => job.schedule.join(', ') || 'Not stated' },
  { label: 'Apply', group: 'apply', of: (job) => job.applyUrl ?? 'No link' },
  { label: 'Source', of: (job) => job.source },
  { label: 'Posted', of: (job) => localMomentText(job.postedAt) },
  { label: 'Status', of: (job) => (job.status === 'active' ? 'Live' : 'Waiting for approval') },
]

type ComparedFact = { label: string; group?: DetailGroup | undefined; kept: string; other: string; differs: boolean }

export const comparedFacts = ({ kept, other }: LikelyDuplicate): ComparedFact[] =>
  facts.map(({ label, group, of }) => ({ label, group, kept: of(kept), other: of(other), differs: of(kept) !== of(other) }))
