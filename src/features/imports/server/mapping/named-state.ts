import { citiesNamed, foldPlace } from '#features/places/server/public.ts'
import type { Gazetteer } from '#features/places/server/public.ts'
import { parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { shortStates, territories } from '#vocabulary/places.ts'

type Parts = { state?: StateCode; zip?: string; rest: string[] }

/** The state and the ZIP code, read from the right as addresses are built, and the parts before. */
export function takeState(parts: readonly string[], known: Gazetteer): Parts {
  const rest = [...parts]
  let zip: string | undefined
  for (let at = rest.length - 1; at >= 0 && zip === undefined; at--) {
    const found = /^(.*?)\s*\b(\d{5})(?:-\d{4})?$/.exec(rest[at] ?? '')
    if (!found?.[2] || !known.zips.has(found[2])) continue
    zip = found[2]
    rest.splice(at, 1, ...(found[1] ? [found[1]] : []))
  }
  const found = { ...(zip && { zip }) }
  for (let at = rest.length - 1; at >= 0; at--) {
    const part = rest[at] ?? ''
    const state = stateOf(part)
    // 'New York' without more is the city as often as the state.
    if (state && !(at === 0 && rest.length === 1 && state === 'NY' && part.length > 2)) {
      const before = rest.filter((_, index) => index !== at && !(index > at && stateOf(rest[index] ?? '') === state))
      return {
        ...found,
        state,
        rest: before.filter((it, index) => !(index === before.length - 1 && stateOf(it) === state && !isCityToo(it, state))),
      }
    }
    const split = splitState(part, known)
    if (split)
      return {
        ...found,
        state: split.state,
        rest: [...rest.slice(0, at), split.before, ...rest.slice(at + 1)].filter((it) => it !== ''),
      }
  }
  return { ...found, rest }
}

/** 'Southwest, PA' is no town, though a hamlet there is called so. */
export const isPartOfState = (name: string, state: StateCode | undefined, known: Gazetteer): boolean =>
  state !== undefined && compass.test(name) && !citiesNamed(known, name, state).some((city) => city.population > 0)
const compass =
  /^(?:(?:(?:north|south)[ -]?(?:east|west)|north|south|east|west|central)(?:ern)?|rural|coastal|upstate|downstate)$/i

/** New York lies in New York; 'Ohio, OH' is no city. */
export const isCityToo = (name: string, state: StateCode): boolean =>
  (state === 'NY' && name.length > 2) || (state === 'DC' && /^washington/i.test(name))

const codesByName = (names: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(names).flatMap(([code, listed]) => listed.split(', ').map((name) => [name, code] as const)))
const shortStateNames = codesByName(shortStates) as Map<string, StateCode>

/** A whole text that is a state: 'TX', 'Texas', 'Tex.', 'US-TX', 'Texas (TX)', 'State of Texas'. */
export function stateOf(text: string): StateCode | undefined {
  const bare = text
    .replace(/^(?:us|usa)[-_\s]+(?=\w)|^state of\s+/i, '')
    .replace(/\s*\(\w{2}\)$/, '')
    .trim()
  if (/^washington\b.*\bd\.? ?c\.?$/i.test(bare)) return undefined
  const state = parseState(bare) ?? shortStateNames.get(foldPlace(bare))
  return state === 'OTHER' ? undefined : state
}

/** 'Austin TX' → Austin and TX; 'Washington D.C.' is a city and a state. */
function splitState(text: string, known: Gazetteer): { before: string; state: StateCode } | undefined {
  if (/^washington\s+d\.? ?c\.?$/i.test(text)) return { before: 'Washington', state: 'DC' }
  if (known.cities.has(foldPlace(text)) && !/\s[A-Z]{2}$/.test(text)) return undefined
  const words = text.split(/\s+/)
  for (let taken = Math.min(3, words.length - 1); taken > 0; taken--) {
    const state = stateOf(words.slice(-taken).join(' '))
    const before = words.slice(0, -taken).join(' ')
    if (
      state &&
      (taken > 1 ||
        words.at(-1)?.length !== 2 ||
        words.at(-1) === words.at(-1)?.toUpperCase() ||
        citiesNamed(known, before, state).length > 0)
    )
      return { before, state }
  }
  return undefined
}

export const territoryOf = (parts: readonly string[]): string | undefined =>
  parts.slice(-2).flatMap((part) => territoryNames.get(part.replace(/\s*\d{5}(?:-\d{4})?$/, '').toLowerCase()) ?? [])[0]
const territoryNames = codesByName(territories)
