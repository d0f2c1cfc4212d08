import { characterCount } from './model.ts'

/** How much of what physicians look for a posting says: for the meter beside the forms. */

type Form = Readonly<Record<string, unknown>>
type Part = { label: string; fields: readonly string[]; weight: number; isThere?: (form: Form) => boolean }

/** A description that answers questions; shorter ones mostly repeat the title. */
const fullDescription = 400

const parts: readonly Part[] = [
  { label: 'Pay', fields: ['compMin', 'compMax', 'compensation', 'salaryMin', 'salaryMax'], weight: 4 },
  {
    label: 'A fuller description',
    fields: ['description'],
    weight: 3,
    isThere: ({ description }) => typeof description === 'string' && characterCount(description) >= fullDescription,
  },
  { label: 'Practice setting', fields: ['setting'], weight: 2 },
  { label: 'Schedule', fields: ['schedule'], weight: 2 },
  { label: 'Benefits', fields: ['benefits'], weight: 2 },
  { label: 'Start date', fields: ['startDateText', 'hireWindow'], weight: 1 },
  { label: 'A brief summary', fields: ['brief', 'briefDescription'], weight: 1 },
  { label: 'Organization type', fields: ['organizationType'], weight: 1 },
  { label: 'Payroll type', fields: ['payroll'], weight: 1 },
  { label: 'Visa support', fields: ['visaSupport'], weight: 1 },
  { label: 'Facility name', fields: ['facilityName'], weight: 1 },
  { label: 'Apply link', fields: ['applyUrl'], weight: 2 },
  { label: 'Public contact email', fields: ['publicEmail'], weight: 1 },
]

/** `percent` of what this form can say; `missing` in the order of what helps most. Fields that a form does not have do not count. */
export function completenessOf(form: Form): { percent: number; missing: { label: string; field: string }[] } {
  const asked = parts
    .map((part) => ({ ...part, fields: part.fields.filter((field) => Object.hasOwn(form, field)) }))
    .filter((part) => part.fields.length > 0)
  const missing = asked.filter((part) => !(part.isThere?.(form) ?? part.fields.some((field) => says(form[field]))))
  const total = weightOf(asked)
  return {
    percent: total === 0 ? 100 : Math.round((100 * (total - weightOf(missing))) / total),
    missing: missing
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ label, fields }) => ({ label, field: fields[0] ?? '' })),
  }
}

const weightOf = (some: readonly Part[]): number => some.reduce((sum, it) => sum + it.weight, 0)

const says = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== null
