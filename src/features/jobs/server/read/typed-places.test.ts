import { beforeAll, expect, test } from 'vitest'
import { parseState, type StateCode } from '#shared/us-states.ts'
import { pairsOf } from '#vocabulary/table.ts'
import { databaseForFile } from '#test/database.ts'
import { jobRow } from '#test/factories.ts'
import { searchAll } from '#test/fixtures/job-catalog.ts'
import { typedRows } from '#test/fixtures/search-queries.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { addJobs, compactSegments, rebuildSearchVocabulary, storeSearch } from '../public.ts'
import { readJobMap } from '../service-map.ts'

/** One job, a cardiologist's, in each of these towns. */
const towns = Object.entries(
  pairsOf(`
    WA: Seattle, Bellevue, Tacoma, Everett, Spokane, Vancouver; OR: Portland, Salem, Bend; ID: Boise;
    CA: San Francisco, Oakland, San Jose, Palo Alto, Santa Rosa, Sacramento, Fresno, Bakersfield, Los Angeles, Anaheim,
    Riverside, San Bernardino, San Diego; AZ: Phoenix, Tucson; NV: Las Vegas, Reno; UT: Salt Lake City; CO: Denver, Grand Junction; NM: Albuquerque;
    TX: Dallas, Fort Worth, Plano, Houston, Austin, San Antonio, El Paso, McAllen; OK: Oklahoma City;
    MO: Kansas City, Saint Louis, Springfield; KS: Overland Park; IL: Chicago, Naperville, Springfield;
    IN: Gary, Indianapolis, Columbus; OH: Columbus, Cleveland, Cincinnati; MI: Detroit, Marquette, Grand Rapids; WI: Milwaukee;
    MN: Minneapolis, Saint Paul, Duluth, Rochester; ND: Fargo; SD: Sioux Falls; NE: Omaha; IA: Des Moines;
    NY: New York, Brooklyn, Hempstead, White Plains, Poughkeepsie, Albany, Buffalo, Syracuse, Rochester; NJ: Newark, Camden;
    CT: Stamford, Hartford; MA: Boston, Worcester, Springfield; RI: Providence; ME: Portland; NH: Manchester; VT: Burlington;
    PA: Philadelphia, Pittsburgh, Altoona, Erie, Scranton; MD: Baltimore, Bethesda, Towson; DC: Washington;
    VA: Arlington, Richmond, Norfolk; NC: Raleigh, Durham, Charlotte, Asheville, King; SC: Charleston, Greenville;
    WV: Charleston; GA: Atlanta, Savannah, Columbus; FL: Miami, Fort Lauderdale, Tampa, Orlando, Jacksonville;
    TN: Nashville, Memphis, Knoxville; KY: Louisville; AL: Birmingham, Mobile; MS: Jackson; LA: New Orleans, Lafayette;
    AR: Little Rock, Fayetteville; AK: Anchorage; HI: Honolulu
  `),
).flatMap(([state, names]) =>
  names.split(/,\s+/).map((city) => ({ city, state: state as StateCode })),
)

const database = databaseForFile()
beforeAll(async () => {
  await addJobs(database.db, towns.map(jobIn))
  await rebuildSearchVocabulary(database.db)
})

const jobIn = (town: (typeof towns)[number], index: number) =>
  jobRow({
    ...town,
    description: 'Join a friendly group.',
    posted_at: new Date(Date.now() - index * 60_000),
  })

async function find(criteria: SearchCriteria) {
  const { jobs, understanding } = await searchAll(database.db, criteria)
  return { found: jobs.map(({ city, state }) => `${city}, ${state}`).toSorted(), understanding }
}

/**
 * 'WA OR' stands for all towns of these states, 'Portland ME' for one; towns whose name only one
 * state has go without it.
 */
function townsIn(expected: string): string[] {
  if (expected === '') return []
  return expected
    .split(/,\s*/)
    .flatMap((part) => {
      if (/^[A-Z]{2}(?: [A-Z]{2})*$/.test(part))
        return towns.filter((town) => part.split(' ').includes(town.state))
      const state = parseState(part.split(' ').at(-1) ?? '')
      const named = towns.filter(
        (town) =>
          part === town.city || (state === town.state && part === `${town.city} ${town.state}`),
      )
      if (named.length !== 1) throw new Error(`${part} is no town of the test, or several.`)
      return named
    })
    .map((place) => `${place.city}, ${place.state}`)
    .toSorted()
}

const midwest = 'IL IN IA KS MI MN MO NE ND OH SD WI'

const areas = typedRows(`
Bay Area | SF Bay Area | San Francisco Bay Area, CA | bay area california → San Francisco, Oakland, San Jose, Palo Alto, Santa Rosa
East Bay → Oakland
Inland Empire → Riverside, San Bernardino
SoCal → Los Angeles, Anaheim, Riverside, San Bernardino, San Diego, Bakersfield
Greater Los Angeles → Los Angeles, Anaheim, Riverside, San Bernardino
DFW | Dallas/Fort Worth metroplex → Dallas, Fort Worth, Plano
Twin Cities | Minneapolis-St. Paul → Minneapolis, Saint Paul
Tri-State → New York, Brooklyn, Hempstead, White Plains, Poughkeepsie, Newark, Stamford
Long Island → Hempstead
Hudson Valley → White Plains, Poughkeepsie
Upstate New York → Albany, Buffalo, Syracuse, Rochester NY, Poughkeepsie
Western New York → Buffalo
Western PA | Western Pennsylvania → Pittsburgh, Altoona, Erie
Raleigh-Durham → Raleigh, Durham
Chicagoland → Chicago, Naperville, Gary
Upper Peninsula → Marquette
Kansas City metro → Kansas City, Overland Park
DMV → Washington, Bethesda, Arlington
South Florida → Miami, Fort Lauderdale
Puget Sound → Seattle, Bellevue, Tacoma, Everett
Portland metro → Portland OR, Vancouver
Greater Boston → Boston
Midwest → ${midwest}
New England → CT MA ME NH RI VT
Pacific Northwest | PNW → WA OR ID
Deep South → AL GA LA MS SC
the Carolinas → NC SC
Mountain West → AZ CO ID NV NM UT
`)

const counties = typedRows(`
King County, WA | king county washington | King County → Seattle, Bellevue
Cook County → Chicago
Orange County | Orange County, CA → Anaheim
Orange County, FL → Orlando
Kings County, NY → Brooklyn
Orleans Parish → New Orleans
Baltimore County, MD → Towson
County of Ramsey → Saint Paul
St. Louis County, MN → Duluth
Miami-Dade County → Miami
`)

const states = typedRows(`
Texas | tx → TX
OR → OR
Washington State → WA
State of Maine → ME
DC → DC
New York → NY
`)

const cities = typedRows(`
Portland, ME | portland me → Portland ME
Portland, OR | portland or → Portland OR, Salem
Portland → Portland OR, Salem, Vancouver
Columbus → Columbus OH
Columbus, IN | columbus in → Columbus IN, Indianapolis
Columbus GA → Columbus GA
Springfield, MA → Springfield MA, Worcester
springfield il → Springfield IL
Rochester, MN → Rochester MN
Rochester → Rochester NY
Charleston, WV → Charleston WV
Charleston SC → Charleston SC
Kansas City, KS → Overland Park
Kansas City → Kansas City, Overland Park
King, NC → King
St. Louis, MO → Saint Louis
Ft. Worth → Fort Worth, Dallas, Plano
NYC → New York, Brooklyn, Hempstead, White Plains, Newark, Stamford
85288 → Phoenix
Albuqerque → Albuquerque
Nashvile → Nashville
`)

/** Each of several places is as good as the others; 'or' may also be Oregon. */
const alternatives = typedRows(`
Dallas or Houston | houston or dallas → Dallas, Fort Worth, Plano, Houston
Boise or Denver, CO → Boise, Denver
Seattle / Miami → Seattle, Bellevue, Tacoma, Everett, Miami, Fort Lauderdale
Portland OR | Portland, or → Portland OR, Salem
Miami or LA | LA or Miami | LA/Miami → Miami, Fort Lauderdale, Los Angeles, Anaheim, Riverside
`)

test.each([...areas, ...counties, ...states, ...cities, ...alternatives])(
  'the place box: %s',
  async (city, expected) => {
    const { found, understanding } = await find({ city })
    expect(found).toEqual(townsIn(expected))
    expect(understanding.unknownPlace).toBeUndefined()
  },
)

const inWords = [...areas, ...counties].filter(([typed]) => typed.includes(' '))
const cardiology = [...inWords, ...alternatives].filter(([typed]) => !typed.includes('/'))
const keywords = typedRows(`
cardiologist in the Midwest → ${midwest}
DFW cardiology → Dallas, Fort Worth, Plano
cardiology, Portland, ME → Portland ME
cardiology MD → ${[...new Set(towns.map((town) => town.state))].join(' ')}
cook county health →
`)
test.each([
  ...keywords,
  ...cardiology.map(([typed, expected]) => [`cardiology ${typed}`, expected] as const),
])('the keyword %s', async (keyword, expected) =>
  expect((await find({ keyword })).found).toEqual(townsIn(expected)),
)

test.each<[SearchCriteria, string]>([
  [{ city: 'Portland', state: ['ME'] }, 'Portland ME'],
  [{ city: 'Portland', state: ['OR'] }, 'Portland OR, Salem'],
  [{ city: 'Kansas City', state: ['MO'] }, 'Kansas City'],
  [{ city: 'Kansas City', state: ['KS'], radius: 25 }, 'Overland Park'],
  [{ city: 'Tri-State', state: ['NJ'] }, 'Newark'],
  [{ city: 'Midwest', state: ['OH'] }, 'OH'],
  [{ city: 'Orange County', state: ['FL'] }, 'Orlando'],
  [{ city: 'New York', state: ['NY'] }, 'New York, Brooklyn, Hempstead, White Plains'],
  [{ city: 'Twin Cities', state: ['MN', 'WI'] }, 'Minneapolis, Saint Paul'],
  [{ keyword: 'cardiology dfw', state: ['TX'] }, 'Dallas, Fort Worth, Plano'],
])('a chosen state vetoes every place outside it: %j', async (criteria, expected) => {
  expect((await find(criteria)).found).toEqual(townsIn(expected))
})

test.each<[SearchCriteria, string[]?]>([
  [{ city: 'Springfield' }, ['Springfield, IL', 'Springfield, MA']],
  [{ city: 'Portland' }, ['Portland, ME']],
  [{ city: 'Columbus' }, ['Columbus, GA', 'Columbus, IN']],
  [{ city: 'Orange County' }, ['Orange County, FL']],
  [{ city: 'la' }, ['Los Angeles, CA']],
  [{ keyword: 'cardiology in LA' }, ['Los Angeles, CA']],
  [{ city: 'Springfield, IL' }],
  [{ city: 'Springfield', state: ['IL'] }],
])('beside %j others are offered, unless its state was named: %j', async (criteria, others) => {
  expect((await find(criteria)).understanding.otherPlaces).toEqual(
    others && expect.arrayContaining(others),
  )
})

/** What the box makes of words around a place: its label and the radius in force. */
const places = typedRows(`
40 miles from Tulsa → Tulsa, OK, 40
an hour or less from Nashville → Nashville, TN, about 45
close to the airport of Denver → Denver, CO, 50
near the Memphis airport → Memphis, TN, 50
west of Omaha, NE → Omaha, NE, 50
Reno, 30 miles → Reno, NV, 30
30km from Buffalo → Buffalo, NY, about 19
not far from 60614 → 60614 Chicago, IL, 50
1.5 hours from Tampa → Tampa, FL, about 68
an hour north of Boston → Boston, MA, about 45
Denver, CO | denver co → Denver, CO, 50
slc → Salt Lake City, UT, 50
St Pete → Saint Petersburg, FL, 50
miami dade → Miami-Dade County, FL
panhandle of Florida → Florida Panhandle
lone star state → Texas
rural Montana → Montana
east coast beach town → East Coast
pittsburg pa → Pittsburgh, PA, 50
Ohio or Indiana | OH/IN | ohio, indiana → Ohio or Indiana
WA OR ID → Washington, Oregon or Idaho
Texass | in Texas → Texas
Pensylvania → Pennsylvania
Tennesee → Tennessee
Denver or Boulder → Denver, CO or Boulder, CO, 50
anywhere but California | not california → anywhere but California
TX or OK, not Houston → Texas or Oklahoma but not Houston, TX
LA | la → Louisiana
LA, CA → Los Angeles, CA, 50
`)
test.each(places)('%s is %s', async (city, expected) => {
  const { place } = (await find({ city })).understanding
  const radius =
    place?.radius === undefined ? '' : `, ${place.isAbout ? 'about ' : ''}${place.radius}`
  expect(`${place?.label}${radius}`).toBe(expected)
})

test('a distance gives way to a radius that was chosen', async () => {
  const { understanding } = await find({ city: '50 min from Fresno', radius: 10 })
  expect(understanding.place).toEqual({ label: 'Fresno, CA', radius: 10 })
})

test.each(['telehealth', 'home based', 'Remote'])(
  '%s is no place but a way to work',
  async (city) => {
    const { found, understanding } = await find({ city })
    expect([found, understanding.unknownPlace]).toEqual([[], undefined])
  },
)

test('what the place box leaves out is in no result', async () => {
  const { found } = await find({ city: 'New England except Boston, MA' })
  expect(found).toEqual(townsIn('CT ME NH RI VT, Worcester, Springfield MA'))
})

test.each([
  ['Xyzzyville'],
  ['Qwertytown, TX'],
  ['Austin, CA', 'Austin, TX'],
  ['99999'],
  ['30 minutes from home'],
  ['15 miles'],
  ['near the office'],
  ['Dallas or Qwzxville'],
])('%s is no place, which is said with three guesses', async (city, ...guess) => {
  const { found, understanding } = await find({ city })
  expect(found).toEqual([])
  expect(understanding.unknownPlace).toBe(city)
  expect(understanding.placeGuesses).toHaveLength(3)
  expect(understanding.placeGuesses).toEqual(expect.arrayContaining(guess))
})

test('segments and alerts know areas like the index of words', async () => {
  await compactSegments(database.db, { smallDelta: 0 })
  for (const [city, expected] of [...areas.slice(0, 20), ...counties])
    expect((await find({ city })).found, city).toEqual(townsIn(expected))
  const { search } = await storeSearch(database.db, { city: 'King County, WA' })
  expect(search.query).toContain('@county:53033')
})

test('more jobs outweigh a few more people', async () => {
  expect((await find({ city: 'Springfield' })).understanding.place?.label).toBe('Springfield, MO')
  const illinois = { city: 'Springfield', state: 'IL' as const }
  const fifteen = Array.from({ length: 15 }, (_, index) => jobIn(illinois, index))
  await addJobs(database.db, fifteen)
  await rebuildSearchVocabulary(database.db)
  const { understanding } = await find({ city: 'Springfield' })
  expect(understanding.place?.label).toBe('Springfield, IL')
  expect(understanding.otherPlaces).toContain('Springfield, MO')
})

test('a job whose city is not stated is found in its state, and around no town', async () => {
  await addJobs(database.db, [jobIn({ city: '', state: 'WY' }, 0)])
  for (const criteria of [
    { city: 'Wyoming' },
    { keyword: 'cardiologist wyoming' },
    { state: ['WY' as const] },
  ])
    expect((await find(criteria)).found).toEqual([', WY'])
  expect((await find({ city: 'Cheyenne, WY', radius: 100 })).found).toEqual([])
  const { areas } = await readJobMap(database.db, {})
  expect(areas.find(({ id }) => id === 'WY')?.count).toBe(1)
})
