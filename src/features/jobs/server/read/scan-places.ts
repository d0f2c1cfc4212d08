import { editDistance } from '#platform/server/edit-distance.ts'
import {
  isStateCode,
  parseState,
  stateCodes,
  stateName,
  type StateCode,
} from '#shared/us-states.ts'
import { foldPlace, similarCities, sizeOf, type City } from '#features/places/server/public.ts'
import { abroad, noTowns, placeEnds, wordTowns } from '#vocabulary/places.ts'
import { findPhrase, vocabularyWords } from '#vocabulary/reader.ts'
import { costs, townCost } from './costs.ts'
import { areaNamed, citiesCalled, likeliestFirst, othersOf, spotOf } from './places.ts'
import {
  isInCapitals,
  joiningCodes,
  softCodes,
  type Propose,
  type Run,
  type Text,
} from './spans.ts'
import { isEnglish } from './spelling.ts'
import { isAfterComma, phraseAt } from './words.ts'
import type { Token } from './reading.ts'

const bordersOregon = new Set('WA ID CA NV'.split(' '))

/** What the map has of that name: ZIP codes, states, counties, regions, towns. */
export function proposePlaces(text: Text, index: number, propose: Propose): void {
  const { tokens, runs, gazetteer, within, isPlaceBox, isMended } = text
  const { word } = tokens[index] as Token
  /** Also with 'area' or 'airport' behind it. */
  const placed: Propose = (length, cost, says, ...tags) => {
    propose(length, cost, says, 'place', ...tags)
    if (placeEnds.has(tokens[index + length]?.word ?? ''))
      propose(length + 1, cost, says, 'place', ...tags)
  }
  const zip = gazetteer.zips.get(word)
  if (zip && isWithin(within, zip.state)) {
    const spot = spotOf({ ...zip, name: `${zip.zip} ${zip.city}` })
    const city = (runs[index + 1] ?? []).find(
      ({ phrase }) => foldPlace(phrase) === foldPlace(zip.city),
    )
    const named = 1 + (city?.length ?? 0)
    const length = named + (stateAt(text, index + named)?.state === zip.state && city ? 1 : 0)
    placed(length, costs.certainPlace, { kind: 'spot', spot }, 'town')
  }
  proposeCode(text, index, propose)
  for (const { length, phrase, name } of runs[index] ?? []) {
    const entry = findPhrase(phrase)
    const state =
      length <= 3 && phrase.length > 2
        ? entry?.kind === 'state'
          ? entry.state
          : stateIn(phrase)
        : undefined
    // 'New York' is the state, unless that was chosen beside it: then the city is meant.
    const isChosen = isPlaceBox && within?.length === 1
    if (state && !isChosen && isWithin(within, state))
      placed(length, costs.certainPlace, { kind: 'state', state }, 'state')
    const area =
      phrase.length > 2
        ? areaNamed(gazetteer, phrase, within?.length === 1 ? within[0] : undefined)
        : undefined
    const states = area ? [...area.states, ...area.counties.map((county) => county.state)] : []
    if (area && states.some((code) => isWithin(within, code))) {
      const cost = length === 1 && !isPlaceBox ? costs.shortArea : costs.certainPlace
      placed(length, cost, { kind: 'area', area }, 'area')
    }
    if (length <= longestTown) proposeTowns(text, index, { length, phrase, name }, placed)
    if (isMended || isAlmostState(phrase))
      proposeMended(text, index, { length, phrase, name }, placed)
  }
}
/** In words. */
const longestTown = 5

const isWithin = (within: Text['within'], state: string): boolean =>
  within?.some((code) => code === state) !== false

const stateIn = (phrase: string): StateCode | undefined => {
  const state = parseState(phrase)
  return state === 'OTHER' ? undefined : state
}

const stateWords = new Set(
  stateCodes
    .map((code) => stateName(code).toLowerCase().split(' '))
    .filter((words) => words.length > 1)
    .flat(),
)

/** 'new yok', 'indina': a word of a state's name with another that is none, or a word that is none. */
const isAlmostState = (phrase: string): boolean => {
  const words = phrase.split(' ')
  if (words.length === 1)
    return phrase.length > 5 && !vocabularyWords.has(phrase) && !isEnglish(phrase)
  const known = words.filter((word) => stateWords.has(word)).length
  return words.length <= 3 && known > 0 && known < words.length
}

/** A state's name or code at a word. */
function stateAt(
  { tokens }: Pick<Text, 'tokens'>,
  start: number,
): { state: StateCode; length: number } | undefined {
  for (let length = Math.min(3, tokens.length - start); length > 0; length--) {
    const state = stateIn(phraseAt(tokens, start, length))
    if (state) return { state, length }
  }
  return undefined
}

function proposeCode(text: Text, index: number, propose: Propose): void {
  const { tokens, within, isPlaceBox } = text
  const token = tokens[index] as Token
  const { word, gap } = token
  const code = word.toUpperCase()
  if (!isStateCode(code) || code === 'OTHER' || !isWithin(within, code)) return
  const isCapital = isInCapitals(text, index)
  const [isSoft, isJoining] = [softCodes.has(word), joiningCodes.has(word)]
  const ofBox = isPlaceBox && (isCapital || !isJoining)
  const cost =
    ofBox || !(isSoft || isJoining)
      ? costs.code
      : isSoft
        ? isCapital
          ? costs.softCapital
          : costs.softCode
        : isCapital && word !== 'md'
          ? costs.joiningCapital
          : costs.joiningCode
  const isListed = isAfterComma(token) && (!isJoining || isCapital || index === tokens.length - 1)
  propose(
    1,
    cost + (isListed && cost > costs.code ? costs.codeAfterComma : 0),
    { kind: 'state', state: code },
    'place',
    'state',
    isCapital && 'capitalCode',
    isSoft && !isPlaceBox && 'softCode',
    isJoining && (isCapital || word !== 'or') && tokens[index - 1]?.word !== word && 'listedCode',
    isJoining && word !== 'md' && !isPlaceBox && 'joiningCode',
    word === 'ok' && 'ok',
    word === 'me' && 'me',
    isCapital && word === 'or' && 'oregon',
    isCapital && bordersOregon.has(code) && 'besideOregon',
    isJoining && gap.includes('/') && 'slashed',
  )
}

/** A city with its state, or alone; of several cities the likeliest. */
function proposeTowns(
  text: Text,
  index: number,
  { length, phrase, name }: Run,
  placed: Propose,
): void {
  const { tokens, known, gazetteer, within, isPlaceBox } = text
  const all = likeliestFirst(citiesCalled(gazetteer, name, isPlaceBox), known.jobsIn)
  const named = all.filter(({ state }) => isWithin(within, state))
  const behind = stateAt(text, index + length)
  const isParted = /[/;]/.test(tokens[index + length]?.gap ?? '')
  if (behind && !isParted && isWithin(within, behind.state)) {
    const exact = named.find(({ state }) => state === behind.state)
    const stated = exact ?? misspelled(text, named, name, length, behind.state)
    const last = tokens[index + length] as Token
    const isInside = !isPlaceBox || index + length + 1 < tokens.length
    const isJoining =
      isInside &&
      ['or', 'in', 'me'].includes(last.word) &&
      !isAfterComma(last) &&
      !isInCapitals(text, index + length)
    const isState = stateIn(phrase) !== undefined
    const isListed = isAfterComma(last) && (softCodes.has(last.word) || joiningCodes.has(last.word))
    const cost =
      costs.certainPlace +
      (isJoining ? costs.joiningState : 0) +
      (isListed ? costs.codeAfterComma : 0) +
      (isListed && isState ? costs.townLikeState : 0) +
      // 'California, Pennsylvania' are two states.
      (isState && last.word.length > 2 ? costs.joiningState : 0) +
      (exact ? 0 : costs.mended)
    if (stated) {
      const isSmall = stated.zips < smallTown
      const isWord = isSmall && wordTowns.has(phrase) && !isAfterComma(last)
      const to = index + length + behind.length
      const zip = gazetteer.zips.get(tokens[to]?.word ?? '')
      const spot = {
        ...spotOf(zip ? { ...zip, name: `${zip.zip} ${zip.city}` } : stated),
        stated: behind.state,
      }
      placed(
        length + behind.length + (zip ? 1 : 0),
        cost + (isWord ? costs.wordTown : 0),
        { kind: 'spot', spot },
        'town',
      )
    }
  }
  const [city] = named
  // 'New' is no New City.
  if (
    !city ||
    (length === 1 &&
      city.folded !== foldPlace(name) &&
      findPhrase(name)?.kind !== 'city' &&
      isEnglish(phrase))
  )
    return
  const spot = { ...spotOf(city), others: within?.length === 1 ? [] : othersOf(city, named) }
  const isNickname = findPhrase(name)?.kind === 'city'
  const cost = isNickname ? costs.nickname : costOfTown(city, phrase, isPlaceBox)
  const isDoubtful = noTowns.has(phrase) && sizeOf(city) < notable
  placed(length, cost, { kind: 'spot', spot }, 'town', isDoubtful && 'noTown')
}
/** In ZIP codes. */
const smallTown = 3
const notable = 100_000

const landmark =
  /(?:university|college|school|national (?:park|monument|forest)|state park|hospital|airport|base)$/

function costOfTown(city: City, phrase: string, isPlaceBox: boolean): number {
  const size = Math.max(sizeOf(city), city.zips > 2 ? city.zips * 4_000 : 0)
  const cost = townCost(size) + (landmark.test(phrase) && size < notable ? costs.landmark : 0)
  if (isPlaceBox) return size < least ? cost * 0.75 : cost / 2
  return (
    cost +
    (wordTowns.has(phrase)
      ? costs.wordTown
      : size < notable && isEnglish(phrase)
        ? costs.englishTown
        : 0)
  )
}

/** 'pittsburg pa' is the larger city in that state, not the smaller one in another. */
function misspelled(
  { gazetteer }: Text,
  [largest]: readonly City[],
  name: string,
  length: number,
  state: StateCode,
): City | undefined {
  if (!largest && length === 1) return undefined
  const similar = similarCities(gazetteer, name, state)[0]
  return similar && (!largest || sizeOf(similar) > sizeOf(largest)) ? similar : undefined
}

/** People; smaller towns are hardly ever meant where a larger one is spelled almost so. */
export const least = 4_000

/** Places with typing errors, for boxes in which something else is not understood. */
function proposeMended(
  text: Text,
  index: number,
  { length, phrase, name }: Run,
  placed: Propose,
): void {
  const { gazetteer, within, isMended } = text
  if (phrase.length < 5 || length > longestTown || isEnglish(phrase) || abroad.has(phrase)) return
  const behind = stateAt(text, index + length)
  const wanted = behind?.state ?? (within?.length === 1 ? within[0] : undefined)
  const most = phrase.length <= 6 ? 1 : 2
  for (const state of stateCodes) {
    const errors =
      Math.abs(stateName(state).length - phrase.length) > most
        ? 9
        : editDistance(phrase, stateName(state).toLowerCase())
    if (errors <= most && isWithin(within, state))
      placed(length, costs.mended + costs.error * (errors - 1), { kind: 'state', state }, 'state')
  }
  if (!isMended) return
  // A city of another state is no error.
  const isTown = citiesCalled(gazetteer, name, true).some((city) => sizeOf(city) >= least)
  const similar = isTown ? undefined : similarCities(gazetteer, name, wanted)[0]
  if (!similar || !isWithin(within, similar.state)) return
  const errors = editDistance(foldPlace(name), similar.folded)
  const cost = costs.mended + costs.error * errors + (wanted ? 0 : townCost(sizeOf(similar)) / 4)
  const spot = { ...spotOf(similar), ...(behind && { stated: behind.state }) }
  placed(length + (behind?.length ?? 0), cost, { kind: 'spot', spot }, 'town')
}
