import type { Fact } from '#features/imports/facts.ts'
import type { City, Place } from '#features/places/server/public.ts'
import { parseCityState, usStates, type StateCode } from '#shared/us-states.ts'
import { remembered } from '#shared/remembered.ts'
import { remoteWords, severalPlaces } from '#vocabulary/place-rules.ts'
import { abroad, territories, unitedStates } from '#vocabulary/places.ts'
import { oneOf, rules, patternsOf } from '#vocabulary/table.ts'
import { cleanLine } from '#features/jobs/read-text.ts'

/** The place fields of an item. */
export type ScrapedLocation = {
  text?: string
  city?: string
  state?: string
  zip?: string
  country?: string
}

export type Doubtful = Extract<Fact<'place'>, { state: 'doubtful' }>
export type Rule = Extract<Fact<'place'>, { state: 'inferred' }>['rule']

/** What the words of a place field come to. */
export type Reading = {
  place?: Place
  rule?: Rule
  state?: StateCode
  /** What is called a city, where there is none of that name. */
  name?: string
  remote?: boolean
  /** What the row's place must lie in. */
  covers?: (city: City) => boolean
  /**
   * What stands for the row where neither title nor text name a town: a county, or the main city of
   * a metropolitan area.
   */
  area?: Place
  areaRule?: Rule
  /** Those of a region. */
  states?: StateCode[]
  doubt?: Doubtful['reason']
  suggestion?: City
}

/** Those in the source's own words that say where, within the country. */
export type PlaceWords = {
  text?: string
  city?: string
  state?: string
  zip?: string
  remote: boolean
}

export const placeWords = (
  { text, city, state, zip }: ScrapedLocation,
  remote: boolean,
): PlaceWords => ({
  ...(text && { text: cleanLine(text, 300) }),
  ...(city && { city: cleanLine(city, 200) }),
  ...(state && { state: cleanLine(state, 100) }),
  ...(zip && zipCode.test(zip) && { zip: zipCode.exec(zip)?.[1] ?? '' }),
  remote,
})

/**
 * The town and state that place fields name by their form alone: enough to cut them from a title.
 * `find-place.ts` knows which places exist.
 */
export function namedPlace({
  text = '',
  city = '',
  state = '',
}: ScrapedLocation): { city: string; state: StateCode } | undefined {
  const hasFields = city !== '' && state !== '' && !isRemote(city)
  const parts = (hasFields ? `${city}, ${state}` : tidyPlace(text)).split(',')
  // A country may follow.
  const named = parts
    .map((_, index) => parseCityState(parts.slice(0, parts.length - index).join(',')))
    .find((place) => place)
  const town = cityName(named?.city.split(',').at(-1) ?? '')
  return named && town && !isRemote(town)
    ? { city: boroughOf(town, named.state), state: named.state }
    : undefined
}

export function isAbroad({ text = '', country = '' }: ScrapedLocation): boolean {
  const parts = tidyPlace(text).split(/\s*,\s*/)
  return (
    (country.trim() !== '' && !isHere.has(country.trim().toLowerCase())) ||
    (parts.length > 1 && abroad.has(parts.at(-1)?.toLowerCase() ?? ''))
  )
}

const isHere = new Set([
  ...unitedStates,
  ...Object.values(territories).flatMap((names) => names.split(', ')),
])

export const isRemote = remoteWords.isIn

/** 'Multiple Locations', 'Various, TX', 'Nationwide'. */
export const isSeveralPlaces = severalPlaces.isIn

/** What New York's ZIP codes call by another name; there is a Manhattan in Kansas too. */
export const boroughOf = (name: string, state: string): string =>
  state === 'NY' && /^(?:manhattan|new york city|nyc|ny)$/i.test(name) ? 'New York' : name

const zipCode = /\b(\d{5})(?:-\d{4})?\b/

function cityName(text: string) {
  return cleanLine(text, 100)
    .replace(/^greater\s+|\s+(?:metropolitan )?area$|^city of\s+(?!industry\b)/gi, '')
    .trim()
}

const types = oneOf(
  [
    'Full ?Time, Part ?Time, FT/PT, Locums?( Tenens)?, Travel, Per ?Diem, PRN, Contract(or)?, ' +
      'Permanent, Perm, Temporary',
    'Temp( to Perm)?, Employed, Independent Contractor, 1099, W-?2, Moonlighting, Day Shift, ' +
      'Night Shift, Days, Nights, Hybrid, On-?site',
    'In Person, Remote, Telehealth',
  ].join(', '),
)

const codes = Object.keys(usStates).join('|')
const names = Object.values(usStates)
  .filter((state) => state !== 'Others')
  .join('|')

/**
 * What scrapers leave around a place. `means`: what stands in its stead; each text is 'Tulsa, OK'.
 */
export const aroundPlaces = rules`
nothing = /^(?:hybrid\s+)?(?:remote|work|telehealth|virtual)?\s*(?:work)?\s+(?:in|from|-|–|:)\s+/i
  ✓ Hybrid work in Tulsa, OK | Remote in Tulsa, OK | Work from Tulsa, OK
nothing = /^(?:job )?(?:locations?|city|area|place|address|site|facility)\s*[:–-]\s*/i ✓ Location: Tulsa, OK | Job Location - Tulsa, OK
nothing = /\([^)]*\)|\[[^\]]*\]|\+\s*\d+ (?:more|others?|locations?)|\band \d+ (?:more|other locations?|others?)\b|\b\d+ locations?$/i
  ✓ Tulsa, OK (Hybrid) | Tulsa, OK [On-site] | Tulsa, OK +4 more | Tulsa, OK and 2 other locations
apart = /(\b(?:${codes})|[a-z]|\d{5})(?=(?:${types})(?:[\s/,;)-]|$))/ ✓ TulsaFull-Time, OK | Tulsa, OKPart-Time | Tulsa, OKLocums/Travel
parted = /([a-z])(?=(?:${codes}|${names})(?:[\s,;)]|$))/ ✓ TulsaOK
nothing = /(?<![\w-])(?:${types})(?:\s*[/,&+-]\s*(?:${types}))*(?![\w-])/i ✓ Tulsa, OK Full Time/Part Time | Locums, Tulsa, OK
comma = /[•·|\n]/ ✓ Tulsa • OK | Tulsa|OK
`
const instead: Record<string, string> = { nothing: ' ', apart: '$1 ', parted: '$1, ', comma: ', ' }
const replacements = aroundPlaces.list.flatMap((rule) =>
  patternsOf(rule).map(
    ({ source, flags }) => [new RegExp(source, `${flags}g`), instead[rule.means] ?? ' '] as const,
  ),
)

/** 'United States-Georgia-Macon' */
const fromCountry = new RegExp(`^(?:United States|USA?)-(${names})(?:-(.+))?$`)

export const tidyPlace = remembered((text) =>
  replacements
    .reduce(
      (tidied, [pattern, stead]) => tidied.replaceAll(pattern, stead),
      cleanLine(text, 300)
        .replace(/^(?:[Uu][Ss][Aa]?-)?([A-Z]{2})-(?=[A-Z])/, '$1, ')
        .replace(fromCountry, '$2, $1'),
    )
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+,/g, ',')
    .replaceAll(/^[\s,/&+–-]+|[\s,/&+–-]+$/g, '')
    .trim(),
)
