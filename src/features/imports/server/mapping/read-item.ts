import { mappingFieldNames } from '#features/imports/model.ts'
import type { FieldRule, Mapping, MappingField, PathRule, SkipReason } from '#features/imports/model.ts'
import { amountOf, at, isItem, leavesOf, text } from './item.ts'
import type { Item } from './item.ts'
import {
  isMarkedClosed,
  readDataset,
  readGoogleJobs,
  readHealthECareers,
  readIndeed,
  readLinkedIn,
  readPracticeLink,
} from './shapes.ts'
import type { ScrapedJob } from './shapes.ts'
import {
  isGreenhouse,
  isIcims,
  isLever,
  isSmartRecruiters,
  isUsaJobs,
  isWorkday,
  readGreenhouse,
  readIcims,
  readLever,
  readSmartRecruiters,
  readUsaJobs,
  readWorkday,
} from './shapes-ats.ts'

/** Recognizes whose item it is and reads it, or says why it is no job. What a mapping says goes before what the preset finds. */
export function readItem(value: unknown, mapping: Mapping = {}): ScrapedJob | { skip: SkipReason } {
  if (!isItem(value) || Object.keys(value).length === 0) return { skip: 'not-an-object' }
  const shape = shapes.find(({ is }) => is(value))
  const read = shape ? completed(shape.read(value), value) : readDataset(value)
  const job = applyMapping(value, { ...read, closed: read.closed || isMarkedClosed(value) }, mapping)
  if (isErrorRow(value, job)) return { skip: 'source-error' }
  return job
}

/** A table may share a column's name with a known site and have other names for the rest. */
function completed(job: ScrapedJob, item: Item): ScrapedJob {
  const hasPlace = Object.keys(job.location).length > 0
  if (job.title && job.employer && job.description && hasPlace) return job
  const usual = readDataset(item)
  return {
    ...usual,
    ...job,
    location: hasPlace ? job.location : usual.location,
    pay: Object.keys(job.pay).length > 0 ? job.pay : usual.pay,
    employmentTypes: job.employmentTypes.length > 0 ? job.employmentTypes : usual.employmentTypes,
    posted: job.posted.length > 0 ? job.posted : usual.posted,
    specialties: job.specialties.length > 0 ? job.specialties : usual.specialties,
  }
}

type Shape = { is: (item: Item) => boolean; read: (item: Item) => ScrapedJob }

/** Field names that only one site's scrapers use; where two share a name, the earlier shape has a mark of its own. */
const has =
  (...marks: string[]) =>
  (item: Item): boolean =>
    marks.some((mark) => Object.hasOwn(item, mark))

const shapes: Shape[] = [
  { is: isUsaJobs, read: readUsaJobs },
  { is: isGreenhouse, read: readGreenhouse },
  { is: isLever, read: readLever },
  { is: isSmartRecruiters, read: readSmartRecruiters },
  { is: isWorkday, read: readWorkday },
  { is: isIcims, read: readIcims },
  {
    is: has(
      'detected_extensions',
      'job_highlights',
      'apply_options',
      'job_apply_link',
      'employer_name',
      'company_name',
      'job_city',
      'share_link',
      'jobHighlights',
      'applyOptions',
    ),
    read: readGoogleJobs,
  },
  {
    is: has(
      'jobCode',
      'locationText',
      'compensationMin',
      'compensationUnit',
      'employmentTypes',
      'disciplines',
      'applyMethod',
      'profession',
    ),
    read: readHealthECareers,
  },
  { is: has('description_html', 'description_text', 'date_posted', 'job_type'), read: readPracticeLink },
  {
    is: has('positionName', 'externalApplyLink', 'postingDateParsed', 'descriptionHTML', 'isExpired', 'jobType'),
    read: readIndeed,
  },
  {
    is: has('companyName', 'contractType', 'workType', 'industries', 'publishedAt', 'jobUrl', 'descriptionHtml'),
    read: readLinkedIn,
  },
  { is: has('jobTitle'), read: readIndeed },
]

/** Scrapers put a row that only says what went wrong where a closed or unreadable posting was. */
function isErrorRow(item: Item, job: ScrapedJob): boolean {
  const failed = ['error', '#error', 'errorMessage', 'errorInfo'].some((key) => Boolean(item[key]))
  return failed && !(job.title && job.description)
}

/**
 * The job as the preset read it, with what the mapping says instead. A field whose path leads nowhere is missing: what the
 * preset found for it is not what was asked for.
 */
function applyMapping(item: Item, job: ScrapedJob, mapping: Mapping): ScrapedJob {
  const mapped: ScrapedJob = { ...job, location: { ...job.location }, pay: { ...job.pay } }
  const rules = Object.entries(mapping) as [MappingField, FieldRule][]
  for (const [field, rule] of rules) if (!isFallback(rule)) forget[field]?.(mapped)
  for (const [field, rule] of rules) {
    if (!isFallback(rule)) slots[field].set(mapped, valuesOf(item, rule))
    else if (isMissing(slots[field].get(mapped))) slots[field].set(mapped, [rule.fallback])
  }
  return mapped
}

const isFallback = (rule: FieldRule): rule is { fallback: string } => !('path' in rule || 'value' in rule)

const isMissing = (value: unknown): boolean => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What says the same in other fields would go before what is mapped. */
const forget: Partial<Record<MappingField, (job: ScrapedJob) => void>> = {
  place: (job) => {
    const { country } = job.location
    job.location = country === undefined ? {} : { country }
  },
  pay: (job) => {
    job.pay = {}
  },
}

/** All that the item has at the path, as texts: several where it holds a list. */
function valuesOf(item: Item, rule: PathRule | { value: string }): string[] {
  if ('value' in rule) return [rule.value]
  const found = cut(joined(item, rule), rule)
  return found.length === 0 && rule.fallback ? [rule.fallback] : found
}

function joined(item: Item, { path, and = [], joiner = ' ' }: PathRule): string[] {
  const [first = [], ...others] = [path, ...and].map((it) => textsAt(item, it))
  if (others.length === 0) return first
  const whole = [first, ...others].map((it) => it.join(', ')).filter((it) => it !== '')
  return whole.length > 0 ? [whole.join(joiner)] : []
}

function cut(values: string[], { split, part = 1 }: PathRule): string[] {
  if (!split) return values
  return values.flatMap(
    (it) =>
      it
        .split(split)
        .at(part > 0 ? part - 1 : part)
        ?.trim() || [],
  )
}

const textsAt = (item: Item, path: string): string[] => [at(item, path)].flat().flatMap((value) => textOf(value) ?? [])

function textOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value)
  return isItem(value) ? text(value, 'name', 'label', 'title') : text({ value }, 'value')
}

type DescribedField = { field: MappingField; value: string; path: string | null }
export type DescribedItem = { preset: string | null; fields: DescribedField[] }

const maxValue = 200

/** Which of an item's values go into which of our fields, before they are interpreted. */
export function describeItem(item: unknown, mapping: Mapping): DescribedItem {
  const scraped = readItem(item, mapping)
  if ('skip' in scraped || !isItem(item)) return { preset: null, fields: [] }
  const leaves = [...leavesOf(item)]
  const fields = mappingFieldNames.flatMap((field): DescribedField[] => {
    const value = shownText(slots[field].get(scraped))
    if (!value) return []
    const rule = mapping[field]
    const found =
      rule && !isFallback(rule) ? 'path' in rule && rule.path : leaves.find((leaf) => leaf.value === value.trim())?.path
    return [{ field, value: value.slice(0, maxValue), path: found || null }]
  })
  return { preset: scraped.shape, fields }
}

function shownText(value: unknown): string | undefined {
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Where a field lives in a scraped job, and how it is set from a mapping's values. */
type Slot = { get: (job: ScrapedJob) => unknown; set: (job: ScrapedJob, values: string[]) => void }

/** Where the values hold nothing, the field goes missing. */
const slot = <Part extends object, Key extends keyof Part>(
  part: (job: ScrapedJob) => Part,
  key: Key,
  read: (values: string[]) => Part[Key] | undefined,
): Slot => ({
  get: (job) => part(job)[key],
  set(job, values) {
    const value = read(values)
    if (value === undefined) delete part(job)[key]
    else part(job)[key] = value
  },
})

const whole = (job: ScrapedJob) => job
const location = (job: ScrapedJob) => job.location
const pay = (job: ScrapedJob) => job.pay
const first = (values: string[]) => values[0]
const all = (values: string[]) => values
const amount = (values: string[]) => amountOf(values[0])
const joinedBy = (separator: string) => (values: string[]) => values.join(separator) || undefined
const isYes = (values: string[]): boolean =>
  /^(?:true|yes|y|1|remote|telecommute|closed|expired|inactive)$/i.test(values[0] ?? '')

const slots: Record<MappingField, Slot> = {
  id: slot(whole, 'sourceId', first),
  title: slot(whole, 'title', joinedBy(', ')),
  employer: slot(whole, 'employer', first),
  place: slot(location, 'text', joinedBy(', ')),
  city: slot(location, 'city', first),
  state: slot(location, 'state', first),
  zip: slot(location, 'zip', first),
  country: slot(location, 'country', first),
  remote: slot(whole, 'remote', isYes),
  description: slot(whole, 'description', joinedBy('\n\n')),
  requirements: slot(whole, 'requirements', joinedBy('\n')),
  benefits: slot(whole, 'benefits', joinedBy('\n')),
  specialty: slot(whole, 'specialties', all),
  profession: slot(whole, 'profession', joinedBy(', ')),
  employmentType: slot(whole, 'employmentTypes', all),
  contract: slot(whole, 'contract', joinedBy(', ')),
  pay: slot(pay, 'text', joinedBy(', ')),
  payMin: slot(pay, 'min', amount),
  payMax: slot(pay, 'max', amount),
  payUnit: slot(pay, 'unit', first),
  // The first date that can be read counts.
  posted: { ...slot(whole, 'posted', all), get: (job) => job.posted[0] },
  expires: slot(whole, 'expires', first),
  closed: slot(whole, 'closed', isYes),
  url: slot(whole, 'url', first),
  applyUrl: slot(whole, 'applyUrl', first),
  contactName: slot(whole, 'contactName', first),
  contactEmail: slot(whole, 'contactEmail', first),
  contactPhone: slot(whole, 'contactPhone', first),
}
