import { describe, expect, it, test } from 'vitest'
import type { Mapping } from '#features/imports/model.ts'
import { mapItem } from './map-item.ts'
import { readItem } from './read-item.ts'

const now = new Date('2026-03-02T15:00:00Z')

/** As an applicant tracking system might tell of it: no preset knows these names. */
const item = {
  posting: { headline: 'Cardiologist', body: ['See patients in clinic.', 'Four days a week.'] },
  facility: { label: 'Lakeside Clinic' },
  sites: [
    { town: 'Austin', region: 'TX' },
    { town: 'Dallas', region: 'TX' },
  ],
  money: { from: '$400,000', to: 450000 },
  kinds: ['Full-time', 'Permanent'],
  contact: { mail: 'Jobs@Lakeside.test', phone: '(512) 555-0100' },
  remote: 'yes',
}

const mapping: Mapping = {
  title: { path: 'posting.headline' },
  description: { path: 'posting.body' },
  employer: { path: 'facility' },
  city: { path: 'sites.1.town' },
  state: { path: 'sites.1.region' },
  payMin: { path: 'money.from' },
  payMax: { path: 'money.to' },
  payUnit: { value: 'YEAR' },
  employmentType: { path: 'kinds' },
  contactEmail: { path: 'contact.mail' },
  contactPhone: { path: 'contact.phone' },
}

test('an item of an unknown shape becomes a job by its mapping', () => {
  expect(mapItem(item, now)).toEqual({ skip: 'no-title' })
  expect(mapItem(item, now, mapping)).toMatchObject({
    title: 'Cardiologist',
    employer: 'Lakeside Clinic',
    city: 'Dallas',
    state: 'TX',
    description: 'See patients in clinic.\n\nFour days a week.',
    comp_min: 400_000,
    comp_max: 450_000,
    comp_unit: 'YEAR',
    employment_type: 'permanent',
    contact_name: null,
    contact_email: 'jobs@lakeside.test',
    contact_phone: '(512) 555-0100',
  })
})

test('what a site has predicted is no stated pay, and counted places stand elsewhere', () => {
  const row = { title: 'Cardiologist', company: 'Lakeside Clinic', url: 'https://x.example/1' }
  const paid = (more: object) => readItem({ ...row, ...more })
  for (const predicted of [
    { salary: 'Estimated: $280,000 - $300,000 a year' },
    { salary: '$300K (Glassdoor est.)' },
    { salary: '$300,000 a year', salarySource: 'ESTIMATED' },
    { salary: { value: '$300,000 a year', isEstimated: true } },
  ])
    expect(paid(predicted)).not.toHaveProperty('pay')
  expect(paid({ salary: 'Estimated total of $300,000 to $400,000' })).not.toHaveProperty('pay')
  expect(paid({ salary: '$300,000 a year', salarySource: 'EMPLOYER' })).toHaveProperty('pay')
  const place = (more: object) => paid({ location: '2 Locations', ...more })
  expect(place({ additionalLocations: ['Boise, ID', 'Nampa, ID'] })).toHaveProperty(
    'place',
    'Boise, ID; Nampa, ID',
  )
  expect(place({ externalPath: '/job/Eau-Claire-WI/Cardiologist_R12' })).toHaveProperty(
    'place',
    'Eau Claire, WI',
  )
  expect(place({})).toHaveProperty('place', '2 Locations')
})

test('headings are short for what others write out', () => {
  const row = {
    'Pos. Title': 'Cardiologist',
    'Loc City': 'Boise',
    'Loc State': 'ID',
    'Loc Zip': '83702',
  }
  expect(readItem(row)).toMatchObject({ city: 'Boise', state: 'ID', zip: '83702' })
})

describe('what a preset reads', () => {
  const location = { city: 'Reno', state: 'NV' }
  const indeed = {
    positionName: 'Nocturnist',
    company: 'Staffing Inc',
    location,
    salary: '$300,000',
  }

  it('stays where the mapping is silent, and goes where it speaks', () => {
    const employer = { employer: { value: 'Lakeside Clinic' } }
    expect(readItem(indeed, employer)).toEqual({ ...readItem(indeed), employer: 'Lakeside Clinic' })
  })

  it('does not come back for a path that leads nowhere', () => {
    expect(readItem(indeed, { employer: { path: 'nowhere.at.all' } })).not.toHaveProperty(
      'employer',
    )
  })

  it('of the place and the pay goes altogether for a text that says them', () => {
    const there = { ...indeed, where: 'Austin, TX', country: 'US' }
    expect(readItem(there, { place: { path: 'where' } })).toMatchObject({ place: 'Austin, TX' })
    expect(readItem(there, { place: { path: 'where' } })).not.toHaveProperty('city')
    expect(readItem({ ...there, salary: undefined }, { pay: { path: 'where' } })).toHaveProperty(
      'pay',
      'Austin, TX',
    )
  })
})

const headline = 'Cardiologist at Lakeside Clinic'
it.each<[Mapping, string, unknown]>([
  [{ remote: { path: 'remote' } }, 'remote', true],
  [{ remote: { path: 'kinds' } }, 'remote', false],
  [{ closed: { value: 'true' } }, 'closed', true],
  [{ specialty: { path: 'kinds' } }, 'specialty', ['Full-time', 'Permanent']],
  [{ posted: { path: 'money.to' } }, 'posted', ['450000']],
  [{ payMin: { path: 'posting.headline' } }, 'payMin', undefined],
  [
    { title: { path: 'posting.headline', and: ['facility', 'nowhere'], joiner: ' at ' } },
    'title',
    headline,
  ],
  [{ title: { path: 'nowhere', and: ['facility'] } }, 'title', 'Lakeside Clinic'],
  [{ employer: { path: 'contact.mail', split: '@', part: -1 } }, 'employer', 'Lakeside.test'],
  [{ employer: { path: 'facility', split: ' ', part: 2 } }, 'employer', 'Clinic'],
  [
    { employer: { path: 'facility', split: ' ', part: 3, fallback: 'Larkfield' } },
    'employer',
    'Larkfield',
  ],
  [{ employer: { path: 'nowhere', fallback: 'Larkfield' } }, 'employer', 'Larkfield'],
  [{ contract: { fallback: '1099' }, title: { fallback: 'Unused' } }, 'contract', '1099'],
  [{ employer: { fallback: 'Larkfield' } }, 'employer', 'Lakeside Clinic'],
  [
    { remote: { fallback: 'yes' }, specialty: { fallback: 'Cardiology' } },
    'specialty',
    ['Cardiology'],
  ],
  [{ title: { path: 'kinds' } }, 'title', 'Full-time, Permanent'],
])('%j gives %s %j', (rules, field, expected) => {
  const job = readItem(item, rules) as Record<string, unknown>
  expect(job[field]).toEqual(expected)
})

const inherited = [
  '__proto__',
  'constructor.name',
  'posting.constructor.name',
  '__proto__.toString',
  'kinds.constructor',
]
it.each(['', '...', 'sites', 'sites.length', 'sites.-1.town', 'sites.7.town', ...inherited])(
  '%j leads to no text',
  (path) => expect(readItem(item, { title: { path } })).not.toHaveProperty('title'),
)

it('a part that is called __proto__ harms nobody', () => {
  const trap = JSON.parse('{"__proto__":{"title":"Surgeon","polluted":true},"x":1}') as object
  expect(readItem(trap, { title: { path: '__proto__.title' } })).toHaveProperty('title', 'Surgeon')
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

it('a table’s dotted column names are paths too', () => {
  expect(readItem({ 'job.title': 'Surgeon' }, { title: { path: 'job.title' } })).toHaveProperty(
    'title',
    'Surgeon',
  )
})
