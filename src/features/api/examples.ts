/** Examples in the OpenAPI document. */

export const exampleJob = {
  id: '019fc8a4-ed26-75d0-a7a1-7143deef44f6',
  referenceId: 'WC-EF44F6',
  url: 'https://jobs.example/jobs/019fc8a4-ed26-75d0-a7a1-7143deef44f6',
  title: 'Interventional Cardiologist',
  employer: 'Lakeside Clinic',
  isVerifiedHospital: false,
  city: 'Austin',
  state: 'TX',
  locations: [
    { city: 'Austin', state: 'TX' },
    { city: 'Tulsa', state: 'OK' },
  ],
  specialty: 'Cardiology',
  employmentType: 'full-time',
  pay: { min: 450_000, max: 520_000, unit: 'YEAR', currency: 'USD', text: null },
  visaSupport: 'J1',
  telehealth: false,
  newGraduatesAcceptable: true,
  excerpt: 'Join a group of six cardiologists with a call of one in six.',
  source: 'manual',
  postedAt: '2026-11-02T15:04:05.000Z',
  updatedAt: '2026-11-02T15:04:05.000Z',
}

export const exampleJobDetail = {
  ...exampleJob,
  description: 'Join a group of six cardiologists with a call of one in six.\n\n• A modern cath lab\n• Four days a week',
  isExcerpt: false,
  postalCode: '78701',
  settings: ['Inpatient', 'Outpatient'],
  schedule: ['Days', 'Call'],
  benefits: ['CME Allowance', 'Malpractice Insurance'],
  terms: {
    call: { is: 'yes', oneIn: 6, words: 'Join a group of six cardiologists with a call of one in six.' },
    fte: { is: 'yes', days: 4, words: 'Four days a week' },
  },
  startDate: 'Summer 2027',
  fellowshipRequired: true,
  stateLicenseRequired: false,
  expiresAt: '2027-01-01T05:59:59.000Z',
  applyUntil: { day: '2026-12-31', timeZone: 'America/Chicago' },
}

export const exampleStatistics = {
  postings: 48,
  lowest: 310_000,
  lowerQuartile: 395_000,
  median: 460_000,
  upperQuartile: 520_000,
  highest: 700_000,
}
