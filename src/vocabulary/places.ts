import type { StateCode } from '#shared/us-states.ts'
import { oneOf, rules } from './rules.ts'

/** What people type beside their names; in lower case, parted by ', ', as all words here. */
export const stateNicknames: Partial<Record<StateCode, string>> = { DC: 'washington d c, district of columbia, dc' }

/** Cities' nicknames, by the names that the gazetteer has. */
export const cityNicknames: readonly { city: string; state: StateCode; typed: string }[] = [
  { city: 'New York', state: 'NY', typed: 'nyc, new york city, manhattan' },
  { city: 'Philadelphia', state: 'PA', typed: 'philly' },
  { city: 'Las Vegas', state: 'NV', typed: 'vegas' },
  { city: 'San Francisco', state: 'CA', typed: 'sf' },
]

/** How place fields shorten a state, where a search would mean something else: 'mass' is a lump, 'Penn' an employer. */
export const shortStates: Partial<Record<StateCode, string>> = {
  AL: 'ala',
  AZ: 'ariz',
  AR: 'ark',
  CA: 'calif, cal',
  CO: 'colo',
  CT: 'conn',
  DC: 'dc, washington dc',
  DE: 'del',
  FL: 'fla',
  IL: 'ill',
  IN: 'ind',
  KS: 'kan, kans',
  MA: 'mass',
  MI: 'mich',
  MN: 'minn',
  MS: 'miss',
  MT: 'mont',
  NC: 'n carolina',
  ND: 'n dakota',
  NE: 'neb, nebr',
  NM: 'n mexico, new mex',
  NV: 'nev',
  OK: 'okla',
  OR: 'ore',
  PA: 'penn, penna',
  SC: 's carolina',
  SD: 's dakota',
  TN: 'tenn',
  TX: 'tex',
  WA: 'wash',
  WI: 'wis, wisc',
  WV: 'w virginia',
  WY: 'wyo',
}

/** Territories of the United States, by the codes that the gazetteer has. */
export const territories: Readonly<Record<string, string>> = {
  PR: 'pr, puerto rico',
  GU: 'gu, guam',
  VI: 'vi, usvi, us virgin islands, u.s. virgin islands, virgin islands',
  AS: 'as, american samoa',
  MP: 'mp, saipan, northern mariana islands',
}

export const unitedStates = new Set('us, usa, u.s., u.s.a., united states, united states of america, america'.split(', '))

/** Other countries, and their provinces and states. */
export const abroad = new Set(
  [
    'canada, ontario, on, quebec, qc, british columbia, bc, alberta, ab, manitoba, mb, saskatchewan, sk, nova scotia, ns, new brunswick, nb',
    'newfoundland, mexico, united kingdom, uk, great britain, england, scotland, wales, northern ireland, ireland, australia, nsw',
    'new south wales, victoria, vic, queensland, qld, new zealand, nz, germany, france, spain, italy, netherlands, switzerland, india, pakistan',
    'china, japan, philippines, nigeria, south africa, egypt, israel, saudi arabia, ksa, kuwait, bahrain, oman, qatar, uae',
    'united arab emirates, brazil, bermuda, bahamas, cayman islands, jamaica',
  ]
    .join(', ')
    .split(', '),
)

/** Words of institutions, streets and the compass, which are names of towns somewhere, and hardly ever meant as such. */
export const noTowns = new Set(
  [
    'hospital, center, centre, clinic, medical, health, healthcare, system, university, county, campus, area, region, park, union, college',
    'regional, memorial, general, north, south, east, west, central, main, street, st, ave, avenue, road, rd, drive, dr, suite, va, way, point',
    'plaza, building, city, village, town, mission, mercy, hope, providence, trinity, care, group, associates, practice, department, office',
    'location, state, home, rural, metro, downtown, suburb, suburbs, valley, lake, river, hill, hills, heights, springs, grove, place, court',
    'school, western, eastern, northern, southern',
  ]
    .join(', ')
    .split(', '),
)

export const remoteWords = rules([
  {
    means: 'remote',
    pattern:
      'anywhere, remote(ly)?, work from home, wfh, home ?based, telehealth, telemedicine, tele health, telecommute, telework, virtual',
    examples: 'Remote | Work from Home | Boise, ID (Remote) | Telehealth',
    counterExamples: 'Boise, ID',
  },
])

export const severalPlaces = rules([
  {
    means: 'several',
    pattern: [
      'multiple, various, state ?wide, nation ?wide, tbd, to be determined, any (state|location|city)',
      '(several|numerous|different|many|all|any) (locations?|cities|sites?|areas?|states|facilities|places|regions|positions|towns|counties)',
      'locations? (vary|available|throughout), across the (us|country|state)',
    ].join(', '),
    examples: 'Multiple Locations | Various, TX | Nationwide | Statewide, MT | Several cities in Georgia',
    counterExamples: 'All Saints, TX',
  },
])

/** Before a town: what puts it somewhere else. */
export const distance = rules([
  {
    means: 'elsewhere',
    pattern: new RegExp(
      String.raw`\b${oneOf(
        [
          'from, near, nearby, outside, between, than',
          '(north|south|east|west|northeast|northwest|southeast|southwest|miles|minutes|hours?|suburbs?|outside|just) of',
          '(close|proximity|drive|access|minutes|miles|hours?|next|convenient|adjacent|commute) to',
        ].join(', '),
      )}(?:\s+(?:downtown|the))?\s*$`,
      'i',
    ),
    examples: 'an hour from | north of | close to downtown | located between',
    counterExamples: 'located in | a practice in',
  },
])
