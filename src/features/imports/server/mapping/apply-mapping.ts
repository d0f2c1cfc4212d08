import type { FieldRule, Mapping, MappingField } from '#features/imports/mapping.ts'
import { amountOf, at, isItem, text } from './item.ts'
import type { Item } from './item.ts'
import type { ScrapedJob } from './scraped-job.ts'

/**
 * The job as the preset read it, with what the mapping says instead. A field whose path leads nowhere is missing: what the
 * preset found for it is not what was asked for.
 */
export function applyMapping(item: Item, job: ScrapedJob, mapping: Mapping): ScrapedJob {
  const mapped: ScrapedJob = { ...job, location: { ...job.location }, pay: { ...job.pay } }
  const rules = Object.entries(mapping) as [MappingField, FieldRule][]
  for (const [field] of rules) forget[field]?.(mapped)
  for (const [field, rule] of rules) assign[field](mapped, valuesOf(item, rule))
  return mapped
}

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
export function valuesOf(item: Item, rule: FieldRule): string[] {
  if ('value' in rule) return [rule.value]
  return [at(item, rule.path)].flat().flatMap((value) => textOf(value) ?? [])
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value)
  return isItem(value) ? text(value, 'name', 'label', 'title') : text({ value }, 'value')
}

/** Puts the values where the field lives; no values leave it missing. */
const assign: Record<MappingField, (job: ScrapedJob, values: string[]) => void> = {
  id: (job, values) => put(job, 'sourceId', values[0]),
  title: (job, values) => put(job, 'title', joined(values)),
  employer: (job, values) => put(job, 'employer', values[0]),
  place: (job, values) => put(job.location, 'text', joined(values)),
  city: (job, values) => put(job.location, 'city', values[0]),
  state: (job, values) => put(job.location, 'state', values[0]),
  zip: (job, values) => put(job.location, 'zip', values[0]),
  country: (job, values) => put(job.location, 'country', values[0]),
  remote: (job, values) => {
    job.remote = saysYes(values)
  },
  description: (job, values) => put(job, 'description', joined(values, '\n\n')),
  requirements: (job, values) => put(job, 'requirements', joined(values, '\n')),
  benefits: (job, values) => put(job, 'benefits', joined(values, '\n')),
  specialty: (job, values) => {
    job.specialties = values
  },
  profession: (job, values) => put(job, 'profession', joined(values)),
  employmentType: (job, values) => {
    job.employmentTypes = values
  },
  contract: (job, values) => put(job, 'contract', joined(values)),
  pay: (job, values) => put(job.pay, 'text', joined(values)),
  payMin: (job, values) => put(job.pay, 'min', amountOf(values[0])),
  payMax: (job, values) => put(job.pay, 'max', amountOf(values[0])),
  payUnit: (job, values) => put(job.pay, 'unit', values[0]),
  posted: (job, values) => {
    job.posted = values
  },
  expires: (job, values) => put(job, 'expires', values[0]),
  closed: (job, values) => {
    job.closed = saysYes(values)
  },
  url: (job, values) => put(job, 'url', values[0]),
  applyUrl: (job, values) => put(job, 'applyUrl', values[0]),
  contactName: (job, values) => put(job, 'contactName', values[0]),
  contactEmail: (job, values) => put(job, 'contactEmail', values[0]),
  contactPhone: (job, values) => put(job, 'contactPhone', values[0]),
}

function put<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | undefined): void {
  if (value === undefined) delete target[key]
  else target[key] = value
}

const joined = (values: string[], separator = ', '): string | undefined => values.join(separator) || undefined

const saysYes = (values: string[]): boolean =>
  /^(?:true|yes|y|1|remote|telecommute|closed|expired|inactive)$/i.test(values[0] ?? '')
