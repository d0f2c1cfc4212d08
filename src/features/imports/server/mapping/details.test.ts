import { expect, it } from 'vitest'
import { readDetails } from './details.ts'

/** What one sentence means stands beside its rule, in the vocabulary. */

const job = { title: 'Physician', employer: 'Larkfield', remote: false, text: '' }

it('keeps all that a text says, and nothing more', () => {
  expect(
    readDetails({ ...job, text: 'Outpatient clinic only, no inpatient work. Shared call 1:6, weekend call included.' }),
  ).toEqual({
    userType: 'employer',
    settings: ['Outpatient', 'Clinic'],
    schedules: ['Call', 'Weekends'],
    benefits: [],
    telehealth: false,
    flags: {},
  })
  expect(readDetails(job)).toMatchObject({ settings: [], schedules: [], benefits: [], telehealth: false, flags: {} })
})

it.each([
  [{ title: 'Nocturnist' }, { settings: ['Inpatient'], schedules: ['Nights'] }],
  [{ text: 'Our client seeks a physician.' }, { userType: 'recruiter' }],
  [{ contract: 'Independent Contractor' }, { payroll: '1099' }],
  [{ remote: true }, { telehealth: true }],
])('reads %j', (said, details) => expect(readDetails({ ...job, ...said })).toMatchObject(details))
