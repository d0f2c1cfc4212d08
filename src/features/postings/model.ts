import type { EmploymentType, JobStatus } from '#features/jobs/model.ts'
import { specialties } from '#features/jobs/specialties.ts'
import type { Specialty } from '#features/jobs/specialties.ts'
import type { AccountPostInput, EditFormInput, PublicPostInput } from './schemas.ts'

/** The lists, defaults and limits of the postings' forms. Pure, so that pages can use them without the schemas. */

/** How a posting came in: by somebody signed in, through the form that needs no account, or from a dataset. */
export const postingChannels = ['account', 'public', 'import'] as const
export type PostingChannel = (typeof postingChannels)[number]

/** 'immediate': live at once, read by a moderator afterwards. 'review': live once a moderator has approved it. */
export const publishingPolicies = ['immediate', 'review'] as const
export type PublishingPolicy = (typeof publishingPolicies)[number]

export type PostingPolicies = Record<PostingChannel, PublishingPolicy>

/** Imports always wait for approval; what holds for the others, an administrator decides. */
export const defaultPolicies: PostingPolicies = { account: 'immediate', public: 'review', import: 'review' }

/** How soon a moderator reads a posting, in hours: before it goes live, or afterwards. */
export const reviewHours = 24
/** How long a moderator's decision can be taken back, in hours. */
export const undoHours = 24
/** How long the mail about a decision waits, in seconds: taken back before, nobody hears of it. */
export const decisionMailSeconds = 60
/** How long a posting stays live unless it is renewed, in days, while no administrator says otherwise. */
export const postingDays = 60
/** When its poster is reminded, in days before the end; administrators change that, too. */
export const reminderDays = 7
export type PostingPeriods = { days: number; reminderDays: number }
/** From when on a live posting can be renewed, in days before the end: nobody is reminded before that. */
export const renewableDays = 14

export const publicFormSpecialties: readonly Specialty[] = specialties.filter(
  (it) =>
    ![
      'Critical Care Medicine',
      'Hematology/Oncology',
      'Occupational Medicine',
      'Pain Medicine',
      'Radiation Oncology',
      'Sports Medicine',
      'Vascular Surgery',
    ].includes(it),
)

/** In the order of the signed-in poster's form and the edit form; one specialty is called differently there. */
export const accountFormSpecialties: readonly { value: Specialty; label: string }[] = (
  [
    'Internal Medicine',
    'Family Medicine',
    'Emergency Medicine',
    'Cardiology',
    'Dermatology',
    'Neurology',
    'Orthopedic Surgery',
    'Pediatrics',
    'Psychiatry',
    'Physical Medicine & Rehabilitation',
    'Radiology',
    'Radiation Oncology',
    'Anesthesiology',
    'Oncology',
    'Hematology/Oncology',
    'Gastroenterology',
    'Pulmonology',
    'Endocrinology',
    'Rheumatology',
    'Nephrology',
    'Infectious Disease',
    'Critical Care Medicine',
    'Urology',
    'Ophthalmology',
    'Otolaryngology (ENT)',
    'Pathology',
    'General Surgery',
    'Neurosurgery',
    'Plastic Surgery',
    'Vascular Surgery',
    'Sports Medicine',
    'Occupational Medicine',
    'Obstetrics & Gynecology',
  ] as const
).map((value) => ({ value, label: value === 'Otolaryngology (ENT)' ? 'ENT (Otolaryngology)' : value }))

/** What the public form offers. */
export const publicFormJobTypes = ['full-time', 'part-time', 'locums', 'contract'] as const satisfies EmploymentType[]
/** What the edit form offers. */
export const editFormJobTypes = ['full-time', 'part-time', 'locums', 'contract', 'per-diem'] as const satisfies EmploymentType[]

export const publicFormDurations = ['Full-time', 'Part-time', 'Locums', 'Other'] as const

export const publicFormDefaults: PublicPostInput = {
  title: '',
  company: '',
  organizationType: '',
  specialty: 'Family Medicine',
  specialtyOther: '',
  city: '',
  state: '',
  employmentType: 'full-time',
  duration: 'Full-time',
  payroll: '',
  compMin: '',
  compMax: '',
  compNotes: '',
  description: '',
  brief: '',
  briefDescription: '',
  fullDescription: '',
  teamNotes: '',
  subspecialty: '',
  setting: [],
  schedule: [],
  startDateText: '',
  hireWindow: '',
  benefits: [],
  visaSupport: 'None',
  ehr: '',
  fellowshipRequired: false,
  subspecialtyRequired: false,
  stateLicenseRequired: false,
  boardRecertificationRequired: false,
  medicallyUnderservedArea: false,
  newGraduatesAcceptable: false,
  facilityName: '',
  facilityStreet: '',
  facilityCity: '',
  facilityState: '',
  facilityZip: '',
  facilityCountry: '',
  jobDuties: '',
  applyUrl: '',
  contactEmail: '',
  publicEmail: '',
  logoUrl: '',
  website: '',
}

export const accountFormDefaults: AccountPostInput = {
  title: '',
  specialty: '',
  city: '',
  state: '',
  description: '',
  duration: '',
  compensation: '',
  payroll: '',
  company: '',
  organizationType: '',
  applyUrl: '',
}

/** The fields of the edit form, as texts: what the form begins with when there is nothing to edit yet. */
export const editFormDefaults: EditFormInput = {
  title: '',
  specialty: '',
  location: '',
  description: '',
  jobType: '',
  salaryMin: '',
  salaryMax: '',
  isActive: true,
}

/** The dashboard's word for where a posting is; the specification's 'Draft' is what is not shown to anybody. */
export const statusLabels: Record<JobStatus, string> = {
  pending: 'In review',
  active: 'Active',
  inactive: 'Draft',
  expired: 'Expired',
  rejected: 'Rejected',
  removed: 'Removed',
}

/** What people count as characters: an emoji is one, however many units it takes. */
export const characterCount = (text: string): number => Array.from(text).length
