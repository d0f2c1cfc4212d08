import { describe, expect, it } from 'vitest'
import { readProfession } from './profession.ts'

/** Titles that name somebody are examples of the rules that read them. */
const seeks = (
  title: string,
  more: { profession?: string; description?: string; namesSpecialty?: boolean } = {},
) => readProfession({ title, description: 'Join us.', ...more })
const isPhysician = (...of: Parameters<typeof seeks>) => {
  const { seeks: who, fact } = seeks(...of)
  return who === 'physician' && fact.state !== 'doubtful'
}

it('is in doubt where the title may be cut off', () =>
  expect(
    seeks('Physician', { description: 'Physician Assistant for our clinic.' }).fact,
  ).toMatchObject({
    reason: 'profession-conflict',
  }))

it.each([
  ['Home visits, choose your hours', 'See patients at home.'],
  ['Tulsa Opportunity – Great Pay', 'A hospital in a friendly town.'],
  ['Assistant/Associate Professor – Pediatric Nephrology', 'Teach residents.'],
])('%j waits instead of being thrown out', (title, description) =>
  expect(seeks(title, { description, namesSpecialty: /nephro/i.test(title) })).toMatchObject({
    seeks: 'physician',
    fact: { reason: 'profession-unclear' },
  }),
)

it.each([
  'Nurse Practitioner / Physician Collaborator',
  'Welder',
  'Accountant at a hospital',
  'Veterinary Pathologist',
])('%j is no physician’s', (title) =>
  expect(seeks(title, { description: 'A hospital for patients.' }).seeks).toBe('other'),
)

describe('titles that name nobody', () => {
  it.each([
    ['Physician', true],
    ['Physicians / Surgeons', true],
    ['Nurse Practitioner', false],
    ['Physician Assistant', false],
  ])('are decided by the profession that the source gives: %s', (profession, expected) =>
    expect(isPhysician('Cardiology', { profession })).toBe(expected),
  )

  it.each([
    [true, 'Emergency Medicine – Nights', 'We seek a BC/BE physician.'],
    [true, 'Internal Medicine, Outpatient', 'Board certified in internal medicine.'],
    [true, 'Nephrology – Days', 'Nephrologist, private group of nine.'],
    [true, 'Membership Medicine', 'Concierge internist or family physician, few patients.'],
    [true, 'Denver Opportunity', 'General cardiologist wanted for a group.'],
    [true, 'Choose your hours', 'MDs and DOs: see seniors at home.'],
    [true, 'Physician, Home Visits', 'Six visits a day with a driver.'],
    [true, 'Pediatrics – Camp', 'Tele-pediatrician for camps.'],
    [true, 'Spine Surgery', 'Spine fellowship, light call.'],
    [false, 'Team Lead', 'Lead the team of a busy physician office.'],
    [false, 'Office Coordinator', 'Cardiologists of ours need you.'],
    [false, 'Nephrology – Days', 'Work alongside our nephrologists.'],
    [false, 'Psychiatry', 'Nurse practitioner or psychiatrist.'],
    [false, 'Sales', 'Sell things.'],
  ])('are a physician’s by the text, %s: %j, %j', (expected, title, description) => {
    const namesSpecialty = /nephrology|pediatrics|spine surgery|psychiatry/i.test(title)
    expect(isPhysician(title, { description, namesSpecialty })).toBe(expected)
  })
})
