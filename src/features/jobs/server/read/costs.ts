/**
 * What a reading costs: the cheapest path over the words is what a search means. An unknown word
 * costs 100; whatever explains words has to be cheaper. `explain` shows these figures for a search.
 */
export const costs = {
  // Each span; of two readings alike the one with fewer parts wins.
  span: 1,
  // A function word says nothing; two together cost more than a phrase of them.
  functionWord: 12,
  // 'in', 'or', 'me' as words, where they might be a state in capitals or at the end.
  codeAsWord: 62,
  // What says nothing on a board for physicians, also where a part of it would.
  noise: 5,
  // A year or a percentile; a start or a ratio that a filter has is more.
  shorthandNoise: 26,
  // An exact phrase of the vocabulary, of which each further word is one more reason to believe it.
  meaning: 20,
  furtherWord: -3,
  // A number of three digits is pay only beside a specialty.
  bareThousands: 110,
  // Words that begin an employer's name: less than a city and an unknown word, more than two meanings.
  employer: 55,
  // No job can be asked for what no reader knows.
  unknown: 100,
  // A 'no' says nothing alone.
  negation: 10,
  negationAsWord: 30,
  // 'in', 'near', '20 miles from': nothing without the place behind it.
  lead: 10,
  distance: 15,
  // A time alone is a shift, more often than a way.
  timeWithoutRoad: 170,
  // ZIP codes, cities with their state, states, counties and regions leave little doubt.
  certainPlace: 15,
  // 'portland or', 'columbus in' may go on behind the word.
  joiningState: 40,
  // A region of one word is a word, too.
  shortArea: 40,
  nickname: 25,
  code: 25,
  // 'ok', 'pa', 'hi' in lower case are words first, in capitals hardly.
  softCode: 120,
  softCapital: 70,
  // 'in', 'or', 'md', 'id' more so.
  joiningCode: 200,
  joiningCapital: 110,
  codeAfterComma: -80,
  // 'oh/in'.
  slashedCode: -100,
  // 'VA' is an employer nearly as often as Virginia.
  codeOfPractice: 50,
  // 'LA' is Louisiana, unless a state stands behind it.
  codeOfTown: 100,
  // 'Indiana, PA' is a town, not two states.
  townLikeState: -140,
  // 'Mobile', 'Reading', 'Hope': hardly ever meant among other words.
  wordTown: 100,
  // A town with the name of an English word, unless it is large.
  englishTown: 40,
  // A misspelled place, by each error.
  mended: 30,
  error: 15,
  // Universities and parks are no hamlets of the same name.
  landmark: 500,
  abroad: 30,
  // A reading that costs hardly more than the best one is offered beside it.
  doubt: 10,
} as const

/** The sum of what applies. */
export const costOf = (...names: readonly (keyof typeof costs | false)[]): number =>
  names.reduce((sum, name) => (name ? sum + costs[name] : sum), 0)

/** A town, by its people and jobs. */
export const townCost = (size: number): number =>
  townCosts.find(([least]) => size >= least)?.[1] ?? hamlet
const townCosts = [
  [100_000, 30],
  [40_000, 45],
  [15_000, 70],
  [4_000, 95],
] as const
const hamlet = 130

const forbidden = 10_000

/**
 * What neighbors cost beside their own: each in the order typed, with the reason. Function words
 * and joins between them do not count.
 */
const pairs = [
  ['lead', 'place', -90, 'a place is what stands behind in and near'],
  ['lead', 'listedCode', -120, 'in MD'],
  ['near', 'town', -30, 'near New York is near the city'],
  ['near', 'me', 250, 'near me'],
  ['lead', 'noTown', 400, 'near the office'],
  ['lead', '!place', forbidden, 'in and near say nothing without a place'],
  ['place', 'nameWord', 300, 'Cleveland Clinic and Cook County Health are names'],
  ['place', 'time', -120, 'New York within an hour'],
  ['area', 'distance', 60, 'miles are counted from a city'],
  ['state', 'softCode', -120, 'TX, LA or MS'],
  ['state', 'listedCode', -120, 'MT or ID'],
  ['town', 'townCode', -120, 'San Diego or LA'],
  ['townCode', 'town', -120, 'LA or San Diego'],
  ['start', 'softCode', -30, 'ok jobs'],
  ['softCode', 'end', -40, 'psychiatrist ok'],
  ['word', 'softCode', -20, 'suboxone clinic ma'],
  ['word', 'me', 20, 'hire me'],
  ['word', 'ok', 20, 'low volume ok'],
  ['specialty', 'softCode', -40, 'psychiatrist ok'],
  ['softCode', 'specialty', -30, 'hi neurology'],
  ['softCode', 'parted', 60, 'hi, neurology'],
  ['loudVa', 'specialty', 50, 'a VA psychiatrist works for veterans'],
  ['start', 'joiningCode', -40, 'OR ophtho'],
  ['joiningCode', 'end', -40, 'pathology OR'],
  ['joiningCode', 'specialty', -40, 'OR ophtho'],
  ['specialty', 'joiningCode', -40, 'urology ID'],
  ['start', 'oregon', -60, 'OR ophtho'],
  ['oregon', 'specialty', 60, 'cardiology OR neurology'],
  ['specialty', 'specialty', 15, 'two specialties are rarer than a specialty and a state'],
  ['benefit', 'benefitAmount', -60, 'sign-on bonus 100k'],
  ['specialty', 'barePay', -60, 'gi 450'],
  ['barePay', 'specialty', -60, '450 gi'],
  ['negation', 'end', forbidden, 'a no says nothing alone'],
  ['negation', 'negation', 30, 'nor does one before another'],
] as const

type Named = (typeof pairs)[number][0 | 1]
export type Tag = Named extends infer N ? (N extends `!${infer T}` ? T : N) : never

const tagNames = [...new Set(pairs.flatMap(([left, right]) => [left, right.replace('!', '')]))]

/** As one number, which the pair rules compare: there are 32 at most. */
export const tagsOf = (...tags: readonly (Tag | false | undefined)[]): number =>
  tags.reduce((bits, tag) => (tag ? bits | (1 << tagNames.indexOf(tag)) : bits), 0)

const rules = pairs.map(([left, right, cost]) => ({
  left: tagsOf(left),
  right: tagsOf(right.replace('!', '') as Tag),
  isNot: right.startsWith('!'),
  cost,
}))

export function pairCost(left: number, right: number): number {
  let sum = 0
  for (const rule of rules)
    if ((left & rule.left) !== 0 && ((right & rule.right) !== 0) !== rule.isNot) sum += rule.cost
  return sum
}
