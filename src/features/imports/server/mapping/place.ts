import { parseState, usStates } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import { cleanLine } from '#features/jobs/read-text.ts'
import type { ScrapedLocation } from './shapes.ts'

/** Where an item says its job is; whether there is such a place, the catalogue knows. */
export type ScrapedPlace =
  | { kind: 'city'; city: string; state: StateCode; zip?: string; remote: boolean }
  | { kind: 'remote' }
  | { kind: 'none' }
  | { kind: 'abroad' }

export function readPlace(location: ScrapedLocation): ScrapedPlace {
  const country = location.country?.trim()
  if (country && !unitedStates.test(country)) return { kind: 'abroad' }
  const remote = anywhere.test(location.text ?? '')
  const text = tidy(location.text ?? '')
  const fromFields = fieldsPlace(location, remote)
  if (fromFields) return fromFields
  const named = metropolitanAreas.find(([pattern]) => pattern.test(text))
  if (named) return { kind: 'city', city: named[1], state: named[2], remote }
  return textPlace(text, remote)
}

const unitedStates = /^(?:us|usa|u\.s\.(?:a\.)?|united states(?: of america)?)$/i

const anywhere = /\b(?:anywhere|remote|nation ?wide|work from home|telehealth|telecommute|virtual)\b/i

/** What LinkedIn writes instead of a city. */
const metropolitanAreas: [RegExp, string, StateCode][] = [
  [/^san francisco bay area/i, 'San Francisco', 'CA'],
  [/^greater (?:los angeles)/i, 'Los Angeles', 'CA'],
  [/^(?:greater )?new york city metropolitan area/i, 'New York', 'NY'],
  [/^dallas-fort worth metroplex/i, 'Dallas', 'TX'],
  [/^greater chicago area/i, 'Chicago', 'IL'],
  [/^greater (?:boston)/i, 'Boston', 'MA'],
  [/^greater philadelphia/i, 'Philadelphia', 'PA'],
  [/^greater houston/i, 'Houston', 'TX'],
  [/^greater seattle area/i, 'Seattle', 'WA'],
  [/^greater phoenix area/i, 'Phoenix', 'AZ'],
  [/^atlanta metropolitan area/i, 'Atlanta', 'GA'],
  [/^(?:greater minneapolis|minneapolis-st\. paul)/i, 'Minneapolis', 'MN'],
  [/^washington dc-baltimore area/i, 'Washington', 'DC'],
  [/^denver metropolitan area/i, 'Denver', 'CO'],
  [/^greater st\. louis/i, 'Saint Louis', 'MO'],
]

/** What New York's ZIP codes call by another name; there is a Manhattan in Kansas too. */
const newYork = /^(?:manhattan|new york city|nyc)$/i

function fieldsPlace(location: ScrapedLocation, remote: boolean): ScrapedPlace | undefined {
  const state = parseState(location.state ?? '')
  const city = cityName(location.city ?? '')
  if (!state || !city || anywhere.test(city)) return undefined
  return place(city, state, location.zip?.match(zipCode)?.[1], remote)
}

/** Read from the right, as addresses are built: country, ZIP code, state, city. */
function textPlace(text: string, remote: boolean): ScrapedPlace {
  const parts = text
    .replace(anywherePrefix, '')
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '')
  if (parts.length > 1 && foreign.test(parts.at(-1) ?? '')) return { kind: 'abroad' }
  if (unitedStates.test(parts.at(-1) ?? '')) parts.pop()
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
  if (state && city && !anywhere.test(city)) return place(city, state, zip, remote)
  return { kind: remote ? 'remote' : 'none' }
}

/** 'Remote in Austin, TX', 'Hybrid work in Austin, TX'. */
const anywherePrefix = /^(?:hybrid\s+)?(?:remote|work|telehealth|virtual)?\s*(?:work)?\s+(?:in|from|-|–|:)\s+/i

const foreign =
  /^(?:canada|mexico|united kingdom|uk|england|ireland|australia|new zealand|germany|india|saudi arabia|qatar|uae|united arab emirates|puerto rico|guam)$/i

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
  return { kind: 'city', city: state === 'NY' && newYork.test(city) ? 'New York' : city, state, ...(zip && { zip }), remote }
}

function cityName(text: string): string {
  return cleanLine(text, 100)
    .replace(/^greater\s+|\s+(?:metropolitan )?area$|^city of\s+(?!industry\b)/gi, '')
    .trim()
}

/** Drops what scrapers leave around a place: '(Hybrid)', '+3 locations', the employment type glued to its end. */
function tidy(text: string): string {
  return cleanLine(text, 200)
    .replaceAll(/\([^)]*\)|\+\s*\d+ (?:more|others?|locations?)|\b\d+ locations?$/gi, ' ')
    .replace(gluedType, '$1')
    .replaceAll(/[•·|]/g, ',')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const gluedType = new RegExp(
  `(\\b(?:${Object.keys(usStates).join('|')})|[a-z]|\\d{5})\\s?(?:Full[- ]?Time|Part[- ]?Time|Locums?(?: Tenens)?|Per Diem|Contract|Permanent|Temporary)$`,
)
