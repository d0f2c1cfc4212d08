import type { Updateable } from 'kysely'
import type { JobsTable, NewJob } from '#features/jobs/server/public.ts'
import { readEmploymentType } from '#features/imports/server/public.ts'
import { AppError } from '#shared/errors.ts'
import { parseLocation } from '../location.ts'
import type { AccountPost, NewPosting, PostingChanges, PublicPost } from '../schemas.ts'
import { payOfFigures, payOfRange, payOfText } from './pay.ts'
import { proseOf } from './prose.ts'

/** From what the forms say to what is stored. */

/** What a form says about a job; whose it is and where it stands is said elsewhere. */
export type JobColumns = Omit<NewJob, 'id' | 'status' | 'posted_at' | 'updated_at'>

export function columnsOfPublicPost(form: PublicPost): JobColumns {
  return {
    ...furtherColumns(form),
    title: form.title,
    employer: form.company,
    city: form.city,
    state: form.state,
    specialty: form.specialty,
    specialty_other: form.specialty === 'Other' ? (form.specialtyOther ?? null) : null,
    employment_type: form.employmentType,
    ...payOfFigures(form.compMin, form.compMax),
    description: descriptionOf(form.description),
    ...briefColumns(form),
    contact_email: form.contactEmail,
  }
}

/** The form asks for a line and a longer text twice: the line that lists do not show opens the longer text. */
function briefColumns({ brief, briefDescription, fullDescription }: PublicPost) {
  const line = brief || briefDescription
  const opening = briefDescription !== line ? briefDescription : undefined
  return { brief: line || null, original_description: proseOrNull([opening, fullDescription].filter(Boolean).join('\n\n')) }
}

export function columnsOfAccountPost(form: AccountPost): JobColumns {
  return {
    title: form.title,
    employer: form.company,
    city: form.city,
    state: form.state,
    specialty: form.specialty,
    employment_type: readEmploymentType([form.duration], form.title),
    duration: form.duration,
    payroll: form.payroll,
    organization_type: form.organizationType,
    ...payOfText(form.compensation ?? ''),
    description: descriptionOf(form.description),
    apply_url: form.applyUrl,
    ...(form.contactEmail && { contact_email: form.contactEmail }),
  }
}

export function columnsOfNewPosting(form: NewPosting, company: string): JobColumns {
  return {
    ...furtherColumns(form),
    ...placeOf(form.location),
    title: form.title,
    employer: company,
    specialty: form.specialty,
    employment_type: form.jobType,
    ...payOfRange(form.salaryMin ?? '', form.salaryMax ?? ''),
    description: descriptionOf(form.description),
  }
}

/** Only what the changes speak of. */
export function columnsOfChanges(changes: PostingChanges): Updateable<JobsTable> {
  const { title, company, specialty, location, description, jobType, salaryMin, salaryMax } = changes
  return {
    ...furtherColumns(changes),
    ...(title !== undefined && { title }),
    ...(company !== undefined && { employer: company }),
    ...(specialty !== undefined && { specialty }),
    ...(location !== undefined && placeOf(location)),
    ...(description !== undefined && { description: descriptionOf(description) }),
    ...(jobType !== undefined && { employment_type: jobType }),
    ...((salaryMin !== undefined || salaryMax !== undefined) && payOfRange(salaryMin ?? '', salaryMax ?? '')),
  }
}

type Further = Partial<
  Omit<PostingChanges, 'title' | 'company' | 'specialty' | 'location' | 'description' | 'jobType' | 'salaryMin' | 'salaryMax'>
>

const texts = {
  specialtyOther: 'specialty_other',
  subspecialty: 'subspecialty',
  duration: 'duration',
  startDateText: 'start_date_text',
  hireWindow: 'hire_window',
  payroll: 'payroll',
  organizationType: 'organization_type',
  visaSupport: 'visa_support',
  ehr: 'ehr',
  brief: 'brief',
  compNotes: 'comp_notes',
  facilityName: 'facility_name',
  facilityStreet: 'facility_street',
  facilityCity: 'facility_city',
  facilityState: 'facility_state',
  facilityZip: 'facility_zip',
  facilityCountry: 'facility_country',
  applyUrl: 'apply_url',
  contactEmail: 'contact_email',
  publicEmail: 'public_email',
  logoUrl: 'logo_url',
} as const satisfies Partial<Record<keyof Further, keyof JobsTable>>

const longTexts = {
  fullDescription: 'original_description',
  teamNotes: 'team_notes',
  jobDuties: 'job_duties',
} as const satisfies Partial<Record<keyof Further, keyof JobsTable>>

const values = {
  setting: 'setting',
  schedule: 'schedule',
  benefits: 'benefits',
  fellowshipRequired: 'fellowship_required',
  subspecialtyRequired: 'subspecialty_required',
  stateLicenseRequired: 'state_license_required',
  boardRecertificationRequired: 'board_recertification_required',
  medicallyUnderservedArea: 'medically_underserved_area',
  newGraduatesAcceptable: 'new_graduates_acceptable',
} as const satisfies Partial<Record<keyof Further, keyof JobsTable>>

/** The columns of all that is a text, a list or a yes; what is not spoken of is left out. */
function furtherColumns(form: Further): Partial<JobColumns> {
  const columns: Record<string, unknown> = {}
  for (const [field, column] of entries(texts)) if (form[field] !== undefined) columns[column] = form[field] || null
  for (const [field, column] of entries(longTexts)) if (form[field] !== undefined) columns[column] = proseOrNull(form[field])
  for (const [field, column] of entries(values)) if (form[field] !== undefined) columns[column] = unique(form[field])
  if (form.setting !== undefined && form.schedule !== undefined)
    columns['telehealth'] = form.setting.includes('Telemedicine') || form.schedule.includes('Remote')
  return columns
}

const entries = <K extends string, V>(record: Record<K, V>) => Object.entries(record) as [K, V][]
const unique = (value: readonly string[] | boolean) => (typeof value === 'boolean' ? value : [...new Set(value)])
const proseOrNull = (text: string): string | null => proseOf(text) || null

/** Markup without a word in it is no description. */
function descriptionOf(source: string): string {
  const description = proseOf(source)
  if (description !== '') return description
  const message = 'Description is required'
  throw new AppError('VALIDATION_FAILED', message, [{ field: 'description', message }])
}

/** The schemas have let only places pass. */
function placeOf(location: string): Pick<JobColumns, 'city' | 'state'> {
  const place = parseLocation(location)
  if (place) return place
  const message = 'Please enter the location as City, State'
  throw new AppError('VALIDATION_FAILED', message, [{ field: 'location', message }])
}
