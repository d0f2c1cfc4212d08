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
