import { isStateCode } from '#shared/us-states.ts'
import { remoteWords } from '#vocabulary/place-rules.ts'
import {
  abroad,
  employerNames,
  everywhere,
  joiningCodes,
  nameWords,
  placePadding,
  softCodes,
} from '#vocabulary/places.ts'
import { readDistance, type Distance } from '#vocabulary/quantities.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import {
  ands,
  benefitAmounts,
  departures,
  leadIns,
  negations,
  negators,
  notRequired,
  ors,
  shorthand,
} from '#vocabulary/search-rules.ts'
import type { Rules } from '#vocabulary/table.ts'
import { amountAt } from './amounts.ts'
import type { Proposal, Propose as ProposeOf } from './choose.ts'
import { costOf, costs, tagsOf, type Tag } from './costs.ts'
import { meaningOf, meaningOfParts, type Meaning } from './meanings.ts'
import { proposePlaces, type Place } from './places.ts'
import {
  isCommonWord,
  phraseAt,
  quotationAt,
  runsAt,
  startOf,
  type Text,
  type Token,
} from './text.ts'

/** What some words may mean, which nobody has weighed against their neighbors yet. */
export type Span = Proposal<Says>
export type Says =
  | Meaning
  | Place
  /** `more`: how much of what stands before. */
  | { kind: 'words' | 'more' | 'notRequired' | 'everywhere' }
  | { kind: 'join'; isOr: boolean }
  /** `isLeft`: where somebody comes from. */
  | { kind: 'not'; isLeft?: true }
  | { kind: 'lead'; distance?: Distance }
  | { kind: 'distance'; distance: Distance }
  | { kind: 'reference'; code: string }

type Propose = ProposeOf<Says>

/** In words; longer phrases say no more of a distance. */
const longestDistance = 14
const longestRule = 6
const fartherThanAnybody = 200
const road = /(?:\b|\d)(?:mi|miles?|drive|driving|commut\w+|away|radius)\b/
const referenceCode = /wc[-–\s]?([0-9a-f]{6})(?![\p{L}\d])/iuy
const remote = new RegExp(`^${remoteWords.source}$`)

/** What rules find in the words, which says something of what stands beside. */
const markers: readonly [rules: Rules, cost: number, says: Says, tag?: Tag][] = [
  [negations, costs.negation, { kind: 'not' }, 'negation'],
  [departures, costs.lead, { kind: 'not', isLeft: true }, 'lead'],
  [notRequired, costs.negation, { kind: 'notRequired' }],
]

/** Everything that the words of a text may mean. None looks at its neighbors, none decides. */
export function scan(text: Text): Span[] {
  const { tokens, isPlaceBox, hasPlace, within } = text
  const spans: Span[] = []
  const readers = [
    proposeWord,
    proposeMarks,
    proposeDistances,
    ...(!hasPlace || within ? [proposePlaces] : []),
    ...(isPlaceBox ? [proposePadding] : [proposeMeanings, proposeShorthand, proposeFigures]),
  ]
  for (const token of tokens) {
    const { at: from } = token
    const propose: Propose = (length, cost, says, ...tags) =>
      spans.push({
        from,
        to: from + length,
        cost: cost + costs.furtherWord * (length - 1),
        tags: tagsOf(...tags),
        says,
      })
    for (const read of token.isQuoted ? [proposeQuotation] : readers) read(text, token, propose)
  }
  return spans
}

/** How many words begin before a place in the text, from this one on. */
const wordsTo = ({ tokens }: Text, { at }: Token, end: number) =>
  tokens.filter(({ start }) => start < end).length - at

/** How many words some rule finds; 0 where none does. */
function wordsOf({ startAt }: Rules, { tokens }: Text, { at }: Token) {
  const phrase = phraseAt(tokens, at, longestRule)
  const end = startAt(phrase)?.end
  return end === undefined ? 0 : phrase.slice(0, end).split(' ').length
}

function proposeQuotation(text: Text, token: Token, propose: Propose) {
  const phrase = quotationAt(text, token)
  if (phrase === undefined) return
  const term = { kind: 'phrase' as const, text: phrase }
  const length = phrase.split(' ').length
  propose(length, 0, { kind: 'wish', label: `“${phrase}”`, about: 'word', term })
}

/** What every word is where it is nothing else. */
function proposeWord(text: Text, token: Token, propose: Propose) {
  const { tokens, known, isPlaceBox } = text
  const { at, word, isCapital } = token
  const isAlone = tokens.length === 1
  propose(1, costs.unknown, { kind: 'words' }, 'word', nameWords.has(word) && 'nameWord')
  const isSoft = softCodes.has(word)
  const isCode = isSoft || joiningCodes.has(word)
  const isLoud = isCapital || at === tokens.length - 1 || (isSoft && at === 0)
  const isOr = ors.has(word)
  const isJoin = isOr || ands.has(word)
  const usual = isJoin ? 0 : costs.functionWord
  const cost = isCode && isLoud ? costs.codeAsWord : usual
  if (isJoin && !isAlone) return propose(1, cost, { kind: 'join', isOr })
  const saysNothing =
    (!isAlone || isPlaceBox) &&
    isCommonWord(word) &&
    (isCode || !isStateCode(word.toUpperCase())) &&
    findPhrase(word) === undefined &&
    !known.words.get(token.text)?.isName &&
    !negators.has(word)
  if (saysNothing) propose(1, cost, { kind: 'noise' })
}

function proposeMarks(text: Text, token: Token, propose: Propose) {
  const { at, word, isCapital } = token
  for (const { length, phrase } of runsAt(text, at))
    if (everywhere.has(phrase)) propose(length, costs.noise, { kind: 'everywhere' })
  for (const [rules, cost, says, tag] of markers) {
    const words = wordsOf(rules, text, token)
    if (words > 0) propose(words, cost, says, tag)
  }
  if (negators.has(word)) propose(1, costs.negationAsWord, { kind: 'noise' })
  const isNear = ['by', 'close', 'cerca'].includes(word) && 'near'
  if (!isCapital && wordsOf(leadIns, text, token) > 0)
    propose(1, costs.lead, { kind: 'lead' }, 'lead', isNear)
}

function proposeMeanings(text: Text, token: Token, propose: Propose) {
  const { tokens, known } = text
  for (const { length, phrase } of runsAt(text, token.at)) {
    const inside = tokens.slice(token.at + 1, token.at + length)
    const isApart = inside.some(({ gap }) => /[,;/&+]/.test(gap))
    const meaning = meaningOf(phrase) ?? meaningOfParts(phrase, isApart)
    if (meaning) proposeMeaning(meaning, length, token, propose)
    if (employerNames.has(phrase)) propose(length, costs.nickname, { kind: 'words' })
    else if (length > 1 && known.employers.has(phrase))
      propose(length, costs.employer, { kind: 'words' })
  }
}

function proposeMeaning(meaning: Meaning, length: number, token: Token, propose: Propose) {
  const { kind } = meaning
  const isCode = length === 1 && softCodes.has(token.word)
  const isNoise = ['noise', 'couple'].includes(kind) || (kind === 'profession' && length > 1)
  const { about, term } = kind === 'wish' ? meaning : {}
  const named = about === 'condition' && term?.kind === 'concept' ? 'codeOfPractice' : 'meaning'
  const coded = isNoise || kind === 'profession' ? 'codeAsWord' : named
  propose(
    length,
    costs[isCode ? coded : isNoise ? 'noise' : 'meaning'],
    meaning,
    /[,;!.]/.test(token.gap) && 'parted',
    term?.kind === 'filter' && term.filter.benefits && 'benefit',
    (about === 'specialty' || about === 'field') && 'specialty',
  )
}

/** What recruiters write with figures and signs, and the codes of jobs. */
function proposeShorthand(text: Text, token: Token, propose: Propose) {
  const short = shorthand.startAt(text.text, token.start)
  const meaning = short && meaningOf(short.means)
  const kind = short?.means === 'words' ? 'words' : 'noise'
  const words = wordsTo(text, token, short?.end ?? 0)
  if (meaning) proposeMeaning(meaning, words, token, propose)
  else if (short) propose(words, costs.shorthandNoise, { kind })
  referenceCode.lastIndex = token.start
  const code = token.word.startsWith('wc') ? referenceCode.exec(text.text)?.[1] : undefined
  if (code !== undefined)
    propose(wordsTo(text, token, referenceCode.lastIndex), 0, { kind: 'reference', code })
}

/** Pay, and what else is typed in figures, from the sign before them. */
function proposeFigures(text: Text, token: Token, propose: Propose) {
  const start = startOf(token)
  const benefit = benefitAmounts.startAt(text.text, start)
  if (benefit) propose(wordsTo(text, token, benefit.end), costs.shorthandNoise, { kind: 'noise' })
  const typed = amountAt(text.text, start)
  if (!typed) return
  const { isThousands, isBare } = typed
  const cost = isThousands ? costs.bareThousands : costs.meaning
  const words = wordsTo(text, token, typed.end)
  propose(words, cost, typed, isThousands && 'barePay')
  if (isBare) propose(words, costs.codeAsWord, { kind: 'more' }, 'benefitAmount')
}

function proposeDistances({ tokens, isPlaceBox }: Text, { at, gap }: Token, propose: Propose) {
  const phrase = phraseAt(tokens, at, longestDistance)
  const distance = gap.includes('$') ? undefined : readDistance(phrase)
  if (!distance || (distance.miles ?? 0) > fartherThanAnybody) return
  const { words, leadsIn, miles } = distance
  if (leadsIn) propose(words, costs.lead, { kind: 'lead', distance }, 'lead', 'near')
  if (leadsIn || miles === undefined) return
  const isRoad = isPlaceBox || road.test(phraseAt(tokens, at, words))
  const cost = costOf(isRoad ? 'distance' : 'timeWithoutRoad')
  propose(words, cost, { kind: 'distance', distance }, isRoad ? 'distance' : 'time')
}

/** What place boxes say beside places. */
function proposePadding(text: Text, { at, word, isCapital }: Token, propose: Propose) {
  if (placePadding.has(word) && !isCapital) propose(1, costs.meaning, { kind: 'noise' })
  for (const { length, phrase } of runsAt(text, at)) {
    if (remote.test(phrase)) propose(length, costs.meaning, meaningOf('remote') as Meaning)
    if (abroad.has(phrase)) propose(length, costs.abroad, { kind: 'words' }, 'place')
  }
}
