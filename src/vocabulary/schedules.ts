import { ones } from './quantities.ts'

/** A rotation, or a week of so many days. */
export type ShortSchedule = { on: number; off: number } | { days: number }

export const numberWords = ones.slice(1, 15)
const number = String.raw`(\d{1,2}|${numberWords.join('|')})`
const unit = '(?:(days?|d|shifts?|nights?|weeks?|wks?|w) )?'

const rotation = new RegExp(`^(?:${number} ?)?${unit}on ?(?:and )?(?:${number} ?)?${unit}off$`)
const weekOfDays = new RegExp(
  `^${number} ?(?:days?|d)(?: a| per| work)? (?:week|workweek|wk)$|^([2-5]|two|three|four|five) days$`,
)
/** By the hours of a day: '4x10', '3 12s', 'four tens'. */
const longDays =
  /^(?:(?:4|four)(?: ?x ?10s?| 10s| tens)|(?:3|three)(?: ?x ?12s?| 12s| twelves))(?: (?:a|per) week)?$/

/**
 * The word of the search index for a schedule: '@rotation:7-14' for '7 on, 14 off', in days;
 * '@workdays:4' for a week of four days.
 */
export const scheduleWord = (schedule: ShortSchedule): string =>
  'on' in schedule ? `@rotation:${schedule.on}-${schedule.off}` : `@workdays:${schedule.days}`

const gap = '[^a-z0-9]*'
const side = `(?:${number}${gap})?(?:(days?|nights?|shifts?|weeks?|wks?)${gap})?`
const rotations = new RegExp(
  String.raw`\b${side}on${gap}(?:(?:and|then|followed by) )?${side}off\b`,
  'g',
)
const weeksOfDays = new RegExp(
  String.raw`(?:^|[^a-z0-9.])${number}${gap}days?(?:${gap}(?:an?|per|each|every|clinical|work))*${gap}(?:week|wk)\b`,
  'g',
)
const hoursADay: readonly [RegExp, ShortSchedule][] = [
  [
    /\b(?:4|four)[ -]?[x×/-]? ?(?:10s|tens|10[ -]?(?:hours?|hrs?)[ -](?:days?|shifts?))\b|\b4 ?[x×] ?10\b/,
    { days: 4 },
  ],
  [
    /\b(?:3|three)[ -]?[x×/-]? ?(?:12s|twelves|12[ -]?(?:hours?|hrs?)[ -](?:days?|shifts?))\b|\b3 ?[x×] ?12\b/,
    { days: 3 },
  ],
  // Not '7/7/2026', and not '7/14', which is a day in July.
  [/\b7 ?\/ ?7\b(?! ?\/)/, { on: 7, off: 7 }],
]

/** The words of the search index for the schedules that a posting's text names. */
export function scheduleWordsOf(text: string): string[] {
  const lower = text.toLowerCase()
  const turns = Array.from(lower.matchAll(rotations), ([, on, unitOn, off, unitOff]) =>
    turnsOf(on, unitOn, off, unitOff),
  )
  const weeks = Array.from(lower.matchAll(weeksOfDays), ([, days = '']) => ({
    days: numberOf(days),
  }))
  const byHours = hoursADay
    .filter(([pattern]) => pattern.test(lower))
    .map(([, schedule]) => schedule)
  const found = [...turns, ...weeks, ...byHours].filter((turn) => turn !== undefined)
  return [...new Set(found.map(scheduleWord))]
}

/** A rotation or a short week that a phrase of lower-case words names. */
export function readSchedule(phrase: string): ShortSchedule | undefined {
  if (phrase === '7 7' || phrase === '14 14')
    return { on: parseInt(phrase, 10), off: parseInt(phrase, 10) }
  if (/^(?:every other|alternating) weeks?$/.test(phrase)) return { on: 7, off: 7 }
  const turns = rotation.exec(phrase.replace(/^(\w+) off (\w+) on$/, '$2 on $1 off'))
  if (turns) return turnsOf(turns[1], turns[2], turns[3], turns[4])
  const week = weekOfDays.exec(phrase)
  const days = week
    ? numberOf(week[1] ?? week[2] ?? '')
    : longDays.test(phrase)
      ? /^(?:4|f)/.test(phrase)
        ? 4
        : 3
      : undefined
  return days !== undefined && days > 0 && days < 7 ? { days } : undefined
}

type Part = string | undefined

/**
 * A side without a number or a unit has that of the other: 'week on week off', '2 weeks on 1 off'.
 */
function turnsOf(on: Part, unitOn: Part, off: Part, unitOff: Part): ShortSchedule | undefined {
  const [daysOn, daysOff] = [
    daysOf(on ?? off, unitOn ?? unitOff),
    daysOf(off ?? on, unitOff ?? unitOn),
  ]
  return daysOn !== undefined && daysOff !== undefined ? { on: daysOn, off: daysOff } : undefined
}

const numberOf = (word: string) => (/^\d/.test(word) ? Number(word) : numberWords.indexOf(word) + 1)

function daysOf(count: string | undefined, unit: string | undefined) {
  const isInWeeks = unit?.startsWith('w') === true
  if (count === undefined) return isInWeeks ? 7 : undefined
  return numberOf(count) * (isInWeeks ? 7 : 1)
}
