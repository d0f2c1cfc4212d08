import type { Role } from '#shared/contract.ts'
import type { SignUpRole } from './model.ts'

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

/** Why signing in with a provider failed: the `error` of `/auth?error=…`, and its text. */
const signInErrors = {
  cancelled: 'The sign-in was cancelled.',
  expired: 'This sign-in took too long, or was used already. Please try again.',
  refused: 'The answer of the identity provider could not be trusted. Please try again.',
  unavailable: 'The identity provider does not answer. Please try again in a moment, or sign in another way.',
  'unknown-provider': 'This way to sign in does not exist.',
  suspended: 'This account is suspended. Please write to us.',
  'sign-in-first': 'Please sign in before you add another way to sign in.',
  'confirm-email-first': 'Please confirm your email address before you add another way to sign in.',
  'prove-first': 'Please confirm that it is you before you add another way to sign in.',
  'linked-elsewhere': 'That identity belongs to another account here.',
} as const satisfies Record<string, string>

export type SignInError = keyof typeof signInErrors

/** Undefined for an `error` that is not one of ours. */
export const signInErrorText = (error: string | null | undefined): string | undefined =>
  Object.hasOwn(signInErrors, error ?? '') ? signInErrors[error as SignInError] : undefined
