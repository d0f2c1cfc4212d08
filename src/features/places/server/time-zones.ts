import type { StateCode } from '#shared/us-states.ts'

/** A part of a state with another time zone: degrees of latitude and longitude. A few counties at its border are taken for the other part. */
type Part = { zone: string; south?: number; north?: number; west?: number; east?: number }

const [eastern, central, mountain, pacific] = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']

const zonesOf: Readonly<Record<string, string>> = {
  [eastern]: 'CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV',
  [central]: 'AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI',
  [mountain]: 'CO ID MT NM UT WY',
  [pacific]: 'CA NV OR WA',
  'America/Phoenix': 'AZ',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'OTHER',
}

const parts: { readonly [State in StateCode]?: readonly Part[] } = {
  AK: [{ zone: 'America/Adak', east: -169.5 }],
  FL: [{ zone: central, east: -85.1 }],
  ID: [{ zone: pacific, south: 45.5 }],
  IN: [
    { zone: central, south: 41, east: -86.5 },
    { zone: central, north: 38.2, east: -86.6 },
    { zone: central, north: 38.5, east: -87.3 },
  ],
  KS: [{ zone: mountain, south: 37.7, north: 39.55, east: -101.4 }],
  KY: [
    { zone: central, east: -86.2 },
    { zone: central, north: 37.3, east: -85 },
  ],
  MI: [
    { zone: central, north: 46.3, east: -87.4 },
    { zone: central, north: 46.6, east: -89.5 },
  ],
  ND: [{ zone: mountain, north: 47.2, east: -101.83 }],
  NE: [{ zone: mountain, east: -101.2 }],
  OR: [{ zone: mountain, north: 44.4, south: 42.4, west: -117.6 }],
  OTHER: [{ zone: 'Pacific/Guam', west: 100 }],
  SD: [{ zone: mountain, east: -101 }],
  TN: [
    { zone: eastern, west: -84.85 },
    { zone: eastern, north: 35.55, west: -85.4 },
  ],
  TX: [{ zone: mountain, east: -105 }],
}

type Point = { state: StateCode; lat?: number | null | undefined; lon?: number | null | undefined }

export function timeZoneAt({ state, lat: knownLat, lon: knownLon }: Point): string {
  // Without a point none of the parts.
  const [lat, lon] = [knownLat ?? Number.NaN, knownLon ?? Number.NaN]
  const part = parts[state]?.find(
    ({ south = -90, north = 90, west = -180, east = 180 }) => lat >= south && lat <= north && lon >= west && lon <= east,
  )
  return part?.zone ?? Object.entries(zonesOf).find(([, states]) => states.split(' ').includes(state))?.[0] ?? eastern
}

/** The last second of a day, 'YYYY-MM-DD', at a place. */
export const endOfDay = (day: string, place: Point): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZoneAt(place)).epochMilliseconds - 1000)
