import { emptyForm } from '#features/jobs/fields.ts'

/** Valid forms; a test overrides the fields it is about. */

export const publicPost = (overrides: object = {}) => ({
  ...emptyForm('public'),
  title: 'Family Physician',
  company: 'Lakeside Clinic',
  city: 'Austin',
  state: 'TX',
  compMin: 250_000,
  compMax: '300,000',
  description: 'See patients of all ages in a clinic by the lake.',
  setting: ['Clinic'],
  schedule: ['Days'],
  applyUrl: 'lakeside.example/apply',
  contactEmail: 'jobs@lakeside.test',
  ...overrides,
})

export const accountPost = (overrides: object = {}) => ({
  title: 'Cardiologist',
  specialty: 'Cardiology',
  city: 'Boise',
  state: 'ID',
  description: 'Join three cardiologists in a growing practice.',
  duration: 'Full-time',
  compensation: '$400,000 - $450,000',
  payroll: 'W2',
  company: 'Boise Heart',
  organizationType: 'Private Practice',
  applyUrl: 'https://heart.example/apply',
  ...overrides,
})

export const posting = (overrides: object = {}) => ({
  title: 'Hospitalist',
  specialty: 'Internal Medicine',
  location: 'Denver, CO',
  description: 'Seven on, seven off, with a team that stays.',
  salaryMin: '280000',
  salaryMax: '320000',
  jobType: 'full-time',
  company: 'Mile High Hospital',
  applyUrl: 'https://milehigh.example',
  ...overrides,
})
