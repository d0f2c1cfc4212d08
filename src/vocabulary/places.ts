import type { StateCode } from '#shared/us-states.ts'
import { oneOf, rules } from './rules.ts'
import { pairsOf, rowsOf } from './table.ts'

/** What people type beside their names; in lower case, parted by ', ', as all words here. */
export const stateNicknames: Partial<Record<StateCode, string>> = pairsOf(`
  AK last frontier; AZ grand canyon state; CA golden state; CO centennial state; DC washington d c, district of columbia, dc;
  FL sunshine state; GA peach state; HI aloha state; IN hoosier state; KY bluegrass state; MA bay state;
  MN land of 10 000 lakes; MT big sky country; NJ garden state; NM land of enchantment; OH buckeye state; OK sooner state;
  PA keystone state; TN volunteer state; TX lone star state; UT beehive state; WA evergreen state
`)

/**
 * Cities' nicknames and short names, by the names that the gazetteer has: airports' codes, and what people there say. What is also a
 * word, or somebody's name, stands in capitals, and has to be typed so among other words.
 */
export const cityNicknames: readonly { city: string; state: StateCode; typed: string }[] = [
  { city: 'Albuquerque', state: 'NM', typed: 'abq, burque' },
  { city: 'Asheville', state: 'NC', typed: 'avl' },
  { city: 'Austin', state: 'TX', typed: 'aus, atx' },
  { city: 'Baltimore', state: 'MD', typed: 'bmore, b more, charm city, bwi' },
  { city: 'Baton Rouge', state: 'LA', typed: 'btr, red stick' },
  { city: 'Birmingham', state: 'AL', typed: 'bhm, bham' },
  { city: 'Boise', state: 'ID', typed: 'boi' },
  { city: 'Boston', state: 'MA', typed: 'BOS, beantown' },
  { city: 'Buffalo', state: 'NY', typed: 'buf' },
  { city: 'Burlington', state: 'VT', typed: 'btv' },
  { city: 'Charleston', state: 'SC', typed: 'CHS' },
  { city: 'Charlotte', state: 'NC', typed: 'clt, queen city nc' },
  { city: 'Chattanooga', state: 'TN', typed: 'chatt, chatty' },
  { city: 'Chicago', state: 'IL', typed: 'CHI, chitown, chi town, ord, windy city' },
  { city: 'Cincinnati', state: 'OH', typed: 'cincy, cinci, cvg' },
  { city: 'Cleveland', state: 'OH', typed: 'CLE' },
  { city: 'Colorado Springs', state: 'CO', typed: 'cos springs, co springs, colo springs' },
  { city: 'Columbia', state: 'SC', typed: 'cae' },
  { city: 'Columbus', state: 'OH', typed: 'cbus, c bus, cmh' },
  { city: 'Corpus Christi', state: 'TX', typed: 'corpus, crp' },
  { city: 'Dallas', state: 'TX', typed: 'DAL, big d' },
  { city: 'Denver', state: 'CO', typed: 'DEN, mile high city' },
  { city: 'Des Moines', state: 'IA', typed: 'dsm' },
  { city: 'Detroit', state: 'MI', typed: 'dtw, motor city' },
  { city: 'El Paso', state: 'TX', typed: 'ELP' },
  { city: 'Fayetteville', state: 'NC', typed: 'fayettenam' },
  { city: 'Fort Lauderdale', state: 'FL', typed: 'fll, ft laud' },
  { city: 'Fort Worth', state: 'TX', typed: 'ftw, cowtown' },
  { city: 'Fort Wayne', state: 'IN', typed: 'fwa' },
  { city: 'Grand Rapids', state: 'MI', typed: 'grr' },
  { city: 'Greensboro', state: 'NC', typed: 'gso' },
  { city: 'Greenville', state: 'SC', typed: 'gvl, gsp' },
  { city: 'Hartford', state: 'CT', typed: 'bdl' },
  { city: 'Honolulu', state: 'HI', typed: 'hnl' },
  { city: 'Houston', state: 'TX', typed: 'HOU, htx, h town, iah' },
  { city: 'Huntsville', state: 'AL', typed: 'hsv, rocket city' },
  { city: 'Jacksonville', state: 'FL', typed: 'jax, jville' },
  { city: 'Kansas City', state: 'MO', typed: 'kc, kcmo, mci' },
  { city: 'Kansas City', state: 'KS', typed: 'kck' },
  { city: 'Knoxville', state: 'TN', typed: 'tys, knox' },
  { city: 'Las Vegas', state: 'NV', typed: 'vegas' },
  { city: 'Lexington', state: 'KY', typed: 'lex' },
  { city: 'Little Rock', state: 'AR', typed: 'LIT' },
  { city: 'Los Angeles', state: 'CA', typed: 'lax, city of angels' },
  { city: 'Louisville', state: 'KY', typed: 'sdf, lville, the ville' },
  { city: 'Manchester', state: 'NH', typed: 'mht' },
  { city: 'Memphis', state: 'TN', typed: 'MEM' },
  { city: 'Miami', state: 'FL', typed: 'MIA, magic city' },
  { city: 'Milwaukee', state: 'WI', typed: 'mke' },
  { city: 'Minneapolis', state: 'MN', typed: 'mpls' },
  { city: 'Nashville', state: 'TN', typed: 'bna, nashvegas, music city' },
  { city: 'New York', state: 'NY', typed: 'nyc, new york city, manhattan, jfk, lga, big apple' },
  { city: 'Newark', state: 'NJ', typed: 'ewr' },
  { city: 'Norfolk', state: 'VA', typed: 'ORF' },
  { city: 'Oklahoma City', state: 'OK', typed: 'okc, okla city' },
  { city: 'Omaha', state: 'NE', typed: 'OMA' },
  { city: 'Orlando', state: 'FL', typed: 'mco, orl' },
  { city: 'Philadelphia', state: 'PA', typed: 'philly, phl, phila' },
  { city: 'Pittsburgh', state: 'PA', typed: 'PIT, pgh, steel city' },
  { city: 'Portland', state: 'ME', typed: 'pwm' },
  { city: 'Providence', state: 'RI', typed: 'pvd' },
  { city: 'Raleigh', state: 'NC', typed: 'rdu' },
  { city: 'Reno', state: 'NV', typed: 'RNO' },
  { city: 'Richmond', state: 'VA', typed: 'rva, ric' },
  { city: 'Rochester', state: 'NY', typed: 'ROC' },
  { city: 'Sacramento', state: 'CA', typed: 'smf, sac, sacto' },
  { city: 'Saint Louis', state: 'MO', typed: 'st lou' },
  { city: 'Saint Petersburg', state: 'FL', typed: 'st pete, saint pete' },
  { city: 'Salt Lake City', state: 'UT', typed: 'slc, salt lake' },
  { city: 'San Antonio', state: 'TX', typed: 'satx, san antone' },
  { city: 'San Francisco', state: 'CA', typed: 'sf, sfo, san fran, frisco bay' },
  { city: 'San Jose', state: 'CA', typed: 'sjc' },
  { city: 'Savannah', state: 'GA', typed: 'sav' },
  { city: 'Seattle', state: 'WA', typed: 'SEA, emerald city' },
  { city: 'Spokane', state: 'WA', typed: 'geg' },
  { city: 'Syracuse', state: 'NY', typed: 'SYR, cuse' },
  { city: 'Tampa', state: 'FL', typed: 'tpa' },
  { city: 'Toledo', state: 'OH', typed: 'TOL' },
  { city: 'Tucson', state: 'AZ', typed: 'TUS' },
  { city: 'Tulsa', state: 'OK', typed: 'tul, t town' },
  { city: 'Virginia Beach', state: 'VA', typed: 'va beach' },
  { city: 'Washington', state: 'DC', typed: 'dca, iad' },
  { city: 'Wichita', state: 'KS', typed: 'ict' },
  { city: 'Winston-Salem', state: 'NC', typed: 'winston' },
  { city: 'Worcester', state: 'MA', typed: 'wormtown' },
]

/**
 * Other names of areas, by the names of regions, counties and states that the gazetteer has, parted by '; '. A single one keeps its own
 * label.
 */
export const areaNicknames = rowsOf(`
metro atlanta | the atl
quad cities | qc, the qc
westchester county, ny | westchester, westchester ny
miami-dade county, fl | miami dade, dade county, dade
palm beach county, fl | palm beaches
broward county, fl | broward
bergen county, nj | bergen
dupage county, il | dupage, du page county
loudoun county, va | loudoun
fairfield county, ct | gold coast connecticut, gold coast ct
maricopa county, az | maricopa
hennepin county, mn | hennepin
multnomah county, or | multnomah
bucks county, pa | bucks co
new castle county, de; chester county, pa; delaware county, pa | brandywine valley | Brandywine Valley
lake county, il; cook county, il | chicago north shore, north shore chicago | North Shore, IL
gulf coast states | gulf coast, the gulf coast, gulf south
central florida; tampa bay | i 4 corridor, i4 corridor | I-4 corridor
dallas fort worth; central texas; greater austin; greater san antonio | i 35 corridor, i35 corridor | I-35 corridor
puget sound; portland metro; willamette valley | i 5 corridor, i5 corridor | I-5 corridor
front range | i 25 corridor, i25 corridor
metro atlanta; upstate sc; charlotte metro; piedmont triad | i 85 corridor, i85 corridor | I-85 corridor
dmv; greater baltimore; delaware valley; tri state; greater boston; rhode island
  | northeast corridor, acela corridor, i 95 corridor, i95 corridor | Northeast Corridor
fairfield county, ct; new haven county, ct; new london county, ct; middlesex county, ct
  | connecticut shoreline, connecticut coast, coastal connecticut | Connecticut coast
tampa bay; southwest florida | florida gulf coast, gulf coast florida, florida west coast, sun coast, suncoast
  | Florida Gulf Coast
treasure coast; south florida | florida east coast, gold coast florida | Florida’s southeast coast
galveston county, tx; brazoria county, tx; matagorda county, tx; calhoun county, tx; nueces county, tx; jefferson county, tx; cameron county, tx
  | texas gulf coast, texas coast, gulf coast texas | Texas Gulf Coast
outer banks; new hanover county, nc; brunswick county, nc; carteret county, nc; onslow county, nc
  | north carolina coast, nc coast, coastal north carolina, crystal coast | Coast of North Carolina
lowcountry; horry county, sc; georgetown county, sc | south carolina coast, sc coast, coastal south carolina, grand strand
  | Coast of South Carolina
chatham county, ga; glynn county, ga; camden county, ga; bryan county, ga; liberty county, ga | georgia coast, coastal georgia
  | Coast of Georgia
western pennsylvania; northeast ohio; western new york; metro detroit | rust belt, rustbelt | Rust Belt
`).map((row) => {
  const [areas = '', typed = '', label] = row.split(' | ')
  return { areas, typed, ...(label !== undefined && { label }) }
})

/** How place fields shorten a state, where a search would mean something else: 'mass' is a lump, 'Penn' an employer. */
export const shortStates: Partial<Record<StateCode, string>> = pairsOf(`
  AL ala; AZ ariz; AR ark; CA calif, cal; CO colo; CT conn; DC dc, washington dc; DE del; FL fla; IL ill; IN ind; KS kan, kans;
  MA mass; MI mich; MN minn; MS miss; MT mont; NC n carolina; ND n dakota; NE neb, nebr; NM n mexico, new mex; NV nev; OK okla;
  OR ore; PA penn, penna; SC s carolina; SD s dakota; TN tenn; TX tex; WA wash; WI wis, wisc; WV w virginia; WY wyo
`)

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

export const remoteWords = rules`
remote = anywhere, remote(ly)?, work from home, wfh, home ?based, telehealth, telemedicine, tele health, telecommute, telework, virtual
  ✓ Remote | Work from Home | Boise, ID (Remote) | Telehealth ✗ Boise, ID
`

export const severalPlaces = rules`
several = multiple, various, state ?wide, nation ?wide, tbd, to be determined, any (state|location|city),
    (several|numerous|different|many|all|any) (locations?|cities|sites?|areas?|states|facilities|places|regions|positions|towns|counties),
    locations? (vary|available|throughout), across the (us|country|state)
  ✓ Multiple Locations | Various, TX | Nationwide | Statewide, MT | Several cities in Georgia ✗ All Saints, TX
`

/** Before a town: what puts it somewhere else. */
export const distance = rules`
elsewhere = /\b${oneOf(
  [
    'from, near, nearby, outside, between, than',
    '(north|south|east|west|northeast|northwest|southeast|southwest|miles|minutes|hours?|suburbs?|outside|just) of',
    '(close|proximity|drive|access|minutes|miles|hours?|next|convenient|adjacent|commute) to',
  ].join(', '),
)}(?:\s+(?:downtown|the))?\s*$/i
  ✓ an hour from | north of | close to downtown | located between ✗ located in | a practice in
`

/** Words of places' names that people shorten, by their short forms. */
export const longPlaceWords: Readonly<Record<string, string>> = pairsOf(`
  n north; no north; s south; so south; e east; w west; hts heights; spgs springs; spg spring; bch beach; jct junction; pk park;
  ctr center; vly valley; lk lake; is island; twp township; pt point; cty city
`)

/** Words of employers', facilities' and cities' names, to the form that stands for both where names are compared. */
export const shortNameWords: ReadonlyMap<string, string> = new Map(
  Object.entries(
    pairsOf(`
  saint st; sainte st; mount mt; fort ft; centre center; ctr center; hosp hospital; med medical; medicine medical;
  univ university; assoc associates; assocs associates; grp group; mem memorial; meml memorial; reg regional; rgnl regional;
  svcs services; hlth health; healthcare health; heights hts; north n; south s; east e; west w
`),
  ),
)
