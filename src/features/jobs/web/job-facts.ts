import type { Definition } from '#ui/figures.tsx'
import type { JobDetail } from '../contract.ts'
import { termText } from '../terms.ts'
import { allPlacesText, placeText } from '../display.ts'
import {
  employmentTypeLabels,
  requirementFlags,
  visaLabels,
  type RequirementFlag,
} from '../model.ts'

/** The facts that decide, beside title and pay. */
export const decidingFacts = (job: JobDetail): Definition[] => [
  {
    term: 'Place',
    value: job.city === '' ? `${allPlacesText(job)} (city not stated)` : allPlacesText(job),
  },
  { term: 'Job type', value: employmentTypeLabels[job.type] },
  { term: 'Schedule', value: job.schedule.join(', ') },
  { term: 'Call', value: job.terms.call && termText('call', job.terms.call) },
  {
    term: 'Visa sponsorship',
    value: job.visaSupport === null ? 'Not stated' : visaLabels[job.visaSupport],
  },
  {
    term: 'Start',
    value: job.startDateText ?? (job.terms.start && termText('start', job.terms.start)),
  },
]

export const overviewFacts = (job: JobDetail): Definition[] => [
  { term: 'Subspecialty', value: job.subspecialty },
  { term: 'Duration', value: job.duration },
  { term: 'Hiring', value: job.hireWindow },
  { term: 'Setting', value: job.setting.join(', ') },
  { term: 'Electronic health record', value: job.ehr },
]

/** All that a comparison has a row for. */
export const factsToCompare = (job: JobDetail): Definition[] => [
  { term: 'Specialty', value: job.specialtyOther ?? job.specialty },
  ...decidingFacts(job).filter(({ term }) => !['Place', 'Call', 'Start'].includes(term)),
  ...overviewFacts(job),
  { term: 'Telehealth', value: job.telehealth && 'Yes' },
  { term: 'Priority', value: job.priority === 'Standard' ? null : job.priority },
]

export const facilityFacts = (job: JobDetail): Definition[] => [
  { term: 'Facility', value: job.facilityName },
  { term: 'Employer', value: job.employer !== job.facilityName && job.employer },
  { term: 'Kind of organization', value: job.organizationType },
  {
    term: 'Address',
    value: addressText(job) !== placeText({ city: job.city, state: job.state }) && addressText(job),
  },
  { term: 'Medically underserved area', value: job.medicallyUnderservedArea && 'Yes' },
]

/** What the posting requires of the physician. An underserved area is a fact of the facility. */
export const requirementsOf = (job: JobDetail): string[] =>
  (Object.keys(requirementFlags) as RequirementFlag[])
    .filter((flag) => flag !== 'medicallyUnderservedArea' && job[flag])
    .map((flag) => requirementFlags[flag])

function addressText({
  facilityStreet,
  facilityCity,
  facilityState,
  facilityZip,
  facilityCountry,
}: JobDetail): string {
  // 'Remote' is a place without a state.
  const stateAndZip = [facilityState === 'OTHER' ? null : facilityState, facilityZip]
    .filter(Boolean)
    .join(' ')
  const country =
    facilityCountry && !/^(us|usa|united states.*)$/i.test(facilityCountry) ? facilityCountry : null
  return [facilityStreet, facilityCity, stateAndZip, country].filter(Boolean).join(', ')
}
