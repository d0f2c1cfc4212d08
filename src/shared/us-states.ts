import { keysOf } from './keys.ts'

/** The 50 US states plus Washington D.C. and Others, by their stored codes. */
const rows = [
  'AL: Alabama, AK: Alaska, AZ: Arizona, AR: Arkansas, CA: California, CO: Colorado, CT: Connecticut, DE: Delaware',
  'FL: Florida, GA: Georgia, HI: Hawaii, ID: Idaho, IL: Illinois, IN: Indiana, IA: Iowa, KS: Kansas, KY: Kentucky',
  'LA: Louisiana, ME: Maine, MD: Maryland, MA: Massachusetts, MI: Michigan, MN: Minnesota, MS: Mississippi',
  'MO: Missouri, MT: Montana, NE: Nebraska, NV: Nevada, NH: New Hampshire, NJ: New Jersey, NM: New Mexico',
  'NY: New York, NC: North Carolina, ND: North Dakota, OH: Ohio, OK: Oklahoma, OR: Oregon, PA: Pennsylvania',
  'RI: Rhode Island, SC: South Carolina, SD: South Dakota, TN: Tennessee, TX: Texas, UT: Utah, VT: Vermont',
  'VA: Virginia, WA: Washington, WV: West Virginia, WI: Wisconsin, WY: Wyoming, DC: Washington D.C., OTHER: Others',
] as const

type CodesOf<Rows extends string> = Rows extends `${infer Code}: ${string}, ${infer Rest}`
  ? Code | CodesOf<Rest>
  : Rows extends `${infer Code}: ${string}`
    ? Code
    : never
export type StateCode = CodesOf<(typeof rows)[number]>

export const usStates = Object.fromEntries(
  rows.flatMap((row) => row.split(', ').map((state) => state.split(': '))),
) as Readonly<Record<StateCode, string>>

export const stateCodes = keysOf(usStates)

export const isStateCode = (value: string): value is StateCode => Object.hasOwn(usStates, value)

export const stateName = (code: StateCode) => usStates[code]

const fold = (text: string) =>
  text.toLowerCase().replaceAll(/[.,]/g, '').replaceAll(/\s+/g, ' ').trim()

const codeByName = new Map<string, StateCode>(
  stateCodes.map((code) => [fold(usStates[code]), code]),
)
const otherNames: Record<string, StateCode> = {
  dc: 'DC',
  'district of columbia': 'DC',
  other: 'OTHER',
}

/** With dots and blanks. */
const longestName = 30

/** A code ('tx') or a name ('Texas', 'Washington, D.C.') in any case, or undefined. */
export function parseState(text: string): StateCode | undefined {
  const typed = text.trim()
  if (typed.length > longestName) return undefined
  const upper = typed.toUpperCase()
  if (isStateCode(upper)) return upper
  const name = fold(text)
  return codeByName.get(name) ?? (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined)
}

/**
 * The city and the state of 'Austin, TX', 'Austin, Texas 78701' or 'Austin TX'; undefined without a
 * city or with an unknown state. Without a comma only a code is unmistakable: 'West Virginia' is no
 * city.
 */
export function parseCityState(text: string): { city: string; state: StateCode } | undefined {
  const place = text.trim().replace(/\s+\d{5}(?:-\d{4})?$/, '')
  const end = place.includes(',') ? place.lastIndexOf(',') : place.search(/\s[A-Z]{2}$/)
  const state = parseState(place.slice(end + 1))
  const city = place.slice(0, Math.max(end, 0)).trim()
  return state && city !== '' ? { city, state } : undefined
}

/**
 * The outlines of the states, or of one state's counties, as a file of SVG symbols. `land` is all
 * of it.
 */
export const mapShapesUrl = (state?: StateCode | null) =>
  `/maps/${state ? state.toLowerCase() : 'us'}.svg`

/** The size of the country's map, in its own units. */
export const countryMap = { width: 975, height: 610 }
