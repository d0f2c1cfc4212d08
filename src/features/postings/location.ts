import { parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'

/** 'Austin, TX' or 'Austin, Texas'; undefined when there is no city, or no such state behind the last comma. */
export function parseLocation(text: string): { city: string; state: StateCode } | undefined {
  const comma = text.lastIndexOf(',')
  const state = parseState(text.slice(comma + 1))
  const city = text.slice(0, Math.max(comma, 0)).trim()
  return state && city !== '' ? { city, state } : undefined
}

export const formatLocation = ({ city, state }: { city: string; state: StateCode }): string => `${city}, ${state}`
