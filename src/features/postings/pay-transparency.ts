import { stateName } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'

/**
 * Where the law asks employers to put a pay range into their job postings, since when, and from how many employees on. A hint for
 * writers, not legal advice. Last checked against published summaries of the laws on 2026-11-21.
 */
export const payTransparencyLaws: Partial<Record<StateCode, { since: string; employees: number }>> = {
  CO: { since: '2021-01-01', employees: 1 },
  CA: { since: '2023-01-01', employees: 15 },
  WA: { since: '2023-01-01', employees: 15 },
  NY: { since: '2023-09-17', employees: 4 },
  HI: { since: '2024-01-01', employees: 50 },
  DC: { since: '2024-06-30', employees: 1 },
  MD: { since: '2024-10-01', employees: 1 },
  IL: { since: '2025-01-01', employees: 15 },
  MN: { since: '2025-01-01', employees: 30 },
  NJ: { since: '2025-06-01', employees: 10 },
  VT: { since: '2025-07-01', employees: 5 },
  MA: { since: '2025-10-29', employees: 25 },
  DE: { since: '2027-09-26', employees: 26 },
}

/** What to tell somebody who posts a job in this state without saying what it pays; undefined where no law is in force. */
export function payTransparencyHint(state: StateCode, today: Date): string | undefined {
  const law = payTransparencyLaws[state]
  if (!law || today < new Date(law.since)) return undefined
  const who = law.employees === 1 ? 'Employers' : `Employers with ${law.employees} or more employees`
  return `${who} must state a pay range in job postings for ${stateName(state)} (since ${law.since}).`
}
