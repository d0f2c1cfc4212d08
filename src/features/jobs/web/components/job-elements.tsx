import { lazy, Suspense } from 'react'
import { BadgeCheck, ExternalLink } from 'lucide-react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { payRange, payUnitLabels, payWords } from '#features/jobs/display.ts'
import { jobCan } from '#features/jobs/model.ts'
import { Button, buttonClass, type ButtonLook, type ButtonSize } from '#ui/button.tsx'
import { MarkButton } from '#ui/mark-button.tsx'
import type { MarkLook } from '#ui/mark-button.tsx'
import { toast } from '#ui/toast.ts'
import { useJobParts } from '../job-parts.ts'
import { comparedIds, mostCompared, setComparedIds, useComparedIds, usePreviousVisit } from '../tab-choices.ts'

type ApplyProps = {
  job: { id: string; title: string; applyUrl: string | null }
  label?: string
  look?: ButtonLook
  size?: ButtonSize
  className?: string
}

/** Leads to where physicians apply, without a referrer. Disabled where the posting has no link. */
export function ApplyLink({ job, label = 'Apply', look = 'primary', size = 'md', className = '' }: ApplyProps) {
  const { countEvent } = useJobParts()
  if (!jobCan.apply(job)) {
    return (
      <Button look={look} size={size} disabled className={className}>
        {label}
      </Button>
    )
  }
  return (
    <a
      href={externalHref(job.applyUrl ?? '')}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={`${label}: ${job.title} (opens ${hostOf(job.applyUrl ?? '') ?? 'your email program'} in a new tab)`}
      onClick={() => {
        countEvent(job.id, 'apply')
        toast({ title: 'Redirecting to application' })
      }}
      className={`${buttonClass(look, size)} ${className}`}
    >
      {label}
      {size !== 'sm' && <ExternalLink aria-hidden className="size-3.5" />}
    </a>
  )
}

/** Postings may say 'www.example.org/jobs' or 'example.org': without a scheme that we know, it is a web address. */
export const externalHref = (url: string): string => (/^(https?:\/\/|mailto:)/i.test(url) ? url : `https://${url}`)

/** The host that a link leads to, as people know it: 'doccafe.com'; undefined for mail. */
export const hostOf = (url: string): string | undefined =>
  /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/i.exec(externalHref(url))?.[1]?.toLowerCase()

/** Adds the job to the comparison, or removes it. */
export function CompareButton({ job: { id, title }, look }: { job: { id: string; title: string }; look: MarkLook }) {
  const isPressed = useComparedIds().includes(id)
  return (
    <MarkButton look={look} icon="scale" label="Compare" of={title} isPressed={isPressed} onClick={() => toggleCompared(id)} />
  )
}

function toggleCompared(id: string): void {
  const ids = comparedIds()
  if (ids.includes(id)) setComparedIds(ids.filter((it) => it !== id))
  else if (ids.length < mostCompared) setComparedIds([...ids, id])
  else toast({ title: `Up to ${mostCompared} jobs can be compared`, description: 'Take one out to add another.' })
}

export function Employer({ job }: { job: Pick<JobSummary, 'employer' | 'isVerifiedHospital'> }) {
  return (
    <>
      {job.employer}
      {job.isVerifiedHospital && (
        <span title="Verified hospital" className="ml-1 inline-block align-[-0.15em]">
          <BadgeCheck aria-hidden className="size-4 text-action" />
          <span className="sr-only">Verified hospital</span>
        </span>
      )}
    </>
  )
}

type PayProps = { job: Pick<JobSummary, 'compMin' | 'compMax' | 'compText' | 'compUnit'>; isInRow?: true }

/**
 * A job's pay in figures, with the posting's words where these say more, or in its words alone, or that it is not stated. In a row of
 * a table it takes two lines at most, and a dash stands for pay that is not stated.
 */
export function Pay({ job, isInRow }: PayProps) {
  const range = payRange(job)
  const words = payWords(job)
  if (range !== undefined) {
    return (
      <span className={`font-semibold text-pay tabular-nums ${isInRow ? 'line-clamp-2' : ''}`}>
        <span className="whitespace-nowrap">{range}</span>{' '}
        <span className="text-xs font-normal whitespace-nowrap text-muted">{payUnitLabels[job.compUnit]}</span>
        {words && <span className={`${isInRow ? 'row-line' : 'line-clamp-2'} text-xs font-normal text-muted`}>{words}</span>}
      </span>
    )
  }
  if (job.compText) return <span className="line-clamp-2 text-pay">{job.compText}</span>
  if (!isInRow) return <span className="text-muted">Pay not stated</span>
  return (
    <span className="text-muted">
      <span aria-hidden className="hidden @min-[44rem]:inline">
        —
      </span>
      <span className="@min-[44rem]:sr-only">Pay not stated</span>
    </span>
  )
}

/** Beside the date of a job that was posted after the visitor's previous visit, until it is opened. */
export function NewMark({ job, isSeen }: { job: Pick<JobSummary, 'postedAt'>; isSeen: boolean }) {
  const previousVisit = usePreviousVisit()
  if (isSeen || previousVisit === undefined || Date.parse(job.postedAt) <= previousVisit) return null
  return (
    <span title="New since your last visit" className="ml-2 font-semibold text-action">
      New<span className="sr-only"> since your last visit</span>
    </span>
  )
}

/** Loaded with the first row that somebody opens. */
const WholeDescription = lazy(async () => ({ default: (await import('./whole-description.tsx')).WholeDescription }))

/** The summary's snippet until the whole description is loaded. */
export function JobDescription({ job }: { job: JobSummary }) {
  const snippet = <p className="max-w-prose text-sm">{job.brief ?? job.descriptionSnippet}</p>
  return (
    <Suspense fallback={snippet}>
      <WholeDescription job={job}>{snippet}</WholeDescription>
    </Suspense>
  )
}

/** The bar's code comes with the first job that somebody chooses to compare. */
const CompareBar = lazy(async () => ({ default: (await import('./compare-bar.tsx')).CompareBar }))

/** Where the way to the comparison appears, once there is something to compare. */
export function ComparePlace() {
  const ids = useComparedIds()
  return <Suspense fallback={null}>{ids.length > 0 && <CompareBar />}</Suspense>
}
