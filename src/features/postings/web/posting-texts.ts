import { formatDollars } from '#features/jobs/display.ts'
import { renewableDays, statusLabels } from '../model.ts'
import type { JobStatus } from '#features/jobs/model.ts'

/** How a posting's facts read to whoever posted it. */

type Range = { salaryMin: string; salaryMax: string }

const figure = /^(\d+(?:\.\d+)?)( an? \w+)?$/

/** '$250,000 - $300,000', '$150 - $200 an hour', 'Up to $300,000', or the posting's own words. */
export function salaryText({ salaryMin, salaryMax }: Range): string {
  const [min, max] = [salaryMin, salaryMax].map((text) => amountOf(text))
  if (!min?.text && !max?.text) return 'Salary not specified'
  if (!max?.text) return min?.isFigure ? `${min.text}+${min.unit}` : (min?.text ?? '')
  if (!min?.text) return max.isFigure ? `Up to ${max.text}${max.unit}` : max.text
  if (salaryMin === salaryMax) return `${max.text}${max.unit}`
  return min.unit === max.unit ? `${min.text} - ${max.text}${max.unit}` : `${min.text}${min.unit} - ${max.text}${max.unit}`
}

function amountOf(text: string): { text: string; unit: string; isFigure: boolean } {
  const [, amount, unit = ''] = figure.exec(text) ?? []
  if (amount === undefined) return { text, unit: '', isFigure: false }
  return { text: formatDollars(Number(amount)), unit, isFigure: true }
}

const msPerDay = 86_400_000
const msOpen = 3_600_000

/** When a live posting ends: in days, because that is what is done about it. Undefined where it has no end. */
export function expiryText({ status, expiresAt }: { status: JobStatus; expiresAt: string | null }, now: number) {
  if (status !== 'active' || expiresAt === null) return undefined
  // Since the page was opened its clock stands still: what was renewed for 60 days on it does not have 61.
  const days = Math.max(0, Math.ceil((Date.parse(expiresAt) - now - msOpen) / msPerDay))
  const text = days === 0 ? 'Expires today' : days === 1 ? 'Expires in 1 day' : `Expires in ${days} days`
  return { text, isSoon: days <= renewableDays }
}

/** The word that the pages of one posting have for its status: to whoever looks at it, a draft is something else. */
export const detailStatusLabel = (status: JobStatus): string => (status === 'inactive' ? 'Inactive' : statusLabels[status])
