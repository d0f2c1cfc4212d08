import { expect, it } from 'vitest'
import { practitioner, specialties } from '#vocabulary/specialties.ts'
import { readSpecialty } from './specialty.ts'

it.each(specialties.filter((specialty) => specialty !== 'Other'))(
  '%s is named by a title, or its practitioner is',
  (specialty) => {
    for (const title of [`${specialty} – Austin`, `${practitioner(specialty)}, Full-time`])
      expect(readSpecialty({ title, fields: [], description: '' })).toMatchObject({ specialty })
  },
)

it.each<[title: string, fields: string[], description: string, specialty: string]>([
  // The source's own field where the title allows it
  ['Hospitalist, open to Family Medicine', ['Family Medicine'], '', 'Family Medicine'],
  ['Physician', ['ENT (Otolaryngology)'], '', 'Otolaryngology (ENT)'],
  ['Physician', ['OB-GYN'], '', 'Obstetrics & Gynecology'],
  ['Interventional Cardiologist', ['Internal Medicine'], '', 'Cardiology'],
  ['Psychiatrist, Correctional Health', ['Internal Medicine'], 'Pediatric surgery.', 'Psychiatry'],
  // Of those that share a word of the title, the field's or the text's
  ['Physician Lead – MSK', [], '', 'Radiology'],
  ['MSK Physician', ['Orthopedic Surgery'], '', 'Orthopedic Surgery'],
  ['Physician Lead – MSK', [], 'PM&R or sports medicine.', 'Physical Medicine & Rehabilitation'],
  // The first words of the text at last
  ['Physician, House Calls', [], 'MD/DO primary care or EM.', 'Family Medicine'],
  ['Physician', [], 'Our group needs a rheumatologist.', 'Rheumatology'],
])('is read from title, field and text: %j, %j, %j', (title, fields, description, specialty) => {
  expect(readSpecialty({ title, fields, description })).toMatchObject({ specialty })
})

it.each<[title: string, fields: string[], description: string, other: object]>([
  ['Physician', ['Hospitals and Health Care'], '', { fact: { state: 'doubtful' } }],
  ['Physician', ['Wound Care'], '', { other: 'Wound Care' }],
  [
    'Sleep Medicine Physician',
    ['Internal Medicine'],
    'Pediatric surgery.',
    { other: 'Sleep Medicine' },
  ],
  [
    'Clinical Geneticist – Adult and Pediatric',
    ['Internal Medicine'],
    'Pediatric surgery.',
    { other: 'Medical Genetics' },
  ],
  ['Doctor', [], 'MD/DO, integrative medicine.', { other: 'Integrative Medicine' }],
])('is on no list: %j, %j', (title, fields, description, other) => {
  expect(readSpecialty({ title, fields, description })).toMatchObject({
    specialty: 'Other',
    ...other,
  })
})
