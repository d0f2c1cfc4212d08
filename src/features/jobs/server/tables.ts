import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { FieldName, fields } from '../fields.ts'
import type {
  Benefit,
  EhrSystem,
  JobType,
  JobStatus,
  OrganizationType,
  PayUnit,
  PayrollType,
  PostingChannel,
  PracticeSetting,
  Priority,
  Schedule,
  UserType,
  VisaSupport,
} from '../model.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { StoredTerms, Terms } from '../terms-schema.ts'
import type { Specialty } from '#vocabulary/specialties.ts'

/** `numeric` comes back from the driver as text. */
type Money = ColumnType<string | null, number | null | undefined, number | null>
type Flag = ColumnType<boolean, boolean | undefined, boolean>
type List<T> = ColumnType<T[], T[] | undefined, T[]>
type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

type ColumnOf<Kind> = {
  [N in FieldName]: (typeof fields)[N] extends { kind: Kind; column: infer Column extends string }
    ? Column
    : never
}[FieldName]
type TextOfAField = Exclude<
  ColumnOf<'line' | 'text' | 'prose' | 'email' | 'link' | 'picture'>,
  keyof OwnColumns
>

/** With what forms ask for in words, or as yes or no. */
export type JobsTable = OwnColumns &
  Record<TextOfAField, OrNull<string>> &
  Record<ColumnOf<'flag'>, Flag>

type OwnColumns = {
  id: string
  status: JobStatus
  created_at: Generated<Date>
  posted_at: Date
  updated_at: Date
  expires_at: OrNull<Date>
  /** The last day that its poster takes applications, 'YYYY-MM-DD' at its place. */
  apply_until: OrNull<string>
  /** The end of its period, which `apply_until` comes before. */
  period_ends_at: OrNull<Date>
  title: string
  employer: string
  /** Empty where an imported job names a state alone: such a job has no coordinates. */
  city: string
  state: StateCode
  zip: OrNull<string>
  lat: OrNull<number>
  lon: OrNull<number>
  /** Where else it is: 'Tulsa, OK', or ', OK' for a state alone. */
  further_places: List<string>
  /** Latitude and longitude of each that is known, one after the other. */
  further_points: OrNull<number[]>
  specialty: Specialty
  employment_type: JobType
  payroll: OrNull<PayrollType>
  priority: ColumnType<Priority, Priority | undefined, Priority>
  organization_type: OrNull<OrganizationType>
  user_type: ColumnType<UserType, UserType | undefined, UserType>
  is_verified_hospital: Flag
  comp_text: OrNull<string>
  comp_min: Money
  comp_max: Money
  comp_unit: ColumnType<PayUnit, PayUnit | undefined, PayUnit>
  /** Minimum and maximum as the poster typed them. */
  typed_pay: OrNull<string[]>
  /** The poster's own number for the opening. */
  requisition: OrNull<string>
  /** US dollars a year, derived from comp_max or comp_min and comp_unit. */
  pay_annual: OrNull<number>
  visa_support: OrNull<VisaSupport>
  ehr: OrNull<EhrSystem>
  setting: List<PracticeSetting>
  schedule: List<Schedule>
  benefits: List<Benefit>
  telehealth: Flag
  contact_name: OrNull<string>
  contact_phone: OrNull<string>
  contact_website: OrNull<string>
  source: ColumnType<string, string | undefined, string>
  source_url: OrNull<string>
  structured_data_allowed: Flag
  /** The first words of the description, for lists. */
  snippet: ColumnType<string, string | undefined, string>
  /** Plain text: paragraphs parted by an empty line, list items on lines that start with '• '. */
  description: string
  original_requirements: OrNull<string>
  original_benefits: OrNull<string>
  /** What was read of the texts, and what the poster said; null until it is read. */
  terms: ColumnType<StoredTerms | null, Terms | null | undefined, Terms | null | undefined>
  terms_version: ColumnType<number, number | undefined, number>
  /** The account that it belongs to; null for what was posted without one, and for imports. */
  owner_id: OrNull<string>
  channel: ColumnType<PostingChannel, PostingChannel | undefined, PostingChannel>
  /** The page of its organization changes, closes and reopens it. */
  follows_page: Flag
}

export type JobRow = Selectable<JobsTable>

/**
 * What somebody who adds a job has to say; place, pay a year, snippet and the terms in the texts
 * are worked out by `addJobs`.
 */
export type NewJob = Omit<
  Insertable<JobsTable>,
  'lat' | 'lon' | 'pay_annual' | 'snippet' | 'created_at' | 'terms_version'
>

/** What another source says of a job, in words. */
export type RowFacts = { url: string | null; pay: string | null; place: string | null }

export type JobsTables = {
  jobs: JobsTable
  /** When a source last listed an imported job; without a row, when it was added. */
  job_sightings: { job_id: string; seen_at: Date }
  job_fingerprints: {
    job_id: string
    /** Null: to be made anew. */
    title: string | null
    employer: string | null
    lat: number | null
    lon: number | null
    same_job: string | null
    same_place: string | null
    same_employer: string | null
    compared_at: Date | null
  }
}
