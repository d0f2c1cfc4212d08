import type { PreviewedPosting } from './components/posting-preview.tsx'

/** Made up, and says so: what a posting looks like that leaves nothing out. */
export const samplePosting: PreviewedPosting = {
  title: 'Family Physician, outpatient only',
  company: 'Sample Family Clinic',
  specialty: 'Family Medicine',
  place: 'Boise, ID',
  type: 'Full-time',
  pay: '$255,000 - $290,000 a year',
  brief: 'Four-day week, no call, a team of five physicians who stay.',
  description: [
    'The work',
    'You see patients of all ages in an outpatient clinic, 18 to 20 a day, in visits of 20 or 40 minutes. A nurse and a scribe work with you; labs and imaging are in the building.',
    '• Monday to Thursday, 8 to 5; no weekends, no call',
    '• Half a day a week for inbox and charts, paid',
    '• Panel grows at your pace over the first year',
    'The offer',
    'A two-year guarantee, then base plus production. $5,000 and five days for CME, malpractice insurance with tail, relocation assistance.',
  ].join('\n\n'),
  facts: [
    { term: 'Practice setting', value: 'Outpatient, Clinic' },
    { term: 'Schedule', value: 'Days' },
    { term: 'Payroll', value: 'W2' },
    { term: 'EHR', value: 'Epic' },
    { term: 'Visa support', value: 'H-1B sponsorship' },
    { term: 'Start date', value: 'Within 6 months' },
  ],
}
