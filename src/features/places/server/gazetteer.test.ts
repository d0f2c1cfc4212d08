import { beforeAll, expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import {
  citiesNamed,
  countyLabel,
  findPlace,
  loadGazetteer,
  milesBetween,
  similarCities,
  type Gazetteer,
} from './gazetteer.ts'
import { mapShapes } from './map-shapes.ts'

const database = databaseForFile()
let known: Gazetteer

beforeAll(async () => {
  known = await loadGazetteer(database.db)
})

const countyOf = (fips: string | null | undefined) =>
  countyLabel(
    known.countiesByFips.get(fips ?? '') ?? {
      fips: '',
      name: '',
      state: 'OTHER',
      isCity: false,
      population: 0,
    },
  )

test.each([
  ['85288', 'Tempe, AZ', 'Maricopa County'],
  ['06103', 'Hartford, CT', 'Hartford County'],
  ['99574', 'Cordova, AK', 'Valdez-Cordova Borough'],
  ['63101', 'Saint Louis, MO', 'St. Louis City'],
  ['23220', 'Richmond, VA', 'Richmond City'],
  ['89701', 'Carson City, NV', 'Carson City'],
  ['70112', 'New Orleans, LA', 'Orleans Parish'],
])('ZIP code %s is %s in %s', (zip, city, county) => {
  const found = known.zips.get(zip)
  expect([`${found?.city}, ${found?.state}`, countyOf(found?.county)]).toEqual([city, county])
})

test('every state has its ZIP codes, cities and counties, and nearly every place its county', () => {
  const zips = [...known.zips.values()].filter((zip) => zip.county !== null)
  const states = new Set(zips.map((zip) => zip.state))
  const counties = new Set([...known.countiesByFips.values()].map((county) => county.state))
  expect([states.size, counties.size]).toEqual([51, 51])
  expect(known.zips.size).toBeGreaterThan(41_000)
  const inStates = [...known.cities.values()].flat().filter((city) => states.has(city.state))
  expect(inStates.filter((state) => state.county === null).length / inStates.length).toBeLessThan(
    0.005,
  )
})

test.each([
  ['St. Louis', 'MO', 'Saint Louis'],
  ['ft worth', 'TX', 'Fort Worth'],
  ['N. Little Rock', 'AR', 'North Little Rock'],
  ['Mt. Vernon', 'IL', 'Mount Vernon'],
  ["Coeur d'Alene", 'ID', "Coeur d'Alene"],
  ["Lee's Summit", 'MO', "Lee's Summit"],
  ["O'Fallon", 'MO', "O'Fallon"],
  ['City of Industry', 'CA', 'City Of Industry'],
  ['Colorado Spgs', 'CO', 'Colorado Springs'],
  ['Lakewood', 'CO', 'Lakewood'],
  ['Sandy Springs', 'GA', 'Sandy Springs'],
  ['Salt Lake', 'UT', 'Salt Lake City'],
  ['Winston Salem', 'NC', 'Winston-Salem'],
  ['San Juan', 'PR', 'San Juan'],
  ['La Cañada Flintridge', 'CA', 'La Canada Flintridge'],
])('%s, %s is %s', (typed, state, name) => {
  expect(citiesNamed(known, typed, state)[0]?.name).toBe(name)
})

test('of namesakes the most populous comes first', () => {
  const names = [
    'Portland',
    'Columbus',
    'Springfield',
    'Rochester',
    'New York',
    'Washington',
    'Kansas City',
  ]
  expect(names.map((name) => citiesNamed(known, name)[0]?.state).join()).toBe(
    'OR,OH,MO,NY,NY,DC,MO',
  )
})

test('a city lies within its county', () => {
  const seattle = citiesNamed(known, 'Seattle', 'WA')[0]
  expect(countyOf(seattle?.county)).toBe('King County')
  expect(milesBetween(seattle ?? { lat: 0, lon: 0 }, { lat: 47.606, lon: -122.332 })).toBeLessThan(
    3,
  )
})

test('distances are those of a great circle', () => {
  const [east, west] = [
    citiesNamed(known, 'New York', 'NY')[0],
    citiesNamed(known, 'Los Angeles')[0],
  ]
  const nowhere = { lat: 0, lon: 0 }
  const miles = milesBetween(east ?? nowhere, west ?? nowhere)
  expect(Math.abs(miles - 2450)).toBeLessThan(20)
})

test('a mistyped name leads to the nearest spelling, the larger city first', () => {
  expect(similarCities(known, 'Pheonix').map((city) => `${city.name}, ${city.state}`)[0]).toBe(
    'Phoenix, AZ',
  )
  expect(similarCities(known, 'Chatanooga', 'TN').map((city) => city.name)).toEqual(['Chattanooga'])
  expect(similarCities(known, 'Ohio')).toEqual([])
})

test('a ZIP code of another state does not move a city', () => {
  const austin = { city: 'Austin', state: 'TX' }
  expect(findPlace(known, { ...austin, zip: '10001' })).toMatchObject({ ...austin, zip: null })
  expect(
    findPlace(known, { city: 'Nowhere Special', state: 'TX', zip: '78701-1234' }),
  ).toMatchObject({ ...austin, zip: '78701' })
  expect(findPlace(known, { city: 'Saint Louis', state: 'NM' })).toBeUndefined()
  expect(findPlace(known, { city: 'Springfield' })).toMatchObject({ state: 'MO', zip: null })
})

test('every region covers states, or counties that there are', () => {
  for (const { label, states, counties } of known.regions.values())
    expect(
      [
        states.length + counties.length > 0,
        counties.filter((fips) => !known.countiesByFips.has(fips)),
      ],
      label,
    ).toEqual([true, []])
})

test('a map has every state, or the counties of one, and is drawn once', () => {
  expect(mapShapes()?.areas.map((area) => area.name)).toEqual(
    expect.arrayContaining(['Alaska', 'District of Columbia', 'Puerto Rico']),
  )
  const counties = mapShapes('DE')
  expect(counties?.areas.map((area) => area.name).toSorted()).toEqual([
    'Kent',
    'New Castle',
    'Sussex',
  ])
  expect(mapShapes('DE')).toBe(counties)
  expect(mapShapes('OTHER')).toBeUndefined()
})
