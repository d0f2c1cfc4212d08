import type { Fact, FactValues } from '#features/imports/facts.ts'
import {
  milesBetween,
  type City,
  type Gazetteer,
  type Place,
} from '#features/places/server/public.ts'
import {
  isStateCode,
  parseState,
  stateCodes,
  stateName,
  type StateCode,
} from '#shared/us-states.ts'
import { onSite } from '#vocabulary/place-rules.ts'
import { doubtfulCodes, placeInText, placeInTitle, statedPlaces, stateFrom } from './named-towns.ts'
import { exactCity, placeOf, stateOf } from './place-names.ts'
import { readPlaceField } from './place-field.ts'
import {
  isRemote,
  tidyPlace,
  type Doubtful,
  type PlaceWords,
  type Reading,
  type Rule,
} from './place.ts'
import { doubtful, inferred, stated, wordsOf } from './text.ts'

/** Where else a row may name its place. */
type Context = { title: string; description: string }

type Certain = Extract<Fact<'place'>, { state: 'stated' | 'inferred' }>

export type FoundPlace =
  /** `further`: where else the job may be done. */
  | { kind: 'place'; place: Place; further?: Place[]; fact: Certain }
  /** A state alone: the city is not stated. */
  | { kind: 'state'; state: StateCode; fact: Certain }
  /** `states`: those that the source names, if any. */
  | { kind: 'remote'; states: StateCode[]; fact: Certain }
  | { kind: 'doubtful'; fact: Doubtful; name?: string; state?: StateCode }
  /** The row says nowhere where the job is. */
  | { kind: 'nothing' }

/**
 * The place of a row: what its place fields say, if there is such a place; else what its title or
 * text say within that; else a doubt for a moderator.
 */
export function findPlaceOf(words: PlaceWords, context: Context, known: Gazetteer): FoundPlace {
  const said = saidOf(words)
  const readings: Reading[] = []
  const remoteIn = (source: string): FoundPlace => {
    const { state = '', city = '', text = '' } = words
    const named = statesIn([state, city, text, tidyPlace(text)].join(', '), 2)
    const states = named.length > 0 ? named : statesOfTitle(context.title)
    return { kind: 'remote', states, fact: stated(source) }
  }
  // The town beside a mark of remote work is that of an office, if the title says so, too.
  if (words.remote && isRemote(context.title)) return remoteIn(said)
  for (const written of [fieldsOf(words), words.text ?? ''].filter((text) => text !== '')) {
    const [place, ...further] = townsOf(written, known)
    if (place) return { kind: 'place', place, further, fact: stated(said) }
    const reading = readPlaceField(written, words.zip, known)
    if (reading.place) return confirmed(reading.place, reading.rule, said, context, known)
    readings.push(reading)
  }
  // A site files jobs under 'Remote' of which the text says otherwise.
  const remote =
    !onSite.isIn(context.description) &&
    (words.remote || readings.some((reading) => reading.remote))
  if (remote && !readings.some((reading) => reading.state)) return remoteIn(said)
  const vague =
    readings.find((reading) => reading.covers) ??
    readings.find((reading) => reading.state) ??
    readings[0] ??
    {}
  const elsewhere =
    placeInTitle(context.title, vague, known) ?? placeInText(context.description, vague, known)
  if (elsewhere) {
    const { city, further = [], rule } = elsewhere
    const fact = certain(rule, said || wordsOf(context.title))
    return { kind: 'place', place: placeOf(city), further: further.map(placeOf), fact }
  }
  if (remote) return remoteIn(said)
  // 'Teleradiologist – Work From Home' in 'United States'.
  const isVague = readings.every(
    (reading) => reading.doubt === 'no-place' && reading.state === undefined,
  )
  if (isVague && isRemote(context.title)) return remoteIn(wordsOf(context.title))
  if (vague.area) return { kind: 'place', place: vague.area, fact: certain(vague.areaRule, said) }
  const alone = stateAlone(vague, isVague ? context.title : '')
  if (alone) {
    // A title that names a town of another state contradicts the field.
    const titled = statedPlaces(context.title, known).find(
      (place) => place.afterComma && place.city.state !== alone,
    )
    if (titled) return conflictWith(titled.city, said)
    const fact = isVague
      ? certain('place-in-title', wordsOf(context.title))
      : certain(undefined, said)
    return { kind: 'state', state: alone, fact }
  }
  if (readings.length === 0) return { kind: 'nothing' }
  const { name, state } = vague
  return {
    kind: 'doubtful',
    fact: doubtful(vague.doubt ?? 'no-place', said, suggestionOf(vague)),
    ...(name && { name }),
    ...(state && { state }),
  }
}

const certain = (rule: Rule | undefined, words: string): Certain =>
  rule ? inferred(rule, words) : stated(words)

/** 'Boise, ID; Nampa, ID': the towns of a list whose first is one, each with its state. */
function townsOf(written: string, known: Gazetteer): Place[] {
  const parts = written.split(/[;|•]/).filter((part) => !isRemote(part))
  if (parts.length < 2) return []
  const readings = parts.map((part) => readPlaceField(part, undefined, known))
  const places = readings.map(({ place, rule }) => (rule === 'well-known-city' ? undefined : place))
  const named = new Map(
    places.flatMap((place) => (place ? [[`${place.city}, ${place.state}`, place]] : [])),
  )
  return places[0] && named.size > 1 ? [...named.values()] : []
}

/** The one state that field or title name, with no town that could be meant. */
function stateAlone({ doubt, state, states }: Reading, title: string) {
  if (doubt === 'only-state') return state
  if (doubt === 'several-places') return state ?? (states?.length === 1 ? states[0] : undefined)
  const [, last = ''] = /[-–—,|(]\s*([A-Z]{2})\)?$/.exec(title) ?? []
  const named = isStateCode(last) && !doubtfulCodes.has(last) ? [last] : statesIn(title, 3)
  return title !== '' && named.length === 1 ? named[0] : undefined
}

/** What parts a list of states: 'Remote (GA, FL)', 'Neurologist | Ohio', 'Remote within Texas'. */
const listParts = /[,;|()/&]|\s[-–—]\s|\b(?:and|or|in|within|from|remote(?:ly)?|only)\b/i

/**
 * The states that are named by themselves, with at least so many letters: two are a code, which may
 * be a degree in a title.
 */
const statesIn = (text: string, letters: number): StateCode[] => [
  ...new Set(
    text.split(listParts).flatMap((part) => {
      const state = part.trim().length >= letters ? stateOf(part.trim()) : undefined
      return state ?? []
    }),
  ),
]

/**
 * Remote work is titled 'Telehealth Tennessee' and 'Telehealth (VT, NH, ME)'; one code alone may be
 * a degree.
 */
function statesOfTitle(title: string): StateCode[] {
  const codes = [...title.matchAll(/\(([^)]*)\)/g)].flatMap(([, list = '']) => {
    const states = list
      .split(listParts)
      .flatMap((part) => (part.trim() === '' ? [] : [stateOf(part.trim())]))
    const named = states.filter((state) => state !== undefined)
    return named.length === states.length && named.some((code) => !doubtfulCodes.has(code))
      ? named
      : []
  })
  return [
    ...new Set([
      ...codes,
      ...[...title.matchAll(stateNames)].flatMap(([name]) => parseState(name) ?? []),
    ]),
  ]
}
const stateNames = new RegExp(
  String.raw`\b(?:${stateCodes
    .filter((code) => code !== 'OTHER' && code !== 'DC')
    .map(stateName)
    .join('|')})\b`,
  'g',
)

const fieldsOf = ({ city, state, zip }: PlaceWords) =>
  city || zip
    ? [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    : (state ?? '')

/** The source's own words, which a moderator sees, and to which an answer belongs. */
const saidOf = (words: PlaceWords) => wordsOf(words.text || fieldsOf(words))

const suggestionOf = ({ suggestion }: Reading): FactValues['place'] | undefined =>
  suggestion && {
    city: suggestion.name,
    state: isStateCode(suggestion.state) ? suggestion.state : 'OTHER',
  }

/** A title that names a town far from there contradicts the fields. */
function confirmed(
  place: Place,
  rule: Rule | undefined,
  said: string,
  { title }: Context,
  known: Gazetteer,
): FoundPlace {
  const titled = statedPlaces(title, known).find((statedPlace) => statedPlace.afterComma)
  if (titled && milesBetween(place, titled.city) > contradictory)
    return conflictWith(titled.city, said)
  return { kind: 'place', place, fact: certain(rule, said) }
}
/** In miles. */
const contradictory = 75

const conflictWith = ({ name, state }: City, words: string): FoundPlace => ({
  kind: 'doubtful',
  fact: doubtful('place-conflict', words, { city: name, state }),
})

/**
 * The text names the town in another state only: 'Springfield, VT' whose practice 'is in
 * Springfield, MO'.
 */
export function contradictedByText(found: FoundPlace, text: string, known: Gazetteer): FoundPlace {
  if (found.kind !== 'place' || found.fact.state !== 'stated') return found
  const { city, state } = found.place
  let other: City | undefined
  for (let at = text.indexOf(city); at >= 0; at = text.indexOf(city, at + 1)) {
    const [, after = ''] =
      stateAfter.exec(text.slice(at + city.length, at + city.length + 40)) ?? []
    const named = after === '' ? undefined : stateFrom(after)
    if (named === state) return found
    if (named && !partOfName.test(text.slice(Math.max(0, at - 30), at)))
      other ??= exactCity(known, city, named)
  }
  return other ? conflictWith(other, found.fact.words) : found
}
/** 'West Orange, NJ' is no Orange. */
const partOfName = /[\p{L}\d'’-]$|(?:^|\s)(?!(?:In|At|Near|Of|The|From)\s)\p{Lu}[\p{L}.'’-]*\s$/u
const stateAfter = /^, ?([A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\b/
