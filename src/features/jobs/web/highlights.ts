import type { JobSummary } from '../contract.ts'
import { visaLabels } from '../model.ts'

type Facts = Pick<JobSummary, 'priority' | 'userType' | 'visaSupport' | 'newGraduatesAcceptable' | 'telehealth'>

/** What sets a job apart, in a few words each. 'Standard' is no priority, and no word on visas is not a no. */
export const highlights = ({ priority, userType, visaSupport, newGraduatesAcceptable, telehealth }: Facts): string[] => [
  ...(priority === 'Standard' ? [] : [priority]),
  ...(visaSupport === null || visaSupport === 'None' ? [] : [visaLabels[visaSupport]]),
  ...(newGraduatesAcceptable ? ['New graduates welcome'] : []),
  ...(telehealth ? ['Telehealth'] : []),
  ...(userType === 'recruiter' ? ['Recruiter'] : []),
]
