import type { CurrentUser } from './current-user.ts'

/** 'AL', else the first letter of the email address, else 'U'. */
export function initials({ firstName, lastName, email }: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  const letters = [firstName, lastName].map((name) => firstLetter(name)).join('')
  return (letters || firstLetter(email) || 'U').toUpperCase()
}

/** A whole character, even if it has two code units. */
const firstLetter = (text: string | null): string => Array.from(text ?? '')[0] ?? ''
