import { oneOf, pairsOf } from './table.ts'

export const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
export const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1_000,
  grand: 1_000,
  million: 1_000_000,
}

const small = [...ones, ...tens].join('|')
const run = new RegExp(
  String.raw`\b(?:${small}|a (?=(?:hundred|thousand|million)\b))(?:(?:[ -]| and |(?<=\ba ))(?:${small}|hundred|thousand|grand|million))*\b`,
  'gi',
)
const isLarge = new RegExp(`${tens.join('|')}|hundred|thousand|million`, 'i')
const measure = /^[ -](?:miles?|minutes?|mins?|hours?|hrs?|dollars?)\b/i

const fractions: readonly [RegExp, string][] = [
  [/\b(?:an?|one) hour and a half\b/gi, '90 minutes'],
  [/\b(?:three[ -]quarters|3\/4) of an hour\b/gi, '45 minutes'],
  [/\b(?:a )?quarter(?: of an)? hour\b/gi, '15 minutes'],
  [/\b(?:a half|half an?|half)[ -]hour\b/gi, '30 minutes'],
  [/\bhalf a mil(?:lion)?\b/gi, '500000'],
  [/\b(?:seven|7) figures?\b/gi, '1000000'],
  [/\b(?:six|6) figures?\b/gi, '$100000'],
  // What hundreds of thousands are called.
  [/\b(?:the )?mid(?:dle)?[- ]([2-9])00s\b/gi, '$150000'],
  [/\b(?:the )?(?:low |high |upper )?([2-9])00s\b/gi, '$100000'],
  [/\b(?:a )?quarter(?: of a)? million\b/gi, '250000'],
  [/\b(?:a|one) million\b/gi, '1000000'],
]

/**
 * A typed text with figures for numbers in words: 'four hundred thousand', 'two hundred fifty an
 * hour', 'ninety minutes', 'half a million', and single blanks. Small numbers stay, as in 'seven on seven off', and so
 * does what stands in quotation marks.
 */
export const inFigures = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .split(/(["“”][^"“”]*["“”])/)
    .map((part) => (/^["“”]/.test(part) ? part : figuresOf(part)))
    .join('')

function figuresOf(text: string) {
  const whole = fractions.reduce(
    (written, [pattern, figures]) => written.replaceAll(pattern, figures),
    text,
  )
  return whole.replaceAll(run, (words, at: number) =>
    isLarge.test(words) || measure.test(whole.slice(at + words.length))
      ? String(numberOf(words))
      : words,
  )
}

/** 'twenty-five', 'four hundred thousand' */
export function numberOf(words: string): number {
  let [total, group] = [0, 0]
  for (const word of words.toLowerCase().split(/[ -]/)) {
    const scale = scales[word]
    if (scale === 100) group = Math.max(group, 1) * 100
    else if (scale !== undefined) [total, group] = [total + Math.max(group, 1) * scale, 0]
    else if (tens.includes(word))
      group = (group > 0 && group < 100 ? group * 100 : group) + 10 * (tens.indexOf(word) + 2)
    else if (ones.includes(word)) group += ones.indexOf(word)
  }
  return total + group
}

/** The last month of a quarter, by the beginning of what it is called. */
export const quarterOf = pairsOf(`
  jan: 03; feb: 03; mar: 03; apr: 06; may: 06; jun: 06; jul: 09; aug: 09; sep: 09; oct: 12; nov: 12; dec: 12;
  win: 03; spr: 06; sum: 09; fal: 12; aut: 12
`)

/** How far from a place, as far as it is said. */
export type Distance = {
  /** How many words of the phrase say it. */
  words: number
  miles?: number
  /** Typed as minutes or hours, or in kilometers. */
  isAbout?: true
  /** The closest jobs first. */
  isClosest?: true
  /** Whether a place has to follow: 'from', 'near'; otherwise it stood before. */
  leadsIn: boolean
}

/** 45 miles an hour: what a commute comes to on roads of all kinds. */
const milesPerMinute = 0.75
const milesPerKilometer = 0.62

const direction = `${oneOf('just, slightly, a little')}? ?(?:(?:north|south)(?: ?(?:east|west))?|east|west)`
const limits = oneOf(
  'within, less than, under, up to, no more than, not more than, no farther than, no further than, at most, not over, max, maximum, about, around, approximately, approx, roughly, only, just, inside, anywhere, a, an, the, some, in',
)
const unit = String.raw`(?<unit>miles?|mi|kms?|kilometers?|kilometres?|minutes?|mins?|hours?|hrs?|hr|h)`
const amount = String.raw`(?:(?<count>\d{1,3})(?: (?<tenth>\d)(?= ))? ?${unit}|(?<one>an? (?:mile|hour|hr|minute)s?))(?: s)?`
const tails = oneOf(
  'or less, or so, or under, or closer, or fewer, or nearer, at most, max, maximum, tops, away, by car, drive, driving, commute, commuting, ride, trip, travel, travel time, distance, radius, time, car',
)
const joiner = `(?:${oneOf('from, of, to, around, near, by, outside of, outside, surrounding')}|${direction}(?: of)?)`
const article = oneOf(
  'downtown, the, city, city of, center of, airport, airport of, airport in, in, greater, metro, main',
)

const measured = new RegExp(
  `^(?:${limits} )*${amount}(?: ${tails})*(?<joins> ${joiner}(?: ${article})*)?(?= |$)`,
)
const drive =
  '(?:short|easy|quick|reasonable|manageable|reasonably close|driving|commuting|commutable|commute|driving range)(?: (?:drive|driving|commute|commuting|distance|ride|range))?'
const near = new RegExp(
  `^(?:(?:within|in|a|an|the|be|on|not|too|very|really|somewhere|anywhere|located) )*(?:${[
    `${drive} (?:from|to|of|into)`,
    'drivable (?:from|to)',
    'far (?:from)',
    '(?:close|closer|next|adjacent) to',
    'near(?:by)?(?: to)?',
    '(?:just )?(?:outside|outskirts|suburbs?|vicinity|neighborhood)(?: of)?',
    'in (?:and|or) (?:near|around)',
    `${direction} of`,
    'minutes (?:from|to)',
    'around',
  ].join('|')})(?: ${article})*(?= |$)`,
)
const closest = new RegExp(`^(?:closest|nearest)(?: to| from)(?: ${article})*(?= |$)`)

/**
 * The distance at the beginning of a phrase of lower-case words, parted by blanks: '40 miles from',
 * 'an hour or less from', '50 min', 'a short drive from', 'just outside', 'west of', which is all
 * around, too.
 */
export function readDistance(phrase: string): Distance | undefined {
  const groups = measured.exec(phrase)
  if (groups?.groups) {
    const { count, tenth = '0', unit: typed = '', one: single = '', joins } = groups.groups
    const number = count === undefined ? 1 : Number(`${count}.${tenth}`)
    const unit = single === '' ? typed : (single.split(' ')[1] ?? '')
    const [factor, isAbout] =
      unit.startsWith('mi') && !unit.startsWith('min') ? [1, false] : [factorOf(unit), true]
    const miles = Math.max(1, Math.round(number * factor))
    return {
      words: wordsIn(groups[0]),
      miles,
      ...(isAbout && { isAbout }),
      leadsIn: joins !== undefined,
    }
  }
  const nearest = closest.exec(phrase)
  if (nearest) return { words: wordsIn(nearest[0]), isClosest: true, leadsIn: true }
  const nearby = near.exec(phrase)
  return nearby ? { words: wordsIn(nearby[0]), leadsIn: true } : undefined
}

const factorOf = (unit: string) =>
  unit.startsWith('k')
    ? milesPerKilometer
    : unit.startsWith('h')
      ? 60 * milesPerMinute
      : milesPerMinute

const wordsIn = (text: string) => text.trim().split(' ').length
