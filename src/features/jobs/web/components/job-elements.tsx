import { BadgeCheck, ExternalLink, Scale, X } from 'lucide-react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { namesPay, payNotStated, payRange, payUnitLabels } from '#features/jobs/display.ts'
import {
  buttonClass,
  IconButton,
  markButton,
  type ButtonLook,
  type ButtonSize,
  type MarkLook,
} from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { LinkButton } from '#platform/web/navigation.tsx'
import { useJobParts } from '../job-parts.ts'
import { comparedIds, mostCompared, setComparedIds, useComparedIds } from '../tab-choices.ts'

type ApplyProps = {
  job: { id: string; title: string; applyUrl: string | null }
  /** What the page's links skip to. */
  anchor?: 'apply' | 'apply-bar'
  label?: string
  /** 'row' in a list: its classes have one name. */
  look?: ButtonLook | 'row'
  size?: ButtonSize
  className?: string
}

/** Leads to where physicians apply, without a referrer. Disabled where the posting has no link. */
export function ApplyLink({
  job,
  anchor,
  label = 'Apply',
  look = 'primary',
  size = 'md',
  className = '',
}: ApplyProps) {
  const { countEvent } = useJobParts()
  const { id, title, applyUrl } = job
  const classes = look === 'row' ? 'row-apply' : `${buttonClass(look, size)} ${className}`
  if (!applyUrl)
    return (
      <button type="button" disabled className={classes}>
        {label}
      </button>
    )
  return (
    <a
      id={anchor}
      href={externalHref(applyUrl)}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={`${label}: ${title} (opens ${hostOf(applyUrl) ?? 'your email program'} in a new tab)`}
      onClick={() => {
        countEvent(id, 'apply')
        toast({ title: 'Redirecting to application' })
      }}
      className={classes}
    >
      {label}
      {look !== 'row' && size !== 'sm' && <ExternalLink className="size-3.5" />}
    </a>
  )
}

/**
 * Postings may say 'www.example.org/jobs' or 'example.org': without a scheme that we know, it is a
 * web address.
 */
export const externalHref = (url: string): string =>
  /^(https?:\/\/|mailto:)/i.test(url) ? url : `https://${url}`

/** The host that a link leads to, as people know it: 'doccafe.com'; undefined for mail. */
export const hostOf = (url: string): string | undefined =>
  /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/i.exec(externalHref(url))?.[1]?.toLowerCase()

type CompareProps = {
  job: { id: string; title: string }
  look: MarkLook
  /** Closes the menu. */
  onDone?: () => void
}

/** Adds the job to the comparison, or removes it. */
export function CompareButton({ job: { id, title }, look, onDone }: CompareProps) {
  const isPressed = useComparedIds().includes(id)
  return markButton({
    look,
    icon: 'row-scale',
    label: 'Compare',
    subject: title,
    isPressed,
    onClick: () => {
      toggleCompared(id)
      onDone?.()
    },
  })
}

function toggleCompared(id: string) {
  const ids = comparedIds()
  if (ids.includes(id)) setComparedIds(ids.filter((compared) => compared !== id))
  else if (ids.length < mostCompared) setComparedIds([...ids, id])
  else
    toast({
      title: `You can compare up to ${mostCompared} jobs`,
      description: 'Remove one to add another.',
    })
}

export const Employer = ({ job }: { job: Pick<JobSummary, 'employer' | 'isVerifiedHospital'> }) =>
  job.isVerifiedHospital ? (
    <>
      {job.employer}
      <span title="Verified hospital" className="ml-1 inline-block align-[-0.15em]">
        <BadgeCheck className="text-action" />
        <span className="sr-only">Verified hospital</span>
      </span>
    </>
  ) : (
    job.employer
  )

export type PaidJob = Pick<JobSummary, 'compMin' | 'compMax' | 'compText' | 'compUnit'>

/**
 * A job's pay in figures, else in the posting's words, else `none` or a dash. Only figures have the
 * color of pay.
 */
export function Pay({ job, none }: { job: PaidJob; none?: string }) {
  const range = payRange(job)
  if (range === undefined && job.compText === null && none !== undefined)
    return <span className="text-muted">{none}</span>
  if (range === undefined) return <PayWords text={job.compText} />
  return (
    <span className="font-semibold text-pay tabular-nums">
      <span className="inline-block">{range}</span>{' '}
      <span className="inline-block text-xs font-normal text-muted">
        {payUnitLabels[job.compUnit]}
      </span>
    </span>
  )
}

/** A dash stands for pay that is not stated. */
const PayWords = ({ text }: { text: string | null }) =>
  text === null ? (
    <>
      <span aria-hidden>—</span>
      <span className="sr-only">{payNotStated}</span>
    </>
  ) : (
    <span className={`line-clamp-2 ${namesPay(text) ? 'text-pay' : 'text-muted'}`}>{text}</span>
  )

/** Links to the comparison once a job is chosen for it. */
export function ComparePlace() {
  const ids = useComparedIds()
  if (ids.length === 0) return null
  return (
    <div className="pointer-events-none flex justify-end py-3">
      <div className="pointer-events-auto flex items-center rounded-sm bg-surface shadow-raised">
        <LinkButton
          icon={Scale}
          label={`Compare (${ids.length})`}
          to="/compare"
          search={{ jobs: ids.join(',') }}
          look="secondary"
          className="rounded-r-none"
        />
        <IconButton
          label="Clear comparison"
          onClick={() => {
            setComparedIds([])
            toast({
              title: 'Comparison cleared',
              action: { label: 'Undo', run: () => setComparedIds(ids) },
            })
          }}
        >
          <X />
        </IconButton>
      </div>
    </div>
  )
}
