import type { z } from 'zod'
import type { currentUserSchema } from './schemas.ts'

export type CurrentUser = z.infer<typeof currentUserSchema>

/** Tells scripts that somebody is probably signed in here; it gives no rights. */
export const signedInHint = { name: 'signed_in', value: '1' } as const

/** 'Ada Lovelace', else the email address, else 'User'. */
export function displayName({
  firstName,
  lastName,
  email,
}: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return name || email || 'User'
}

/** 'AL', else the first letter of the email address, else 'U'. */
export function initials({
  firstName,
  lastName,
  email,
}: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  const letters = [firstName, lastName].map((name) => firstLetter(name)).join('')
  return (letters || firstLetter(email) || 'U').toUpperCase()
}

/** A whole character, even if it has two code units. */
const firstLetter = (text: string | null) => Array.from(text ?? '')[0] ?? ''
