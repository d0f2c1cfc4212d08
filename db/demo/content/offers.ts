import type { Benefit, VisaSupport } from '#features/jobs/model.ts'

/** How postings word each benefit. */
export const benefitPhrases: Record<Benefit, readonly string[]> = {
  'Health Insurance': [
    'Medical insurance for you and your family',
    'Health insurance from day one',
    'Comprehensive health insurance',
    'Health, life and disability insurance',
  ],
  'Dental Insurance': ['Dental insurance', 'Dental coverage for the whole family'],
  'Vision Insurance': ['Vision insurance', 'Vision plan'],
  '401k/Retirement': [
    '401(k) with {3-6}% employer match',
    '403(b) and 457(b) retirement plans',
    'Retirement plan with employer contribution',
    '401(k) with immediate vesting',
  ],
  'Paid Time Off': [
    '{4|5|6|7} weeks of paid time off',
    'PTO of {25-38} days a year plus holidays',
    'Generous paid time off',
    '{200-280} hours of PTO a year',
  ],
  'CME Allowance': [
    'CME allowance of ${2,500|3,000|3,500|4,000|5,000} and {5|7|10} days',
    'CME time and ${3,000|4,000|5,000} a year',
    'Annual CME stipend',
  ],
  'Malpractice Insurance': [
    'Malpractice insurance with tail coverage',
    'Paid occurrence-based malpractice insurance',
    'Professional liability insurance, tail included',
  ],
  'Relocation Assistance': ['Relocation assistance up to ${10|12|15|20},000', 'Relocation allowance', 'Help with moving costs'],
  'Signing Bonus': ['Signing bonus'],
  'Performance Bonus': [
    'Quality bonus of up to {5-10}% of base',
    'wRVU productivity bonus without a cap',
    'Annual performance bonus',
    'Productivity incentive after year {one|two}',
  ],
  'Flexible Schedule': ['Flexible scheduling', 'A schedule you help to write', 'Flexible hours, part-time considered'],
  Other: ['Backup childcare', 'Leadership stipend for those who want one'],
}

/** How independent practices word what others offer in another form. */
export const independentPhrases: Partial<Record<Benefit, readonly string[]>> = {
  '401k/Retirement': ['401(k) with {3-6}% employer match', '401(k) and profit sharing', '401(k) with immediate vesting'],
  Other: [
    'Partnership track after {two|three} years',
    'A voice in how the practice is run',
    'Shares in the ancillaries for partners',
  ],
}

export const locumsBenefits: readonly string[] = [
  'Malpractice insurance with tail coverage',
  'Travel, rental car and lodging arranged and paid',
  'Weekly direct deposit',
  'Licensing and credentialing support',
  'Assignment extensions are likely',
  'A consultant who answers the phone at night',
  'Mileage reimbursed when you drive',
  'Overtime and call paid at a premium rate',
]

export const visaPhrases: Record<VisaSupport, readonly string[]> = {
  H1B: ['H-1B visa sponsorship is available.', 'We sponsor H-1B visas.', 'H-1B candidates are welcome to apply.'],
  J1: [
    'J-1 waiver candidates are welcome.',
    'This site qualifies for J-1 visa waivers.',
    'J-1 waiver support is available for this position.',
  ],
  None: [
    'Visa sponsorship is not available for this position.',
    'We are unable to sponsor visas at this time.',
    'No visa sponsorship.',
  ],
  Other: ['Visa support is considered case by case.'],
}

export const loanPhrases: readonly string[] = [
  'Student loan repayment of up to ${50|75|100|120|150},000',
  'Loan repayment assistance, ${20|25|30},000 a year for up to {three|four|five} years',
]

/** Programs that only nonprofit and public employers qualify for. */
export const publicLoanPhrases: readonly string[] = [
  ...loanPhrases,
  'Public Service Loan Forgiveness eligible employer',
  'Eligible for National Health Service Corps loan repayment',
]

export const underservedPhrases: readonly string[] = [
  'The site is in a Health Professional Shortage Area (HPSA).',
  'This is a medically underserved area, and your work will be felt.',
  'The clinic serves a medically underserved community.',
]

export const newGraduatePhrases: readonly string[] = [
  'New graduates are welcome to apply.',
  'Residents and fellows are encouraged to apply.',
  'Open to new graduates; a mentor is assigned for the first year.',
  'Ideal for a new graduate or an experienced physician.',
]

export const ehrPhrases: readonly string[] = [
  'The record system is {ehr}.',
  'We document in {ehr}.',
  'EHR: {ehr}.',
  'All sites share one {ehr} record.',
  '{ehr} EHR with dictation.',
]

export const licensePhrases: readonly string[] = [
  'Active {state} medical license, or eligible for one',
  'Unrestricted {state} license, or ability to obtain one',
  'Licensed or license-eligible in {state}',
]

export const certificationPhrases: readonly string[] = [
  'Board certified or board eligible in {board}',
  'BC/BE in {board}',
  'Board certification in {board}, or eligibility with a plan to certify',
]

export const requiredCertificationPhrases: readonly string[] = [
  'Board certified in {board}; eligibility alone is not enough',
  'Current board certification in {board}',
  'Board certification in {board} required',
]

export const furtherRequirements: readonly string[] = [
  'MD or DO from an accredited program',
  'DEA registration or eligibility',
  'Completed residency in the United States or Canada',
  'Good written and spoken English; Spanish is a plus',
  'BLS certification; ACLS where the role asks for it',
  'Clean malpractice and licensure history',
  'Willingness to take part in quality improvement',
  'Comfort with working in a team of physicians and advanced practice clinicians',
  'At least {one year|two years} of experience preferred, not required',
]

export const startDates: readonly string[] = [
  'Immediate',
  'As soon as credentialed',
  'Flexible',
  'Within 90 days',
  'Summer {year}',
  'July {year}',
  'Early {year}',
  'Fall {year}',
  'Negotiable',
]
export const hireWindows: readonly string[] = ['Within 30 days', '1–3 months', '3–6 months', '6–12 months', 'Open until filled']
