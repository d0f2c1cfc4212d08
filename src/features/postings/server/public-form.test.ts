import { expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { asVisitor } from '#test/sign-in.ts'
import { publicPost } from '../postings.fixture.ts'

/** Errors of the public form's call, all in one answer. */

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

async function complaints(form: object | null): Promise<Record<string, string>> {
  const answer = await asVisitor(board).post('/employers/post', form)
  expect(answer.statusCode).toBe(400)
  const { error, details } = answer.json()
  expect(error).toBe(details[0].message)
  return Object.fromEntries(details.map((it: { field: string; message: string }) => [it.field, it.message]))
}

test('every missing field is reported at once', async () => {
  expect(await complaints({ specialty: 'Other', compMin: 300_000, compMax: '250,000' })).toEqual({
    title: 'Job title is required',
    company: 'Company name is required',
    specialtyOther: "Please specify the specialty when selecting 'Other'",
    city: 'City is required',
    state: 'State is required',
    compMax: 'Minimum compensation must be less than or equal to maximum compensation',
    description: 'Description is required',
    setting: 'At least one practice setting is required',
    schedule: 'At least one schedule type is required',
    applyUrl: 'Apply URL is required',
    contactEmail: 'Valid contact email is required',
  })
})

test('every invalid or too long field is reported at once', async () => {
  const long = (max: number) => 'x'.repeat(max + 1)
  const form = {
    title: long(200),
    company: long(100),
    organizationType: 'Castle',
    specialty: 'Astrology',
    specialtyOther: long(100),
    subspecialty: long(100),
    city: long(100),
    state: long(50),
    employmentType: 'never',
    duration: 'forever',
    payroll: 'cash',
    compMin: -1,
    compMax: '-1',
    compNotes: long(1000),
    description: long(5000),
    brief: long(300),
    briefDescription: long(300),
    fullDescription: long(5000),
    teamNotes: long(2000),
    jobDuties: long(5000),
    setting: ['Moon'],
    schedule: ['Never'],
    startDateText: long(100),
    hireWindow: long(100),
    benefits: ['Castle'],
    visaSupport: 'Maybe',
    ehr: 'Paper',
    facilityName: long(100),
    facilityStreet: long(200),
    facilityCity: long(100),
    facilityState: long(50),
    facilityZip: long(20),
    facilityCountry: long(50),
    applyUrl: 'javascript:alert(1)',
    contactEmail: 'nobody',
    publicEmail: 'nobody',
    logoUrl: 'nothing',
    website: 'https://spam.example',
  }
  const said = await complaints(form)
  expect(Object.keys(said).toSorted()).toEqual(
    [...Object.keys(form), 'setting.0', 'schedule.0', 'benefits.0']
      .filter((it) => !['setting', 'schedule', 'benefits'].includes(it))
      .toSorted(),
  )
  expect(said).toMatchObject({
    title: 'Job title is too long',
    company: 'Company name is too long',
    city: 'City is too long',
    state: 'Please choose a state from the list',
    compMin: 'Minimum compensation must be positive',
    compMax: 'Maximum compensation must be positive',
    compNotes: 'Compensation notes too long',
    description: 'Description is too long',
    brief: 'Brief description is too long',
    briefDescription: 'Brief description is too long',
    teamNotes: 'Team notes are too long',
    applyUrl: expect.stringMatching(/^Please enter a valid URL \(e\.g\., /),
    contactEmail: 'Valid contact email is required',
    publicEmail: 'Valid public email is required',
    logoUrl: 'Logo URL must be valid',
  })
})

test('a body that is not a form is a client error', async () => {
  expect(await complaints(null)).toEqual({ '': expect.any(String) })
})

test('omitted choices get the form’s defaults', async () => {
  const { specialty: _left, employmentType: _out, duration: _too, ...form } = publicPost({ title: 'Physician by default' })
  const answer = await asVisitor(board).post('/employers/post', form)
  expect(answer.statusCode).toBe(200)
  const { job } = answer.json()
  const cookie = `__Host-posted=${answer.cookies.find((it) => it.name === '__Host-posted')?.value}`
  expect((await board.get(`/api/jobs/${job.id}/posted`, { cookie })).json()).toMatchObject({ specialty: 'Family Medicine' })
})
