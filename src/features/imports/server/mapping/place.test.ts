import { expect, it } from 'vitest'
import { isAbroad, namedPlace } from './place.ts'

const city = (name: string, state: string) => ({ city: name, state })

it.each([
  ['Austin, TX', city('Austin', 'TX')],
  ['Austin, TX 78701', city('Austin', 'TX')],
  ['Austin, TX 78701-1234', city('Austin', 'TX')],
  ['Austin, Texas', city('Austin', 'TX')],
  ['Austin, Texas, United States', city('Austin', 'TX')],
  ['Austin TX', city('Austin', 'TX')],
  ['austin, tx, usa', city('austin', 'TX')],
  ['1200 Main St, Austin, TX 78701', city('Austin', 'TX')],
  ['Austin, TX (Hybrid)', city('Austin', 'TX')],
  ['Austin, TX +3 more', city('Austin', 'TX')],
  ['Hybrid work in Austin, TX', city('Austin', 'TX')],
  ['Phoenix, AZFull-Time', city('Phoenix', 'AZ')],
  ['Phoenix, AZ 85004Full-Time', city('Phoenix', 'AZ')],
  ['Washington, DC', city('Washington', 'DC')],
  ['Washington, D.C.', city('Washington', 'DC')],
  ['Winston-Salem, NC', city('Winston-Salem', 'NC')],
  ['Saint Louis, NM', city('Saint Louis', 'NM')],
  ['📍 Boise, ID', city('Boise', 'ID')],
  ['Greater Houston', undefined],
  ['New York City Metropolitan Area', undefined],
  ['Manhattan, NY', city('New York', 'NY')],
  ['Manhattan, KS', city('Manhattan', 'KS')],
  ['City of Industry, CA', city('City of Industry', 'CA')],
  ['City of Austin, TX', city('Austin', 'TX')],
  ['Remote in Austin, TX', city('Austin', 'TX')],
  ['Austin, TX (Remote)', city('Austin', 'TX')],
  ['Anywhere', undefined],
  ['Remote', undefined],
  ['Remote, United States', undefined],
  ['Nationwide', undefined],
  ['United States', undefined],
  ['Texas', undefined],
  ['Springfield', undefined],
  ['PhoenixFull-Time', undefined],
  ['Multiple Locations', undefined],
  ['', undefined],
])('reads %j', (text, place) => expect(namedPlace({ text })).toEqual(place))

it.each([
  [{ city: 'Boise', state: 'Idaho', zip: '83702' }, city('Boise', 'ID')],
  [{ text: 'Anywhere', city: 'Boise', state: 'ID' }, city('Boise', 'ID')],
  [{ text: 'Boise, ID', city: 'Boise' }, city('Boise', 'ID')],
  [{ text: 'Boise, ID', city: 'Remote', state: 'ID' }, city('Boise', 'ID')],
  [{ city: 'Boise', state: 'ID', country: 'US' }, city('Boise', 'ID')],
])('reads the fields %j', (fields, place) => expect(namedPlace(fields)).toEqual(place))

it.each([
  [{ text: 'Toronto, ON, Canada' }, true],
  [{ text: 'London, United Kingdom' }, true],
  [{ city: 'Toronto', state: 'Ontario', country: 'CA' }, true],
  [{ text: 'Boise, ID', country: 'US' }, false],
  [{ text: 'San Juan', country: 'Puerto Rico' }, false],
  [{ text: 'Lebanon, NH' }, false],
])('reads whether %j is abroad', (fields, abroad) => expect(isAbroad(fields)).toBe(abroad))
