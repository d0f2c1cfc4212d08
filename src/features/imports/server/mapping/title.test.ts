import { expect, it } from 'vitest'
import { cleanTitle } from './text.ts'

const around = { employer: 'Larkfield Heart Group', city: 'Saint Louis', state: 'MO' }

it.each([
  ['Cardiologist', 'Cardiologist'],
  ['Cardiologist – Saint Louis, MO', 'Cardiologist'],
  ['Cardiologist - St. Louis, Missouri', 'Cardiologist'],
  ['Cardiologist in St Louis MO', 'Cardiologist'],
  ['Cardiologist (Saint Louis, MO)', 'Cardiologist'],
  ['Cardiologist, Saint Louis, MO 63110', 'Cardiologist'],
  ['Cardiologist at Larkfield Heart Group', 'Cardiologist'],
  ['Cardiologist | Larkfield Heart Group | Saint Louis, MO', 'Cardiologist'],
  ['Cardiologist – Non-Invasive – Missouri', 'Cardiologist – Non-Invasive'],
  ['Cardiologist – Non-Invasive', 'Cardiologist – Non-Invasive'],
  ['Hospitalist, 7 on/7 off', 'Hospitalist, 7 on/7 off'],
  ['Cardiologist – Chicago, IL', 'Cardiologist – Chicago, IL'],
  ['Cardiologist - $450,000', 'Cardiologist'],
  ['Cardiologist – Up to $450K + bonus', 'Cardiologist'],
  ['Cardiologist (Job ID 4711)', 'Cardiologist'],
  ['Cardiologist #A4711', 'Cardiologist'],
  ['[URGENT] Cardiologist!!!', 'Cardiologist'],
  ['Hiring: Cardiologist', 'Cardiologist'],
  ['🚨 Cardiologist 🚨', 'Cardiologist'],
  ['Cardiologist\u0000\u0007', 'Cardiologist'],
  ['OB/GYN &amp; Laborist', 'OB/GYN & Laborist'],
  ['INVASIVE CARDIOLOGIST', 'Invasive Cardiologist'],
  ['OB/GYN PHYSICIAN IN THE ICU – BC/BE', 'OB/GYN Physician in the ICU – BC/BE'],
  ['FULL-TIME HOSPITALIST (MD)', 'Full-Time Hospitalist (MD)'],
  ['ENT', 'ENT'],
  ['Cardiologist w/ $100K Sign On', 'Cardiologist'],
  ['Internist – $300,000 Guaranteed', 'Internist'],
  ['ICU Physician at $335 per hour', 'ICU Physician'],
  ['GI Physician ($250K-$310K+)', 'GI Physician'],
  ['Hospitalist $125/h - 4 Day Work Week', 'Hospitalist - 4 Day Work Week'],
  ['   ', ''],
])('%j', (source, title) => expect(cleanTitle(source, around)).toBe(title))

it('fits the column', () =>
  expect(cleanTitle('Cardiologist and much more '.repeat(40), around).length).toBeLessThanOrEqual(
    200,
  ))
