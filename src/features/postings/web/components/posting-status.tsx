import { formatDollars } from '#features/jobs/display.ts'
import type { JobStatus } from '#features/jobs/model.ts'
import { renewableDays, statusLabels } from '#features/postings/model.ts'
import { Badge, type BadgeTone } from '#ui/feedback.tsx'

const tones: Record<JobStatus, BadgeTone> = {
  pending: 'neutral',
  active: 'action',
  inactive: 'neutral',
  expired: 'danger',
  rejected: 'danger',
  removed: 'danger',
}

export function PostingStatus({ status, label = statusLabels[status] }: { status: JobStatus; label?: string }) {
  return <Badge tone={tones[status]}>{label}</Badge>
}

/** Empty if the posting has no end or is not visible. */
export function Expiry({ posting, now }: { posting: { status: JobStatus; expiresAt: string | null }; now: number }) {
  const expiry = expiryText(posting, now)
  if (!expiry) return null
  return <span className={`text-xs ${expiry.isSoon ? 'font-semibold text-danger' : 'text-muted'}`}>{expiry.text}</span>
}

type Range = { salaryMin: string; salaryMax: string }

const figure = /^(\d+(?:\.\d+)?)( an? \w+)?$/

/** '$250,000–$300,000', '$150–$200 an hour', 'Up to $300,000', or the posting's own words. */
export function salaryText({ salaryMin, salaryMax }: Range): string {
  const [min, max] = [salaryMin, salaryMax].map((text) => amountOf(text))
  if (!min?.text && !max?.text) return 'Salary not specified'
  if (!max?.text) return min?.isFigure ? `${min.text}+${min.unit}` : (min?.text ?? '')
  if (!min?.text) return max.isFigure ? `Up to ${max.text}${max.unit}` : max.text
  if (salaryMin === salaryMax) return `${max.text}${max.unit}`
  return min.unit === max.unit ? `${min.text}–${max.text}${max.unit}` : `${min.text}${min.unit} – ${max.text}${max.unit}`
}

function amountOf(text: string): { text: string; unit: string; isFigure: boolean } {
  const [, amount, unit = ''] = figure.exec(text) ?? []
  if (amount === undefined) return { text, unit: '', isFigure: false }
  return { text: formatDollars(Number(amount)), unit, isFigure: true }
}

const msPerDay = 86_400_000
const msOpen = 3_600_000

/** The end of an active posting, in days. Undefined without an end. */
export function expiryText({ status, expiresAt }: { status: JobStatus; expiresAt: string | null }, now: number) {
  if (status !== 'active' || expiresAt === null) return undefined
  // The page's clock stands still: a posting renewed for 60 days must not show 61.
  const days = Math.max(0, Math.ceil((Date.parse(expiresAt) - now - msOpen) / msPerDay))
  const text = days === 0 ? 'Expires today' : days === 1 ? 'Expires in 1 day' : `Expires in ${days} days`
  return { text, isSoon: days <= renewableDays }
}

/** The status label on a posting's own pages, where 'Draft' would mean a saved form. */
export const detailStatusLabel = (status: JobStatus): string => (status === 'inactive' ? 'Inactive' : statusLabels[status])
