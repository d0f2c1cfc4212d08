/** A file to begin with: headings that are understood, and two made-up rows. */
const rows = [
  [
    'Job title',
    'Company',
    'Specialty',
    'City',
    'State',
    'Job type',
    'Minimum salary',
    'Maximum salary',
    'Apply URL',
    'Benefits',
    'Description',
  ],
  [
    'Family Physician, outpatient',
    'Sample Family Clinic',
    'Family Medicine',
    'Boise',
    'ID',
    'Full-time',
    '255000',
    '290000',
    'https://jobs.example.com/boise',
    'Health Insurance; CME Allowance',
    'You see patients of all ages in an outpatient clinic, 18 to 20 a day.',
  ],
  [
    'Hospitalist, nights',
    'Sample Hospital',
    'Internal Medicine',
    'Duluth',
    'MN',
    'Part-time',
    '',
    '',
    'mailto:jobs@example.com',
    '',
    'Seven nights on, fourteen off, with a colleague in the house and an ICU that is covered.',
  ],
] as const

const cell = (text: string): string => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const sampleCsv = `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
