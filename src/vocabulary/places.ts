import type { StateCode } from '#shared/us-states.ts'

/** Beside their names; in lower case, parted by ', '. */
export const stateNicknames: Partial<Record<StateCode, string>> = { DC: 'washington d c, district of columbia, dc' }

/** Cities' nicknames, by the names that the gazetteer has. */
export const cityNicknames: readonly { city: string; state: StateCode; typed: string }[] = [
  { city: 'New York', state: 'NY', typed: 'nyc, new york city, manhattan' },
  { city: 'Philadelphia', state: 'PA', typed: 'philly' },
  { city: 'Las Vegas', state: 'NV', typed: 'vegas' },
  { city: 'San Francisco', state: 'CA', typed: 'sf' },
]
