/** A rotation, or a week of so many days. */
export type ShortSchedule = { on: number; off: number } | { days: number }

export const numberWords = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(' ')
const number = String.raw`(\d{1,2}|${numberWords.join('|')})`
const unit = '(?:(days?|shifts?|nights?|weeks?) )?'

const rotation = new RegExp(`^(?:${number} ?)?${unit}on ?(?:and )?(?:${number} ?)?${unit}off$`)
const weekOfDays = new RegExp(`^${number} days?(?: a| per| work)? (?:week|workweek)$|^([34]|three|four) days$`)
/** By the hours of a day: '4x10', '3 12s', 'four tens'. */
const longDays = /^(?:(?:4|four)(?: ?x ?10s?| 10s| tens)|(?:3|three)(?: ?x ?12s?| 12s| twelves))$/

/**
 * A rotation or a short week that a phrase of lower-case words names. Postings have the words of both from `schedule_words` in the
 * database, which reads more ways of writing them.
 */
export function readSchedule(phrase: string): ShortSchedule | undefined {
  if (phrase === '7 7' || phrase === '14 14') return { on: parseInt(phrase, 10), off: parseInt(phrase, 10) }
  const turns = rotation.exec(phrase.replace(/^(\w+) off (\w+) on$/, '$2 on $1 off'))
  if (turns) {
    const [, on, unitOn, off, unitOff] = turns
    // A side without a number or a unit has that of the other: 'week on week off', '2 weeks on 1 off'.
    const [daysOn, daysOff] = [daysOf(on ?? off, unitOn ?? unitOff), daysOf(off ?? on, unitOff ?? unitOn)]
    return daysOn !== undefined && daysOff !== undefined ? { on: daysOn, off: daysOff } : undefined
  }
  const week = weekOfDays.exec(phrase)
  const days = week ? numberOf(week[1] ?? week[2] ?? '') : longDays.test(phrase) ? (/^(?:4|f)/.test(phrase) ? 4 : 3) : undefined
  return days !== undefined && days > 0 && days < 7 ? { days } : undefined
}

const numberOf = (word: string): number => (/^\d/.test(word) ? Number(word) : numberWords.indexOf(word) + 1)

function daysOf(count: string | undefined, of: string | undefined): number | undefined {
  const isInWeeks = of?.startsWith('w') === true
  if (count === undefined) return isInWeeks ? 7 : undefined
  return numberOf(count) * (isInWeeks ? 7 : 1)
}
