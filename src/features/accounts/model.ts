/** What somebody may be who signs up. Administrators are made, not signed up. */
export const signUpRoles = ['physician', 'employer', 'recruiter'] as const
export type SignUpRole = (typeof signUpRoles)[number]

export const companySizes = ['1-10', '11-50', '51-200', '201-500', '500+'] as const
export type CompanySize = (typeof companySizes)[number]

/** Whether somebody of this role hires, and so has a company and postings. */
export const hires = (role: string | null | undefined): role is 'employer' | 'recruiter' =>
  role === 'employer' || role === 'recruiter'

/** Why an account is suspended; the audit log records it. */
export const suspensionReasons = {
  spam: 'Spam or unwanted email',
  fraud: 'Fraud, or a false identity',
  content: 'Postings that break the rules',
  stolen: 'The account seems to be in the wrong hands',
  asked: 'Its owner asked for it',
  other: 'Something else',
} as const
export type SuspensionReason = keyof typeof suspensionReasons
