import type { Role } from '#shared/contract.ts'
import type { SignUpRole } from '../model.ts'

/** What people are told who choose what to be. */
export const roleTexts: Record<SignUpRole, { name: string; claim: string; description: string }> = {
  physician: {
    name: 'Physician',
    claim: "I'm a Physician",
    description: 'Save jobs, keep a CV on file and apply with it.',
  },
  employer: {
    name: 'Employer',
    claim: "I'm an Employer",
    description: 'Post jobs of your organization for free, and manage them.',
  },
  recruiter: {
    name: 'Recruiter',
    claim: "I'm a Recruiter",
    description: 'Post jobs on behalf of the organizations that you find candidates for.',
  },
}

/** What somebody is, in one word. */
export const roleName = (role: Role | null): string =>
  role === null ? 'Not chosen yet' : role === 'admin' ? 'Administrator' : roleTexts[role].name
