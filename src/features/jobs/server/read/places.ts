import { editDistance, errorsAllowed, shortestMendable } from '#platform/server/edit-distance.ts'
import { isStateCode, stateCodes, stateName, type StateCode } from '#shared/us-states.ts'
import {
  areaNamed,
  citiesNamed,
  foldPlace,
  labelOf,
  similarCities,
  sizeOf,
  type Area,
  type City,
  type Gazetteer,
} from '#features/places/server/public.ts'
import {
  abroad,
  joiningCodes,
  noTowns,
  placeEnds,
  softCodes,
  wordTowns,
} from '#vocabulary/places.ts'
import { findPhrase, vocabularyWords } from '#vocabulary/reader.ts'
import type { Propose } from './choose.ts'
import { costOf, costs, townCost, type Tag } from './costs.ts'
import {
  isAfterComma,
  isEnglish,
  runsAt,
  stateAt,
  type Run,
  type Text,
  type Token,
} from './text.ts'

/** A point to search around, an area, or a state. */
export type Place = Area & {
  kind: 'spot' | 'area' | 'state'
  /** Of a spot. */
  point?: { lat: number; lon: number }
  /** The state that was typed beside the city: nothing beyond its border is wanted. */
  stated?: StateCode
}

const spotOf = (
  city: Pick<City, 'name' | 'state' | 'lat' | 'lon' | 'county'>,
  more: Pick<Place, 'stated'> & { others?: string[] } = {},
): Place => ({
  kind: 'spot',
  label: labelOf(city),
  states: [city.state],
  counties: [{ fips: city.county ?? '', state: city.state }],
  point: { lat: city.lat, lon: city.lon },
  others: [],
  ...more,
})

const stateOf = (state: StateCode, others: string[] = []): Place => ({
  kind: 'state',
  label: stateName(state),
  states: [state],
  counties: [],
  others,
})

/** Cities of this name or nickname, as the gazetteer writes it; in the place box in any spelling. */
export function citiesCalled(known: Gazetteer, phrase: string, isBox = false): City[] {
  const { cities } = known
  const entry = findPhrase(phrase) ?? (isBox ? findPhrase(phrase.toUpperCase()) : undefined)
  const named = isBox ? citiesNamed(known, phrase) : (cities.get(foldPlace(phrase)) ?? [])
  if (entry?.kind !== 'city') return named
  const nicknamed = (cities.get(foldPlace(entry.city)) ?? []).filter(
    (city) => city.state === entry.state,
  )
  // There is a Manhattan in Kansas, too.
  return [...new Set([...nicknamed, ...named])]
}

const mostOthers = 4
/** People; smaller ones are hardly ever meant. */
const notable = 10_000

const othersOf = (chosen: City, cities: readonly City[]): string[] =>
  cities
    .filter((city) => city !== chosen && city.population >= notable)
    .slice(0, mostOthers)
    .map(labelOf)

/** As many people as a job counts for, where several cities have one name. */
const peoplePerJob = 5_000

/** The likeliest city first, by people and jobs. */
function likeliestFirst(cities: readonly City[], jobsIn: ReadonlyMap<string, number>): City[] {
  const weight = (city: City) => sizeOf(city) + peoplePerJob * (jobsIn.get(labelOf(city)) ?? 0)
  return cities.toSorted((first, second) => weight(second) - weight(first))
}

export const isNotable = ({ population }: City): boolean => population >= notable

type Placed = (
  length: number,
  cost: number,
  place: Place,
  ...tags: (Tag | false | undefined)[]
) => void

/** What the map has of that name: ZIP codes, states, counties, regions, towns. */
export function proposePlaces(text: Text, token: Token, propose: Propose<Place>): void {
  const { tokens, gazetteer, within, isPlaceBox } = text
  /** Also with 'area' or 'airport' behind it; what lies beyond the border of these states is none. */
  const placed: Placed = (length, cost, place, ...tags) => {
    const states = new Set<string>([...place.states, ...place.counties.map(({ state }) => state)])
    if (within?.some((code) => states.has(code)) === false) return
    propose(length, cost, place, 'place', ...tags)
    if (placeEnds.has(tokens[token.at + length]?.word ?? ''))
      propose(length + 1, cost, place, 'place', ...tags)
  }
  const stated = within?.length === 1 ? within[0] : undefined
  proposeZip(text, token, placed)
  proposeCode(text, token, placed)
  for (const run of runsAt(text, token.at)) {
    const { length, phrase, state } = run
    // 'New York' is the state, unless that was chosen beside it: then the city is meant.
    if (state && phrase.length > 2 && !(isPlaceBox && stated))
      placed(length, costs.certainPlace, stateOf(state), 'state')
    const area = phrase.length > 2 ? areaNamed(gazetteer, phrase, stated) : undefined
    const areaCost = costOf(length === 1 && !isPlaceBox ? 'shortArea' : 'certainPlace')
    if (area) placed(length, areaCost, { kind: 'area', ...area }, 'area')
    proposeStated(text, token.at, run, placed)
    proposeTown(text, run, placed)
    if (isPlaceBox || isAlmostState(phrase)) proposeMended(text, run, placed)
  }
}

const stateWords = new Set(
  stateCodes.flatMap((code) => /\w+ .*/.exec(stateName(code).toLowerCase())?.[0].split(' ') ?? []),
)

/** 'new yok', 'indina': a word of a state's name, or a word that is none. */
const isAlmostState = (phrase: string) =>
  phrase.split(' ').some((word) => stateWords.has(word)) ||
  (/^[^ ]{6,}$/.test(phrase) && !vocabularyWords.has(phrase) && !isEnglish(phrase))

/** A ZIP code, perhaps with its city and state. */
function proposeZip(text: Text, { at, word }: Token, placed: Placed) {
  const zip = text.gazetteer.zips.get(word)
  if (!zip) return
  const city = runsAt(text, at + 1).find(({ phrase }) => foldPlace(phrase) === foldPlace(zip.city))
  const named = 1 + (city?.length ?? 0)
  const isStated = city && stateAt(text, at + named)?.state === zip.state
  const spot = spotOf({ ...zip, name: `${zip.zip} ${zip.city}` })
  placed(named + (isStated ? 1 : 0), costs.certainPlace, spot, 'town')
}

function proposeCode({ tokens, isPlaceBox }: Text, token: Token, placed: Placed) {
  const { at, word, gap, isCapital } = token
  const code = word.toUpperCase()
  if (!isStateCode(code) || code === 'OTHER') return
  const [isSoft, isJoining] = [softCodes.has(word), joiningCodes.has(word)]
  const isPlain = isPlaceBox ? isCapital || !isJoining : !isSoft && !isJoining
  const isListed = isAfterComma(token) && (!isJoining || isCapital || at === tokens.length - 1)
  const doubtful = isSoft ? 'soft' : 'joining'
  const written = isCapital && word !== 'md' ? 'Capital' : 'Code'
  const entry = findPhrase(code)
  placed(
    1,
    costOf(
      isPlain ? 'code' : `${doubtful}${written}`,
      !isPlain && isListed && 'codeAfterComma',
      isJoining && gap.includes('/') && 'slashedCode',
    ),
    stateOf(code, entry?.kind === 'city' ? [`${entry.city}, ${entry.state}`] : []),
    'state',
    isSoft && !isPlaceBox && 'softCode',
    isJoining && (isCapital || word !== 'or') && tokens[at - 1]?.word !== word && 'listedCode',
    isJoining && word !== 'md' && !isPlaceBox && 'joiningCode',
    codeTags[isCapital ? code : word],
  )
}
/** Of codes that some neighbors tell from the word, as typed. */
const codeTags: Partial<Record<string, Tag>> = {
  ok: 'ok',
  OK: 'ok',
  me: 'me',
  ME: 'me',
  VA: 'loudVa',
  OR: 'oregon',
}

/** Cities of a name, the likeliest first. */
const townsCalled = ({ gazetteer, known, within, isPlaceBox }: Text, name: string) =>
  likeliestFirst(citiesCalled(gazetteer, name, isPlaceBox), known.jobsIn).filter(
    ({ state }) => within?.some((code) => code === state) !== false,
  )

/** A city with its state behind it, and perhaps a ZIP code. */
function proposeStated(text: Text, from: number, run: Run, placed: Placed) {
  const { tokens, gazetteer, isPlaceBox } = text
  const { length, phrase, name } = run
  const at = from + length
  const behind = stateAt(text, at)
  const last = tokens[at]
  if (!behind?.state || !last || /[/;]/.test(last.gap)) return
  const named = townsCalled(text, name)
  const exact = named.find(({ state }) => state === behind.state)
  const stated = exact ?? misspelled(text, named, run, behind.state)
  if (!stated) return
  const { word } = last
  const [isState, isComma] = [run.state !== undefined, isAfterComma(last)]
  const isInside = !isPlaceBox || at + 1 < tokens.length
  const isLower = ['or', 'in', 'me'].includes(word) && !last.isCapital
  // 'Madison, in psychiatry' goes on.
  const isOther = exact !== named[0] && isLower && at + 1 < tokens.length
  const isListed = isComma && !isOther && (softCodes.has(word) || joiningCodes.has(word))
  const to = at + behind.length
  const zip = gazetteer.zips.get(tokens[to]?.word ?? '')
  const city = zip ? { ...zip, name: `${zip.zip} ${zip.city}` } : stated
  placed(
    to - from + (zip ? 1 : 0),
    costOf(
      'certainPlace',
      isInside && isLower && (!isComma || isOther) && 'joiningState',
      isListed && 'codeAfterComma',
      isListed && isState && 'townLikeState',
      // 'California, Pennsylvania' are two states.
      isState && word.length > 2 && 'joiningState',
      !exact && 'mended',
      stated.zips < smallTown && wordTowns.has(phrase) && !isComma && 'wordTown',
    ),
    spotOf(city, { stated: behind.state }),
    'town',
  )
}
/** In ZIP codes. */
const smallTown = 3
/** People; of fewer the name is mostly meant otherwise. */
const large = 100_000

function proposeTown(text: Text, { length, phrase, name }: Run, placed: Placed) {
  const named = townsCalled(text, name)
  const [city] = named
  if (!city) return
  const isNickname = findPhrase(name)?.kind === 'city'
  // 'New' is no New City.
  const isShortened = length === 1 && city.folded !== foldPlace(name) && !isNickname
  if (isShortened && isEnglish(phrase)) return
  const others = text.within?.length === 1 ? [] : othersOf(city, named)
  const isCode = isNickname && isStateCode(phrase.toUpperCase())
  const cost = isNickname
    ? costOf('nickname', isCode && 'codeOfTown')
    : costOfTown(city, phrase, text.isPlaceBox)
  const isDoubtful = noTowns.has(phrase) && sizeOf(city) < large
  const spot = spotOf(city, { others })
  placed(length, cost, spot, 'town', isDoubtful && 'noTown', isCode && 'townCode')
}

const landmark =
  /(?:university|college|school|national (?:park|monument|forest)|state park|hospital|airport|base)$/

function costOfTown(city: City, phrase: string, isPlaceBox: boolean) {
  const isSmall = sizeOf(city) < large
  const cost = townCost(sizeOf(city)) + costOf(landmark.test(phrase) && isSmall && 'landmark')
  if (isPlaceBox) return cost / 2
  const isWord = wordTowns.has(phrase)
  return cost + costOf(isWord ? 'wordTown' : isSmall && isEnglish(phrase) && 'englishTown')
}

/** 'pittsburg pa' is the larger city in that state, not the smaller one in another. */
function misspelled(
  { gazetteer, isPlaceBox }: Text,
  [largest]: readonly City[],
  { name, length }: Run,
  state: StateCode,
) {
  if (!largest && length === 1 && !isPlaceBox) return undefined
  const [similar] = similarCities(gazetteer, name, state)
  if (!similar || (largest && sizeOf(similar) <= sizeOf(largest))) return undefined
  // 'a month' is no misspelled town, and 'baton rogue' is one by a word that is right.
  const words = foldPlace(name).split(' ')
  const isRight = (word: string) => word.length > 2 && words.includes(word)
  const isLikely = isNotable(similar) && similar.folded.split(' ').some(isRight)
  const areWords = words.every((word) => word.length < 2 || isEnglish(word))
  return areWords && !isLikely ? undefined : similar
}

/** People; smaller towns are hardly ever meant where a larger one is spelled almost so. */
const least = 4_000

/** Places with typing errors, for boxes in which something else is not understood. */
function proposeMended(text: Text, run: Run, placed: Placed) {
  const { gazetteer, within, isPlaceBox } = text
  const { length, phrase, name } = run
  const wanted = within?.length === 1 ? within[0] : undefined
  if (phrase.length < shortestMendable || isEnglish(phrase) || abroad.has(phrase)) return
  const most = errorsAllowed(phrase)
  for (const state of stateCodes) {
    const called = stateName(state).toLowerCase()
    const isFar = Math.abs(called.length - phrase.length) > most
    const errors = isFar ? Infinity : editDistance(phrase, called)
    if (errors <= most)
      placed(length, costs.mended + costs.error * (errors - 1), stateOf(state), 'state')
  }
  // A city of another state is no error.
  const isTown = citiesCalled(gazetteer, name, true).some((city) => sizeOf(city) >= least)
  const similar = isPlaceBox && !isTown && similarCities(gazetteer, name, wanted)[0]
  if (!similar) return
  const errors = editDistance(foldPlace(name), similar.folded)
  const cost = costs.mended + costs.error * errors + (wanted ? 0 : townCost(sizeOf(similar)) / 4)
  placed(length, cost, spotOf(similar), 'town')
}
