import { expect, test } from 'vitest'
import type { StateCode } from '#shared/us-states.ts'
import { endOfDay, timeZoneAt } from './time-zones.ts'

test.each([
  ['Boston', 'MA', 42.36, -71.06, 'America/New_York'],
  ['Chattanooga', 'TN', 35.05, -85.31, 'America/New_York'],
  ['Crossville', 'TN', 35.95, -85.03, 'America/Chicago'],
  ['Nashville', 'TN', 36.17, -86.78, 'America/Chicago'],
  ['Louisville', 'KY', 38.25, -85.76, 'America/New_York'],
  ['Bowling Green', 'KY', 36.99, -86.44, 'America/Chicago'],
  ['Gary', 'IN', 41.59, -87.35, 'America/Chicago'],
  ['Terre Haute', 'IN', 39.47, -87.41, 'America/New_York'],
  ['Evansville', 'IN', 37.97, -87.57, 'America/Chicago'],
  ['Pensacola', 'FL', 30.42, -87.22, 'America/Chicago'],
  ['Marquette', 'MI', 46.54, -87.4, 'America/New_York'],
  ['Iron Mountain', 'MI', 45.82, -88.07, 'America/Chicago'],
  ['El Paso', 'TX', 31.76, -106.49, 'America/Denver'],
  ['Rapid City', 'SD', 44.08, -103.23, 'America/Denver'],
  ['Williston', 'ND', 48.15, -103.62, 'America/Chicago'],
  ['Ontario', 'OR', 44.03, -116.96, 'America/Denver'],
  ['Coeur d’Alene', 'ID', 47.68, -116.78, 'America/Los_Angeles'],
  ['Phoenix', 'AZ', 33.45, -112.07, 'America/Phoenix'],
  ['Guam', 'OTHER', 13.44, 144.79, 'Pacific/Guam'],
] as const)('%s, %s', (_city, state: StateCode, lat, lon, zone) => {
  expect(timeZoneAt({ state, lat, lon })).toBe(zone)
})

test('a day ends at its place, also when clocks change', () => {
  const end = (day: string, state: StateCode) => endOfDay(day, { state }).toISOString()
  expect(end('2026-12-31', 'TX')).toBe('2027-01-01T05:59:59.000Z')
  expect(end('2026-12-31', 'HI')).toBe('2027-01-01T09:59:59.000Z')
  expect(end('2027-03-13', 'NY')).toBe('2027-03-14T04:59:59.000Z')
  expect(end('2027-03-14', 'NY')).toBe('2027-03-15T03:59:59.000Z')
})
