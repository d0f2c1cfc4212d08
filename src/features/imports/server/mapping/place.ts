import { parseState, usStates } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { abroad, remoteWords, severalPlaces, territories, unitedStates } from '#vocabulary/places.ts'
import { oneOf } from '#vocabulary/rules.ts'
import { cleanLine } from '#features/jobs/read-text.ts'

/**
 * What an item's place fields say by their form alone, which is enough to cut the place from a title and to recognize other countries;
 * `find-place.ts` knows which places exist.
 */
export type ScrapedPlace =
  | { kind: 'city'; city: string; state: StateCode; zip?: string; remote: boolean }
  | { kind: 'remote' }
  | { kind: 'none' }
  | { kind: 'abroad' }

/** The place fields of an item. */
export type ScrapedLocation = { text?: string; city?: string; state?: string; zip?: string; country?: string }

/** Those in the source's own words that say where, within the country. */
export type PlaceWords = { text?: string; city?: string; state?: string; zip?: string; remote: boolean }

export const placeWords = ({ text, city, state, zip }: ScrapedLocation, remote: boolean): PlaceWords => ({
  ...(text && { text: cleanLine(text, 300) }),
  ...(city && { city: cleanLine(city, 200) }),
  ...(state && { state: cleanLine(state, 100) }),
  ...(zip && zipCode.test(zip) && { zip: zipCode.exec(zip)?.[1] ?? '' }),
  remote,
})

export function readPlace(location: ScrapedLocation): ScrapedPlace {
  const country = location.country?.trim()
  if (country && !isHere.has(country.toLowerCase())) return { kind: 'abroad' }
  const remote = isRemote(location.text ?? '')
  const fromFields = fieldsPlace(location, remote)
  return fromFields ?? textPlace(tidyPlace(location.text ?? ''), remote)
}

const isHere = new Set([...unitedStates, ...Object.values(territories).flatMap((names) => names.split(', '))])

export const isRemote = remoteWords.isIn

/** 'Multiple Locations', 'Various, TX', 'Nationwide'. */
export const isSeveralPlaces = severalPlaces.isIn

/** What New York's ZIP codes call by another name; there is a Manhattan in Kansas too. */
export const boroughOf = (name: string, state: string): string =>
  state === 'NY' && /^(?:manhattan|new york city|nyc|ny)$/i.test(name) ? 'New York' : name

function fieldsPlace(location: ScrapedLocation, remote: boolean): ScrapedPlace | undefined {
  const state = parseState(location.state ?? '')
  const city = cityName(location.city ?? '')
  if (!state || !city || isRemote(city)) return undefined
  return place(city, state, location.zip?.match(zipCode)?.[1], remote)
}

/** Read from the right, as addresses are built: country, ZIP code, state, city. */
function textPlace(text: string, remote: boolean): ScrapedPlace {
  const parts = text
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '')
  if (parts.length > 1 && abroad.has(parts.at(-1)?.toLowerCase() ?? '')) return { kind: 'abroad' }
  if (unitedStates.has(parts.at(-1)?.toLowerCase() ?? '')) parts.pop()
  const zip = parts.at(-1)?.match(/(?:^|\s)(\d{5})(?:-\d{4})?$/)?.[1]
  const last =
    parts
      .pop()
      ?.replace(/(?:^|\s)\d{5}(?:-\d{4})?$/, '')
      .trim() ||
    parts.pop() ||
    ''
  const [before, state] = splitState(last)
  const city = cityName(before || parts.at(-1) || '')
  if (state && city && !isRemote(city)) return place(city, state, zip, remote)
  return { kind: remote ? 'remote' : 'none' }
}

/** 'Remote in Austin, TX', 'Hybrid work in Austin, TX'. */
const anywherePrefix = /^(?:hybrid\s+)?(?:remote|work|telehealth|virtual)?\s*(?:work)?\s+(?:in|from|-|–|:)\s+/i

const zipCode = /\b(\d{5})(?:-\d{4})?\b/

/** 'Texas' → ['', TX]; 'Austin TX' → ['Austin', TX]; 'Washington D.C.' is a city and a state. */
function splitState(text: string): [string, StateCode | undefined] {
  const whole = parseState(text)
  if (whole === 'DC' && /^washington/i.test(text)) return ['Washington', 'DC']
  if (whole) return ['', whole]
  for (let at = text.lastIndexOf(' '); at > 0; at = text.lastIndexOf(' ', at - 1)) {
    const tail = text.slice(at + 1)
    // In lower case 'in' and 'or' are words.
    const state = tail.length === 2 && tail !== tail.toUpperCase() ? undefined : parseState(tail)
    if (state) return [text.slice(0, at), state]
  }
  return ['', undefined]
}

function place(city: string, state: StateCode, zip: string | undefined, remote: boolean): ScrapedPlace {
  return { kind: 'city', city: boroughOf(city, state), state, ...(zip && { zip }), remote }
}

function cityName(text: string): string {
  return cleanLine(text, 100)
    .replace(/^greater\s+|\s+(?:metropolitan )?area$|^city of\s+(?!industry\b)/gi, '')
    .trim()
}

const types = oneOf(
  [
    'Full ?Time, Part ?Time, FT/PT, Locums?( Tenens)?, Travel, Per ?Diem, PRN, Contract(or)?, Permanent, Perm, Temporary',
    'Temp( to Perm)?, Employed, Independent Contractor, 1099, W-?2, Moonlighting, Day Shift, Night Shift, Days, Nights, Hybrid, On-?site',
    'In Person, Remote, Telehealth',
  ].join(', '),
)

/** A type glued to a town or a state code: 'TulsaFull-Time', 'Mesa, AZPart-Time', '85004Locums'. */
const gluedType = new RegExp(`(\\b(?:${Object.keys(usStates).join('|')})|[a-z]|\\d{5})(?=(?:${types})(?:[\\s/,;)-]|$))`, 'g')
const typeWords = new RegExp(`(?<![\\w-])(?:${types})(?:\\s*[/,&+-]\\s*(?:${types}))*(?![\\w-])`, 'gi')
const names = Object.values(usStates)
  .filter((state) => state !== 'Others')
  .join('|')
/** A state glued to a town: 'ClevelandOH', 'DallasTexas'. */
const gluedState = new RegExp(`([a-z])(?=(?:${Object.keys(usStates).join('|')}|${names})(?:[\\s,;)]|$))`, 'g')

/** Drops what scrapers leave around a place: '(Hybrid)', '+3 locations', job types, labels. */
export function tidyPlace(text: string): string {
  return cleanLine(text, 300)
    .replace(anywherePrefix, '')
    .replace(/^(?:us|usa)-([a-z]{2})-/i, '$1, ')
    .replace(/^(?:job )?(?:locations?|city|area|place|address|site|facility)\s*[:–-]\s*/i, '')
    .replaceAll(
      /\([^)]*\)|\[[^\]]*\]|\+\s*\d+ (?:more|others?|locations?)|\band \d+ (?:more|other locations?|others?)\b|\b\d+ locations?$/gi,
      ' ',
    )
    .replaceAll(gluedType, '$1 ')
    .replaceAll(gluedState, '$1, ')
    .replaceAll(typeWords, ' ')
    .replaceAll(/[•·|\n]/g, ',')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+,/g, ',')
    .replaceAll(/^[\s,/&+–-]+|[\s,/&+–-]+$/g, '')
    .trim()
}
