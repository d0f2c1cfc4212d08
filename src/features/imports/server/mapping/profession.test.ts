import { describe, expect, it } from 'vitest'
import { readProfession } from './profession.ts'

const seeks = (title: string, more: { profession?: string; description?: string } = {}) =>
  readProfession({ title, description: 'Join us.', ...more })
const isPhysician = (...of: Parameters<typeof seeks>) => {
  const { seeks: who, fact } = seeks(...of)
  return who === 'physician' && fact.state !== 'doubtful'
}

describe('titles of physicians', () => {
  it.each([
    'Physician – works with NPs and PAs',
    'Hospitalist, supported by nurse practitioners and scribes',
    'Anesthesiologist – supervising CRNAs',
    'Cardiologist',
    'Non-Invasive Cardiologist',
    'OB/GYN Laborist',
    'Nocturnist',
    'Orthopaedic Surgeon – Hand',
    'Child & Adolescent Psychiatrist',
    'Pathologist',
    'Neuroradiologist',
    'Interventional Pulmonologist',
    'Medical Director, Hospice',
    'Family Medicine MD/DO',
    'Family Medicine M.D.',
    'Physician or Nurse Practitioner',
    'Nurse Practitioner or Physician – Urgent Care',
    'Psychiatrist or Psychiatric Nurse Practitioner',
    'Anesthesiologist/CRNA',
    'Physician, Allentown, PA',
    'Doctor of Internal Medicine',
    'Pediatrician',
    'Pediatrician, Inpatient and Newborn Nursery',
    'Electrophysiologist',
    'Neurosurgeon – Level II Trauma Center',
    'Advanced Endoscopist – Kent, OH',
    'Physical Medicine & Rehabilitation Physician',
    'Dermatologist for Physician Practice',
    'Cardiologist at a growing physician group',
    'ER Doc',
  ])('%s', (title) => expect(isPhysician(title)).toBe(true))
})

describe('titles of others', () => {
  it.each([
    'Registered Nurse – Cardiology',
    'RN for Physician Practice',
    'Practice Manager at a physician group',
    'ER Doc Control Clerk',
    'RN Case Manager',
    'RN, Bethesda, MD',
    'Licensed Practical Nurse (LPN)',
    'CRNA',
    'Certified Registered Nurse Anesthetist',
    'Nurse Practitioner - Hospitalist',
    'Hospitalist NP',
    'Hospitalist PA',
    'Family Nurse Practitioner',
    'Physician Assistant – Orthopedics',
    'PA-C, Family Medicine',
    'PA – Emergency Medicine',
    'Physician Associate, Dermatology',
    'Advanced Practice Provider (NP/PA), Neurology',
    'Physician Liaison',
    'Physician Recruiter',
    'Anesthesiologist Assistant',
    'Surgical Technician',
    'Radiologic Technologist',
    'Respiratory Therapist',
    'Physical Therapist',
    'Speech Language Pathologist',
    'Pharmacist',
    'Dentist',
    'Oral Surgeon',
    'Medical Assistant, Cardiology',
    'Medical Scribe',
    'Veterinarian',
    'Veterinary Neurologist',
    'Clinical Psychologist',
    'Optometrist',
    'Podiatrist',
    'Audiologist',
    'Licensed Clinical Social Worker',
    'Certified Nurse Midwife',
    'Practice Manager, Cardiology',
    'Medical Coder',
    'Front Desk Receptionist, Baltimore MD',
  ])('%s', (title) => expect(seeks(title, { description: 'You support our physicians, MD/DO.' }).seeks).toBe('other'))
})

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
