import { describe, expect, it } from 'vitest'
import { practitioner, specialties } from '#vocabulary/specialties.ts'
import { readSpecialty } from './specialty.ts'

const inTitle = (title: string, fields: string[] = [], description = '') =>
  readSpecialty({ title, fields, description }).specialty

describe('the title', () => {
  it.each(specialties.filter((it) => it !== 'Other'))('may be the specialty or its practitioner: %s', (specialty) => {
    expect(inTitle(`${specialty} – Austin`)).toBe(specialty)
    expect(inTitle(`${practitioner(specialty)}, Full-time`)).toBe(specialty)
  })

  it.each([
    ['Hospitalist, 7 on/7 off', 'Internal Medicine'],
    ['Nocturnist', 'Internal Medicine'],
    ['Hospitalist – Closed ICU', 'Internal Medicine'],
    ['Pediatric Hospitalist', 'Pediatrics'],
    ['OB Hospitalist', 'Obstetrics & Gynecology'],
    ['Neonatologist', 'Pediatrics'],
    ['Med/Peds Physician', 'Internal Medicine'],
    ['Pediatric Cardiologist', 'Cardiology'],
    ['Pediatric Orthopaedic Surgeon', 'Orthopedic Surgery'],
    ['Pediatric Surgeon', 'General Surgery'],
    ['ER Physician', 'Emergency Medicine'],
    ['EM Physician – Level II', 'Emergency Medicine'],
    ['IM Physician', 'Internal Medicine'],
    ['FM/OB Physician', 'Family Medicine'],
    ['Family Medicine with Obstetrics', 'Family Medicine'],
    ['Primary Care Physician', 'Family Medicine'],
    ['Primary Care Internist', 'Internal Medicine'],
    ['Urgent Care Physician', 'Family Medicine'],
    ['PM&R Physician', 'Physical Medicine & Rehabilitation'],
    ['Heme/Onc Physician', 'Hematology/Oncology'],
    ['Hematologist/Oncologist', 'Hematology/Oncology'],
    ['Gynecologic Oncologist', 'Obstetrics & Gynecology'],
    ['GYN Physician, Office and Surgery', 'Obstetrics & Gynecology'],
    ['Hand Surgeon', 'Orthopedic Surgery'],
    ['Adult Reconstruction Surgeon', 'Orthopedic Surgery'],
    ['Vitreoretinal Surgeon', 'Ophthalmology'],
    ['Dermatopathologist', 'Pathology'],
    ['GI Medical Oncologist', 'Oncology'],
    ['Family Medicine/Sports Medicine Physician', 'Sports Medicine'],
    ['Medical Director, Addiction Services', 'Psychiatry'],
    ['Medical Oncologist', 'Oncology'],
    ['Radiation Oncologist', 'Radiation Oncology'],
    ['Interventional Radiologist', 'Radiology'],
    ['Teleradiologist', 'Radiology'],
    ['ENT Surgeon', 'Otolaryngology (ENT)'],
    ['Head and Neck Surgeon', 'Otolaryngology (ENT)'],
    ['CT Surgeon', 'Thoracic Surgery'],
    ['Cardiac Surgeon', 'Thoracic Surgery'],
    ['Vascular Surgeon', 'Vascular Surgery'],
    ['Neuro-surgeon', 'Neurosurgery'],
    ['Trauma Surgeon', 'General Surgery'],
    ['Colorectal Surgeon', 'General Surgery'],
    ['Pulmonary & Critical Care Physician', 'Pulmonology'],
    ['Neurointensivist', 'Critical Care Medicine'],
    ['Stroke Neurologist', 'Neurology'],
    ['Child Psychiatrist', 'Psychiatry'],
    ['Electrophysiologist', 'Cardiology'],
    ['Transplant Hepatologist', 'Gastroenterology'],
    ['GI Physician', 'Gastroenterology'],
    ['Mohs Surgeon', 'Dermatology'],
    ['Geriatric Psychiatrist', 'Psychiatry'],
    ['Retina Specialist', 'Ophthalmology'],
    ['Anesthesiologist – Pain Management', 'Anesthesiology'],
  ])('%s', (title, specialty) => expect(inTitle(title)).toBe(specialty))
})

describe('the source’s own field', () => {
  it('counts where the title allows it', () => {
    expect(inTitle('Hospitalist, open to Family Medicine', ['Family Medicine'])).toBe('Family Medicine')
    expect(inTitle('Physician', ['ENT (Otolaryngology)'])).toBe('Otolaryngology (ENT)')
    expect(inTitle('Physician', ['OB-GYN'])).toBe('Obstetrics & Gynecology')
  })
  it('does not where the title says better', () => {
    expect(inTitle('Interventional Cardiologist', ['Internal Medicine'])).toBe('Cardiology')
  })
  it('is no specialty when it names an industry', () => {
    expect(readSpecialty({ title: 'Physician', fields: ['Hospitals and Health Care'], description: '' })).toMatchObject({
      specialty: 'Other',
      fact: { state: 'doubtful' },
    })
  })
  it('does not where the title names a field that is on no list', () => {
    const other = (title: string) => readSpecialty({ title, fields: ['Internal Medicine'], description: 'Pediatric surgery.' })
    expect(other('Sleep Medicine Physician')).toMatchObject({ specialty: 'Other', other: 'Sleep Medicine' })
    expect(other('Clinical Geneticist – Adult and Pediatric')).toMatchObject({ specialty: 'Other', other: 'Medical Genetics' })
    expect(inTitle('Psychiatrist, Correctional Health')).toBe('Psychiatry')
  })
  it('is kept in words when it is on no list', () => {
    expect(readSpecialty({ title: 'Physician', fields: ['Wound Care'], description: '' })).toMatchObject({
      specialty: 'Other',
      other: 'Wound Care',
    })
  })
})

it('is the field’s or the text’s of those that share a word of the title', () => {
  expect(inTitle('Physician Lead – MSK')).toBe('Radiology')
  expect(inTitle('Physician Lead – MSK', [], 'Join us. PM&R or sports medicine physician.')).toBe(
    'Physical Medicine & Rehabilitation',
  )
  expect(inTitle('MSK Physician', ['Orthopedic Surgery'])).toBe('Orthopedic Surgery')
})

it('is looked for in the first words of the text at last', () => {
  expect(inTitle('Physician, House Calls', [], 'MD/DO primary care or EM.')).toBe('Family Medicine')
  expect(readSpecialty({ title: 'Doctor', fields: [], description: 'MD/DO, integrative medicine.' }).other).toBe(
    'Integrative Medicine',
  )
  expect(inTitle('Physician', [], 'Our group needs a rheumatologist.')).toBe('Rheumatology')
})
