import type { City, Gazetteer } from '#features/places/server/public.ts'
import { isStateCode, parseState, stateName } from '#shared/us-states.ts'
import { distance } from '#vocabulary/place-rules.ts'
import { oneOf } from '#vocabulary/table.ts'
import { exactCity, isNoTown } from './place-names.ts'
import { boroughOf, type Reading, type Rule } from './place.ts'

/** Towns that titles and texts name. */

type Elsewhere = { city: City; further?: City[]; rule: Rule }
type Named = { city: City; afterComma: boolean; index: number }

const capitalized = "[A-Z][\\p{L}.'’-]*(?:\\s(?:[A-Z][\\p{L}.'’-]*|of|de|du|la|the)){0,3}"
const withState = new RegExp(
  `(${capitalized})(?: area)?(,?)\\s{1,2}(?=\\(?([A-Z]{2}|[A-Z][a-z]+(?:\\s[A-Z][a-z]+)?)\\b)`,
  'gu',
)

/** Codes that are degrees or words in titles as often as states. */
export const doubtfulCodes = new Set(
  'MD DO PA OR IN ID MA CO ME AL DE LA HI OK CT MS MT ND NM VA'.split(' '),
)

/** Cities that are named with their state: 'Tulsa, OK', 'Boise, Idaho', 'Columbus OH'. */
export function statedPlaces(text: string, known: Gazetteer) {
  const found: Named[] = []
  for (const match of text.matchAll(withState)) {
    const [, before = '', comma = '', after = ''] = match
    const state = stateFrom(after)
    if (!state) continue
    const words = before.split(/\s+/)
    for (let from = 0; from < words.length; from++) {
      const name = words
        .slice(from)
        .join(' ')
        .replace(/[.’']+$/, '')
      const city = exactCity(known, boroughOf(name, state), state)
      if (
        !city ||
        city.folded.length < 3 ||
        (words.length - from === 1 && isNoTown(name) && !(comma && city.population >= 50_000))
      )
        continue
      if (doubtfulCodes.has(after) && (comma === '' || city.population < 1000)) continue
      found.push({
        city,
        afterComma: comma !== '',
        index: match.index + before.length - name.length,
      })
      break
    }
  }
  return found
}

export function stateFrom(after: string) {
  if (after.length === 2) return isStateCode(after) ? after : undefined
  const [first = ''] = after.split(/\s/)
  return [after, first]
    .map((word) => parseState(word))
    .find((code) => code !== undefined && code !== 'OTHER' && stateName(code).length > 2)
}

/** 'SURGEON IN DENVER, CO' as 'Surgeon in Denver, CO'. */
const lowered = (title: string) =>
  title.replaceAll(
    /\b(\p{L})(\p{L}{2,})|\b(?:IN|NEAR|AT)\b(?=\s\p{L}{3})/gu,
    (match, first?: string, rest = '') =>
      first === undefined ? match.toLowerCase() : first + rest.toLowerCase(),
  )

export function placeInTitle(
  source: string,
  { state, covers = () => true }: Reading,
  known: Gazetteer,
): Elsewhere | undefined {
  const title = source === source.toUpperCase() ? lowered(source) : source
  const stated = statedPlaces(title, known).filter((place) => covers(place.city))
  const cities = new Set(stated.map((place) => place.city))
  if (cities.size === 1)
    return stated.slice(0, 1).map(({ city }): Elsewhere => ({ city, rule: 'place-in-title' }))[0]
  if (cities.size > 1 || !state) return undefined
  // With the state known, a town's name alone is enough where a title puts places.
  const tails = title
    .split(/\s+[-–—|@:•]+\s+|[,(|–—]|\)|\s(?:in|near|at)\s/)
    .slice(1)
    .map((part) => part.trim().replace(/\s+[A-Z]{2}$/, ''))
  const named = tails
    .flatMap((tail) => (isNoTown(tail) ? [] : (exactCity(known, tail, state) ?? [])))
    .filter((city) => city.population >= 1000 && covers(city))
  const [city] = named
  return city && new Set(named).size === 1 ? { city, rule: 'place-in-title' } : undefined
}

const joined = /(?:\b(?:and|or)|&|\/|,)\s*$/i
const located = String.raw`(?:${oneOf('located, based, situated, opportunity, position, practice, hospital, clinic, job, physician, group, community, team, location, office, live, work, join us, opening, facility, center, career, role, program')})\s+(?:is\s+)?(?:located\s+)?(?:in|at)\s+(?:${oneOf('beautiful, scenic, sunny, historic, downtown, the (city|town|heart) of')}\s+)?`

/** Who names more has written of a whole region. */
const mostListed = 10

/** The town that the text puts the job in; of several nobody knows which. */
export function placeInText(
  text: string,
  { doubt, state, states, covers = () => true }: Reading,
  known: Gazetteer,
): Elsewhere | undefined {
  const start = text.slice(0, readable)
  let isFar = false
  const stated = statedPlaces(start, known).filter(({ city, index }) => {
    const before = start.slice(Math.max(0, index - 30), index)
    isFar = distance.isIn(before) || (isFar && joined.test(before))
    return covers(city) && !isFar
  })
  const cities = [...new Set(stated.map((place) => place.city))]
  const isList = doubt === 'several-places' && !state && !states && cities.length <= mostListed
  const [first, ...further] = cities
  if (first && (cities.length === 1 || isList))
    return { city: first, further, rule: 'place-in-text' }
  if (cities.length > 1 || !state) return undefined
  const named = [...start.matchAll(new RegExp(`${located}(${capitalized})`, 'giu'))].flatMap(
    (match) => {
      const words = (match[1] ?? '').replace(/[.’']+$/, '').split(/\s+/)
      for (let length = words.length; length > 0; length--) {
        const name = words
          .slice(0, length)
          .join(' ')
          .replace(/[.,]+$/, '')
        const city =
          /^[A-Z]/.test(name) && !isNoTown(name) ? exactCity(known, name, state) : undefined
        if (city && city.population >= 1000 && covers(city)) return [city]
      }
      return []
    },
  )
  const [city] = named
  return city && new Set(named).size === 1 ? { city, rule: 'place-in-text' } : undefined
}
/** In characters: what stands further down is about somebody else. */
const readable = 4000
