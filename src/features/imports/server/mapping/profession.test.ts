import { describe, expect, it } from 'vitest'
import { readProfession } from './profession.ts'

/** Titles that name somebody are examples of the rules that read them. */
const seeks = (title: string, more: { profession?: string; description?: string; namesSpecialty?: boolean } = {}) =>
  readProfession({ title, description: 'Join us.', ...more })
const isPhysician = (...of: Parameters<typeof seeks>) => {
  const { seeks: who, fact } = seeks(...of)
  return who === 'physician' && fact.state !== 'doubtful'
}

it('is in doubt where the title may be cut off', () =>
  expect(seeks('Physician', { description: 'Physician Assistant for our clinic.' }).fact).toMatchObject({
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

it.each(['Nurse Practitioner / Physician Collaborator', 'Welder', 'Accountant at a hospital', 'Veterinary Pathologist'])(
  '%j is no physician’s',
  (title) => expect(seeks(title, { description: 'A hospital for patients.' }).seeks).toBe('other'),
)

describe('titles that name nobody', () => {
  it('are decided by the profession that the source gives', () => {
    expect(isPhysician('Cardiology', { profession: 'Physician' })).toBe(true)
    expect(isPhysician('Cardiology', { profession: 'Nurse Practitioner' })).toBe(false)
    expect(isPhysician('Cardiology', { profession: 'Physician Assistant' })).toBe(false)
    expect(isPhysician('Cardiology', { profession: 'Physicians / Surgeons' })).toBe(true)
  })
  const namesSpecialty = (title: string): boolean => /nephrology|pediatrics|spine surgery|psychiatry/i.test(title)

  it.each([
    ['Emergency Medicine – Nights', 'We seek a BC/BE physician.'],
    ['Internal Medicine, Outpatient', 'Board certified in internal medicine.'],
    ['Nephrology – Days', 'Nephrologist, private group of nine.'],
    ['Membership Medicine', 'Concierge internist or family physician, few patients.'],
    ['Denver Opportunity', 'General cardiologist wanted for a group.'],
    ['Choose your hours', 'MDs and DOs: see seniors at home.'],
    ['Physician, Home Visits', 'Six visits a day with a driver.'],
    ['Pediatrics – Camp', 'Tele-pediatrician for camps.'],
    ['Spine Surgery', 'Spine fellowship, light call.'],
  ])('are a physician’s by the text: %j, %j', (title, description) =>
    expect(isPhysician(title, { description, namesSpecialty: namesSpecialty(title) })).toBe(true),
  )

  it.each([
    ['Team Lead', 'Lead the team of a busy physician office.'],
    ['Office Coordinator', 'Cardiologists of ours need you.'],
    ['Nephrology – Days', 'Work alongside our nephrologists.'],
    ['Psychiatry', 'Nurse practitioner or psychiatrist.'],
    ['Sales', 'Sell things.'],
  ])('are not by the text: %j, %j', (title, description) =>
    expect(isPhysician(title, { description, namesSpecialty: namesSpecialty(title) })).toBe(false),
  )
})
