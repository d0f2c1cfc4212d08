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
  negations,
  negators,
  notRequired,
  shorthand,
} from '#vocabulary/search-rules.ts'
import { ages } from '#vocabulary/specialty-words.ts'
import type { Rules } from '#vocabulary/table.ts'
import { amountAt, barePayAt, type TypedAmount } from './amounts.ts'
import { costs, tagsOf, type Tag } from './costs.ts'
import { joinedMeaningOf, meaningOf, teleMeaningOf, type Meaning } from './meanings.ts'
import { proposePlaces } from './scan-places.ts'
import {
  isCommonWord,
  isInCapitals,
  joiningCodes,
  softCodes,
  type Propose,
  type Says,
  type Span,
  type Text,
} from './spans.ts'
import { isAfterComma, phraseAt, textOf } from './words.ts'
import type { Token } from './reading.ts'

/** In words; longer phrases say no more of a distance. */
const longestDistance = 14
const longestRule = 6
const leadIns = new Set('in within close by to en cerca'.split(' '))
const fartherThanAnybody = 200
const road = /(?:\b|\d)(?:mi|miles?|drive|driving|commut\w+|away|radius)\b/
const referenceCode = /wc[-–\s]?([0-9a-f]{6})(?![\p{L}\d])/iuy
const remote = new RegExp(`^${remoteWords.source}$`)
const joins = new Set('or nor and o y'.split(' '))

/** Everything that the words of a text may mean. None looks at its neighbors, none decides. */
export function scan(text: Text): Span[] {
  const spans: Span[] = []
  for (const [index, token] of text.tokens.entries()) {
    const propose = (
      length: number,
      cost: number,
      says: Says,
      ...tags: (Tag | false | undefined)[]
    ) => {
      const isSilent = says.kind === 'nothing' || says.kind === 'join'
      const further = costs.furtherWord * (length - 1)
      const span = {
        from: index,
        to: index + length,
        cost: cost + further,
        tags: tagsOf(...tags),
        says,
      }
      spans.push(isSilent ? { ...span, isSilent } : span)
    }
    if (token.quote !== null) proposePhrase(text, index, propose)
    else {
      proposeWord(text, index, propose)
      proposeDistances(text, index, propose)
      if (!text.hasPlace || text.within) proposePlaces(text, index, propose)
      if (text.isPlaceBox) proposePadding(text, index, propose)
      else {
        proposeMeanings(text, index, propose)
        proposeAmounts(text, index, propose)
        proposeNegations(text, index, propose)
      }
    }
  }
  return spans
}

function proposePhrase({ tokens }: Text, index: number, propose: Propose): void {
  const { quote } = tokens[index] as Token
  if (tokens[index - 1]?.quote === quote) return
  const quoted = tokens.filter((token) => token.quote === quote)
  propose(quoted.length, 0, { kind: 'phrase', text: textOf(quoted) })
}

/** What every word is where it is nothing else. */
function proposeWord(searched: Text, index: number, propose: Propose): void {
  const { tokens, known, isPlaceBox } = searched
  const { word, text } = tokens[index] as Token
  const isLast = index === tokens.length - 1
  const isCapital = isInCapitals(searched, index)
  propose(
    1,
    costs.unknown,
    { kind: 'words' },
    nameWords.has(word) && 'nameWord',
    /^shifts?$/.test(word) && 'shifts',
  )
  const isCode = softCodes.has(word)
    ? isCapital || isLast || index === 0
    : joiningCodes.has(word) && (isCapital || isLast)
  const cost = isCode ? costs.codeAsWord : joins.has(word) ? 0 : costs.functionWord
  if (joins.has(word) && tokens.length > 1) propose(1, cost, { kind: 'join' })
  else if (
    (tokens.length > 1 || isPlaceBox) &&
    isCommonWord(word) &&
    (softCodes.has(word) || joiningCodes.has(word) || !isStateCode(word.toUpperCase())) &&
    findPhrase(word) === undefined &&
    !known.words.get(text)?.isName &&
    !negators.has(word)
  )
    propose(1, cost, { kind: 'nothing' })
  else if (word === 'near' || word === 'within' || (index > 0 && word === 's'))
    propose(1, costs.noise, { kind: 'nothing' })
}

function proposeMeanings(
  { text, tokens, runs, known }: Text,
  index: number,
  propose: Propose,
): void {
  const { word, start, gap } = tokens[index] as Token
  const to = (end: number) => tokensBefore(tokens, end) - index
  for (const { length, phrase } of runs[index] ?? []) {
    const meaning =
      meaningOf(phrase) ?? (length === 1 ? teleMeaningOf(phrase) : joinedMeaningOf(phrase))
    if (meaning) proposeMeaning(meaning, length, softCodes.has(phrase), propose, /[,;!.]/.test(gap))
    if (everywhere.has(phrase)) propose(length, costs.functionWord, { kind: 'nothing' })
    if (employerNames.has(phrase)) propose(length, costs.nickname, { kind: 'words' })
    else if (length > 1 && known.employers.has(phrase))
      propose(length, costs.employer, { kind: 'words' })
  }
  const short = shorthand.startAt(text, start)
  const shortMeaning = short && meaningOf(short.means)
  if (shortMeaning) proposeMeaning(shortMeaning, to(short.end), false, propose)
  else if (short)
    propose(to(short.end), costs.shorthandNoise, {
      kind: short.means === 'words' ? 'words' : 'nothing',
    })
  referenceCode.lastIndex = start
  const code = word.startsWith('wc') ? referenceCode.exec(text)?.[1] : undefined
  if (code !== undefined) propose(to(referenceCode.lastIndex), 0, { kind: 'reference', code })
}

function proposeMeaning(
  meaning: Meaning,
  length: number,
  isCode: boolean,
  propose: Propose,
  isParted = false,
): void {
  if (meaning.kind === 'state' || meaning.kind === 'city') return
  if (meaning.kind === 'noise')
    return propose(length, isCode ? costs.codeAsWord : costs.noise, { kind: 'nothing' })
  const isLong = meaning.kind === 'profession' && length > 1
  const cost =
    isCode && meaning.kind === 'profession'
      ? costs.codeAsWord
      : isLong
        ? costs.noise
        : costs.meaning
  propose(
    length,
    cost,
    { kind: 'meaning', meaning },
    ...tagsOfMeaning(meaning),
    isParted && 'parted',
  )
}

function tagsOfMeaning(meaning: Meaning): Tag[] {
  if (meaning.kind === 'filter')
    return meaning.filter.benefits ? ['condition', 'benefit'] : ['condition']
  if (meaning.kind === 'unwanted') return ['condition']
  if (meaning.kind !== 'concept') return []
  const { concept } = meaning
  if (concept.isCondition) return ['condition']
  const isAge =
    concept.entry.kind === 'specialty' && ages.some((age) => age.specialty === concept.label)
  return isAge || concept.label === 'Transplant' ? ['specialty', 'age'] : ['specialty']
}

/** The first word that begins at or behind a place in the text. */
const tokensBefore = (tokens: readonly Token[], end: number): number => {
  const next = tokens.findIndex((token) => token.start >= end)
  return next === -1 ? tokens.length : next
}

function proposeAmounts({ text, tokens }: Text, index: number, propose: Propose): void {
  const { gap, start: at } = tokens[index] as Token
  const sign = /[$<>=~]+\s*$/.exec(gap)?.[0].length ?? 0
  const decimal = /(?:^|\s)(\.)$/.test(gap) ? 1 : 0
  const start = at - Math.max(sign, decimal)
  const benefitEnd = benefitAmounts.startAt(text, start)?.end
  if (benefitEnd !== undefined)
    propose(tokensBefore(tokens, benefitEnd) - index, costs.shorthandNoise, { kind: 'nothing' })
  const typed = amountAt(text, start)
  const bare = typed ? undefined : barePayAt(text, start)
  const saysOf = ({ label, filter }: TypedAmount): Says => ({
    kind: 'meaning',
    meaning: { kind: 'filter', label, filter, isAmount: true },
  })
  if (bare) propose(1, costs.bareThousands, saysOf(bare), 'condition', 'barePay')
  if (!typed) return
  const length = tokensBefore(tokens, typed.end) - index
  propose(length, costs.meaning, saysOf(typed), 'condition')
  if (typed.isBare) propose(length, costs.codeAsWord, { kind: 'benefitAmount' }, 'benefitAmount')
}

function proposeNegations({ tokens }: Text, index: number, propose: Propose): void {
  const { word } = tokens[index] as Token
  const isShort = word === 'w' && tokens[index + 1]?.word === 'o' && tokens[index + 1]?.gap === '/'
  const said = isShort ? 2 : wordsAt(negations, tokens, index)
  if (said > 0) propose(said, costs.negation, { kind: 'not' }, 'negation')
  if (negators.has(word)) propose(1, costs.negationAsWord, { kind: 'nothing' })
  const behind = wordsAt(notRequired, tokens, index)
  if (behind > 0) propose(behind, costs.negation, { kind: 'notRequired' })
}

/** How many words from here on some rule finds; 0 where none does. */
function wordsAt({ startAt }: Rules, tokens: readonly Token[], start: number): number {
  const phrase = phraseAt(tokens, start, longestRule)
  const end = startAt(phrase)?.end
  return end === undefined ? 0 : phrase.slice(0, end).split(' ').length
}

function proposeDistances(text: Text, index: number, propose: Propose): void {
  const { tokens, isPlaceBox } = text
  const { word, gap } = tokens[index] as Token
  if (leadIns.has(word) && !isInCapitals(text, index))
    propose(
      1,
      costs.lead,
      { kind: 'lead' },
      'lead',
      ['by', 'close', 'cerca'].includes(word) && 'near',
    )
  const departed = wordsAt(departures, tokens, index)
  if (departed > 0) propose(departed, costs.lead, { kind: 'departure' }, 'lead')
  const phrase = phraseAt(tokens, index, longestDistance)
  const distance = gap.includes('$') ? undefined : readDistance(phrase)
  if (!distance || (distance.miles ?? 0) > fartherThanAnybody) return
  const { words, leadsIn, isClosest, miles } = distance
  if (leadsIn)
    propose(words, costs.lead, { kind: 'lead', distance }, 'lead', 'near', isClosest && 'closest')
  else if (miles !== undefined) {
    const isRoad = isPlaceBox || road.test(phraseAt(tokens, index, words))
    propose(
      words,
      isRoad ? costs.distance : costs.timeWithoutRoad,
      { kind: 'distance', distance },
      'distance',
      !isRoad && 'time',
    )
  }
}

/** What place boxes say beside places, and for the whole country. */
function proposePadding(text: Text, index: number, propose: Propose): void {
  const { tokens, runs } = text
  const { word } = tokens[index] as Token
  if (
    !isInCapitals(text, index) &&
    (placePadding.has(word) || vagueWords.has(word) || word === 'state')
  )
    propose(1, costs.meaning, { kind: 'nothing' })
  for (const { length, phrase } of runs[index] ?? []) {
    if (everywhere.has(phrase)) propose(length, costs.noise, { kind: 'everywhere' })
    if (remote.test(phrase)) propose(length, costs.noise, { kind: 'remote' })
    if (abroad.has(phrase))
      propose(
        length,
        costs.abroad,
        { kind: 'abroad' },
        'place',
        isAfterComma(tokens[index] as Token) && 'abroad',
      )
  }
}
