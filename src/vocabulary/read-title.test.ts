import { describe, expect, it } from 'vitest'
import { readTitle } from './read-title.ts'
import { rowsOf } from './table.ts'

const first = (title: string): string | undefined => {
  const [named] = readTitle(title)
  return named && ('field' in named ? named.field : named.specialty)
}

/**
 * A part of a specialty, a procedure, a unit; whose hospital medicine it is; one name in several
 * spellings; fields outside the list.
 */
const titles = `
Orthopedic Surgery ✓ Spine Surgeon | Total Joint Surgeon | Shoulder & Elbow Surgeon | Orthopaedist | Pediatric Orthopaedic Surgeon |
  Hand Surgeon | Adult Reconstruction Surgeon
General Surgery ✓ Breast Surgeon | Endocrine Surgeon | Hepatobiliary Surgeon | Pediatric Surgeon | Trauma Surgeon |
  Colorectal Surgeon
Oncology ✓ Breast Medical Oncologist | GI Medical Oncologist | Medical Oncologist
Urology ✓ Urologic Oncologist
Ophthalmology ✓ Oculoplastic Surgeon | Vitreoretinal Surgeon | Retina Specialist
Neurology ✓ Headache Specialist | Stroke Medical Director | Neurohospitalist | Sleep Neurologist | Stroke Neurologist
Endocrinology ✓ Thyroid Specialist
Cardiology ✓ EP Physician | Pediatric Cardiologist | Electrophysiologist
Radiology ✓ VIR Physician | Teleradiologist | Interventional Radiologist
Obstetrics & Gynecology ✓ REI Physician | OB Hospitalist | Gynecologic Oncologist | GYN Physician, Office and Surgery
Infectious Disease ✓ HIV Physician | Transplant Infectious Disease Physician
Pathology ✓ Blood Bank Medical Director | Dermatopathologist
Otolaryngology (ENT) ✓ Rhinologist | ENT Surgeon | Head and Neck Surgeon
Nephrology ✓ Transplant Nephrologist
Physical Medicine & Rehabilitation ✓ Medical Director, Inpatient Rehab | PM&R Physician
Internal Medicine ✓ Hospitalist | Hospitalist (Open ICU) | Hospitalist, 7 on/7 off | Nocturnist | Hospitalist – Closed ICU |
  Med/Peds Physician | IM Physician | Primary Care Internist
Pediatrics ✓ Pediatric Hospitalist | Neonatologist
Gastroenterology ✓ GI Hospitalist | Transplant Hepatologist | GI Physician
Critical Care Medicine ✓ ICU Nocturnist | Neurointensivist
Thoracic Surgery ✓ Cardio-thoracic Surgeon | CT Surgeon | Cardiac Surgeon
Hematology/Oncology ✓ Hematology & Medical Oncology | Physician - Oncology/Hematology | Heme/Onc Physician |
  Hematologist/Oncologist
Psychiatry ✓ Telepsychiatry | Addiction Psychiatrist | Medical Director, Addiction Services | Child Psychiatrist |
  Geriatric Psychiatrist
Hospice & Palliative Medicine ✓ Hospice Medical Director
Medical Genetics ✓ Clinical Geneticist – Adult and Pediatric
Sleep Medicine ✓ Sleep Medicine Physician
Correctional Medicine ✓ Jail Physician
Addiction Medicine ✓ Addictionologist
Emergency Medicine ✓ ER Physician | EM Physician – Level II
Family Medicine ✓ FM/OB Physician | Family Medicine with Obstetrics | Primary Care Physician | Urgent Care Physician
Sports Medicine ✓ Family Medicine/Sports Medicine Physician
Neurosurgery ✓ Neuro-surgeon
Pulmonology ✓ Pulmonary & Critical Care Physician
Dermatology ✓ Mohs Surgeon
Anesthesiology ✓ Anesthesiologist – Pain Management
`

describe('a title names', () => {
  it.each(rowsOf(titles).map((row) => row.split(' ✓ ')))('%s', (named, examples = '') =>
    expect(examples.split(' | ').filter((title) => first(title) !== named)).toEqual([]),
  )
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
    const before = process.threadCpuUsage()
    readTitle(title)
    const { user } = process.threadCpuUsage(before)
    return user
  }
  cost(2_000)
  expect(cost(20_000) / cost(10_000)).toBeLessThan(4)
})
