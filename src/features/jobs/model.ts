/**
 * What a job is made of: its enumerations and limits. Pure, so that the browser can use it without
 * the schemas.
 */

import { listOf } from '#vocabulary/table.ts'

export const employmentTypes = [
  'full-time',
  'part-time',
  'locums',
  'contract',
  'per-diem',
  'permanent',
  'temporary',
] as const
export type EmploymentType = (typeof employmentTypes)[number]

/** What a job has: the source of an imported job may not state it. */
export const jobTypes = [...employmentTypes, 'not-stated'] as const
export type JobType = (typeof jobTypes)[number]

export const employmentTypeLabels: Record<JobType, string> = {
  'full-time': 'Full-time',
  'part-time': 'Part-time',
  locums: 'Locums',
  contract: 'Contract',
  'per-diem': 'Per diem',
  permanent: 'Permanent',
  temporary: 'Temporary',
  'not-stated': 'Job type not stated',
}

export const payrollTypes = ['W2', '1099', 'Other'] as const
export type PayrollType = (typeof payrollTypes)[number]

export const organizationTypes = [
  'Hospital',
  'Private Practice',
  'Academic',
  'Health System',
  'Clinic',
  'Other',
] as const
export type OrganizationType = (typeof organizationTypes)[number]

export const practiceSettings = listOf(
  'Inpatient, Outpatient, Emergency Department, ICU/Critical Care, Clinic, Surgery Center, ' +
    'Research, Telemedicine',
  'Home Visits, Other',
)
export type PracticeSetting = (typeof practiceSettings)[number]

export const schedules = [
  'Days',
  'Nights',
  'Call',
  'Shift Work',
  'Weekends',
  'Flexible',
  'Remote',
  'Other',
] as const
export type Schedule = (typeof schedules)[number]

export const benefits = listOf(
  'Health Insurance, Dental Insurance, Vision Insurance, 401k/Retirement, Paid Time Off, CME Allowance',
  'Malpractice Insurance, Relocation Assistance, Signing Bonus, Performance Bonus, Flexible Schedule, Other',
)
export type Benefit = (typeof benefits)[number]

/**
 * 'None' means that the employer says it sponsors no visa; a missing value means that nobody said
 * anything.
 */
export const visaSupports = ['None', 'H1B', 'J1', 'Other'] as const
export type VisaSupport = (typeof visaSupports)[number]

export const visaLabels: Record<VisaSupport, string> = {
  None: 'No visa sponsorship',
  H1B: 'H-1B sponsorship',
  J1: 'J-1 waiver',
  Other: 'Visa support on request',
}

export const ehrSystems = listOf(
  'Epic, Cerner, Allscripts, athenahealth, eClinicalWorks, NextGen, Practice Fusion, Meditech, CPSI, Other, None',
)
export type EhrSystem = (typeof ehrSystems)[number]

export const payUnits = ['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR'] as const
export type PayUnit = (typeof payUnits)[number]

/** How many units make a full-time year: what pay of different units is compared by. */
export const unitsPerYear: Record<PayUnit, number> = {
  YEAR: 1,
  MONTH: 12,
  WEEK: 48,
  DAY: 220,
  HOUR: 1900,
}
/** In hours; the hours of a year come from it. */
export const fullWeek = 40

/** Pay in whole US dollars a year: the larger end of a range, or the only one. */
export function payAnnual(pay: {
  min: number | null
  max: number | null
  unit: PayUnit
}): number | null {
  const amount = pay.max ?? pay.min
  return amount === null
    ? null
    : Math.min(Math.round(amount * unitsPerYear[pay.unit]), maxPayAnnual)
}
/** What the column holds; only a slip of the pen gets there. */
const maxPayAnnual = 2_000_000_000

export const priorities = ['Standard', 'Featured', 'Urgent'] as const
export type Priority = (typeof priorities)[number]

/** Who posted the job: the in-house employer, or a search firm on behalf of a named client. */
export const userTypes = ['employer', 'recruiter'] as const
export type UserType = (typeof userTypes)[number]

/**
 * How a posting came in: by somebody signed in, through the form that needs no account, or from a
 * dataset.
 */
export const postingChannels = ['account', 'public', 'import'] as const
export type PostingChannel = (typeof postingChannels)[number]

/**
 * A posting's life. The state machine that moves it belongs to the postings feature; only `active`
 * is public.
 */
export const jobStatuses = [
  'pending',
  'active',
  'inactive',
  'expired',
  'rejected',
  'removed',
] as const
export type JobStatus = (typeof jobStatuses)[number]

export const requirementFlags = {
  fellowshipRequired: 'Fellowship required',
  subspecialtyRequired: 'Subspecialty training required',
  stateLicenseRequired: 'State license required',
  boardRecertificationRequired: 'Board certification required',
  medicallyUnderservedArea: 'Medically underserved area',
  newGraduatesAcceptable: 'New graduates welcome',
} as const

/** The longest each text of a job may be, in characters. */
export const jobLimits = {
  title: 200,
  employer: 200,
  city: 100,
  description: 5000,
  brief: 300,
  compText: 1000,
  subspecialty: 100,
  facilityName: 100,
  url: 2000,
  email: 254,
  phone: 40,
} as const

/** An imported job that no dataset has listed for so long is closed. */
export const unseenDays = 60

/** 'WC-' and the last six characters of the id: what people quote on the telephone. */
export const referenceCode = (id: string): string => `WC-${id.slice(-6).toUpperCase()}`

type Pay = { compMin: number | null; compMax: number | null; compUnit: PayUnit }

/**
 * Both ends of a posting's pay in US dollars for a full-time year, the same where it gives one;
 * undefined where it gives none.
 */
export function payRangeAnnual({
  compMin,
  compMax,
  compUnit,
}: Pay): { from: number; to: number } | undefined {
  const annual = (max: number | null) => payAnnual({ min: null, max, unit: compUnit })
  const [from, to] = [annual(compMin ?? compMax), annual(compMax ?? compMin)]
  return from === null || to === null ? undefined : { from, to }
}

/** Pay is counted in steps of so many US dollars a year, up to the last step and more. */
export const payStep = 50_000
export const paySteps: readonly number[] = Array.from(
  { length: 1_000_000 / payStep },
  (_, index) => (index + 1) * payStep,
)

/** The least number of postings for statistics, so that no single employer shows. */
export const fewestPostings = 5

/** Full-time work; other types do not pay by the year. The database's `middle_pay` has the same. */
export const isCompared = ({ type }: { type: JobType }): boolean =>
  type === 'full-time' || type === 'permanent'
