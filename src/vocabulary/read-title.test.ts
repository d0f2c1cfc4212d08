import { describe, expect, it } from 'vitest'
import { readTitle } from './read-title.ts'

const first = (title: string): string | undefined => {
  const [named] = readTitle(title)
  return named && ('field' in named ? named.field : named.specialty)
}

describe('a title names', () => {
  it.each([
    // A part of a specialty, a procedure, a unit.
    ['Spine Surgeon', 'Orthopedic Surgery'],
    ['Total Joint Surgeon', 'Orthopedic Surgery'],
    ['Shoulder & Elbow Surgeon', 'Orthopedic Surgery'],
    ['Breast Surgeon', 'General Surgery'],
    ['Breast Medical Oncologist', 'Oncology'],
    ['Endocrine Surgeon', 'General Surgery'],
    ['Hepatobiliary Surgeon', 'General Surgery'],
    ['Urologic Oncologist', 'Urology'],
    ['Oculoplastic Surgeon', 'Ophthalmology'],
    ['Headache Specialist', 'Neurology'],
    ['Stroke Medical Director', 'Neurology'],
    ['Thyroid Specialist', 'Endocrinology'],
    ['EP Physician', 'Cardiology'],
    ['VIR Physician', 'Radiology'],
    ['REI Physician', 'Obstetrics & Gynecology'],
    ['HIV Physician', 'Infectious Disease'],
    ['Blood Bank Medical Director', 'Pathology'],
    ['Rhinologist', 'Otolaryngology (ENT)'],
    ['Transplant Nephrologist', 'Nephrology'],
    ['Transplant Infectious Disease Physician', 'Infectious Disease'],
    ['Medical Director, Inpatient Rehab', 'Physical Medicine & Rehabilitation'],
    // Whose hospital medicine it is.
    ['Hospitalist', 'Internal Medicine'],
    ['Pediatric Hospitalist', 'Pediatrics'],
    ['OB Hospitalist', 'Obstetrics & Gynecology'],
    ['GI Hospitalist', 'Gastroenterology'],
    ['Neurohospitalist', 'Neurology'],
    ['ICU Nocturnist', 'Critical Care Medicine'],
    ['Hospitalist (Open ICU)', 'Internal Medicine'],
    // One name in several spellings.
    ['Cardio-thoracic Surgeon', 'Thoracic Surgery'],
    ['Hematology & Medical Oncology', 'Hematology/Oncology'],
    ['Physician - Oncology/Hematology', 'Hematology/Oncology'],
    ['PM&R Physician', 'Physical Medicine & Rehabilitation'],
    ['Telepsychiatry', 'Psychiatry'],
    ['Teleradiologist', 'Radiology'],
    ['Orthopaedist', 'Orthopedic Surgery'],
    // Fields outside the list.
    ['Hospice Medical Director', 'Hospice & Palliative Medicine'],
    ['Clinical Geneticist – Adult and Pediatric', 'Medical Genetics'],
    ['Sleep Medicine Physician', 'Sleep Medicine'],
    ['Sleep Neurologist', 'Neurology'],
    ['Jail Physician', 'Correctional Medicine'],
    ['Addictionologist', 'Addiction Medicine'],
    ['Addiction Psychiatrist', 'Psychiatry'],
  ])('%s', (title, expected) => expect(first(title)).toBe(expected))
})

describe('a title names nothing by', () => {
  it.each([
    ['a negation', 'Non-emergency Medical Director'],
    ['a lay word alone', 'Physician, Heart Hospital'],
    ['an abbreviation in small letters', 'Physician, er, doctor'],
    ['a state’s code', 'Physician – Boise, ID'],
    ['a condition of work', 'Physician, Nights and Weekends'],
    ['a profession', 'Nurse Practitioner'],
  ])('%s', (_, title) => expect(readTitle(title)).toEqual([]))
})

it('reads 20,000 words of a hostile title in time that grows with them', () => {
  const cost = (words: number): number => {
    const title = 'family-medicine & '.repeat(words)
    const before = process.cpuUsage()
    readTitle(title)
    const { user } = process.cpuUsage(before)
    return user
  }
  cost(2_000)
  expect(cost(20_000) / cost(10_000)).toBeLessThan(4)
})
