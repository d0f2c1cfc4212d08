import type { PayUnit, JobType } from '#features/jobs/model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { LyingRow } from './lying-rows.ts'
import type { TruePay } from './true-jobs.ts'

/**
 * A hundred rows as US job ads are worded, written by hand and without a look at what the importer
 * makes of them. Each says what is true of it: who is sought, where, the specialties that are
 * right, the pay and the type.
 */

type Told = {
  at?: string
  type?: string
  pay?: string
  heading?: string
  profession?: string
  text?: string
  employer?: string
}
type True = {
  seeks?: 'other' | 'none'
  /** 'City, ST'; several where either is right; '' where nobody can know. */
  at?: string
  is?: Specialty | Specialty[]
  pay?: [number, number?, PayUnit?]
  type?: JobType | JobType[]
  /** The row leaves something open. */
  open?: true
}
type Row = [title: string, told: Told, truth: True]

const other: True = { seeks: 'other' }

const rows: Row[] = [
  [
    'Dermatologist for Physician Practice',
    { at: 'Boca Raton, FL', pay: '$400,000 - $600,000 a year', type: 'Full-time' },
    { is: 'Dermatology', pay: [400_000, 600_000], type: 'full-time' },
  ],
  [
    'Join Our Team – Cleveland',
    {
      at: 'Cleveland, OH',
      heading: 'Physician',
      text: 'Explore careers with our health system. See all openings below.',
    },
    { seeks: 'none' },
  ],
  [
    'Hospitalist - 7 on/7 off - $330K + RVU',
    { at: 'Tyler, TX', type: 'Full-time' },
    { is: ['Internal Medicine', 'Family Medicine'], pay: [330_000], type: 'full-time' },
  ],
  [
    'BC/BE Gastroenterologist (Advanced Endoscopy) NEW!',
    { at: 'Grand Rapids, MI 49503', heading: 'Internal Medicine' },
    { is: 'Gastroenterology' },
  ],
  [
    'Locum Tenens Anesthesiologist - Pacific Northwest',
    { at: 'Yakima, WA', pay: '$325/hr' },
    { is: 'Anesthesiology', pay: [325, 325, 'HOUR'], type: 'locums' },
  ],
  [
    'Physician - Primary Care (VA Clinic)',
    { at: 'Prescott, Arizona', type: 'Permanent' },
    { is: ['Family Medicine', 'Internal Medicine'], type: 'permanent' },
  ],
  [
    'Outpatient Psychiatrist | 100% Telehealth',
    { at: 'Remote', pay: '$280,000/yr', type: '1099' },
    { at: 'Remote, OTHER', is: 'Psychiatry', pay: [280_000], type: ['contract', 'not-stated'] },
  ],
  [
    'Seeking OB/GYN in the Finger Lakes',
    { at: 'Geneva, NY', pay: 'Competitive' },
    { is: 'Obstetrics & Gynecology' },
  ],
  [
    'Trauma/Acute Care Surgeon – $100K Sign-On!',
    { at: 'Macon, GA', type: 'Full Time' },
    { is: 'General Surgery', type: 'full-time' },
  ],
  [
    'Medical Director, Hospice (part-time)',
    { at: 'Fresno, CA', pay: '$150/hour' },
    {
      is: ['Other', 'Internal Medicine', 'Family Medicine', 'Geriatrics'],
      pay: [150, 150, 'HOUR'],
      type: 'part-time',
      open: true,
    },
  ],
  [
    'Nocturnist',
    { at: 'Duluth, MN', heading: 'Hospitalist', pay: '$2,100 per shift' },
    { is: ['Internal Medicine', 'Family Medicine'], pay: [2100, 2100, 'DAY'], open: true },
  ],
  ['Pediatric Hospitalist', { at: 'Lubbock, TX', heading: 'Hospitalist' }, { is: 'Pediatrics' }],
  [
    'ER Doc needed ASAP',
    { at: 'Show Low, AZ', type: 'Locums' },
    { is: 'Emergency Medicine', type: 'locums' },
  ],
  [
    'Interventional Radiologist w/ DR call',
    { at: 'Toledo, OH', pay: 'Up to $650,000' },
    { is: 'Radiology', pay: [0, 650_000] },
  ],
  [
    'Teleradiologist – Swing Shift – Work From Home',
    { at: 'United States' },
    { at: 'Remote, OTHER', is: 'Radiology' },
  ],
  [
    'General Neurologist, Mercy Clinic Springfield',
    { at: 'Springfield, MO', employer: 'Mercy Clinic' },
    { is: 'Neurology' },
  ],
  [
    'Vascular Neurologist / Stroke Medical Director',
    { at: 'Chattanooga, TN', heading: 'Neurosurgery' },
    { is: 'Neurology' },
  ],
  [
    'Spine Surgeon (Ortho or Neuro)',
    { at: 'Boise, ID' },
    { is: ['Orthopedic Surgery', 'Neurosurgery'] },
  ],
  [
    'Hand Surgeon - Fellowship Trained',
    { at: 'Roanoke, VA', heading: 'Orthopedics' },
    { is: ['Orthopedic Surgery', 'Plastic Surgery'] },
  ],
  [
    'Medical Oncologist - Community Practice',
    { at: 'Bend, Oregon', heading: 'Hematology/Oncology' },
    { is: ['Oncology', 'Hematology/Oncology'] },
  ],
  ['Gyn Onc Surgeon', { at: 'Omaha, NE' }, { is: ['Obstetrics & Gynecology', 'Oncology'] }],
  ['MFM Physician, Perinatal Associates', { at: 'Spokane, WA' }, { is: 'Obstetrics & Gynecology' }],
  [
    'Urgent Care Physician (MD/DO) - $120-$140/hr',
    { at: 'Reno, NV', type: 'Part-time, Per diem' },
    {
      is: ['Emergency Medicine', 'Family Medicine', 'Other'],
      pay: [120, 140, 'HOUR'],
      type: ['part-time', 'per-diem'],
      open: true,
    },
  ],
  [
    'Concierge Internal Medicine Physician',
    { at: 'Naples, FL', pay: '$300k-$400k' },
    { is: 'Internal Medicine', pay: [300_000, 400_000] },
  ],
  [
    'Family Physician w/ OB',
    { at: 'Havre, MT', pay: '$280,000 base + $50,000 sign on' },
    { is: 'Family Medicine', pay: [280_000] },
  ],
  [
    'Physician, Occupational Health',
    { at: 'Beaumont, TX', type: 'Regular Full-Time' },
    { is: 'Occupational Medicine', type: 'full-time' },
  ],
  [
    'Correctional Physician',
    { at: 'Huntsville, TX', pay: '$250,000.00 - $270,000.00 Annual' },
    { is: ['Family Medicine', 'Internal Medicine', 'Other'], pay: [250_000, 270_000], open: true },
  ],
  [
    'PM&R – Inpatient Rehab Medical Director',
    { at: 'Evansville, IN' },
    { is: 'Physical Medicine & Rehabilitation' },
  ],
  [
    'Interventional Pain Physician (Anesthesia or PM&R)',
    { at: 'Mobile, AL', pay: '$450K guaranteed 2 yrs' },
    { is: 'Pain Medicine', pay: [450_000] },
  ],
  [
    'Pulm/Crit Physician',
    { at: 'Kalispell, MT', pay: '$480,000' },
    { is: ['Pulmonology', 'Critical Care Medicine'], pay: [480_000] },
  ],
  [
    'Tele-ICU Intensivist',
    { at: 'Remote', type: 'Per Diem' },
    { at: 'Remote, OTHER', is: 'Critical Care Medicine', type: 'per-diem' },
  ],
  ['Rheum - J1 / H1B Welcome', { at: 'Altoona, PA' }, { is: 'Rheumatology', open: true }],
  ['Peds ENT', { at: 'Little Rock, Arkansas' }, { is: 'Otolaryngology (ENT)', open: true }],
  [
    'Glaucoma Specialist',
    {
      at: 'Tampa, Florida',
      employer: 'Bayside Eye Institute',
      text: 'Bayside Eye Institute seeks a fellowship-trained ophthalmologist to see glaucoma patients and perform surgery.',
    },
    { is: 'Ophthalmology' },
  ],
  ['Retina Surgeon', { at: 'St. Cloud, MN' }, { is: 'Ophthalmology' }],
  ['Cosmetic Dermatologist/Mohs Surgeon', { at: 'Scottsdale, AZ' }, { is: 'Dermatology' }],
  ['Dermatopathologist', { at: 'Birmingham, AL' }, { is: ['Pathology', 'Dermatology'] }],
  ['Breast Surgeon', { at: 'Providence, RI' }, { is: 'General Surgery' }],
  [
    'Bariatric & General Surgeon',
    { at: 'Wichita Falls, TX', pay: '$500,000 - $550,000 per year' },
    { is: 'General Surgery', pay: [500_000, 550_000] },
  ],
  ['Cardiothoracic Surgeon - Adult Cardiac', { at: 'Fargo, ND' }, { is: 'Thoracic Surgery' }],
  [
    'Structural/Interventional Cardiologist',
    { at: 'Lakeland, FL', type: 'Full-Time/Permanent' },
    { is: 'Cardiology', type: ['full-time', 'permanent'] },
  ],
  ['EP Physician', { at: 'Peoria, IL', heading: 'Cardiology' }, { is: 'Cardiology' }],
  [
    'Noninvasive Cards, 4 day work week',
    { at: 'Medford, OR', heading: 'Cardiology' },
    { is: 'Cardiology', open: true },
  ],
  ['Transplant Nephrologist', { at: 'Madison, WI' }, { is: 'Nephrology' }],
  [
    'Endocrinologist | Loan Repayment $150,000',
    { at: 'Bismarck, North Dakota' },
    { is: 'Endocrinology' },
  ],
  [
    'ID Physician',
    { at: 'Boise, ID', heading: 'Infectious Diseases' },
    { is: 'Infectious Disease' },
  ],
  [
    'Allergist/Immunologist',
    { at: 'Plano, TXFull-Time' },
    { at: 'Plano, TX', is: 'Allergy & Immunology', type: ['full-time', 'not-stated'] },
  ],
  [
    'Urologist – North Mississippi',
    { at: 'Tupelo, MS', pay: '$60 RVU conversion factor' },
    { is: 'Urology' },
  ],
  ['Geriatrician, PACE Program', { at: 'Pueblo, CO' }, { is: 'Geriatrics' }],
  [
    'Sleep Medicine Physician (Neuro, Pulm or Psych trained)',
    { at: 'Columbia, SC' },
    { is: ['Other', 'Neurology', 'Pulmonology', 'Psychiatry'], open: true },
  ],
  [
    'Child & Adolescent Psychiatrist - 0.8 FTE',
    { at: 'Burlington, VT' },
    { is: 'Psychiatry', type: 'part-time' },
  ],
  [
    'Addiction Medicine Physician',
    { at: 'Worcester, MA', pay: '$130.00 - $160.00 Hourly' },
    {
      is: ['Psychiatry', 'Other', 'Family Medicine', 'Internal Medicine'],
      pay: [130, 160, 'HOUR'],
      open: true,
    },
  ],
  [
    'Program Director, Family Medicine Residency',
    { at: 'Texarkana, TX' },
    { is: 'Family Medicine' },
  ],
  [
    'Chief Medical Officer',
    {
      at: 'Tucson, AZ',
      heading: 'Administration',
      text: 'The CMO is a physician leader with an active MD or DO license and oversees quality.',
    },
    { is: ['Other'], open: true },
  ],
  [
    'Assistant Professor of Clinical Pediatrics (Cardiology)',
    { at: 'Iowa City, IA' },
    { is: ['Cardiology', 'Pediatrics'], open: true },
  ],
  ['Neonatologist - Level III NICU', { at: 'Corpus Christi, TX' }, { is: 'Pediatrics' }],
  [
    'PICU Attending',
    { at: 'El Paso, TX', heading: 'Pediatrics' },
    { is: ['Pediatrics', 'Critical Care Medicine'], open: true },
  ],
  [
    'Laborist',
    { at: 'Salem, OR', pay: '$1,800 - $2,000 per 24 hour shift' },
    { is: 'Obstetrics & Gynecology', pay: [1800, 2000, 'DAY'], open: true },
  ],
  ['Surgical Oncologist / HPB', { at: 'Charleston, SC' }, { is: ['General Surgery', 'Oncology'] }],
  [
    'Rad Onc',
    { at: 'Johnson City, TN', heading: 'Oncology' },
    { is: 'Radiation Oncology', open: true },
  ],
  [
    'Anesthesiologist – ACT model, supervise CRNAs',
    { at: 'Hickory, NC', pay: '$550k - $600k' },
    { is: 'Anesthesiology', pay: [550_000, 600_000] },
  ],
  [
    'Physician (Internal Medicine) - Outpatient',
    { at: 'Various, OH' },
    { at: ', OH', is: 'Internal Medicine' },
  ],
  ['Locums Urologist', { at: 'OhioLocums/Travel' }, { at: ', OH', is: 'Urology', type: 'locums' }],
  [
    'Pathologist',
    { at: 'Saint Joseph, MO', pay: '$325,000-375,000' },
    { is: 'Pathology', pay: [325_000, 375_000] },
  ],
  [
    'Wound Care Physician - SNF rounding',
    { at: 'Houston, TX', pay: '$250,000 - $350,000/year', type: 'Contract' },
    {
      is: ['Other', 'General Surgery', 'Family Medicine', 'Internal Medicine'],
      pay: [250_000, 350_000],
      type: 'contract',
      open: true,
    },
  ],
  [
    'Hospitalist (Days or Nights), H-1B cap exempt',
    { at: 'Lewiston, ME' },
    { is: ['Internal Medicine', 'Family Medicine'] },
  ],
  [
    'OB Hospitalist',
    { at: 'Modesto, CA', heading: 'Hospitalist' },
    { is: 'Obstetrics & Gynecology' },
  ],
  ['Neurohospitalist 7/7', { at: 'Savannah, GA', heading: 'Hospitalist' }, { is: 'Neurology' }],
  [
    'Surgical Hospitalist',
    { at: 'Redding, CA', heading: 'Hospitalist' },
    { is: 'General Surgery' },
  ],
  [
    'Physician - Travis County',
    { at: 'Travis County, TX', heading: 'Family Practice' },
    { at: 'Travis County, TX', is: 'Family Medicine', open: true },
  ],
  ['Plastic Surgeon', { at: 'Newport Beach, CA', pay: 'DOE' }, { is: 'Plastic Surgery' }],
  [
    'Vascular Surgeon Opportunity in Central PA',
    { at: 'State College, PA' },
    { is: 'Vascular Surgery' },
  ],
  ['Internist – Western MA', { at: 'Pittsfield, MA' }, { is: 'Internal Medicine' }],
  [
    'Ortho Trauma',
    { at: 'Odessa, TX', heading: 'Orthopedic Surgery', pay: '$700,000' },
    { is: 'Orthopedic Surgery', pay: [700_000], open: true },
  ],
  ['Foot and Ankle Orthopaedic Surgeon', { at: 'Sioux Falls, SD' }, { is: 'Orthopedic Surgery' }],
  [
    'Sports Medicine Physician (Primary Care, non-operative)',
    { at: 'Eugene, OR' },
    { is: 'Sports Medicine' },
  ],
  // Somebody else's.
  ['RN - Physician Clinic (Cardiology)', { at: 'Dayton, OH', heading: 'Cardiology' }, other],
  [
    'Physician Asst, Neurosurgery',
    { at: 'Gainesville, FL', heading: 'Neurosurgery', profession: 'Physician' },
    other,
  ],
  [
    'Nurse Practitioner / Physician Assistant - Urgent Care',
    { at: 'Boise, ID', pay: '$60/hr' },
    other,
  ],
  ['Sr. Physician Recruiter', { at: 'Dallas, TX' }, other],
  ['Clinic Manager, Physician Services', { at: 'Tulsa, OK' }, other],
  ['Ophthalmic Technician (COA/COT)', { at: 'Tampa, FL', heading: 'Ophthalmology' }, other],
  ['Radiology Tech - X-Ray', { at: 'Toledo, OH', heading: 'Radiology' }, other],
  ['Physician Billing Rep II', { at: 'Nashville, TN' }, other],
  ['Podiatric Surgeon', { at: 'Mesa, AZ' }, other],
  ['Optometrist (OD)', { at: 'Reno, NV', heading: 'Ophthalmology' }, other],
  ['Licensed Clinical Psychologist', { at: 'Salem, OR', heading: 'Psychiatry' }, other],
  ['PMHNP - Outpatient Psychiatry', { at: 'Denver, CO', heading: 'Psychiatry' }, other],
  ['CRNA - $250/hr locums', { at: 'Waco, TX', heading: 'Anesthesiology' }, other],
  ['Cath Lab RN', { at: 'Lakeland, FL', heading: 'Cardiology' }, other],
  [
    'Medical Assistant - Dr. Lee’s Dermatology',
    { at: 'Irvine, CA', heading: 'Dermatology' },
    other,
  ],
  ['Doctor of Pharmacy (PharmD)', { at: 'Akron, OH' }, other],
  ['Dental Director / General Dentist', { at: 'Yuma, AZ' }, other],
  ['Surgery Scheduler - Orthopedics', { at: 'Portland, OR', heading: 'Orthopedic Surgery' }, other],
  ['Credentialing Specialist, Medical Staff', { at: 'Erie, PA' }, other],
  ['Emergency Veterinarian', { at: 'Austin, TX', heading: 'Emergency Medicine' }, other],
  ['Physician Liaison/Outreach Coordinator', { at: 'Mobile, AL' }, other],
  // No job.
  [
    'Physician Careers | Lakeview Health',
    { at: 'Chicago, IL', employer: 'Lakeview Health' },
    { seeks: 'none' },
  ],
  ['All Openings', { at: 'Phoenix, AZ', heading: 'Physician' }, { seeks: 'none' }],
  ['Physicians & Providers - Join Our Talent Community', { at: 'Atlanta, GA' }, { seeks: 'none' }],
]

const listed = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : ([value].flat() as T[])

const payOf = ([min, max, unit = 'YEAR']: NonNullable<True['pay']>): (TruePay | null)[] => {
  if (min === 0) return [{ max: max ?? 0, unit }]
  // A lone figure is shown as a range of one, or as where it begins. A shift may have any length.
  if (max === undefined || max === min)
    return [
      { min, unit },
      { min, max: min, unit },
    ]
  return unit === 'DAY' ? [{ min, max, unit }, null] : [{ min, max, unit }]
}

const stateCodes: Record<string, string> = {
  Arizona: 'AZ',
  Arkansas: 'AR',
  Florida: 'FL',
  'North Dakota': 'ND',
  Oregon: 'OR',
}

export const realisticRows: LyingRow[] = rows.map(([title, told, truth], index) => {
  const { employer = `Larkfield Medical Group ${index}`, text } = told
  const [city = '', state = ''] = (truth.at ?? told.at ?? '').replace(/ \d{5}$/, '').split(', ')
  return {
    item: JSON.parse(
      JSON.stringify({
        jobId: `r-${index}`,
        title,
        company: employer,
        location: told.at,
        employmentType: told.type,
        salary: told.pay,
        specialty: told.heading,
        profession: told.profession,
        url: `https://jobs.example.org/r/${index}`,
        datePosted: '2026-11-10',
        description:
          text ??
          `${employer} is growing. You will join a friendly team that shares call, with full benefits and relocation help.`,
      }),
    ) as Record<string, unknown>,
    truth: {
      seeks: truth.seeks ?? 'physician',
      places: truth.at === '' ? [] : [{ city, state: stateCodes[state] ?? state }],
      specialties: listed(truth.is),
      pays: truth.pay ? payOf(truth.pay) : [null],
      types: truth.type === undefined ? ['not-stated'] : listed(truth.type),
    },
    lies: [title],
    sentences: [],
    mayWait: truth.open ?? false,
  }
})
