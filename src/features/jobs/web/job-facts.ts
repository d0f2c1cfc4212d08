import type { Definition } from '#ui/figures.tsx'
import type { JobDetail } from '../contract.ts'
import { employmentTypeLabels, requirementFlags, visaLabels, type RequirementFlag } from '../model.ts'

export const overviewFacts = (job: JobDetail): Definition[] => [
  { term: 'Specialty', value: job.specialtyOther ?? job.specialty },
  { term: 'Subspecialty', value: job.subspecialty },
  { term: 'Job type', value: employmentTypeLabels[job.type] },
  { term: 'Duration', value: job.duration },
  { term: 'Start', value: job.startDateText },
  { term: 'Hiring', value: job.hireWindow },
  { term: 'Setting', value: job.setting.join(', ') },
  { term: 'Schedule', value: job.schedule.join(', ') },
  { term: 'Telehealth', value: job.telehealth && 'Yes' },
  { term: 'Visa sponsorship', value: job.visaSupport === null ? 'Not stated' : visaLabels[job.visaSupport] },
  { term: 'Electronic health record', value: job.ehr },
  { term: 'Priority', value: job.priority === 'Standard' ? null : job.priority },
]

export const facilityFacts = (job: JobDetail): Definition[] => [
  { term: 'Facility', value: job.facilityName },
  { term: 'Employer', value: job.employer !== job.facilityName && job.employer },
  { term: 'Kind of organization', value: job.organizationType },
  { term: 'Address', value: addressText(job) },
  { term: 'Medically underserved area', value: job.medicallyUnderservedArea && 'Yes' },
]

/** What the posting asks of the physician; where the place is belongs to the facility. */
export const requirementsOf = (job: JobDetail): string[] =>
  (Object.keys(requirementFlags) as RequirementFlag[])
    .filter((flag) => flag !== 'medicallyUnderservedArea' && job[flag])
    .map((flag) => requirementFlags[flag])

function addressText({ facilityStreet, facilityCity, facilityState, facilityZip, facilityCountry }: JobDetail): string {
  const stateAndZip = [facilityState, facilityZip].filter(Boolean).join(' ')
  const country = facilityCountry && !/^(us|usa|united states.*)$/i.test(facilityCountry) ? facilityCountry : null
  return [facilityStreet, facilityCity, stateAndZip, country].filter(Boolean).join(', ')
}
