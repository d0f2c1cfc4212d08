import { isStateCode } from '#shared/us-states.ts'
import { remoteWords } from '#vocabulary/place-rules.ts'
import {
  abroad,
  employerNames,
  everywhere,
  nameWords,
  placePadding,
  vagueWords,
} from '#vocabulary/places.ts'
import { readDistance } from '#vocabulary/quantities.ts'
import { findPhrase } from '#vocabulary/reader.ts'
import {
  benefitAmounts,
  departures,
  leadIns,
  negations,
  negators,
  notRequired,
  shorthand,
} from '#vocabulary/search-rules.ts'
import type { Rules } from '#vocabulary/table.ts'
import { amountAt, barePayAt } from './amounts.ts'
import type { Propose, Says, Span } from './choose.ts'
import { costOf, costs, joiningCodes, softCodes, tagsOf, type Tag } from './costs.ts'
import { meaningOf, meaningOfParts, type Meaning } from './meanings.ts'
import { proposePlaces } from './scan-places.ts'
import { isCommonWord, isInCapitals, phraseAt, textOf, tokenAt, type Text } from './text.ts'

/** In words; longer phrases say no more of a distance. */
const longestDistance = 14
const longestRule = 6
const fartherThanAnybody = 200
const road = /(?:\b|\d)(?:mi|miles?|drive|driving|commut\w+|away|radius)\b/
const referenceCode = /wc[-–\s]?([0-9a-f]{6})(?![\p{L}\d])/iuy
const remote = new RegExp(`^${remoteWords.source}$`)
const joins = new Set('or nor and o y'.split(' '))

/** What rules find in the words, which says something of what stands beside. */
const markers: readonly [rules: Rules, cost: number, says: Says, tag?: Tag][] = [
  [negations, costs.negation, { kind: 'not' }, 'negation'],
  [departures, costs.lead, { kind: 'not', isLeft: true }, 'lead'],
  [notRequired, costs.negation, { kind: 'notRequired' }],
]

type Here = ReturnType<typeof hereOf>

/** A word of a text, and how a reader proposes what it may mean together with the next ones. */
function hereOf(text: Text, index: number, spans: Span[]) {
  const { tokens } = text
  const propose: Propose = (length, cost, says, ...tags) => {
    const isSilent = ['noise', 'couple', 'join'].includes(says.kind)
    spans.push({
      from: index,
      to: index + length,
      cost: cost + costs.furtherWord * (length - 1),
      tags: tagsOf(...tags),
      says,
      ...(isSilent && { isSilent }),
    })
  }
  return {
    text,
    index,
    token: tokenAt(tokens, index),
    /** Phrases that begin here, the longest first. */
    runs: text.runs[index] ?? [],
    isCapital: isInCapitals(text, index),
    propose,
    /** How many words stand before a place in the text. */
    wordsTo: (end: number) => tokens.filter(({ start }) => start < end).length - index,
    /** How many words some rule finds; 0 where none does. */
    wordsOf: ({ startAt }: Rules) => {
      const phrase = phraseAt(tokens, index, longestRule)
      const end = startAt(phrase)?.end
      return end === undefined ? 0 : phrase.slice(0, end).split(' ').length
    },
  }
}

/** Everything that the words of a text may mean. None looks at its neighbors, none decides. */
export function scan(text: Text): Span[] {
  const { tokens, isPlaceBox, hasPlace, within } = text
  const spans: Span[] = []
  for (const [index, token] of tokens.entries()) {
    const here = hereOf(text, index, spans)
    if (token.quote !== null) {
      proposePhrase(here)
      continue
    }
    for (const read of [proposeWord, proposeMarks, proposeDistances]) read(here)
    if (!hasPlace || within) proposePlaces(text, index, here.propose)
    if (isPlaceBox) proposePadding(here)
    else for (const read of [proposeMeanings, proposeShorthand, proposeFigures]) read(here)
  }
  return spans
}

function proposePhrase({ text: { tokens }, index, token: { quote }, propose }: Here) {
  if (tokens[index - 1]?.quote === quote) return
  const quoted = tokens.filter((token) => token.quote === quote)
  propose(quoted.length, 0, { kind: 'phrase', text: textOf(quoted) })
}

/** What every word is where it is nothing else. */
function proposeWord({ text, index, token, isCapital, propose }: Here) {
  const { tokens, known, isPlaceBox } = text
  const { word } = token
  const isAlone = tokens.length === 1
  propose(1, costs.unknown, { kind: 'words' }, 'word', nameWords.has(word) && 'nameWord')
  const isSoft = softCodes.has(word)
  const isCode = isSoft || joiningCodes.has(word)
  const isLoud = isCapital || index === tokens.length - 1 || (isSoft && index === 0)
  const cost = isCode && isLoud ? costs.codeAsWord : joins.has(word) ? 0 : costs.functionWord
  if (joins.has(word) && !isAlone) return propose(1, cost, { kind: 'join' })
  const saysNothing =
    (!isAlone || isPlaceBox) &&
    isCommonWord(word) &&
    (isCode || !isStateCode(word.toUpperCase())) &&
    findPhrase(word) === undefined &&
    !known.words.get(token.text)?.isName &&
    !negators.has(word)
  if (saysNothing) propose(1, cost, { kind: 'noise' })
}

function proposeMarks({ token: { word }, isCapital, propose, wordsOf }: Here) {
  for (const [rules, cost, says, tag] of markers) {
    const words = wordsOf(rules)
    if (words > 0) propose(words, cost, says, tag)
  }
  if (negators.has(word)) propose(1, costs.negationAsWord, { kind: 'noise' })
  const isNear = ['by', 'close', 'cerca'].includes(word) && 'near'
  if (wordsOf(leadIns) > 0 && !isCapital) propose(1, costs.lead, { kind: 'lead' }, 'lead', isNear)
}

function proposeMeanings(here: Here) {
  const { text, index, runs, propose } = here
  const { tokens, known } = text
  for (const { length, phrase } of runs) {
    const inside = tokens.slice(index + 1, index + length)
    const isApart = inside.some(({ gap }) => /[,;/&+]/.test(gap))
    const meaning = meaningOf(phrase) ?? meaningOfParts(phrase, isApart)
    if (meaning) proposeMeaning(here, meaning, length, softCodes.has(phrase))
    if (everywhere.has(phrase)) propose(length, costs.functionWord, { kind: 'noise' })
    if (employerNames.has(phrase)) propose(length, costs.nickname, { kind: 'words' })
    else if (length > 1 && known.employers.has(phrase))
      propose(length, costs.employer, { kind: 'words' })
  }
}

function proposeMeaning(
  { propose, token }: Here,
  meaning: Meaning,
  length: number,
  isCode = false,
) {
  const { kind } = meaning
  const isNoise = ['noise', 'couple'].includes(kind) || (kind === 'profession' && length > 1)
  const isCondition = kind === 'concept' && meaning.concept.isCondition
  const named = isCondition ? 'codeOfPractice' : 'meaning'
  const coded = isNoise || kind === 'profession' ? 'codeAsWord' : named
  propose(
    length,
    costs[isCode ? coded : isNoise ? 'noise' : 'meaning'],
    meaning,
    /[,;!.]/.test(token.gap) && 'parted',
    kind === 'filter' && meaning.filter.benefits && 'benefit',
    kind === 'concept' && !isCondition && 'specialty',
  )
}

/** What recruiters write with figures and signs, and the codes of jobs. */
function proposeShorthand(here: Here) {
  const { text, token, propose, wordsTo } = here
  const short = shorthand.startAt(text.text, token.start)
  const meaning = short && meaningOf(short.means)
  const kind = short?.means === 'words' ? 'words' : 'noise'
  if (meaning) proposeMeaning(here, meaning, wordsTo(short.end))
  else if (short) propose(wordsTo(short.end), costs.shorthandNoise, { kind })
  referenceCode.lastIndex = token.start
  const code = token.word.startsWith('wc') ? referenceCode.exec(text.text)?.[1] : undefined
  if (code !== undefined) propose(wordsTo(referenceCode.lastIndex), 0, { kind: 'reference', code })
}

/** Pay, and what else is typed in figures, from the sign before them. */
function proposeFigures({ text: { text }, token, propose, wordsTo }: Here) {
  const sign = /(?:[$<>=~]+\s*|(?<=^|\s)\.)$/.exec(token.gap)?.[0].length ?? 0
  const start = token.start - sign
  const benefit = benefitAmounts.startAt(text, start)
  if (benefit) propose(wordsTo(benefit.end), costs.shorthandNoise, { kind: 'noise' })
  const typed = amountAt(text, start)
  const bare = typed ? undefined : barePayAt(text, start)
  if (bare) propose(wordsTo(bare.end), costs.bareThousands, bare, 'barePay')
  if (typed) propose(wordsTo(typed.end), costs.meaning, typed)
  if (typed?.isBare)
    propose(wordsTo(typed.end), costs.codeAsWord, { kind: 'more' }, 'benefitAmount')
}

function proposeDistances({ text: { tokens, isPlaceBox }, index, token, propose }: Here) {
  const phrase = phraseAt(tokens, index, longestDistance)
  const distance = token.gap.includes('$') ? undefined : readDistance(phrase)
  if (!distance || (distance.miles ?? 0) > fartherThanAnybody) return
  const { words, leadsIn, miles } = distance
  if (leadsIn) propose(words, costs.lead, { kind: 'lead', distance }, 'lead', 'near')
  if (leadsIn || miles === undefined) return
  const isRoad = isPlaceBox || road.test(phraseAt(tokens, index, words))
  const cost = costOf(isRoad ? 'distance' : 'timeWithoutRoad')
  propose(words, cost, { kind: 'distance', distance }, isRoad ? 'distance' : 'time')
}

/** What place boxes say beside places, and for the whole country. */
function proposePadding({ token, runs, isCapital, propose }: Here) {
  const { word } = token
  const isPadding = placePadding.has(word) || vagueWords.has(word) || word === 'state'
  if (isPadding && !isCapital) propose(1, costs.meaning, { kind: 'noise' })
  for (const { length, phrase } of runs) {
    if (everywhere.has(phrase)) propose(length, costs.noise, { kind: 'everywhere' })
    if (remote.test(phrase)) propose(length, costs.noise, meaningOf('remote') as Meaning)
    if (abroad.has(phrase)) propose(length, costs.abroad, { kind: 'words' }, 'place')
  }
}
