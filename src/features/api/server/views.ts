import type { PublicJob, PublicJobDetail } from '#features/api/contract.ts'
import type { JobDetail, JobSummary } from '#features/jobs/contract.ts'
import { jobPath } from '#shared/paths.ts'

export const publicJobOf = (job: JobSummary, publicUrl: string): PublicJob => ({
  id: job.id,
  referenceId: job.referenceId,
  url: `${publicUrl}${jobPath(job.id)}`,
  title: job.title,
  employer: job.employer,
  isVerifiedHospital: job.isVerifiedHospital,
  city: job.city,
  state: job.state,
  specialty: job.specialty,
  employmentType: job.type,
  pay: { min: job.compMin, max: job.compMax, unit: job.compUnit, currency: 'USD', text: job.compText },
  visaSupport: job.visaSupport,
  telehealth: job.telehealth,
  newGraduatesAcceptable: job.newGraduatesAcceptable,
  excerpt: job.descriptionSnippet,
  source: job.source,
  postedAt: job.postedAt,
  updatedAt: job.updatedAt,
})

/** Other sites may show the whole description only if its source authorized that. */
export const publicDetailOf = (job: JobDetail, publicUrl: string): PublicJobDetail => ({
  ...publicJobOf(job, publicUrl),
  description: job.structuredDataAllowed ? job.description : job.descriptionSnippet,
  isExcerpt: !job.structuredDataAllowed,
  postalCode: job.zip,
  settings: job.setting,
  schedule: job.schedule,
  benefits: job.benefits,
  startDate: job.startDateText,
  fellowshipRequired: job.fellowshipRequired,
  stateLicenseRequired: job.stateLicenseRequired,
  expiresAt: job.expiresAt,
})
