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

/** The most characters of each field. */
const longest = {
  title: 200,
  company: 100,
  specialtyOther: 100,
  subspecialty: 100,
  city: 100,
  state: 50,
  compNotes: 1000,
  description: 5000,
  brief: 300,
  briefDescription: 300,
  fullDescription: 5000,
  teamNotes: 2000,
  jobDuties: 5000,
  startDateText: 100,
  hireWindow: 100,
  facilityName: 100,
  facilityStreet: 200,
  facilityCity: 100,
  facilityState: 50,
  facilityZip: 20,
  facilityCountry: 50,
}

test('every invalid or too long field is reported at once, and the honeypot with them', async () => {
  const none = {
    organizationType: 'Castle',
    specialty: 'Astrology',
    employmentType: 'never',
    duration: 'forever',
    payroll: 'cash',
  }
  const lists = { setting: ['Moon'], schedule: ['Never'], benefits: ['Castle'] }
  const addresses = { applyUrl: 'javascript:alert(1)', contactEmail: 'nobody', publicEmail: 'nobody', logoUrl: 'nothing' }
  const form = {
    ...Object.fromEntries(Object.entries(longest).map(([field, max]) => [field, 'x'.repeat(max + 1)])),
    ...none,
    ...addresses,
    compMin: -1,
    compMax: '-1',
    visaSupport: 'Maybe',
    ehr: 'Paper',
    website: 'https://spam.example',
  }
  const said = await complaints({ ...form, ...lists })
  const wrong = [...Object.keys(form), ...Object.keys(lists).map((it) => `${it}.0`)]
  expect(Object.keys(said).toSorted()).toEqual(wrong.toSorted())
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
    applyUrl: expect.stringMatching(/^Please enter a valid URL \(e\.g\., /) as string,
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
  const cookie = `__Host-posted=${answer.cookies.find((it) => it.name === '__Host-posted')?.value}`
  const posted = await board.get(`/api/jobs/${answer.json().job.id}/posted`, { cookie })
  expect(posted.json()).toMatchObject({ specialty: 'Family Medicine' })
})
