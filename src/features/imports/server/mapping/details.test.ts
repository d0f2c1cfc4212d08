import { expect, it } from 'vitest'
import { readDetails } from '#features/jobs/read-details.ts'
import { readType } from './job-type.ts'

/** What one sentence means stands beside its rule, in the vocabulary. */

const job = { title: 'Physician', employer: 'Larkfield', remote: false, text: '' }

it('keeps all that a text says, and nothing more', () => {
  const said = readDetails({
    ...job,
    text: 'Outpatient clinic only, no inpatient work. Shared call 1:6, weekend call included.',
  })
  const nothing = readDetails(job)
  expect(said).toEqual({
    ...nothing,
    setting: ['Outpatient', 'Clinic'],
    schedule: ['Call', 'Weekends'],
  })
  expect(new Set(Object.values(nothing).flat())).toEqual(new Set([null, false, 'employer']))
})

it.each([
  [{ title: 'Nocturnist' }, { setting: ['Inpatient'], schedule: ['Nights'] }],
  [{ text: 'Our client seeks a physician.' }, { user_type: 'recruiter' }],
  [{ contract: 'Independent Contractor' }, { payroll: '1099' }],
  [{ remote: true }, { telehealth: true }],
])('reads %j', (said, details) => expect(readDetails({ ...job, ...said })).toMatchObject(details))

it.each([
  // Of a firm for locums, and glued to the place.
  [{ fields: ['Temporary'], employer: 'Prairie Locums' }, 'locums', 'Prairie Locums'],
  [{ fields: ['Full-time'], employer: 'Prairie Locums' }, 'full-time', 'Full-time'],
  [{ fields: ['Contract'], location: 'OhioLocums/Travel ' }, 'locums', 'OhioLocums/Travel'],
  // Full- and part-time stated together are full-time first.
  [{ fields: ['Full-time, Part-time'] }, 'full-time', 'Full-time, Part-time'],
  [
    { title: 'Hospitalist, Part-Time or Full-Time' },
    'full-time',
    'Hospitalist, Part-Time or Full-Time',
  ],
  [{ title: 'Hospitalist, FT/PT', fields: ['Part-time'] }, 'part-time', 'Part-time'],
  [{ location: 'Billings, MTFull-Time/Part-Time' }, 'full-time', 'Billings, MTFull-Time/Part-Time'],
  [
    { text: 'This is a part-time or full-time position.' },
    'full-time',
    'This is a part-time or full-time',
  ],
  [
    { text: 'We seek a full- or part-time cardiologist.' },
    'full-time',
    'seek a full- or part-time',
  ],
  [{ title: 'Hospitalist (part or full time)' }, 'full-time', 'Hospitalist (part or full time)'],
])('%j is read as %s by %j', (said, type, words) => {
  const read = readType({ fields: [], title: '', location: '', employer: '', text: '', ...said })
  expect(read).toMatchObject({ type, fact: { words } })
})
