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
import { amountAt, barePayAt, type TypedAmount } from './amounts.ts'
import { costOf, costs, tagsOf, type Tag } from './costs.ts'
import {
  combinedMeaningOf,
  joinedMeaningOf,
  meaningOf,
  teleMeaningOf,
  type Meaning,
} from './meanings.ts'
import { proposePlaces } from './scan-places.ts'
import {
  isCommonWord,
  isInCapitals,
  joiningCodes,
  softCodes,
  type Propose,
  type Run,
  type Says,
  type Span,
  type Text,
} from './spans.ts'
import { isAfterComma, phraseAt, textOf } from './words.ts'
import type { Token } from './reading.ts'

/** In words; longer phrases say no more of a distance. */
const longestDistance = 14
const longestRule = 6
const fartherThanAnybody = 200
const road = /(?:\b|\d)(?:mi|miles?|drive|driving|commut\w+|away|radius)\b/
const referenceCode = /wc[-–\s]?([0-9a-f]{6})(?![\p{L}\d])/iuy
const remote = new RegExp(`^${remoteWords.source}$`)
const joins = new Set('or nor and o y'.split(' '))

/** A word of a text, and how a reader proposes what it may mean together with the next ones. */
type Here = {
  text: Text
  index: number
  token: Token
  /** Phrases that begin here, the longest first. */
  runs: readonly Run[]
  isCapital: boolean
  propose: Propose
  /** How many words stand before a place in the text. */
  wordsTo: (end: number) => number
  /** How many words some rule finds; 0 where none does. */
  wordsOf: (rules: Rules) => number
}

/** Everything that the words of a text may mean. None looks at its neighbors, none decides. */
export function scan(text: Text): Span[] {
  const { tokens, runs, isPlaceBox, hasPlace, within } = text
  const spans: Span[] = []
  for (const [index, token] of tokens.entries()) {
    const propose: Propose = (length, cost, says, ...tags) => {
      const isSilent = ['nothing', 'couple', 'join'].includes(says.kind)
      spans.push({
        from: index,
        to: index + length,
        cost: cost + costs.furtherWord * (length - 1),
        tags: tagsOf(...tags),
        says,
        ...(isSilent && { isSilent }),
      })
    }
    if (token.quote !== null) {
      proposePhrase(text, index, propose)
      continue
    }
    const here: Here = {
      text,
      index,
      token,
      runs: runs[index] ?? [],
      isCapital: isInCapitals(text, index),
      propose,
      wordsTo: (end) => {
        const next = tokens.findIndex(({ start }) => start >= end)
        return (next === -1 ? tokens.length : next) - index
      },
      wordsOf: ({ startAt }) => {
        const phrase = phraseAt(tokens, index, longestRule)
        const end = startAt(phrase)?.end
        return end === undefined ? 0 : phrase.slice(0, end).split(' ').length
      },
    }
    proposeWord(here)
    proposeDistances(here)
    if (!hasPlace || within) proposePlaces(text, index, propose)
    for (const read of isPlaceBox
      ? [proposePadding, proposeNegations]
      : [proposeMeanings, proposeFigures, proposeNegations])
      read(here)
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
function proposeWord({ text, index, token, isCapital, propose }: Here): void {
  const { tokens, known, isPlaceBox } = text
  const { word } = token
  const isAlone = tokens.length === 1
  const [isSoft, isJoining] = [softCodes.has(word), joiningCodes.has(word)]
  const isName = nameWords.has(word) && 'nameWord'
  propose(1, costs.unknown, { kind: 'words' }, isName, /^shifts?$/.test(word) && 'shifts')
  // 'denver denver denver'
  if (index > 1 && [1, 2].every((back) => tokens[index - back]?.word === word))
    propose(1, 0, { kind: 'nothing' })
  const isLoud = isCapital || index === tokens.length - 1 || (isSoft && index === 0)
  const isCode = (isSoft || isJoining) && isLoud
  const cost = isCode ? costs.codeAsWord : joins.has(word) ? 0 : costs.functionWord
  if (joins.has(word) && !isAlone) return propose(1, cost, { kind: 'join' })
  const saysNothing =
    (!isAlone || isPlaceBox) &&
    isCommonWord(word) &&
    (isSoft || isJoining || !isStateCode(word.toUpperCase())) &&
    findPhrase(word) === undefined &&
    !known.words.get(token.text)?.isName &&
    !negators.has(word)
  if (saysNothing) propose(1, cost, { kind: 'nothing' })
  else if (word === 'near' || word === 'within' || (index > 0 && word === 's'))
    propose(1, costs.noise, { kind: 'nothing' })
}

function proposeMeanings({ text, index, token, runs, propose, wordsTo }: Here): void {
  const { word, start, gap } = token
  for (const { length, phrase } of runs) {
    const isParted = text.tokens
      .slice(index + 1, index + length)
      .some((part) => /[,;/&+]/.test(part.gap))
    const meaning =
      meaningOf(phrase) ??
      (length === 1 ? teleMeaningOf(phrase) : joinedMeaningOf(phrase)) ??
      (isParted ? undefined : combinedMeaningOf(phrase))
    if (meaning) proposeMeaning(meaning, length, softCodes.has(phrase), propose, /[,;!.]/.test(gap))
    if (everywhere.has(phrase)) propose(length, costs.functionWord, { kind: 'nothing' })
    if (employerNames.has(phrase)) propose(length, costs.nickname, { kind: 'words' })
    else if (length > 1 && text.known.employers.has(phrase))
      propose(length, costs.employer, { kind: 'words' })
  }
  const short = shorthand.startAt(text.text, start)
  const meaning = short && meaningOf(short.means)
  if (short && meaning) proposeMeaning(meaning, wordsTo(short.end), false, propose)
  else if (short) {
    const kind = short.means === 'words' ? 'words' : 'nothing'
    propose(wordsTo(short.end), costs.shorthandNoise, { kind })
  }
  referenceCode.lastIndex = start
  const code = word.startsWith('wc') ? referenceCode.exec(text.text)?.[1] : undefined
  if (code !== undefined) propose(wordsTo(referenceCode.lastIndex), 0, { kind: 'reference', code })
}

function proposeMeaning(
  meaning: Meaning,
  length: number,
  isCode: boolean,
  propose: Propose,
  isParted = false,
): void {
  if (meaning.kind === 'state' || meaning.kind === 'city') return
  const isCouple = meaning.kind === 'couple'
  const isNoise =
    meaning.kind === 'noise' || isCouple || (meaning.kind === 'profession' && length > 1)
  const isDoubtful = isCode && (meaning.kind === 'noise' || meaning.kind === 'profession')
  const isPractice = isCode && meaning.kind === 'concept' && meaning.concept.isCondition === true
  const cost = costOf(
    isDoubtful ? 'codeAsWord' : isNoise ? 'noise' : isPractice ? 'codeOfPractice' : 'meaning',
  )
  if (meaning.kind === 'noise' || isCouple)
    propose(length, cost, { kind: isCouple ? 'couple' : 'nothing' })
  else
    propose(
      length,
      cost,
      { kind: 'meaning', meaning },
      ...tagsOfMeaning(meaning),
      isParted && 'parted',
    )
}

function tagsOfMeaning(meaning: Meaning): Tag[] {
  if (meaning.kind === 'filter' && meaning.filter.benefits) return ['condition', 'benefit']
  if (meaning.kind === 'filter' || meaning.kind === 'unwanted') return ['condition']
  if (meaning.kind !== 'concept') return []
  return [meaning.concept.isCondition ? 'condition' : 'specialty']
}

/** Pay, and what else is typed in figures, from the sign before them. */
function proposeFigures({ text: { text }, token, propose, wordsTo }: Here): void {
  const sign = /(?:[$<>=~]+\s*|(?<=^|\s)\.)$/.exec(token.gap)?.[0].length ?? 0
  const start = token.start - sign
  const benefit = benefitAmounts.startAt(text, start)
  if (benefit) propose(wordsTo(benefit.end), costs.shorthandNoise, { kind: 'nothing' })
  const typed = amountAt(text, start)
  const bare = typed ? undefined : barePayAt(text, start)
  const saysOf = ({ label, filter }: TypedAmount): Says => ({
    kind: 'meaning',
    meaning: { kind: 'filter', label, filter, isAmount: true },
  })
  if (bare) propose(wordsTo(bare.end), costs.bareThousands, saysOf(bare), 'condition', 'barePay')
  if (!typed) return
  const length = wordsTo(typed.end)
  propose(length, costs.meaning, saysOf(typed), 'condition')
  if (typed.isBare) propose(length, costs.codeAsWord, { kind: 'benefitAmount' }, 'benefitAmount')
}

function proposeNegations({ text, index, token, propose, wordsOf }: Here): void {
  const next = text.tokens[index + 1]
  const isWithout = token.word === 'w' && next?.word === 'o' && next.gap === '/'
  const words = isWithout ? 2 : wordsOf(negations)
  if (words > 0) propose(words, costs.negation, { kind: 'not' }, 'negation')
  if (negators.has(token.word)) propose(1, costs.negationAsWord, { kind: 'nothing' })
  const behind = wordsOf(notRequired)
  if (behind > 0) propose(behind, costs.negation, { kind: 'notRequired' })
}

function proposeDistances({ text, index, token, isCapital, propose, wordsOf }: Here): void {
  const { tokens, isPlaceBox } = text
  const { word, gap } = token
  const isNear = ['by', 'close', 'cerca'].includes(word) && 'near'
  if (wordsOf(leadIns) > 0 && !isCapital) propose(1, costs.lead, { kind: 'lead' }, 'lead', isNear)
  const departed = wordsOf(departures)
  if (departed > 0) propose(departed, costs.lead, { kind: 'not', isLeft: true }, 'lead')
  const phrase = phraseAt(tokens, index, longestDistance)
  const distance = gap.includes('$') ? undefined : readDistance(phrase)
  if (!distance || (distance.miles ?? 0) > fartherThanAnybody) return
  const { words, leadsIn, isClosest, miles } = distance
  if (leadsIn)
    propose(words, costs.lead, { kind: 'lead', distance }, 'lead', 'near', isClosest && 'closest')
  if (leadsIn || miles === undefined) return
  const isRoad = isPlaceBox || road.test(phraseAt(tokens, index, words))
  const cost = costOf(isRoad ? 'distance' : 'timeWithoutRoad')
  propose(words, cost, { kind: 'distance', distance }, 'distance', !isRoad && 'time')
}

/** What place boxes say beside places, and for the whole country. */
function proposePadding({ token, runs, isCapital, propose }: Here): void {
  const { word } = token
  const isPadding = placePadding.has(word) || vagueWords.has(word) || word === 'state'
  if (isPadding && !isCapital) propose(1, costs.meaning, { kind: 'nothing' })
  for (const { length, phrase } of runs) {
    if (everywhere.has(phrase)) propose(length, costs.noise, { kind: 'everywhere' })
    if (remote.test(phrase)) propose(length, costs.noise, { kind: 'remote' })
    if (abroad.has(phrase))
      propose(length, costs.abroad, { kind: 'abroad' }, 'place', isAfterComma(token) && 'abroad')
  }
}
