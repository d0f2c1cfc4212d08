import type { Track } from './content/profile.ts'

/** What a title may promise of the schedule, and how a sentence keeps it. */
const promises: readonly (readonly [RegExp, RegExp])[] = [
  [/7 on\/7 off/, /seven (?:days )?on\b.*\bseven off/i],
  [/7 on\/14 off/, /fourteen off/i],
  [/4(?:\.5)?[- ]Days?\b/, /\bfour\b|4-day|Monday to Thursday/i],
  [/24-Hour/, /24-hour|24 or 48/i],
  [/No Call/, /no call|call is (?:by phone|by telephone)|crisis line|no nights/i],
]

/** The track's sentences on hours that agree with the title; all of them where the title promises nothing. */
export function hoursAgreeing(track: Track, title: string): readonly string[] {
  const kept = promises.filter(([promise]) => promise.test(title)).map(([, keeps]) => keeps)
  const agreeing = track.hours.filter((hours) => kept.every((keeps) => keeps.test(hours)))
  return agreeing.length > 0 ? agreeing : track.hours
}
