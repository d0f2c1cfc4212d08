import { expect, test } from 'vitest'
import { fields } from '#features/jobs/fields.ts'
import { publicPost } from '#test/posting-forms.ts'
import {
  accountPostSchema,
  addresslessPostSchema,
  draftFormSchema,
  newPostingSchema,
  publicPostSchema,
} from './schemas.ts'

const parse = (form: object) => publicPostSchema.parse(publicPost(form))
const complaints = (form: object): Record<string, string> =>
  Object.fromEntries(
    (publicPostSchema.safeParse(publicPost(form)).error?.issues ?? []).map((issue) => [
      issue.path.join('.'),
      issue.message,
    ]),
  )

/** Fields, by the most characters that they take. */
const longest = {
  20: ['facilityZip'],
  50: ['state', 'facilityState', 'facilityCountry'],
  100: [
    'company',
    'specialtyOther',
    'subspecialty',
    'city',
    'startDateText',
    'hireWindow',
    'facilityName',
    'facilityCity',
  ],
  200: ['title', 'facilityStreet'],
  300: ['brief', 'briefDescription'],
  1000: ['compNotes'],
  2000: ['teamNotes'],
  5000: ['description', 'fullDescription', 'jobDuties'],
}

test('every invalid or too long field is reported at once, and the honeypot with them', () => {
  const choices = {
    organizationType: 'Castle',
    specialty: 'Astrology',
    employmentType: 'never',
    payroll: 'cash',
  }
  const lists = { setting: ['Moon'], schedule: ['Never'], benefits: ['Castle'] }
  const addresses = {
    applyUrl: 'javascript:alert(1)',
    contactEmail: 'nobody',
    publicEmail: 'nobody',
    logoUrl: 'nothing',
  }
  const form = {
    ...Object.fromEntries(
      Object.entries(longest).flatMap(([max, names]) =>
        names.map((name) => [name, 'x'.repeat(Number(max) + 1)]),
      ),
    ),
    ...choices,
    ...addresses,
    compMin: -1,
    compMax: '-1',
    visaSupport: 'Maybe',
    ehr: 'Paper',
    website: 'https://spam.example',
  }
  const said = complaints({ ...form, ...lists })
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

test('limits count characters as people do, not code units or bytes', () => {
  expect(complaints({ title: 'é'.repeat(200), description: '🩺'.repeat(5000) })).toEqual({})
  expect(complaints({ description: '🩺'.repeat(5001) })).toEqual({
    description: 'Description is too long',
  })
})

test.each([
  ['https://lakeside.example/apply?id=1', 'https://lakeside.example/apply?id=1'],
  ['www.lakeside.example', 'https://www.lakeside.example'],
  ['lakeside.example/jobs', 'https://lakeside.example/jobs'],
  [' mailto:jobs@lakeside.example ', 'mailto:jobs@lakeside.example'],
])('the apply link %s becomes %s', (typed, stored) => {
  expect(parse({ applyUrl: typed }).applyUrl).toBe(stored)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)//a.example',
  'data:text/html,hello',
  'https://localhost',
  'https://user@evil.example',
  'https://lakeside.example@evil.example',
  'two words.example',
  'jobs@lakeside.example',
  'ftp://lakeside.example',
  '//lakeside.example',
  'mailto:nobody',
  `https://lakeside.example/${'x'.repeat(2000)}`,
])('the apply link %s is refused', (applyUrl) => {
  expect(complaints({ applyUrl })).toEqual({
    applyUrl:
      'Please enter a valid URL (e.g., https://example.com www.example.com, example.com, or mailto:jobs@example.com)',
  })
})

test('characters that cannot be stored, and direction overrides, are removed', () => {
  const typed = {
    title: 'Family\u0000\n Physician \u202E\uD800',
    description: 'One\r\n\r\nTwo\u0007',
  }
  expect(parse(typed)).toMatchObject({
    title: 'Family Physician \uFFFD',
    description: 'One\n\nTwo',
  })
})

test('the forms offer the lists of the specification', () => {
  expect(fields.specialty.public.options).toHaveLength(32)
  const issues =
    accountPostSchema.safeParse({ specialty: 'ENT (Otolaryngology)' }).error?.issues ?? []
  expect(issues.map((issue) => issue.path[0])).not.toContain('specialty')
})

test('an account form names its required fields', () => {
  const form = { description: 'too short', compensation: 'x'.repeat(501) }
  const messages = accountPostSchema.safeParse(form).error?.issues.map((issue) => issue.message)
  expect(messages).toEqual(
    expect.arrayContaining([
      'Job title is required',
      'Description must be at least 20 characters',
      'Duration is required',
      'Compensation description is too long',
      'Payroll type is required',
      'Company name is required',
      'Employer type is required',
      'Apply URL is required',
    ]),
  )
})

test.each([
  [undefined, 'Contact email is required'],
  [' ', 'Contact email is required'],
  ['nobody', 'Please enter a valid email address'],
])(
  'whose account has no address hears of the contact email %j with everything else',
  (contactEmail, message) => {
    const issues = addresslessPostSchema.safeParse({ contactEmail }).error?.issues ?? []
    expect(
      issues.filter((issue) => issue.path[0] === 'contactEmail').map((issue) => issue.message),
    ).toEqual([message])
    expect(issues.map((issue) => issue.message)).toContain('Apply URL is required')
  },
)

test('a location is a city with its state', () => {
  const places = [
    'Austin, TX',
    'Washington, D.C.',
    'Winston, Salem, North Carolina',
    'Austin',
    'TX',
    ', TX',
    'Austin, Atlantis',
  ]
  const refused = places.filter(
    (location) => newPostingSchema.pick({ location: true }).safeParse({ location }).error,
  )
  expect(refused).toEqual(['Austin', 'TX', ', TX', 'Austin, Atlantis'])
})

test('a draft accepts unfinished values', () => {
  const typed = { title: 'Half\u0000', setting: ['Clinic'], compMin: '' }
  expect(draftFormSchema.parse(typed)).toEqual({ ...typed, title: 'Half' })
  expect(draftFormSchema.safeParse({ title: { nested: true } }).success).toBe(false)
})
