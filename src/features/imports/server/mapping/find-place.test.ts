import { beforeAll, describe, expect, it } from 'vitest'
import { loadGazetteer, type Gazetteer } from '#features/places/server/public.ts'
import { rowsOf } from '#vocabulary/table.ts'
import { databaseForFile } from '#test/database.ts'
import { contradictedByText, findPlaceOf } from './find-place.ts'
import { isAbroad, isRemote, placeWords, type ScrapedLocation } from './place.ts'

const database = databaseForFile()
let known: Gazetteer

beforeAll(async () => {
  known = await loadGazetteer(database.db)
})

type Row = { title?: string; text?: string }

/** 'Tulsa, OK' where a place is shown, 'remote', 'abroad', or '? reason' where the row waits. */
function outcome(
  location: ScrapedLocation,
  { title = 'Hospitalist', text = 'We seek a physician.' }: Row = {},
): string {
  if (isAbroad(location)) return 'abroad'
  const remote = isRemote(title)
  const found = contradictedByText(
    findPlaceOf(placeWords(location, remote), { title, description: text }, known),
    text,
    known,
  )
  if (found.kind === 'place')
    return [found.place, ...(found.further ?? [])]
      .map(({ city, state }) => `${city}, ${state}`)
      .join(' + ')
  if (found.kind === 'state') return found.state
  if (found.kind === 'remote') return ['remote', ...found.states].join(' ')
  return found.kind === 'doubtful' ? `? ${found.fact.reason}` : found.kind
}

/** What a place field says, and the place that it comes to where that has another name. */
const places = `
As it should be: Boise, ID · Boise, Idaho → Boise, ID · BOISE, ID → Boise, ID · boise, id → Boise, ID · Boise ID → Boise, ID ·
  Boise, ID 83702 → Boise, ID · Boise, ID, United States → Boise, ID · Boise, Idaho, USA → Boise, ID ·
  United States, Idaho, Boise → Boise, ID · ID - Boise → Boise, ID · US-ID-Boise → Boise, ID · ID-Boise → Boise, ID ·
  Tempe, AZ 85288 → Tempe, AZ · Washington, DC · Washington, D.C. → Washington, DC · Washington DC → Washington, DC ·
  New York, NY · New York, New York → New York, NY · NYC, NY → New York, NY · Kansas City, MO ·
  Kansas City, Kansas → Kansas City, KS · Oklahoma City, OK · Iowa City, Iowa → Iowa City, IA · Michigan City, IN · Indiana, PA ·
  Nevada, MO · Delaware, OH · Wyoming, MI · Vermont, IL
Parts of a state, and towns that are called so: Southwest, PA → PA · Northeastern, OH → OH · Southwest PA → PA · West, TX ·
  Central, LA
Glued words: TulsaFull-Time → Tulsa, OK · Omaha Full Time, NE → Omaha, NE · Macon, GA 31201Per Diem → Macon, GA ·
  DallasTexas → Dallas, TX · McAllen, TXFull-Time → McAllen, TX · Travelers Rest, SC · Reno, NV - On-site → Reno, NV ·
  Duluth, MN +4 more → Duluth, MN · Duluth, MN | Full-Time → Duluth, MN
States alone: Arizona → AZ · Ohio, OH → OH · Oklahoma, OK → OK · Utah, UT → UT · OhioLocums/Travel → OH · TX ·
  Washington, WA → WA · State of Maine → ME · Florida, United States → FL · Arizona, AZ → AZ
ZIP codes: 78701 → Austin, TX · TX 78701 → Austin, TX · Texas, 78701 → Austin, TX · Saint Louis, NM 63110 → Saint Louis, MO ·
  Zzyzx Heights, TX 78701 → Austin, TX
Short and other spellings: St Paul, MN → Saint Paul, MN · W. Palm Beach, FL → West Palm Beach, FL · E Lansing, MI → East Lansing, MI ·
  City of Fresno, CA → Fresno, CA · Manhattan, NY → New York, NY · Manhattan, KS · Salem, Ore. → Salem, OR ·
  Fargo, N. Dakota → Fargo, ND · La Cañada Flintridge, CA → La Canada Flintridge, CA · Pheonix, AZ → Phoenix, AZ
City and state that do not belong together: Saint Louis, NM → ? city-not-in-state · Seattle, TX → ? city-not-in-state ·
  Milwaukee, AZ → ? city-not-in-state · Anchorage, GA → ? city-not-in-state · Qwerty Falls, OH → ? unknown-city ·
  Unknown, CA → CA
Across a border by a few miles: Vancouver, OR → Vancouver, WA · Overland Park, MO → Overland Park, KS
Facilities: Mercy Hospital Fort Smith, AR → Fort Smith, AR · Sample Health - Little Rock, AR → Little Rock, AR ·
  St. Anne's Hospital, Fall River, MA → Fall River, MA · Regional Medical Center of Bakersfield, CA → Bakersfield, CA ·
  1200 N Main St, Wichita, KS 67203 → Wichita, KS · Suite 400, 55 Elm Street, Hartford, CT → Hartford, CT ·
  Community Hospital, TX → TX · Main Campus → ? no-place · VA Medical Center → ? no-place
Counties and areas: King County → ? no-place · Orleans Parish → ? no-place · King County, WA · Cook County, Illinois → Cook County, IL · Orleans Parish, LA ·
  Greater Houston → Houston, TX · Greater Houston Area → Houston, TX · San Francisco Bay Area → San Francisco, CA ·
  New York City Metropolitan Area → New York, NY · Dallas-Fort Worth Metroplex → Dallas, TX ·
  Denver Metropolitan Area → Denver, CO · Minneapolis-St. Paul → Minneapolis, MN · Greater Boise → Boise, ID ·
  Greater Pittsburgh Region → Pittsburgh, PA · Greater Tampa Bay Area → Tampa, FL ·
  Springfield, Missouri Metropolitan Area → Springfield, MO · Rochester, New York Metropolitan Area → Rochester, NY ·
  Louisville Metropolitan Area → Louisville, KY · Greater Peoria Area → ? state-missing ·
  Greater Minneapolis-St. Paul Area → Minneapolis, MN · Raleigh-Durham-Chapel Hill Area → Raleigh, NC ·
  Scranton–Wilkes-Barre Area → Scranton, PA · Lansing-East Lansing → Lansing, MI · Tampa / St Pete, FL → Tampa, FL ·
  OKC → Oklahoma City, OK · Oakland, San Francisco Bay Area → Oakland, CA · Greater Peoria Area (Remote) → remote ·
  Rural Montana → MT · Washington DC-Baltimore Area → Washington, DC · Western PA → PA · Upstate New York → NY ·
  Midwest → ? several-places
Two cities: Dallas/Fort Worth, TX → Dallas, TX · Minneapolis/St. Paul, MN → Minneapolis, MN · Raleigh & Durham, NC → Raleigh, NC ·
  Houston/El Paso, TX → ? unknown-city
Many places, or none: Multiple Locations → ? several-places · Multiple Locations, OH → OH · Various, TX → TX ·
  Nationwide → ? several-places · Statewide, MT → MT · Several cities in Georgia → GA · United States → ? no-place ·
  Remote → remote · Anywhere → remote · Remote, United States → remote · Work from home → remote · Telehealth → remote ·
  Remote in Boise, ID → Boise, ID · Remote (Georgia) → remote GA · Remote - Ohio → remote OH · Remote, TX → remote TX ·
  Remote (GA, FL or Texas) → remote GA FL TX · Telehealth within Nevada → remote NV · Boise, ID (Remote) → Boise, ID
A city without its state: Houston → Houston, TX · Philadelphia → Philadelphia, PA · NYC → New York, NY ·
  Springfield → ? state-missing · Portland → ? state-missing · Jackson → ? state-missing
Territories and other countries: San Juan, PR → ? territory · San Juan, Puerto Rico → ? territory · Hagatna, Guam → ? territory ·
  St. Thomas, US Virgin Islands → ? territory · Toronto, ON, Canada → abroad · Vancouver, BC → abroad ·
  London, United Kingdom → abroad · Auckland, New Zealand → abroad · Riyadh, Saudi Arabia → abroad · Perth, Australia → abroad
`

const read = (text: string): string => {
  const place = outcome({ text })
  return place === text ? text : `${text} → ${place}`
}

describe('a place field alone', () => {
  it.each(rowsOf(places).map((row) => row.split(/: (.*)/)))('%s', (_, listed = '') => {
    const cases = listed.split(' · ')
    expect(cases.map((line) => read(line.split(' → ')[0] ?? ''))).toEqual(cases)
  })
})

describe('place fields of their own', () => {
  it.each<[ScrapedLocation, string]>([
    [{ text: '' }, 'nothing'],
    [{ city: 'Boise', state: 'Idaho', zip: '83702' }, 'Boise, ID'],
    [{ city: 'Ohio', state: 'OH' }, 'OH'],
    [{ city: 'Tulsa Full-Time', state: 'OK' }, 'Tulsa, OK'],
    [{ city: 'TulsaFull-Time', state: 'OK' }, 'Tulsa, OK'],
    [{ city: 'Tulsa, OK', state: 'OK' }, 'Tulsa, OK'],
    [{ city: 'Tulsa', state: 'OK 74104' }, 'Tulsa, OK'],
    [{ city: 'Full-Time', state: 'OK', zip: '74104' }, 'Tulsa, OK'],
    [{ city: 'Remote', state: 'OK', text: 'Tulsa, OK' }, 'Tulsa, OK'],
    [{ city: 'Remote' }, 'remote'],
    [{ city: 'King County', state: 'WA' }, 'King County, WA'],
    [{ city: 'Saint Louis', state: 'NM', zip: '63110' }, 'Saint Louis, MO'],
    [{ city: 'Multiple Locations', state: 'OH' }, 'OH'],
    [{ state: 'OH' }, 'OH'],
    [{ zip: '74104' }, 'Tulsa, OK'],
    [{ city: 'San Juan', state: 'PR', country: 'Puerto Rico' }, '? territory'],
    [{ city: 'Leeds', state: 'England', country: 'GB' }, 'abroad'],
    [{ city: 'Boise', state: 'ID', text: 'Anywhere' }, 'Boise, ID'],
    [{ city: 'Sample Clinic', state: 'ID', text: 'Boise, ID' }, 'Boise, ID'],
  ])('%j', (location, expected) => expect(outcome(location)).toBe(expected))
})

describe('what the field leaves open, title or text may say', () => {
  it.each<[ScrapedLocation, Row, string]>([
    [{ text: 'Arizona' }, { title: 'Neurologist - Chandler, AZ' }, 'Chandler, AZ'],
    [{ text: 'Arizona' }, { title: 'Neurologist - Chandler' }, 'Chandler, AZ'],
    [{ text: 'Arizona' }, { title: 'Neurologist in Chandler' }, 'Chandler, AZ'],
    [{ text: 'Arizona' }, { title: 'Neurologist (Chandler)' }, 'Chandler, AZ'],
    [{ text: 'Arizona' }, { title: 'Neurologist - Boise, ID' }, '? place-conflict'],
    [
      { text: 'Ohio, OH' },
      { text: 'The hospital is located in Zanesville, Ohio, an hour from Columbus, OH.' },
      'Zanesville, OH',
    ],
    [
      { text: 'Ohio' },
      { text: 'Live and work in Zanesville. Columbus is an hour away.' },
      'Zanesville, OH',
    ],
    [{ text: 'Ohio' }, { text: 'Clinics in Zanesville, OH and Lima, OH.' }, 'OH'],
    [{ text: 'Multiple Locations' }, { title: 'Psychiatrist | Fargo, ND' }, 'Fargo, ND'],
    [{ text: 'Multiple Locations' }, {}, '? several-places'],
    [{ text: 'United States' }, { title: 'Locum Tenens Hospitalist – MI' }, 'MI'],
    [
      { text: 'United States' },
      { title: 'Hospitalist – MI', text: 'Location: Saginaw area, MI.' },
      'Saginaw, MI',
    ],
    [{ text: 'United States' }, { title: 'Staff Physician - VA' }, '? no-place'],
    [
      { text: 'Multiple Locations' },
      { text: 'Detroit, MI or Newark, NJ. Full-time.' },
      'Detroit, MI + Newark, NJ',
    ],
    [
      { text: 'Multiple Locations' },
      { text: 'Reno, NV; Boise, ID; Tulsa, OK; Mesa, AZ.' },
      'Reno, NV + Boise, ID + Tulsa, OK + Mesa, AZ',
    ],
    [{ text: 'Boise, ID; Nampa, ID' }, {}, 'Boise, ID + Nampa, ID'],
    [{ text: 'Boise, ID | Nampa, ID | Remote' }, {}, 'Boise, ID + Nampa, ID'],
    [{ text: 'Las Vegas; New Mexico' }, {}, 'Las Vegas, NM'],
    [{ text: 'Nationwide' }, { title: 'Remote Radiologist' }, 'remote'],
    [
      { text: 'Remote' },
      { text: 'This is an on-site position in our clinic, located in Bend, OR.' },
      'Bend, OR',
    ],
    [{ text: 'Remote' }, { text: 'On-site parking at our clinic, located in Bend, OR.' }, 'remote'],
    [{ text: 'Remote; Boise, ID' }, {}, 'Boise, ID'],
    [{ text: 'US-NV-Remote' }, {}, 'remote NV'],
    [{ text: 'Springfield' }, { title: 'GI Physician, Springfield, IL' }, 'Springfield, IL'],
    [
      { text: 'Springfield' },
      { text: 'Our clinic in Springfield, Missouri, seeks a physician.' },
      'Springfield, MO',
    ],
    [{ text: 'King County, WA' }, { title: 'Pediatrician – Bellevue, WA' }, 'Bellevue, WA'],
    [
      { text: 'Western PA' },
      { text: 'A practice based in Altoona, PA, seeks a physician.' },
      'Altoona, PA',
    ],
    [{ text: 'Twin Cities' }, { title: 'Hospitalist - Edina, MN' }, 'Edina, MN'],
    [{ text: 'Main Campus' }, { title: 'Hospitalist - Macon, GA' }, 'Macon, GA'],
    [{ text: 'Qwerty Falls, OH' }, { title: 'Hospitalist - Lima, OH' }, 'Lima, OH'],
    [{}, { title: 'Hospitalist - Lima, OH' }, 'Lima, OH'],
    [{}, { text: 'A hospital in Lima, Ohio, seeks a physician.' }, 'Lima, OH'],
    [{}, {}, 'nothing'],
    [{ text: 'United States' }, { title: 'Neurologist | Ohio' }, 'OH'],
    [{}, { title: 'Rheumatologist - Michigan' }, 'MI'],
    [{ text: 'Remote' }, { title: 'Virtual Internist | Remote (Georgia)' }, 'remote GA'],
    [{ text: 'Remote' }, { title: 'Telepsychiatrist, MD' }, 'remote'],
    [{ text: 'United States' }, { title: 'Neurologist | Ohio or Utah' }, '? no-place'],
    // Degrees and words that are no states
    [{ text: 'Texas' }, { title: 'Family Medicine, MD' }, 'TX'],
    [{ text: 'Texas' }, { title: 'Physician, PA or NP' }, 'TX'],
    // A title that contradicts the field
    [{ text: 'Dallas, TX' }, { title: 'Cardiologist - Seattle, WA' }, '? place-conflict'],
    [
      { text: 'Springfield, VT' },
      { text: 'Our practice is in Springfield, Missouri.' },
      '? place-conflict',
    ],
    [{ text: 'Orange, CA' }, { text: 'Our founder comes from West Orange, NJ.' }, 'Orange, CA'],
    [
      { text: 'Springfield, VT' },
      { text: 'We are two hours from Springfield, MA, in Springfield, VT.' },
      'Springfield, VT',
    ],
    [{ text: 'Dallas, TX' }, { title: 'Cardiologist - Plano, TX' }, 'Dallas, TX'],
    [{ text: 'Dallas, TX' }, { title: 'Cardiologist, MD' }, 'Dallas, TX'],
  ])('%j with %j comes to %s', (location, row, expected) =>
    expect(outcome(location, row)).toBe(expected),
  )
})
