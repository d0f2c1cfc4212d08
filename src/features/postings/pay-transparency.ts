import { dateText } from '#features/jobs/display.ts'
import { stateName } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'

/**
 * Where the law asks employers to put a pay range into their job postings, since when, and from how many employees on. A hint for
 * writers, not legal advice. Checked on 2026-11-21 against the summaries named beside each law.
 *
 * Left out on purpose: Connecticut, Nevada and Rhode Island, where employers name the range to applicants but not in the posting;
 * and cities with rules of their own, such as Cincinnati, Cleveland and Toledo, since a posting's state does not tell its city hall.
 */
export const payTransparencyLaws: Partial<Record<StateCode, { since: string; employees: number }>> = {
  // gapsquare.com 'U.S. Pay Transparency Laws by State and Locality'; kamsa.co 2022-11-08
  CO: { since: '2021-01-01', employees: 1 },
  CA: { since: '2023-01-01', employees: 15 },
  // jjkellercompliancenetwork.com 'Hiring in some places means being transparent about pay'
  WA: { since: '2023-01-01', employees: 15 },
  // gapsquare.com; in New York City and some counties earlier
  NY: { since: '2023-09-17', employees: 4 },
  // Act 203: esandalaw.com 2023-08-01
  HI: { since: '2024-01-01', employees: 50 },
  // Wage Transparency Omnibus Amendment Act of 2023: paulhastings.com 2024-01-31
  DC: { since: '2024-06-30', employees: 1 },
  // manatt.com 'More States Enact Pay Transparency Laws'; ebglaw.com
  MD: { since: '2024-10-01', employees: 1 },
  // ogletree.com 'Pay Transparency Reminder: 5 States' Laws Take Effect in 2025'
  IL: { since: '2025-01-01', employees: 15 },
  // manatt.com, as above, for Minnesota and Vermont
  MN: { since: '2025-01-01', employees: 30 },
  VT: { since: '2025-07-01', employees: 5 },
  // payequityadvisor.com
  NJ: { since: '2025-06-01', employees: 10 },
  // natlawreview.com 'On Trend: New Pay Equity Laws' (the date was moved from July); parkerscheer.com
  MA: { since: '2025-10-29', employees: 25 },
  // Va. Code § 40.1-28.7:12 (SB 215, HB 636): hirschlerlaw.com 2026-06-30; virginiabusiness.com
  VA: { since: '2026-07-01', employees: 1 },
  // LD 54 (H.P. 18), 90 days after the session: brightmine.com; complianceposter.com 2026-05-11
  ME: { since: '2026-07-13', employees: 10 },
  // HB 105: morganlewis.com 2025-10-07; managease.com
  DE: { since: '2027-09-26', employees: 26 },
}

/** What to tell somebody who posts a job in this state without saying what it pays; undefined where no law asks for it. */
export function payTransparencyHint(state: StateCode, today: Date): string | undefined {
  const law = payTransparencyLaws[state]
  if (!law) return undefined
  const who = law.employees === 1 ? 'Employers' : `Employers with ${law.employees} or more employees`
  const what = `state a pay range in job postings for ${stateName(state)}`
  return today < new Date(law.since)
    ? `${who} will have to ${what} (from ${dateText(law.since)} on).`
    : `${who} must ${what} (since ${dateText(law.since)}).`
}
