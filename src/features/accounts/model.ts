import { entriesOf } from '#shared/keys.ts'
import { hiringRoles, type Role, type signUpRoles } from '#shared/contract.ts'

type SignUpRole = (typeof signUpRoles)[number]

export const companySizes = ['1-10', '11-50', '51-200', '201-500', '500+'] as const

/** Whether somebody of this role hires, and so has a company and postings. */
export const hires = (role: string | null | undefined): role is (typeof hiringRoles)[number] =>
  hiringRoles.some((hiring) => hiring === role)

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

/** Kinds of characters, and how many there are of each. */
const characterKinds: [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 33],
]

/**
 * A rough guess for the person who chooses a password; the server refuses common ones. Undefined
 * for nothing typed.
 */
export function passwordStrength(password: string): 'weak' | 'fair' | 'strong' | undefined {
  if (password === '') return undefined
  const pool = characterKinds.reduce(
    (sum, [kind, count]) => sum + (kind.test(password) ? count : 0),
    0,
  )
  // Repeated characters add little.
  const effective = (new Set(password).size + password.length) / 2
  const bits = effective * Math.log2(Math.max(pool, 2))
  return password.length < 8 || bits < 45 ? 'weak' : bits < 65 ? 'fair' : 'strong'
}

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
export const roleName = (role: Role | null) =>
  role === null
    ? 'Not chosen yet'
    : role === 'admin'
      ? 'Administrator'
      : role === 'moderator'
        ? 'Moderator'
        : roleTexts[role].name

/** Why signing in with a provider failed: the `error` of `/auth?error=…`, and its text. */
const signInErrors = {
  canceled: 'You canceled the sign-in.',
  expired: 'This sign-in took too long or was already used. Please try again.',
  refused: 'We could not verify the identity provider’s answer. Please try again.',
  unavailable:
    'The identity provider is not answering. Please try again in a moment, or sign in another way.',
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
  entriesOf(signInErrors).find(([name]) => name === error)?.[1]

/** The first that fits: browsers name those that they descend from, too. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * 'Firefox on Windows': what somebody recognizes their own device by, made of what its browser
 * calls itself.
 */
export function deviceName(userAgent: string | null): string {
  const browser = firstFit(browsers, userAgent)
  const system = firstFit(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

const firstFit = (names: [RegExp, string][], text: string | null) =>
  names.find(([pattern]) => pattern.test(text ?? ''))?.[1]
