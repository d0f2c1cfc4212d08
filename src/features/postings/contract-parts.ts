import { z } from 'zod'
import { employmentTypes, jobStatuses } from '#features/jobs/model.ts'
import { specialties } from '#features/jobs/specialties.ts'
import { postingChannels } from './model.ts'

/** What the postings' contracts have in common. */

/** Who has a dashboard. An administrator's holds what they posted themselves; by its id they reach every posting. */
export const posters = ['employer', 'recruiter', 'admin'] as const

export const idParams = z.object({ id: z.string().meta({ format: 'uuid' }) })
export const done = z.object({ success: z.literal(true) })
export const moment = z.iso.datetime()

export const postingSummary = z.object({
  id: z.uuid(),
  referenceId: z.string(),
  title: z.string(),
  company: z.string(),
  specialty: z.enum(specialties as unknown as [string, ...string[]]),
  location: z.string(),
  description: z.string(),
  salaryMin: z.string(),
  salaryMax: z.string(),
  jobType: z.enum(employmentTypes),
  isActive: z.boolean(),
  status: z.enum(jobStatuses),
  channel: z.enum(postingChannels),
  createdAt: moment,
  updatedAt: moment,
  postedAt: moment,
  /** When it closes, unless it is renewed. Null for imports whose source gave no end. */
  expiresAt: moment.nullable(),
})
export type PostingSummary = z.infer<typeof postingSummary>

/** Everything that its poster may read and change, as `PUT` takes it back: '' where nothing was said. */
export const postingDetail = postingSummary.extend({
  organizationType: z.string(),
  specialtyOther: z.string(),
  duration: z.string(),
  payroll: z.string(),
  compNotes: z.string(),
  setting: z.array(z.string()),
  schedule: z.array(z.string()),
  benefits: z.array(z.string()),
  subspecialty: z.string(),
  startDateText: z.string(),
  hireWindow: z.string(),
  visaSupport: z.string(),
  ehr: z.string(),
  brief: z.string(),
  fullDescription: z.string(),
  teamNotes: z.string(),
  jobDuties: z.string(),
  fellowshipRequired: z.boolean(),
  subspecialtyRequired: z.boolean(),
  stateLicenseRequired: z.boolean(),
  boardRecertificationRequired: z.boolean(),
  medicallyUnderservedArea: z.boolean(),
  newGraduatesAcceptable: z.boolean(),
  facilityName: z.string(),
  facilityStreet: z.string(),
  facilityCity: z.string(),
  facilityState: z.string(),
  facilityZip: z.string(),
  facilityCountry: z.string(),
  applyUrl: z.string(),
  contactEmail: z.string(),
  publicEmail: z.string(),
  logoUrl: z.string(),
  /** Why it was rejected or removed, in the moderator's words. */
  reason: z.string().nullable(),
})
export type PostingDetail = z.infer<typeof postingDetail>
