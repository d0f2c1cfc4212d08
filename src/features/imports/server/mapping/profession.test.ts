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
  it('or by the text', () => {
    expect(isPhysician('Emergency Medicine – Nights', { description: 'We seek a BC/BE physician.' })).toBe(true)
    expect(isPhysician('Internal Medicine, Outpatient', { description: 'Board certified in internal medicine.' })).toBe(true)
    expect(isPhysician('Team Lead', { description: 'Lead the team of a busy physician office.' })).toBe(false)
    expect(isPhysician('Nephrology – Days', { namesSpecialty: true, description: 'Nephrologist, private group of nine.' })).toBe(
      true,
    )
    expect(isPhysician('Membership Medicine', { description: 'Concierge internist or family physician, few patients.' })).toBe(
      true,
    )
    expect(isPhysician('Denver Opportunity', { description: 'General cardiologist wanted for a group.' })).toBe(true)
    expect(isPhysician('Choose your hours', { description: 'MDs and DOs: see seniors at home.' })).toBe(true)
    expect(isPhysician('Physician, Home Visits', { description: 'Six visits a day with a driver.' })).toBe(true)
    expect(isPhysician('Office Coordinator', { description: 'Cardiologists of ours need you.' })).toBe(false)
    expect(isPhysician('Pediatrics – Camp', { namesSpecialty: true, description: 'Tele-pediatrician for camps.' })).toBe(true)
    expect(isPhysician('Spine Surgery', { namesSpecialty: true, description: 'Spine fellowship, light call.' })).toBe(true)
    expect(isPhysician('Nephrology – Days', { namesSpecialty: true, description: 'Work alongside our nephrologists.' })).toBe(
      false,
    )
    expect(isPhysician('Psychiatry', { namesSpecialty: true, description: 'Nurse practitioner or psychiatrist.' })).toBe(false)
    expect(isPhysician('Sales', { description: 'Sell things.' })).toBe(false)
  })
})
