import type { Role } from '#shared/contract.ts'
import type { SignUpRole } from './model.ts'

export const roleTexts: Record<SignUpRole, { name: string; claim: string; description: string }> = {
  physician: {
    name: 'Physician',
    claim: "I'm a Physician",
    description: 'Save jobs, and apply with the CV on file.',
  },
  employer: {
    name: 'Employer',
    claim: "I'm an Employer",
    description: 'Post and manage your organization’s jobs for free.',
  },
  recruiter: {
    name: 'Recruiter',
    claim: "I'm a Recruiter",
    description: 'Post jobs for the organizations you recruit for.',
  },
}

/** What somebody is, in one word. */
export const roleName = (role: Role | null): string =>
  role === null ? 'Not chosen yet' : role === 'admin' ? 'Administrator' : roleTexts[role].name

/** Why signing in with a provider failed: the `error` of `/auth?error=…`, and its text. */
const signInErrors = {
  cancelled: 'You canceled the sign-in.',
  expired: 'This sign-in took too long or was already used. Please try again.',
  refused: 'We could not verify the identity provider’s answer. Please try again.',
  unavailable: 'The identity provider is not answering. Please try again in a moment, or sign in another way.',
  'unknown-provider': 'We do not offer this way to sign in.',
  suspended: 'This account is suspended. Please write to us.',
  'sign-in-first': 'Please sign in before you add another way to sign in.',
  'confirm-email-first': 'Please confirm your email address before you add another way to sign in.',
  'reauthenticate-first': 'Please confirm that it is you before you add another way to sign in.',
  'linked-elsewhere': 'That identity belongs to another account.',
} as const satisfies Record<string, string>

export type SignInError = keyof typeof signInErrors

/** Undefined for an `error` that is not one of ours. */
export const signInErrorText = (error: string | null | undefined): string | undefined =>
  Object.hasOwn(signInErrors, error ?? '') ? signInErrors[error as SignInError] : undefined
