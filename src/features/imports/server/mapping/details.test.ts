import { describe, expect, it } from 'vitest'
import { readDetails } from './details.ts'

const read = (text: string, more: { title?: string; employer?: string; remote?: boolean } = {}) =>
  readDetails({ title: 'Physician', employer: 'Larkfield', remote: false, ...more, text })

describe('visa', () => {
  it.each([
    ['We sponsor H-1B visas, cap-exempt.', 'H1B'],
    ['J-1 waiver candidates welcome.', 'J1'],
    ['H1B and J1 considered.', 'J1'],
    ['No H-1B; J-1 waivers are supported.', 'J1'],
    ['Visa sponsorship available.', 'Other'],
    ['Sorry, no visa sponsorship.', 'None'],
    ['We are unable to sponsor J-1 or H-1B visas.', 'None'],
    ['J-1 and H-1B visas are not accepted.', 'None'],
    ['A great place to live.', undefined],
    ['We sponsor the local marathon.', undefined],
  ])('%s', (text, visa) => expect(read(text).visa).toBe(visa))
})

describe('settings and schedules', () => {
  it.each([
    ['Outpatient clinic only, no inpatient work.', ['Outpatient', 'Clinic'], []],
    ['Inpatient care is handled by hospitalists.', [], []],
    ['Staff the emergency department on 12-hour shifts.', ['Emergency Department'], ['Shift Work']],
    ['Shared call 1:6, weekend call included.', [], ['Call', 'Weekends']],
    ['No call, nights or weekends.', [], []],
    ['Monday through Friday with a flexible schedule.', [], ['Days', 'Flexible']],
    ['Spend your weekends on the lake. Call us today.', [], []],
    ['Night shifts only, 7 on/7 off: seven on, seven off.', [], ['Nights', 'Shift Work']],
    ['House calls and telehealth visits.', ['Telemedicine', 'Home Visits'], []],
  ])('%s', (text, settings, schedules) => expect(read(text)).toMatchObject({ settings, schedules }))

  it('come from the title too', () => {
    expect(read('', { title: 'Nocturnist' })).toMatchObject({ settings: ['Inpatient'], schedules: ['Nights'] })
  })
})

it.each([
  [
    'Health insurance, dental and vision coverage, 401(k) with match',
    ['Health Insurance', 'Dental Insurance', 'Vision Insurance', '401k/Retirement'],
  ],
  [
    'CME allowance; occurrence-based malpractice; six weeks of paid time off',
    ['Paid Time Off', 'CME Allowance', 'Malpractice Insurance'],
  ],
  [
    '$20,000 sign-on bonus, relocation package and quality bonus',
    ['Relocation Assistance', 'Signing Bonus', 'Performance Bonus'],
  ],
  ['Health, life and disability insurance; help with moving costs', ['Health Insurance', 'Relocation Assistance']],
  ['Clean malpractice and licensure history. Disclose your malpractice history. Our vision is health for all.', []],
])('benefits: %s', (text, benefits) => expect(read(text).benefits).toEqual(benefits))

it.each([
  ['Epic EHR', 'Epic'],
  ['Our EMR is Epic.', 'Epic'],
  ['Epic skiing and epic views', undefined],
  ['Charting in Cerner', 'Cerner'],
  ['athenahealth EMR', 'athenahealth'],
  ['We use eClinicalWorks', 'eClinicalWorks'],
  ['MEDITECH Expanse', 'Meditech'],
  ['A modern record system', undefined],
])('EHR: %s', (text, ehr) => expect(read(text).ehr).toBe(ehr))

it.each([
  ['New graduates are welcome to apply.', { newGraduatesAcceptable: true }],
  ['Open to new grads.', { newGraduatesAcceptable: true }],
  ['Fellowship training required.', { fellowshipRequired: true }],
  ['Fellowship training preferred.', {}],
  ['An active Texas medical license is required.', { stateLicenseRequired: true }],
  ['• Active Texas medical license, or eligible for one', { stateLicenseRequired: true }],
  ['• Fellowship in hand surgery', { fellowshipRequired: true }],
  ['• Fellowship in hand surgery preferred', {}],
  ['• Current board certification in Neurology', { boardRecertificationRequired: true }],
  ['• Board certified in Neurology or board eligible', {}],
  ['Must be board certified.', { boardRecertificationRequired: true }],
  ['Must be board certified or board eligible.', {}],
  ['A HPSA-designated site.', { medicallyUnderservedArea: true }],
  ['Graduates of our program teach.', {}],
])('requirements: %s', (text, flags) => expect(read(text).flags).toEqual(flags))

it.each([
  ['Paid as 1099.', '1099'],
  ['W-2 employment.', 'W2'],
  ['W2 or 1099, as you like.', undefined],
  ['', undefined],
])('payroll: %s', (text, payroll) => expect(read(text).payroll).toBe(payroll))

it.each([
  ['Larkfield Medical Staffing', '', 'recruiter'],
  ['Larkfield Locum Tenens', '', 'recruiter'],
  ['Larkfield', 'Our client seeks a physician.', 'recruiter'],
  ['Larkfield Hospital', 'We research what our patients need.', 'employer'],
])('%s posts as %3$s', (employer, text, userType) => expect(read(text, { employer }).userType).toBe(userType))

it.each([
  ['Larkfield University Hospital', 'Academic'],
  ['Larkfield Health System', 'Health System'],
  ['Larkfield Medical Center', 'Hospital'],
  ['Larkfield Family Clinic', 'Clinic'],
  ['Larkfield Physicians, PLLC', 'Private Practice'],
  ['Larkfield', undefined],
])('%s is of the kind %s', (employer, organization) => expect(read('', { employer }).organization).toBe(organization))

it.each([
  [{ title: 'Telepsychiatrist' }, '', true],
  [{ title: 'Tele-Neurology Physician' }, '', true],
  [{ title: 'Psychiatrist (Hybrid, Two Days Remote)' }, '', false],
  [{ title: 'Radiologist, On-Site/Remote' }, '', false],
  [{ title: 'Hospitalist – Telemetry Unit' }, '', false],
  [{ remote: true }, '', true],
  [{}, 'This fully remote role suits parents.', true],
  [{}, 'Telehealth visits on Fridays.', false],
  [{}, 'A remote mountain town.', false],
])('telehealth: %j %s', (more, text, telehealth) => expect(read(text, more).telehealth).toBe(telehealth))
