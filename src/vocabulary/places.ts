import type { StateCode } from '#shared/us-states.ts'
import { listOf, pairsOf, rowsOf } from './table.ts'

/** What people type beside their names; in lower case, parted by ', ', as all words here. */
export const stateNicknames: Partial<Record<StateCode, string>> = pairsOf(`
  AK: last frontier; AZ: grand canyon state; CA: golden state; CO: centennial state;
  DC: washington d c, district of columbia, dc; FL: sunshine state; GA: peach state; HI: aloha state; IN: hoosier state;
  KY: bluegrass state; MA: bay state; MN: land of 10 000 lakes; MT: big sky country; NJ: garden state; NM: land of enchantment;
  OH: buckeye state; OK: sooner state; PA: keystone state; TN: volunteer state; TX: lone star state; UT: beehive state;
  WA: evergreen state
`)

/**
 * Two-letter codes that are also words, degrees, specialties or employers; between words the second
 * are hardly ever meant as states.
 */
export const softCodes = new Set<string>(listOf('me, pa, co, la, al, de, ma, ms, va, ct, hi, ok'))
export const joiningCodes = new Set<string>(listOf('or, in, md, id'))

/**
 * Cities' nicknames and short names, by the names that the gazetteer has: airports' codes, and what
 * people there say. What is also a word, or somebody's name, stands in capitals, and has to be
 * typed so among other words.
 */
export const cityNicknames = rowsOf(`
AL | Birmingham: bhm, bham; Huntsville: hsv, rocket city
AR | Little Rock: LIT
AZ | Tucson: TUS
CA | Los Angeles: lax, city of angels, LA; Sacramento: smf, sac, sacto; San Francisco: sf, sfo, san
  fran, frisco bay; San Jose: sjc
CO | Colorado Springs: cos springs, co springs, colo springs; Denver: DEN, mile high city
CT | Hartford: bdl
DC | Washington: dca, iad
FL | Fort Lauderdale: fll, ft laud; Jacksonville: jax, jville; Miami: MIA, magic city; Orlando: mco,
  orl;
  Saint Petersburg: st pete, saint pete; Tampa: tpa
GA | Savannah: sav
HI | Honolulu: hnl
IA | Des Moines: dsm
ID | Boise: boi
IL | Chicago: CHI, chitown, chi town, ord, windy city
IN | Fort Wayne: fwa
KS | Kansas City: kck; Wichita: ict
KY | Lexington: lex; Louisville: sdf, lville, the ville
LA | Baton Rouge: btr, red stick
MA | Boston: BOS, beantown; Worcester: wormtown
MD | Baltimore: bmore, b more, charm city, bwi
ME | Portland: pwm
MI | Detroit: dtw, motor city; Grand Rapids: grr
MN | Minneapolis: mpls
MO | Kansas City: kc, kcmo, mci; Saint Louis: st lou
NC | Asheville: avl; Charlotte: clt, queen city nc; Fayetteville: fayettenam; Greensboro: gso;
  Raleigh: rdu;
  Winston-Salem: winston
NE | Omaha: OMA
NH | Manchester: mht
NJ | Newark: ewr
NM | Albuquerque: abq, burque
NV | Las Vegas: vegas; Reno: RNO
NY | Buffalo: buf; New York: nyc, new york city, manhattan, jfk, lga, big apple; Rochester: ROC;
  Syracuse: SYR, cuse
OH | Cincinnati: cincy, cinci, cvg; Cleveland: CLE; Columbus: cbus, c bus, cmh; Toledo: TOL
OK | Oklahoma City: okc, okla city; Tulsa: tul, t town
PA | Philadelphia: philly, phl, phila; Pittsburgh: PIT, pgh, steel city
RI | Providence: pvd
SC | Charleston: CHS; Columbia: cae; Greenville: gvl, gsp
TN | Chattanooga: chatt, chatty; Knoxville: tys, knox; Memphis: MEM; Nashville: bna, nashvegas,
  music city
TX | Austin: aus, atx; Corpus Christi: corpus, crp; Dallas: DAL, big d; El Paso: ELP; Fort Worth:
  ftw, cowtown;
  Houston: HOU, htx, h town, iah; San Antonio: satx, san antone
UT | Salt Lake City: slc, salt lake
VA | Norfolk: ORF; Richmond: rva, ric; Virginia Beach: va beach
VT | Burlington: btv
WA | Seattle: SEA, emerald city; Spokane: geg
WI | Milwaukee: mke
`).flatMap((row) => {
  const [state, cities = ''] = row.split(' | ')
  return Object.entries(pairsOf(cities)).map(([city, typed]) => ({
    city,
    state: state as StateCode,
    typed,
  }))
})

/**
 * Other names of areas, by the names of regions, counties and states that the gazetteer has, parted
 * by '; '. A single one keeps its own label.
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
new castle county, de; chester county, pa; delaware county, pa | brandywine valley | Brandywine
  Valley
lake county, il; cook county, il | chicago north shore, north shore chicago | North Shore, IL
gulf coast states | gulf coast, the gulf coast, gulf south
central florida; tampa bay | i 4 corridor, i4 corridor | I-4 corridor
dallas fort worth; central texas; greater austin; greater san antonio | i 35 corridor, i35 corridor
  | I-35 corridor
puget sound; portland metro; willamette valley | i 5 corridor, i5 corridor | I-5 corridor
front range | i 25 corridor, i25 corridor
metro atlanta; upstate sc; charlotte metro; piedmont triad | i 85 corridor, i85 corridor | I-85
  corridor
dmv; greater baltimore; delaware valley; tri state; greater boston; rhode island
  | northeast corridor, acela corridor, i 95 corridor, i95 corridor | Northeast Corridor
fairfield county, ct; new haven county, ct; new london county, ct; middlesex county, ct
  | connecticut shoreline, connecticut coast, coastal connecticut | Connecticut coast
tampa bay; southwest florida | florida gulf coast, gulf coast florida, florida west coast, sun
  coast, suncoast
  | Florida Gulf Coast
treasure coast; south florida | florida east coast, gold coast florida | Florida’s southeast coast
galveston county, tx; brazoria county, tx; matagorda county, tx; calhoun county, tx; nueces county,
  tx; jefferson county, tx; cameron county, tx
  | texas gulf coast, texas coast, gulf coast texas | Texas Gulf Coast
outer banks; new hanover county, nc; brunswick county, nc; carteret county, nc; onslow county, nc
  | north carolina coast, nc coast, coastal north carolina, crystal coast | Coast of North Carolina
lowcountry; horry county, sc; georgetown county, sc | south carolina coast, sc coast, coastal south
  carolina, grand strand
  | Coast of South Carolina
chatham county, ga; glynn county, ga; camden county, ga; bryan county, ga; liberty county, ga |
  georgia coast, coastal georgia
  | Coast of Georgia
western pennsylvania; northeast ohio; western new york; metro detroit | rust belt, rustbelt | Rust
  Belt
`).map((row) => {
  const [areas = '', typed = '', label] = row.split(' | ')
  return { areas, typed, ...(label !== undefined && { label }) }
})

/**
 * How place fields shorten a state, where a search would mean something else: 'mass' is a lump,
 * 'Penn' an employer.
 */
export const shortStates: Partial<Record<StateCode, string>> = pairsOf(`
  AL: ala; AZ: ariz; AR: ark; CA: calif, cal; CO: colo; CT: conn; DC: dc, washington dc; DE: del; FL: fla; IL: ill; IN: ind;
  KS: kan, kans; MA: mass; MI: mich; MN: minn; MS: miss; MT: mont; NC: n carolina; ND: n dakota; NE: neb, nebr;
  NM: n mexico, new mex; NV: nev; OK: okla; OR: ore; PA: penn, penna; SC: s carolina; SD: s dakota; TN: tenn; TX: tex; WA: wash;
  WI: wis, wisc; WV: w virginia; WY: wyo
`)

/** Territories of the United States, by the codes that the gazetteer has. */
export const territories: Readonly<Record<string, string>> = {
  PR: 'pr, puerto rico',
  GU: 'gu, guam',
  VI: 'vi, usvi, us virgin islands, u.s. virgin islands, virgin islands',
  AS: 'as, american samoa',
  MP: 'mp, saipan, northern mariana islands',
}

export const unitedStates = new Set(
  'us, usa, u.s., u.s.a., united states, united states of america, america'.split(', '),
)

/** Other countries, and their provinces and states. */
export const abroad = new Set<string>(
  listOf(
    'canada, ontario, on, quebec, qc, british columbia, bc, alberta, ab, manitoba, mb, saskatchewan, sk, nova scotia, ns, new brunswick, nb',
    'newfoundland, mexico, united kingdom, uk, great britain, england, scotland, wales, northern ireland, ireland, australia, nsw',
    'new south wales, victoria, vic, queensland, qld, new zealand, nz, germany, france, spain, italy, netherlands, switzerland, india, pakistan',
    'china, japan, philippines, nigeria, south africa, egypt, israel, saudi arabia, ksa, kuwait, bahrain, oman, qatar, uae',
    'united arab emirates, brazil, bermuda, bahamas, cayman islands, jamaica',
  ),
)

/**
 * Words of institutions, streets and the compass, which are names of towns somewhere, and hardly
 * ever meant as such.
 */
export const noTowns = new Set<string>(
  listOf(
    'hospital, center, centre, clinic, medical, health, healthcare, system, university, county, campus, area, region, park, union, college',
    'regional, memorial, general, north, south, east, west, central, main, street, st, ave, avenue, road, rd, drive, dr, suite, va, way, point',
    'plaza, building, city, village, town, mission, mercy, hope, providence, trinity, care, group, associates, practice, department, office',
    'location, state, home, house, rural, metro, downtown, suburb, suburbs, valley, lake, river, hill, hills, heights, springs, grove, place, court',
    'school, western, eastern, northern, southern, hometown',
    'yosemite, yellowstone, disney, disneyland, disneyworld',
  ),
)

/** What place boxes say for the whole country. */
export const everywhere: ReadonlySet<string> = new Set([
  ...unitedStates,
  ...listOf(
    'anywhere, everywhere, nationwide, any, all states, any state, any location, no preference, near me, nearby, close to me',
    'anywhere in the us, anywhere in the usa, anywhere in the united states, anywhere in the country, all over the us, whole country',
  ),
])

/** Words beside a place that choose nothing on a map, before it or behind it. */
export const placePadding = new Set<string>(
  listOf(
    'greater, metro, area, downtown, near, in, around, usa, us, region, suburbs, suburban, state, rural, small, big, large, town, city, towns',
    'cities, village, community, somewhere, any, beach, coastal, mountain, mountains, warm, sunny, quiet, safe, the, of, parts, part',
  ),
)
/** Behind a place they also stand for what surrounds it. */
export const placeEnds = new Set<string>(
  listOf('airport, area, metro, region, suburbs, suburb, vicinity'),
)

/**
 * Cities by name, and much else besides: among other words of a search they are hardly ever meant.
 */
export const wordTowns = new Set<string>(
  listOf(
    'mobile, reading, orange, independence, temple, normal, surprise, hope, enterprise, liberty, union, providence, trinity, mercy',
    'miles, grace, price, park, lead, spring, summit, care, call, plains, center, columbia, nurse, rural, academic, friendly, hometown',
  ),
)

/** Words of places' names that people shorten, by their short forms. */
export const longPlaceWords: Readonly<Record<string, string>> = pairsOf(`
  n: north; no: north; s: south; so: south; e: east; w: west; hts: heights; spgs: springs; spg: spring; bch: beach;
  jct: junction; pk: park; ctr: center; vly: valley; lk: lake; is: island; twp: township; pt: point; cty: city
`)

/**
 * Words of employers', facilities' and cities' names, to the form that stands for both where names
 * are compared.
 */
export const shortNameWords: ReadonlyMap<string, string> = new Map(
  Object.entries(
    pairsOf(`
  saint: st; sainte: st; mount: mt; fort: ft; centre: center; ctr: center; hosp: hospital; med: medical; medicine: medical;
  univ: university; assoc: associates; assocs: associates; grp: group; mem: memorial; meml: memorial; reg: regional;
  rgnl: regional; svcs: services; hlth: health; healthcare: health; heights: hts; north: n; south: s; east: e; west: w
`),
  ),
)

/** What employers' names hold beside the name. */
export const legalForms: ReadonlySet<string> = new Set(
  listOf(
    'the, inc, incorporated, llc, pllc, llp, lp, lllp, ltd, limited, corp, corporation, co, company, pc, pa, plc, and, of',
  ),
)

/** Behind a place's name they make an employer's of it: 'Cleveland Clinic', 'Cook County Health'. */
export const nameWords = new Set<string>(
  listOf(
    'clinic, clinics, health, healthcare, system, memorial, general, regional, medical, methodist, baptist, presbyterian, mercy, children, childrens',
  ),
)

/**
 * Employers whose names hold words of the vocabulary, of places or of dictionaries; and territories,
 * which no code of the list has.
 */
export const employerNames = new Set<string>([
  ...Object.values(territories).flatMap((names) =>
    names.split(', ').filter((name) => name.length > 2),
  ),
  ...listOf(
    'kaiser permanente, permanente, kaiser, mayo clinic, mayo, cleveland clinic, hca, tenet, ascension, geisinger, sutter health',
    'johns hopkins, mass general, mount sinai, nyu langone, md anderson, cedars sinai, penn medicine, upmc, northwell, ochsner',
    'baylor scott, memorial hermann, houston methodist, banner health, providence health, dignity health, trinity health',
    'sanford health, essentia, atrium health, novant, sentara, inova, intermountain, marshfield clinic, teamhealth, vituity',
  ),
])
