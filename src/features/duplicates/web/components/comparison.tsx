import { AdministratorsOnly } from '#platform/web/admin-page.tsx'
import type { Detail, LikelyDuplicate, LikelyJob } from '#features/duplicates/contract.ts'
import { employerPostingPath, jobPath } from '#shared/paths.ts'
import { Link } from '#platform/web/navigation.tsx'
import {
  payNotStated,
  payRange,
  payText,
  placeText,
  postedDayText,
} from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'

/** Of which job each detail stays, where an administrator has chosen. */
export type Chosen = { [Name in Detail]?: string }

type Props = {
  pair: LikelyDuplicate
  isSwapped: boolean
  chosen: Chosen | undefined
  onChoose: (detail: Detail, jobId: string) => void
}

/** What two jobs have in common, in a line, and where they differ, with what a merge keeps. */
export function Comparison({ pair, isSwapped, chosen, onChoose }: Props) {
  const { kept, other: duplicate } = pair
  const compared = facts.map(({ of: read, ...fact }) => ({
    ...fact,
    texts: [read(kept, duplicate), read(duplicate, kept)] as const,
  }))
  const differing = compared.filter(({ texts: [left, right] }) => left !== right)
  const alike = compared.filter((fact) => !differing.includes(fact))
  return (
    <>
      {alike.length > 0 && (
        <p className="text-xs text-muted">
          The same in both:{' '}
          {alike.map(({ label, texts: [text] }) => (text === noneOwn ? label : text)).join(' · ')}
        </p>
      )}
      <table className="mt-3 w-full table-fixed max-sm:block max-sm:*:block border-collapse text-sm max-sm:text-xs">
        <caption className="sr-only">Where the two jobs differ</caption>
        <thead>
          <tr className="align-bottom max-sm:grid max-sm:grid-cols-2">
            <th scope="col" className="w-28 max-sm:hidden">
              <span className="sr-only">Detail</span>
            </th>
            <JobHeader job={kept} fate={isSwapped ? 'Added later: stays' : 'Added first: stays'} />
            <JobHeader
              job={duplicate}
              fate={isSwapped ? 'Added first: goes' : 'Added later: goes'}
              goes
            />
          </tr>
        </thead>
        <tbody>
          {differing.map(({ label, detail, texts: [left, right] }) => {
            const choice = detail && {
              name: `${pair.id} ${detail}`,
              stays: staying(pair, chosen, detail),
              onChoose: (jobId: string) => onChoose(detail, jobId),
            }
            return (
              <tr
                key={label}
                className="border-t border-line align-top max-sm:grid max-sm:grid-cols-2"
              >
                <th
                  scope="row"
                  className="pt-1 pr-2 text-left text-xs font-normal text-muted max-sm:col-span-2 sm:pt-1.5"
                >
                  {label}
                </th>
                <td className={cellClass}>
                  <Value job={kept} text={left} against={right} choice={choice} stays />
                </td>
                <td className={cellClass}>
                  <Value job={duplicate} text={right} against={left} choice={choice} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

const cellClass = 'pr-4 pb-0.5 sm:py-1.5'

type ValueProps = {
  job: LikelyJob
  text: string
  against: string
  choice: { name: string; stays: string; onChoose: (jobId: string) => void } | undefined
  stays?: boolean
}

/** One job's value, as a choice where the merged job may have either. */
function Value({ job, text, against, choice, stays = false }: ValueProps) {
  const isKept = choice ? choice.stays === job.id : stays
  const marked = <Marked text={text} other={against} mark={isKept ? 'ins' : 'del'} />
  if (!choice) return marked
  return (
    <label className="flex min-h-6 gap-2">
      <input
        type="radio"
        name={choice.name}
        checked={isKept}
        className="mt-0.5 size-4 sm:mt-1 shrink-0 accent-action"
        onChange={() => choice.onChoose(job.id)}
      />
      <span className="line-clamp-3 min-w-0 sm:line-clamp-6" title={text}>
        {marked}
      </span>
    </label>
  )
}

/** The job that states the detail better, unless an administrator chose: its id. */
function staying(
  { kept, other: duplicate }: LikelyDuplicate,
  chosen: Chosen | undefined,
  detail: Detail,
) {
  const isBetter = weights[detail](duplicate) > weights[detail](kept)
  return chosen?.[detail] ?? (isBetter ? duplicate.id : kept.id)
}

/** The details that a merge takes from the job that goes. */
export const takenOf = (pair: LikelyDuplicate, chosen: Chosen | undefined): Detail[] =>
  facts.flatMap(({ detail }) =>
    detail && staying(pair, chosen, detail) === pair.other.id ? [detail] : [],
  )

/** How much a job states: figures before words, and more text before less. Titles are a tie. */
const weights: Record<Detail, (job: LikelyJob) => number> = {
  title: () => 0,
  type: (job) => Number(job.type !== 'not-stated'),
  pay: (job) => (payRange(job) === undefined ? Number(job.compText !== null) : 2),
  schedule: (job) => job.schedule.length,
  apply: (job) => Number(job.applyUrl !== null),
  description: (job) => job.description.length,
}

/** Where a job comes from, and how it stands. */
function JobHeader({ job, fate, goes = false }: { job: LikelyJob; fate: string; goes?: boolean }) {
  const link = (to: string) => (
    <Link to={to} className="text-link" preload={false}>
      {job.referenceId}
    </Link>
  )
  return (
    <th scope="col" className="pr-4 pb-2 text-left text-xs font-semibold">
      <span className={goes ? 'text-danger' : undefined}>{fate}</span>
      <span className="block font-normal text-muted">
        {job.status === 'active' ? (
          link(jobPath(job.id))
        ) : (
          <AdministratorsOnly otherwise={job.referenceId}>
            {link(employerPostingPath(job.id))}
          </AdministratorsOnly>
        )}
        {` · ${job.source} · ${postedDayText(job.postedAt, job.state)}`}
        {job.status === 'pending' && ' · Waiting for approval'}
      </span>
    </th>
  )
}

const looks = { ins: 'bg-sunken', del: 'bg-danger-wash text-danger' }

/** A text, with the words marked that the other one does not have. */
function Marked({
  text,
  other: comparedText,
  mark: Mark,
}: {
  text: string
  other: string
  mark: keyof typeof looks
}) {
  const known = new Set(comparedText.split(/\s+/))
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

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|\s*\n\s*/)

const noneOwn = 'No sentence of its own'

/** The sentences of a description that the other one does not have. */
function ownSentences(text: string, comparedText: string) {
  const known = new Set(sentencesOf(comparedText))
  return (
    sentencesOf(text)
      .filter((sentence) => !known.has(sentence))
      .join(' … ') || noneOwn
  )
}

type Fact = { label: string; detail?: Detail; of: (job: LikelyJob, other: LikelyJob) => string }

/** The names, places and specialties of jobs stay with the job that stays. */
const facts: readonly Fact[] = [
  { label: 'Title', detail: 'title', of: (job) => job.title },
  { label: 'Employer', of: (job) => job.employer },
  { label: 'Location', of: placeText },
  { label: 'Specialty', of: (job) => job.specialty },
  { label: 'Type', detail: 'type', of: (job) => employmentTypeLabels[job.type] },
  { label: 'Pay', detail: 'pay', of: (job) => payText(job) ?? payNotStated },
  {
    label: 'Schedule',
    detail: 'schedule',
    of: (job) => job.schedule.join(', ') || 'Schedule not stated',
  },
  { label: 'Apply', detail: 'apply', of: (job) => job.applyUrl ?? 'No link to apply' },
  {
    label: 'Description',
    detail: 'description',
    of: (job, compared) => ownSentences(job.description, compared.description),
  },
]
