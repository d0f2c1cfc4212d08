/**
 * What an item can tell of a job, and how an administrator's mapping speaks of it. Where a mapping is silent, the preset of the
 * site that the item looks like decides.
 */
export const mappingFields = {
  id: 'Source id',
  title: 'Title',
  employer: 'Employer',
  place: 'Place',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
  remote: 'Remote',
  description: 'Description',
  requirements: 'Requirements',
  benefits: 'Benefits',
  specialty: 'Specialty',
  profession: 'Profession',
  employmentType: 'Employment type',
  contract: 'Contract',
  pay: 'Pay in words',
  payMin: 'Lowest pay',
  payMax: 'Highest pay',
  payUnit: 'Pay unit',
  posted: 'Posted',
  expires: 'Expires',
  closed: 'Closed',
  url: 'Page of the job',
  applyUrl: 'Apply link',
  contactName: 'Contact name',
  contactEmail: 'Contact email',
  contactPhone: 'Contact phone',
} as const

export type MappingField = keyof typeof mappingFields

export const mappingFieldNames = Object.keys(mappingFields) as MappingField[]

/** A place in the item ('job.location.0.city'), or one value for every item. */
export type FieldRule = { path: string } | { value: string }

export type Mapping = Partial<Record<MappingField, FieldRule>>

export const mappingLimits = { path: 200, value: 500 }
