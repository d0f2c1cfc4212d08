import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { parseState } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { gazetteerFor, phraseAt } from './gazetteer.ts'
import type { City, Gazetteer } from './gazetteer.ts'
import { spotAt, spotOf } from './place-words.ts'
import type { Spot, SpotWords } from './place-words.ts'
import { closest, shortestMendable } from './spelling.ts'
import { tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'

/** What the place box means: a spot to search around, a whole state, everywhere, or nothing that we know. */
export type CityBox = { spot: Spot; isZip: boolean } | { state: StateCode } | { everywhere: true } | { unknown: string }

const everywhere = new Set([
  'us',
  'usa',
  'united states',
  'united states of america',
  'anywhere',
  'nationwide',
  'any',
  'all states',
])
const padding = new Set(['greater', 'metro', 'area', 'downtown', 'near', 'in', 'around', 'usa', 'us', 'county'])

/** Reads 'Austin', 'austin tx', 'Austin, TX 78701', '78701', 'texas', 'TX', 'St Louis', 'Huston'. `within` is the chosen state. */
export async function readCityBox(db: Db, text: string, within: StateCode | undefined): Promise<CityBox> {
  const typed = tokensOf(text)
  if (everywhere.has(phraseAt(typed, 0, typed.length))) return { everywhere: true }
  const state = parseState(text)
  // 'New York' is the state, unless the state was chosen beside it: then the city is meant.
  if (state && state !== 'OTHER' && (within === undefined || state !== within)) return { state }

  const bare = typed.filter((it) => !padding.has(it.word))
  const tokens = bare.length > 0 ? bare : typed
  const places = await gazetteerFor(db, tokens)
  const zip = tokens.findIndex((it) => places.zips.has(it.word))
  const found = spotAt(tokens, Math.max(zip, 0), places, statedIn(tokens) ? undefined : within)
  const mended = isDoubtful(found, tokens, places) ? await similarCity(db, phraseAt(tokens, 0, tokens.length), within) : undefined
  if (found && !(mended && mended.zips >= largeCity)) return { spot: found.spot, isZip: zip >= 0 }
  if (state && state !== 'OTHER') return { state }
  return mended
    ? { spot: spotOf(mended), isZip: false }
    : { unknown: within && !text.includes(',') ? `${text}, ${within}` : text }
}

/** No such place, or a hamlet: there is a Huston in Idaho, but hardly ever is it meant. A city of another state is no error. */
function isDoubtful(found: SpotWords | undefined, tokens: readonly Token[], places: Gazetteer): boolean {
  if (found) return !found.certain && found.zips <= hamlet
  return !places.cities.has(phraseAt(tokens, 0, tokens.length))
}
/** In ZIP codes. */
const hamlet = 2
const largeCity = 20

const statedIn = (tokens: readonly Token[]): boolean => tokens.length > 1 && parseState(tokens.at(-1)?.word ?? '') !== undefined

/** The city that a mistyped name was meant to be, in its state if one was typed behind it or chosen. */
async function similarCity(db: Db, phrase: string, within: StateCode | undefined): Promise<City | undefined> {
  const words = phrase.split(' ')
  const stated = words.length > 1 ? parseState(words.at(-1) ?? '') : undefined
  const name = stated ? words.slice(0, -1).join(' ') : phrase
  if (name.length < shortestMendable) return undefined
  const { rows } = await sql<City & { word: string }>`
    select c.folded as word, c.* from similar_cities(fold_place(${name})) c
    where c.folded <> fold_place(${name}) and c.state = coalesce(${stated ?? within ?? null}, c.state)
  `.execute(db)
  return closest(
    name,
    rows.map((it) => ({ ...it, n: it.zips })),
  )
}
