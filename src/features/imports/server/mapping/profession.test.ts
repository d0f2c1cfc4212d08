import { describe, expect, it } from 'vitest'
import { readProfession } from './profession.ts'

/** Titles that name somebody are examples of the rules that read them. */
const seeks = (title: string, more: { profession?: string; description?: string } = {}) =>
  readProfession({ title, description: 'Join us.', ...more })
const isPhysician = (...of: Parameters<typeof seeks>) => {
  const { seeks: who, fact } = seeks(...of)
  return who === 'physician' && fact.state !== 'doubtful'
}

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
    expect(isPhysician('Sales', { description: 'Sell things.' })).toBe(false)
  })
})
