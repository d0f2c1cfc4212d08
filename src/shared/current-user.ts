import type { Role } from './contract.ts'

export type CurrentUser = {
  id: string
  authenticated: true
  firstName: string | null
  lastName: string | null
  /** Null if the identity provider sends none. */
  email: string | null
  emailVerified: boolean
  profileImageUrl: string | null
  /** Null until it is chosen after the first sign-in with a provider. */
  role: Role | null
  /** False for people who only sign in with a provider. */
  hasPassword: boolean
  /** An administrator who has to set up a second factor first. */
  lacksTwoFactor: boolean
  companyName: string | null
  companyPhone: string | null
  companyWebsite: string | null
  companySize: string | null
  companyDescription: string | null
  organizationType: string | null
  isVerifiedHospital: boolean
  cvFileName: string | null
  /** Formatted: '1.2 MB'. */
  cvFileSize: string | null
  cvUploadedAt: string | null
}

/** Tells scripts that somebody is probably signed in here; it gives no rights. */
export const signedInHint = { name: 'signed_in', value: '1' } as const

/** 'Ada Lovelace', else the email address, else 'User'. */
export function displayName({ firstName, lastName, email }: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return name || email || 'User'
}

/** 'AL', else the first letter of the email address, else 'U'. */
export function initials({ firstName, lastName, email }: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  const letters = [firstName, lastName].map((name) => firstLetter(name)).join('')
  return (letters || firstLetter(email) || 'U').toUpperCase()
}

/** A whole character, even if it has two code units. */
const firstLetter = (text: string | null): string => Array.from(text ?? '')[0] ?? ''
