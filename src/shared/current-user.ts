import type { Role } from './contract.ts'

/** The signed-in user, as their own browser sees them. */
export type CurrentUser = {
  id: string
  authenticated: true
  firstName: string | null
  lastName: string | null
  /** Null if the identity provider gives none. */
  email: string | null
  emailVerified: boolean
  profileImageUrl: string | null
  /** Null until it is chosen after the first sign-in with a provider. */
  role: Role | null
  /** False for people who sign in with a provider only. */
  hasPassword: boolean
  companyName: string | null
  companyPhone: string | null
  companyWebsite: string | null
  companySize: string | null
  companyDescription: string | null
  organizationType: string | null
  isVerifiedHospital: boolean
  cvFileName: string | null
  /** For reading: '1.2 MB'. */
  cvFileSize: string | null
  cvUploadedAt: string | null
}

/** The cookie that says, to scripts, that somebody is signed in here, and nothing else; it opens nothing. */
export const signedInHint = { name: 'signed_in', value: '1' } as const

/** 'Ada Lovelace', else the e-mail address, else 'User'. */
export function displayName({ firstName, lastName, email }: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return name || email || 'User'
}

/** 'AL', else the first letter of the e-mail address, else 'U'. */
export function initials({ firstName, lastName, email }: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  const letters = [firstName, lastName].map((name) => firstLetter(name)).join('')
  return (letters || firstLetter(email) || 'U').toUpperCase()
}

/** Whole, even where a letter takes two code units. */
const firstLetter = (text: string | null): string => Array.from(text ?? '')[0] ?? ''
