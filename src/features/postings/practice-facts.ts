import { requirementFlags, visaLabels } from '#features/jobs/model.ts'
import type { RequirementFlag, VisaSupport } from '#features/jobs/model.ts'
import type { PostingDetail } from './contract-parts.ts'

/** What a posting says of the practice and its terms, in the order in which it is told; '' where it says nothing. */
export function practiceFacts(posting: PostingDetail): { term: string; value: string }[] {
  const flags = (Object.keys(requirementFlags) as RequirementFlag[]).filter((flag) => posting[flag])
  const { facilityName, facilityStreet, facilityCity, facilityState, facilityZip, facilityCountry } = posting
  const facility = [facilityName, facilityStreet, facilityCity, facilityState, facilityZip, facilityCountry]
  return [
    { term: 'Practice setting', value: posting.setting.join(', ') },
    { term: 'Schedule', value: posting.schedule.join(', ') },
    { term: 'Benefits', value: posting.benefits.join(', ') },
    { term: 'Start date', value: posting.startDateText },
    { term: 'Hire window', value: posting.hireWindow },
    { term: 'Visa support', value: posting.visaSupport && visaLabels[posting.visaSupport as VisaSupport] },
    { term: 'EHR system', value: posting.ehr },
    { term: 'Requirements', value: flags.map((flag) => requirementFlags[flag]).join(', ') },
    { term: 'Facility', value: facility.filter(Boolean).join(', ') },
  ]
}
