import type { Mapping, MappingField } from '#features/imports/mapping.ts'
import { mappingFieldNames } from '#features/imports/mapping.ts'
import { isItem } from './item.ts'
import { leavesOf } from './leaves.ts'
import { readItem } from './read-item.ts'
import type { ScrapedJob } from './scraped-job.ts'

export type DescribedField = { field: MappingField; value: string; path: string | null }
export type DescribedItem = { preset: string | null; fields: DescribedField[] }

const maxValue = 200

/** What of an item goes into which of our fields, before anything is understood. */
export function describeItem(item: unknown, mapping: Mapping): DescribedItem {
  const scraped = readItem(item, mapping)
  if ('skip' in scraped || !isItem(item)) return { preset: null, fields: [] }
  const leaves = [...leavesOf(item)]
  const fields = mappingFieldNames.flatMap((field): DescribedField[] => {
    const value = rawValue[field](scraped)
    if (!value) return []
    const rule = mapping[field]
    const found = rule ? 'path' in rule && rule.path : leaves.find((leaf) => leaf.value === value.trim())?.path
    return [{ field, value: value.slice(0, maxValue), path: found || null }]
  })
  return { preset: scraped.shape, fields }
}

/** Where each field lives in what all shapes are brought to. */
const rawValue: Record<MappingField, (job: ScrapedJob) => string | undefined> = {
  id: (job) => job.sourceId,
  title: (job) => job.title,
  employer: (job) => job.employer,
  place: (job) => job.location.text,
  city: (job) => job.location.city,
  state: (job) => job.location.state,
  zip: (job) => job.location.zip,
  country: (job) => job.location.country,
  remote: (job) => (job.remote ? 'yes' : undefined),
  description: (job) => job.description,
  requirements: (job) => job.requirements,
  benefits: (job) => job.benefits,
  specialty: (job) => job.specialties.join(', '),
  profession: (job) => job.profession,
  employmentType: (job) => job.employmentTypes.join(', '),
  contract: (job) => job.contract,
  pay: (job) => job.pay.text,
  payMin: (job) => job.pay.min?.toString(),
  payMax: (job) => job.pay.max?.toString(),
  payUnit: (job) => job.pay.unit,
  posted: (job) => job.posted[0]?.toString(),
  expires: (job) => job.expires?.toString(),
  closed: (job) => (job.closed ? 'yes' : undefined),
  url: (job) => job.url,
  applyUrl: (job) => job.applyUrl,
  contactName: (job) => job.contactName,
  contactEmail: (job) => job.contactEmail,
  contactPhone: (job) => job.contactPhone,
}
