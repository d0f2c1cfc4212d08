import { randomUUID } from 'node:crypto'
import type { StateCode } from '#shared/us-states.ts'
import type { Specialty } from '#features/jobs/specialties.ts'
import { practitioner, specialties } from '#features/jobs/specialties.ts'
import type { NewJob } from '../tables.ts'

/** A small catalogue in which every job is there for a reason: six plain ones of each specialty, and the special ones below. */
export type SeededJob = NewJob & { key: string }

const cities: [city: string, state: StateCode][] = [
  ['Austin', 'TX'],
  ['Denver', 'CO'],
  ['Portland', 'OR'],
  ['Boise', 'ID'],
  ['Chicago', 'IL'],
  ['Saint Louis', 'MO'],
  ['Philadelphia', 'PA'],
  ['Houston', 'TX'],
  ['New York', 'NY'],
  ['Baltimore', 'MD'],
  ['Kansas City', 'MO'],
  ['Boston', 'MA'],
  ['Indianapolis', 'IN'],
  ['Oklahoma City', 'OK'],
  ['Los Angeles', 'CA'],
  ['Portland', 'ME'],
  ['Springfield', 'IL'],
  ['Springfield', 'MO'],
  ['Salt Lake City', 'UT'],
  ['Washington', 'DC'],
  ['Rochester', 'MN'],
  ['Seattle', 'WA'],
  ['Charleston', 'WV'],
]

type Special = [key: string, title: string, specialty: Specialty, city: string, state: StateCode, more?: Partial<NewJob>]

const inpatient: Partial<NewJob> = { setting: ['Inpatient'] }

const special: Special[] = [
  ['hospitalist', 'Hospitalist, Seven On Seven Off', 'Internal Medicine', 'Austin', 'TX', { ...inpatient, schedule: ['Days'] }],
  ['hospitalist-fm', 'Adult Hospitalist', 'Family Medicine', 'Denver', 'CO', { ...inpatient, schedule: ['Days'] }],
  ['hospital-medicine', 'Hospital Medicine Physician', 'Internal Medicine', 'Boise', 'ID'],
  ['inpatient-only', 'Attending, Adult Wards', 'Internal Medicine', 'Seattle', 'WA', inpatient],
  ['both-settings', 'Traditional Practice', 'Internal Medicine', 'Seattle', 'WA', { setting: ['Inpatient', 'Outpatient'] }],
  [
    'mentions-hospitalists',
    'Outpatient Practice',
    'Internal Medicine',
    'Seattle',
    'WA',
    { description: 'Hospitalists see your inpatients.' },
  ],
  ['nocturnist', 'Nocturnist', 'Internal Medicine', 'Houston', 'TX', { ...inpatient, schedule: ['Nights'] }],
  [
    'night-hospitalist',
    'Hospitalist, Overnight Coverage',
    'Internal Medicine',
    'Boston',
    'MA',
    { ...inpatient, schedule: ['Nights'] },
  ],
  ['ob-hospitalist', 'OB Hospitalist', 'Obstetrics & Gynecology', 'Chicago', 'IL', inpatient],
  ['laborist', 'Laborist', 'Obstetrics & Gynecology', 'Houston', 'TX', inpatient],
  ['peds-hospitalist', 'Pediatric Hospitalist', 'Pediatrics', 'Boston', 'MA', inpatient],
  ['peds-cardiology', 'Pediatric Cardiologist', 'Cardiology', 'Philadelphia', 'PA'],
  ['peds-er', 'Pediatric Emergency Medicine', 'Emergency Medicine', 'Denver', 'CO'],
  ['pccm', 'Pulmonary and Critical Care Physician', 'Pulmonology', 'Indianapolis', 'IN'],
  ['picu', 'Pediatric Intensivist', 'Critical Care Medicine', 'Boston', 'MA'],
  ['child-psychiatry', 'Child and Adolescent Psychiatrist', 'Psychiatry', 'Chicago', 'IL'],
  ['interventional-cardiology', 'Interventional Cardiologist', 'Cardiology', 'Houston', 'TX'],
  ['trauma-surgery', 'Trauma Surgeon', 'General Surgery', 'Baltimore', 'MD'],
  ['med-peds', 'Med/Peds Physician', 'Internal Medicine', 'Rochester', 'MN'],
  ['neonatology', 'Neonatologist', 'Pediatrics', 'Houston', 'TX'],
  ['urgent-care', 'Urgent Care Physician', 'Family Medicine', 'Mobile', 'AL'],
  ['wound-care', 'Wound Care Physician', 'Other', 'Reading', 'PA'],
  ['addiction', 'Addiction Medicine Physician', 'Other', 'Providence', 'RI'],
  ['womens-health', "Women's Health Physician", 'Other', 'Madison', 'WI'],
  ['rural', 'Frontier Practice', 'Other', 'Bozeman', 'MT', { description: 'A rural community in the mountains.' }],
  ['mention-rural', 'Rural Practice', 'Other', 'Casper', 'WY'],
  ['methodist', 'Staff Physician', 'Other', 'Dallas', 'TX', { employer: 'Houston Methodist Partners' }],
  ['emigre', 'Médecin Généraliste', 'Other', 'Miami', 'FL'],
  ['locums-anesthesia', 'Anesthesia Coverage', 'Anesthesiology', 'Fargo', 'ND', { employment_type: 'locums', payroll: '1099' }],
  ['part-time-derm', 'Dermatologist, Three Days', 'Dermatology', 'Tucson', 'AZ', { employment_type: 'part-time' }],
  ['per-diem-er', 'Emergency Physician, Extra Shifts', 'Emergency Medicine', 'Omaha', 'NE', { employment_type: 'per-diem' }],
  ['telehealth-psych', 'Psychiatrist, Virtual Clinic', 'Psychiatry', 'Reno', 'NV', { telehealth: true }],
  ['j1-fm', 'Family Physician, Health Center', 'Family Medicine', 'Laredo', 'TX', { visa_support: 'J1' }],
  ['h1b-im', 'Internist, Teaching Clinic', 'Internal Medicine', 'Albany', 'NY', { visa_support: 'H1B' }],
  ['new-grad-neuro', 'Neurologist, Large Group', 'Neurology', 'Savannah', 'GA', { new_graduates_acceptable: true }],
  ['w2-radiology', 'Radiologist, Evenings', 'Radiology', 'Tampa', 'FL', { payroll: 'W2' }],
  ['round-rock', 'Clinic Lead', 'Other', 'Round Rock', 'TX'],
  ['san-antonio', 'Clinic Lead', 'Other', 'San Antonio', 'TX'],
  ['vancouver', 'Clinic Lead', 'Other', 'Vancouver', 'WA'],
  ['overland-park', 'Clinic Lead', 'Other', 'Overland Park', 'KS'],
  ['newark', 'Clinic Lead', 'Other', 'Newark', 'NJ'],
  ['naperville', 'Clinic Lead', 'Other', 'Naperville', 'IL', { zip: '60540' }],
  ['unplaced', 'Clinic Lead', 'Other', 'Ponce', 'OTHER'],
]

/** Jobs that no search may ever show. */
const hidden: Special[] = (['pending', 'inactive', 'expired', 'rejected', 'removed'] as const).map((status): Special => [
  `hidden-${status}`,
  'Cardiologist',
  'Cardiology',
  'Austin',
  'TX',
  { status },
])

const day = 86_400_000

export function seededJobs(now = new Date()): SeededJob[] {
  const plain = specialties
    .filter((it) => it !== 'Other')
    .flatMap((specialty, index) => Array.from({ length: 6 }, (_, copy) => plainJob(specialty, index * 6 + copy)))
  return [...plain, ...special, ...hidden].map(([key, title, specialty, city, state, more], index) => {
    const postedAt = new Date(now.getTime() - (index % 40) * day - index * 1000)
    return {
      key,
      id: randomUUID(),
      status: 'active',
      posted_at: postedAt,
      updated_at: new Date(postedAt.getTime() + (index % 7) * day),
      title,
      employer: `Practice ${index % 11}`,
      city,
      state,
      specialty,
      employment_type: index % 5 === 0 ? 'contract' : 'full-time',
      comp_min: index % 4 === 0 ? null : 150_000 + ((index * 7919) % 300) * 1000,
      benefits: index % 3 === 0 ? ['Health Insurance', 'Signing Bonus'] : ['Health Insurance'],
      description: 'Join a friendly group.',
      ...more,
    }
  })
}

function plainJob(specialty: Specialty, index: number): Special {
  const [city, state] = cities[index % cities.length] as [string, StateCode]
  return [`${specialty}-${index}`, index % 2 === 0 ? practitioner(specialty) : specialty, specialty, city, state]
}
