import { expect, it } from 'vitest'
import { readPlace } from './place.ts'

const city = (name: string, state: string, zip?: string) => ({
  kind: 'city',
  city: name,
  state,
  remote: false,
  ...(zip && { zip }),
})

it.each([
  ['Austin, TX', city('Austin', 'TX')],
  ['Austin, TX 78701', city('Austin', 'TX', '78701')],
  ['Austin, TX 78701-1234', city('Austin', 'TX', '78701')],
  ['Austin, Texas', city('Austin', 'TX')],
  ['Austin, Texas, United States', city('Austin', 'TX')],
  ['Austin TX', city('Austin', 'TX')],
  ['austin, tx, usa', city('austin', 'TX')],
  ['1200 Main St, Austin, TX 78701', city('Austin', 'TX', '78701')],
  ['Austin, TX (Hybrid)', city('Austin', 'TX')],
  ['Austin, TX +3 more', city('Austin', 'TX')],
  ['Hybrid work in Austin, TX', city('Austin', 'TX')],
  ['Phoenix, AZFull-Time', city('Phoenix', 'AZ')],
  ['Phoenix, AZ 85004Full-Time', city('Phoenix', 'AZ', '85004')],
  ['Washington, DC', city('Washington', 'DC')],
  ['Washington, D.C.', city('Washington', 'DC')],
  ['Winston-Salem, NC', city('Winston-Salem', 'NC')],
  ['Saint Louis, NM', city('Saint Louis', 'NM')],
  ['📍 Boise, ID', city('Boise', 'ID')],
  ['Greater Houston', { kind: 'none' }],
  ['New York City Metropolitan Area', { kind: 'none' }],
  ['Manhattan, NY', city('New York', 'NY')],
  ['Manhattan, KS', city('Manhattan', 'KS')],
  ['City of Industry, CA', city('City of Industry', 'CA')],
  ['City of Austin, TX', city('Austin', 'TX')],
  ['Remote in Austin, TX', { ...city('Austin', 'TX'), remote: true }],
  ['Austin, TX (Remote)', { ...city('Austin', 'TX'), remote: true }],
  ['Anywhere', { kind: 'remote' }],
  ['Remote', { kind: 'remote' }],
  ['Remote, United States', { kind: 'remote' }],
  ['Nationwide', { kind: 'none' }],
  ['United States', { kind: 'none' }],
  ['Texas', { kind: 'none' }],
  ['Springfield', { kind: 'none' }],
  ['PhoenixFull-Time', { kind: 'none' }],
  ['Multiple Locations', { kind: 'none' }],
  ['', { kind: 'none' }],
  ['Toronto, ON, Canada', { kind: 'abroad' }],
  ['London, United Kingdom', { kind: 'abroad' }],
])('reads %j', (text, place) => expect(readPlace({ text })).toEqual(place))

it.each([
  [{ city: 'Boise', state: 'Idaho', zip: '83702' }, city('Boise', 'ID', '83702')],
  [
    { text: 'Anywhere', city: 'Boise', state: 'ID' },
    { ...city('Boise', 'ID'), remote: true },
  ],
  [{ text: 'Boise, ID', city: 'Boise' }, city('Boise', 'ID')],
  [{ text: 'Boise, ID', city: 'Remote', state: 'ID' }, city('Boise', 'ID')],
  [{ city: 'Toronto', state: 'Ontario', country: 'CA' }, { kind: 'abroad' }],
  [{ city: 'Boise', state: 'ID', country: 'US' }, city('Boise', 'ID')],
])('reads the fields %j', (fields, place) => expect(readPlace(fields)).toEqual(place))
