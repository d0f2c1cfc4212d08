import { formatNumber } from '#shared/numbers.ts'
import type { Track } from './data.ts'
import type { Facts } from './facts.ts'
import { fill, type Words } from './grammar.ts'
import type { Place } from './places.ts'
import type { Rng } from './rng.ts'

/** A title as the field writes it: the position, often with what is special about the contract. */
export function writeTitle(
  track: Track,
  facts: Facts,
  place: Place,
  words: Words,
  rng: Rng,
): string {
  // The first titles of a track are plain; the others may name a schedule that only employees have.
  const plain = facts.type !== 'full-time' && facts.type !== 'permanent'
  const title = fill(rng.pick(plain ? track.titles.slice(0, 2) : track.titles), words, rng)
  switch (facts.type) {
    case 'locums':
      return rng.pick([
        `${title} – Locums`,
        `Locum Tenens ${title}`,
        `${title} (Locums)`,
        `${title} Locums, ${place.city}, ${place.state}`,
      ])
    case 'part-time':
      return rng.pick([`${title} – Part-Time`, `Part-Time ${title}`, `${title} (Part Time)`])
    case 'per-diem':
      return rng.pick([`${title} – Per Diem`, `${title}, PRN`, `Per Diem ${title}`])
    case 'temporary':
      return `${title} – Temporary`
    case 'contract':
      return rng.pick([`${title} – Contract`, `${title} (1099)`])
    default:
      return withHighlight(title, facts, place, rng)
  }
}

function withHighlight(title: string, facts: Facts, place: Place, rng: Rng): string {
  const draw = rng.next()
  if (draw < 0.1 && !facts.telehealth) return `${title} – ${place.city}, ${place.state}`
  if (draw < 0.16 && facts.signingBonus)
    return `${title} – $${formatNumber(facts.signingBonus)} Sign-On Bonus`
  if (draw < 0.21 && facts.visa === 'J1') return `${title} – J-1 Waiver Available`
  if (draw < 0.24 && facts.newGraduates) return `${title}, New Grads Welcome`
  return title
}

/** What a title may promise of the schedule, and sentences that agree. */
const promises: readonly (readonly [RegExp, RegExp])[] = [
  [/7 on\/7 off/, /seven (?:days )?on\b.*\bseven off/i],
  [/7 on\/14 off/, /fourteen off/i],
  [/4(?:\.5)?[- ]Days?\b/, /\bfour\b|4-day|Monday to Thursday/i],
  [/24-Hour/, /24-hour|24 or 48/i],
  [/No Call/, /no call|call is (?:by phone|by telephone)|crisis line|no nights/i],
]

/** The track's sentences on hours that agree with the title. */
export function hoursAgreeing(track: Track, title: string): readonly string[] {
  const kept = promises.filter(([promise]) => promise.test(title)).map(([, keeps]) => keeps)
  const agreeing = track.hours.filter((hours) => kept.every((keeps) => keeps.test(hours)))
  return agreeing.length > 0 ? agreeing : track.hours
}
