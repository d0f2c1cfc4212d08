import { expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { asVisitor } from '#test/sign-in.ts'

/** Errors of the public form's call, all in one answer; `e2e/post-job.spec.ts` has those of the empty form. */

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

async function complaints(form: object | null): Promise<Record<string, string>> {
  const answer = await asVisitor(board).post('/employers/post', form)
  expect(answer.statusCode).toBe(400)
  const { error, details } = answer.json()
  expect(error).toBe(details[0].message)
  return Object.fromEntries(details.map((detail: { field: string; message: string }) => [detail.field, detail.message]))
}

/** Fields, by the most characters that they take. */
const longest = {
  20: ['facilityZip'],
  50: ['state', 'facilityState', 'facilityCountry'],
  100: ['company', 'specialtyOther', 'subspecialty', 'city', 'startDateText', 'hireWindow', 'facilityName', 'facilityCity'],
  200: ['title', 'facilityStreet'],
  300: ['brief', 'briefDescription'],
  1000: ['compNotes'],
  2000: ['teamNotes'],
  5000: ['description', 'fullDescription', 'jobDuties'],
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
    ...Object.fromEntries(
      Object.entries(longest).flatMap(([max, names]) => names.map((name) => [name, 'x'.repeat(Number(max) + 1)])),
    ),
    ...none,
    ...addresses,
    compMin: -1,
    compMax: '-1',
    visaSupport: 'Maybe',
    ehr: 'Paper',
    website: 'https://spam.example',
  }
  const said = await complaints({ ...form, ...lists })
  const wrong = [...Object.keys(form), ...Object.keys(lists).map((key) => `${key}.0`)]
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
