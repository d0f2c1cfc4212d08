import type { PayUnit, JobType } from '#features/jobs/model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { Rng } from '#demo/catalog/rng.ts'

/**
 * Jobs as they are, before a feed describes them. Titles and sentences are written as hospitals, recruiters and scrapers write them,
 * and without a look at what the importer recognizes.
 */

export type TruePay = { min?: number; max?: number; unit: PayUnit }

/** What holds of a row. Where several readings are right, all of them are listed; nothing is wrong that is left out. */
export type Truth = {
  /** 'none': a careers page, a list of openings, or no job at all. */
  seeks: 'physician' | 'other' | 'none'
  places: { city: string; state: string }[]
  specialties: Specialty[]
  /** Null: the pay is not stated. */
  pays: (TruePay | null)[]
  types: JobType[]
}

export type TrueJob = {
  title: string
  /** A broad heading under which sources file the job. */
  heading: string
  specialty: Specialty
  /** Other specialties that are as right. */
  also: Specialty[]
  employer: string
  place: { city: string; state: string; stateName: string; zip: string; county: string }
  /** Yearly pay in US dollars: the usual range of the specialty. */
  pay: { min: number; max: number }
  hourly: number
}

type Role = {
  specialty: Specialty
  heading: string
  /** Thousands of dollars a year, and dollars an hour. */
  pay: [number, number]
  hourly: number
  titles: string[]
  also?: Specialty[]
}

const role = (
  specialty: Specialty,
  heading: string,
  pay: [number, number],
  hourly: number,
  titles: string[],
  also: Specialty[] = [],
): Role => ({ specialty, heading, pay, hourly, titles, also })

const roles: Role[] = [
  role('Anesthesiology', 'Anesthesiology', [420, 560], 300, [
    'Anesthesiologist',
    'General Anesthesiologist',
    'Physician - Anesthesiology',
    'Cardiac Anesthesiologist',
    'Pediatric Anesthesiologist',
    'OB Anesthesiologist',
    'Anesthesiologist MD/DO',
    'Physician (Anesthesiologist)',
  ]),
  role('Cardiology', 'Internal Medicine', [480, 680], 280, [
    'Non-Invasive Cardiologist',
    'Interventional Cardiologist',
    'EP Cardiologist',
    'Cardiac Electrophysiologist',
    'Advanced Heart Failure Cardiologist',
    'Structural Heart Physician',
    'Invasive Non-Interventional Cardiology Physician',
    'Pediatric Cardiologist',
    'Cardiology Hospitalist',
    'Physician - Cardiology',
    'General Cardiologist, BC/BE',
    'Cardio-Oncology Cardiologist',
    'Adult Congenital Heart Disease Cardiologist',
  ]),
  role('Critical Care Medicine', 'Hospitalist', [380, 470], 230, [
    'Intensivist',
    'Critical Care Physician',
    'MICU Intensivist',
    'Nocturnist Intensivist',
    'ICU Physician',
    'eICU Intensivist',
    'Surgical Critical Care Intensivist',
  ]),
  role('Dermatology', 'Other', [400, 560], 250, [
    'Dermatologist',
    'Mohs Surgeon',
    'Board Certified Dermatologist',
    'Physician, Dermatology',
    'Pediatric Dermatologist',
    'Medical Dermatologist MD',
  ]),
  role('Emergency Medicine', 'Emergency', [330, 430], 235, [
    'Emergency Medicine Physician',
    'EM Physician',
    'ED Physician',
    'ER Doctor',
    'Emergency Physician',
    'Physician-Emergency Dept',
    'BC/BE EM Physician',
    'Freestanding ED Physician',
    'Emergency Dept Medical Director',
  ]),
  role('Endocrinology', 'Internal Medicine', [250, 320], 160, [
    'Endocrinologist',
    'Physician Endocrinology',
    'Endocrinology - Diabetes MD/DO',
    'Pediatric Endocrinologist',
    'Endocrinology, Diabetes & Metabolism Physician',
  ]),
  role('Family Medicine', 'Primary Care', [240, 310], 140, [
    'Family Medicine Physician',
    'Family Practice MD/DO',
    'Family Physician (Outpatient Only)',
    'Family Doctor',
    'Physician - Family Practice without OB',
    'FP Physician with OB',
    'Family Medicine/OB Physician',
    'FM Physician - Rural',
    'Family Practice Physician - No Call',
  ]),
  role(
    'Family Medicine',
    'Primary Care',
    [240, 310],
    140,
    [
      'Primary Care Physician',
      'PCP - Senior Care Center',
      'Physician, Primary Care',
      'Urgent Care Physician',
      'Walk-In Clinic Physician',
    ],
    ['Internal Medicine', 'Emergency Medicine', 'Geriatrics', 'Other'],
  ),
  role('Gastroenterology', 'Internal Medicine', [480, 640], 270, [
    'Gastroenterologist',
    'GI Physician',
    'GI - Advanced Endoscopy',
    'Advanced Endoscopist',
    'Transplant Hepatologist',
    'GI Hospitalist',
    'Physician - Gastroenterology',
    'Pediatric Gastroenterologist',
    'Inflammatory Bowel Disease Gastroenterologist',
  ]),
  role('General Surgery', 'Surgery', [380, 500], 240, [
    'General Surgeon',
    'Acute Care Surgeon',
    'Trauma Surgeon',
    'Bariatric Surgeon',
    'Breast Surgeon',
    'Colorectal Surgeon',
    'Surgical Oncologist',
    'Surgicalist',
    'Physician - General Surgery',
    'Trauma/Acute Care Surgery Physician',
    'Surgical Hospitalist',
  ]),
  role('Geriatrics', 'Internal Medicine', [230, 290], 140, [
    'Geriatrician',
    'Geriatric Medicine Physician',
    'Physician - Geriatrics',
  ]),
  role('Hematology/Oncology', 'Internal Medicine', [450, 600], 270, [
    'Hematologist/Oncologist',
    'Hem/Onc Physician',
    'Hematology Oncology Physician',
    'Heme-Onc MD',
    'Hematology & Medical Oncology',
    'Pediatric Hematologist-Oncologist',
    'Physician - Oncology/Hematology',
  ]),
  role('Oncology', 'Internal Medicine', [430, 560], 260, [
    'Medical Oncologist',
    'Breast Medical Oncologist',
    'GI Medical Oncologist',
  ]),
  role('Infectious Disease', 'Internal Medicine', [240, 310], 150, [
    'Infectious Disease Physician',
    'ID Physician',
    'Infectious Diseases MD',
    'Transplant Infectious Disease Physician',
  ]),
  role(
    'Internal Medicine',
    'Hospitalist',
    [270, 350],
    170,
    [
      'Hospitalist',
      'Nocturnist',
      'Hospital Medicine Physician',
      'Adult Hospitalist',
      'Academic Hospitalist',
      'Nocturnist Hospitalist',
      'Hospitalist - 7 on / 7 off',
      'Hospitalist Physician (Days)',
      'Admitting Hospitalist',
    ],
    ['Family Medicine'],
  ),
  role('Internal Medicine', 'Primary Care', [250, 320], 150, [
    'Internist',
    'Internal Medicine Physician',
    'IM Physician - Outpatient',
    'General Internal Medicine Physician',
    'Traditional Internal Medicine Physician',
    'Physician, Internal Medicine',
    'Outpatient Internist',
  ]),
  role('Nephrology', 'Internal Medicine', [280, 370], 170, [
    'Nephrologist',
    'Transplant Nephrologist',
    'Interventional Nephrologist',
    'Physician Nephrology',
  ]),
  role('Neurology', 'Hospitalist', [320, 410], 200, [
    'Neurologist',
    'Neurohospitalist',
    'Neurology Hospitalist',
    'Vascular Neurologist',
    'Stroke Neurologist',
    'Epileptologist',
    'Movement Disorders Neurologist',
    'Teleneurologist',
    'Headache Neurologist',
    'Neuro Hospitalist',
    'Neuromuscular Neurologist',
  ]),
  role('Neurology', 'Pediatrics', [280, 360], 180, ['Pediatric Neurologist', 'Child Neurologist'], ['Pediatrics']),
  role('Neurosurgery', 'Surgery', [700, 950], 400, [
    'Neurosurgeon',
    'Neurological Surgeon',
    'Spine Neurosurgeon',
    'Physician - Neurosurgery',
  ]),
  role('Obstetrics & Gynecology', 'Hospitalist', [320, 420], 190, [
    'OB/GYN',
    'OBGYN Physician',
    'OB Hospitalist',
    'Laborist',
    'Obstetrician/Gynecologist',
    'Maternal Fetal Medicine Physician',
    'MFM Specialist',
    'Urogynecologist',
    'OB-GYN Hospitalist',
    'Ob/Gyn Generalist',
    'Gynecologist (No OB)',
    'Obstetrics and Gynecology Physician',
    'OBGYN Laborist MD/DO',
  ]),
  role('Occupational Medicine', 'Other', [240, 300], 150, [
    'Occupational Medicine Physician',
    'Occupational Health Physician',
    'Occ Med Physician',
  ]),
  role('Ophthalmology', 'Surgery', [380, 520], 250, [
    'Ophthalmologist',
    'Retina Specialist',
    'Glaucoma Specialist',
    'Comprehensive Ophthalmologist',
    'Vitreoretinal Surgeon',
    'Physician - Ophthalmology',
    'Pediatric Ophthalmologist',
  ]),
  role('Orthopedic Surgery', 'Surgery', [550, 760], 330, [
    'Orthopedic Surgeon',
    'Orthopaedic Trauma Surgeon',
    'Hand Surgeon',
    'Orthopedic Spine Surgeon',
    'Total Joint Orthopedic Surgeon',
    'Foot & Ankle Orthopedic Surgeon',
    'Pediatric Orthopaedic Surgeon',
    'Physician, Orthopedics',
  ]),
  role('Otolaryngology (ENT)', 'Surgery', [430, 580], 260, [
    'ENT Physician',
    'Otolaryngologist',
    'Head & Neck Surgeon',
    'Pediatric Otolaryngologist',
    'Otolaryngology (ENT) Surgeon',
    'ENT Surgeon',
  ]),
  role('Pain Medicine', 'Anesthesiology', [380, 500], 230, [
    'Interventional Pain Physician',
    'Pain Management Physician',
    'Pain Medicine MD',
  ]),
  role('Pathology', 'Other', [310, 400], 190, [
    'Pathologist',
    'Surgical Pathologist',
    'Dermatopathologist',
    'Hematopathologist',
    'Anatomic/Clinical Pathologist',
  ]),
  role('Pediatrics', 'Hospitalist', [210, 280], 130, [
    'Pediatrician',
    'General Pediatrics Physician',
    'Pediatric Hospitalist',
    'Peds Hospitalist',
    'Neonatologist',
    'Developmental Behavioral Pediatrician',
    'Outpatient Pediatrician',
    'Pediatrics - MD/DO',
  ]),
  role('Pediatrics', 'Pediatrics', [260, 330], 160, ['Pediatric Intensivist', 'PICU Physician'], ['Critical Care Medicine']),
  role('Emergency Medicine', 'Pediatrics', [260, 330], 190, ['Pediatric Emergency Medicine Physician'], ['Pediatrics']),
  role('Physical Medicine & Rehabilitation', 'Other', [270, 350], 170, [
    'Physiatrist',
    'PM&R Physician',
    'Physical Medicine and Rehabilitation Physician',
    'Inpatient Rehab Physiatrist',
  ]),
  role('Plastic Surgery', 'Surgery', [480, 640], 280, [
    'Plastic Surgeon',
    'Plastic & Reconstructive Surgeon',
    'Burn/Plastic Surgeon',
  ]),
  role('Psychiatry', 'Behavioral Health', [280, 370], 190, [
    'Psychiatrist',
    'Adult Psychiatrist',
    'Child & Adolescent Psychiatrist',
    'Telepsychiatrist',
    'C/L Psychiatrist',
    'Addiction Psychiatrist',
    'Inpatient Psychiatry Physician',
    'Psych Hospitalist',
    'Geriatric Psychiatrist',
    'Emergency Psychiatrist',
  ]),
  role(
    'Pulmonology',
    'Internal Medicine',
    [380, 480],
    220,
    [
      'Pulmonologist',
      'Pulm/CC Physician',
      'Pulmonary Critical Care Physician',
      'Interventional Pulm',
      'Interventional Pulmonologist',
      'Pulmonary/Critical Care MD',
    ],
    ['Critical Care Medicine'],
  ),
  role('Radiation Oncology', 'Oncology', [450, 580], 270, [
    'Radiation Oncologist',
    'Rad Onc Physician',
    'Physician - Radiation Oncology',
  ]),
  role('Radiology', 'Other', [450, 600], 280, [
    'Radiologist',
    'Diagnostic Radiologist',
    'Interventional Radiologist',
    'IR Physician',
    'Breast Imaging Radiologist',
    'Teleradiologist',
    'Neuroradiologist',
    'Body Radiologist',
    'MSK Radiologist',
    'Overnight Radiologist',
    'Nuclear Medicine Physician',
  ]),
  role('Rheumatology', 'Internal Medicine', [260, 340], 160, [
    'Rheumatologist',
    'Pediatric Rheumatologist',
    'Physician Rheumatology',
  ]),
  role('Sports Medicine', 'Primary Care', [260, 340], 160, [
    'Sports Medicine Physician',
    'Primary Care Sports Medicine Physician',
  ]),
  role('Thoracic Surgery', 'Surgery', [620, 820], 350, [
    'Cardiothoracic Surgeon',
    'CT Surgeon',
    'Cardiac Surgeon',
    'Thoracic Surgeon',
    'CVT Surgeon',
  ]),
  role('Urology', 'Surgery', [450, 590], 270, ['Urologist', 'Urologic Oncologist', 'Pediatric Urologist', 'General Urologist']),
  role('Vascular Surgery', 'Surgery', [480, 620], 280, ['Vascular Surgeon', 'Vascular & Endovascular Surgeon']),
  role('Other', 'Other', [240, 320], 150, [
    'Palliative Care Physician',
    'Hospice Physician',
    'Addiction Medicine Physician',
    'Medical Geneticist',
    'Wound Care Physician',
    'Sleep Medicine Physician',
    'Correctional Medicine Physician',
    'Physician Advisor',
    'Preventive Medicine Physician',
  ]),
]

/** Real cities, with a ZIP code and the county of each. */
const cities: [string, string, string, string, string][] = [
  ['Tulsa', 'OK', 'Oklahoma', '74104', 'Tulsa County'],
  ['Mesa', 'AZ', 'Arizona', '85201', 'Maricopa County'],
  ['Columbus', 'OH', 'Ohio', '43215', 'Franklin County'],
  ['Portland', 'OR', 'Oregon', '97205', 'Multnomah County'],
  ['Portland', 'ME', 'Maine', '04101', 'Cumberland County'],
  ['Bangor', 'ME', 'Maine', '04401', 'Penobscot County'],
  ['Indianapolis', 'IN', 'Indiana', '46202', 'Marion County'],
  ['Fort Wayne', 'IN', 'Indiana', '46802', 'Allen County'],
  ['Boise', 'ID', 'Idaho', '83702', 'Ada County'],
  ['Pittsburgh', 'PA', 'Pennsylvania', '15213', 'Allegheny County'],
  ['Erie', 'PA', 'Pennsylvania', '16501', 'Erie County'],
  ['Baltimore', 'MD', 'Maryland', '21201', 'Baltimore City'],
  ['Salisbury', 'MD', 'Maryland', '21801', 'Wicomico County'],
  ['Denver', 'CO', 'Colorado', '80204', 'Denver County'],
  ['Grand Junction', 'CO', 'Colorado', '81501', 'Mesa County'],
  ['Saint Louis', 'MO', 'Missouri', '63110', 'Saint Louis City'],
  ['Springfield', 'MO', 'Missouri', '65804', 'Greene County'],
  ['Springfield', 'IL', 'Illinois', '62702', 'Sangamon County'],
  ['Springfield', 'MA', 'Massachusetts', '01104', 'Hampden County'],
  ['Madison', 'WI', 'Wisconsin', '53705', 'Dane County'],
  ['Rochester', 'MN', 'Minnesota', '55902', 'Olmsted County'],
  ['Duluth', 'MN', 'Minnesota', '55805', 'Saint Louis County'],
  ['Rochester', 'NY', 'New York', '14607', 'Monroe County'],
  ['Buffalo', 'NY', 'New York', '14203', 'Erie County'],
  ['New York', 'NY', 'New York', '10016', 'New York County'],
  ['Fort Worth', 'TX', 'Texas', '76104', 'Tarrant County'],
  ['Lubbock', 'TX', 'Texas', '79410', 'Lubbock County'],
  ['El Paso', 'TX', 'Texas', '79902', 'El Paso County'],
  ['Greenville', 'SC', 'South Carolina', '29605', 'Greenville County'],
  ['Asheville', 'NC', 'North Carolina', '28801', 'Buncombe County'],
  ['Charlotte', 'NC', 'North Carolina', '28203', 'Mecklenburg County'],
  ['Jacksonville', 'FL', 'Florida', '32207', 'Duval County'],
  ['Saint Petersburg', 'FL', 'Florida', '33701', 'Pinellas County'],
  ['Macon', 'GA', 'Georgia', '31201', 'Bibb County'],
  ['Birmingham', 'AL', 'Alabama', '35233', 'Jefferson County'],
  ['Knoxville', 'TN', 'Tennessee', '37920', 'Knox County'],
  ['Lexington', 'KY', 'Kentucky', '40508', 'Fayette County'],
  ['Charleston', 'WV', 'West Virginia', '25301', 'Kanawha County'],
  ['Roanoke', 'VA', 'Virginia', '24014', 'Roanoke City'],
  ['Des Moines', 'IA', 'Iowa', '50309', 'Polk County'],
  ['Omaha', 'NE', 'Nebraska', '68105', 'Douglas County'],
  ['Sioux Falls', 'SD', 'South Dakota', '57105', 'Minnehaha County'],
  ['Fargo', 'ND', 'North Dakota', '58103', 'Cass County'],
  ['Billings', 'MT', 'Montana', '59101', 'Yellowstone County'],
  ['Spokane', 'WA', 'Washington', '99204', 'Spokane County'],
  ['Tacoma', 'WA', 'Washington', '98405', 'Pierce County'],
  ['Fresno', 'CA', 'California', '93701', 'Fresno County'],
  ['Sacramento', 'CA', 'California', '95816', 'Sacramento County'],
  ['San Diego', 'CA', 'California', '92103', 'San Diego County'],
  ['Las Vegas', 'NV', 'Nevada', '89102', 'Clark County'],
  ['Albuquerque', 'NM', 'New Mexico', '87106', 'Bernalillo County'],
  ['Anchorage', 'AK', 'Alaska', '99508', 'Anchorage Borough'],
  ['Honolulu', 'HI', 'Hawaii', '96813', 'Honolulu County'],
  ['Little Rock', 'AR', 'Arkansas', '72205', 'Pulaski County'],
  ['Jackson', 'MS', 'Mississippi', '39216', 'Hinds County'],
  ['Shreveport', 'LA', 'Louisiana', '71103', 'Caddo Parish'],
  ['Manchester', 'NH', 'New Hampshire', '03103', 'Hillsborough County'],
  ['Burlington', 'VT', 'Vermont', '05401', 'Chittenden County'],
  ['Providence', 'RI', 'Rhode Island', '02903', 'Providence County'],
  ['Hartford', 'CT', 'Connecticut', '06106', 'Hartford County'],
  ['Wilmington', 'DE', 'Delaware', '19801', 'New Castle County'],
  ['Newark', 'NJ', 'New Jersey', '07103', 'Essex County'],
  ['Wichita', 'KS', 'Kansas', '67214', 'Sedgwick County'],
  ['Salt Lake City', 'UT', 'Utah', '84132', 'Salt Lake County'],
  ['Cheyenne', 'WY', 'Wyoming', '82001', 'Laramie County'],
  ['Grand Rapids', 'MI', 'Michigan', '49503', 'Kent County'],
]

const employerFirst = [
  'Larkfield',
  'Bluewater',
  'Harrowgate',
  'Cedar Fork',
  'Stonebridge',
  'Fairmeadow',
  'Saint Brannoc',
  'Two Rivers',
  'Ashgrove',
  'Northlight',
]
const employerLast = [
  'Health',
  'Medical Center',
  'Regional Hospital',
  'Physician Group',
  'Clinic',
  'Healthcare Partners',
  'Memorial Hospital',
  'Community Health',
]

export function drawJob(rng: Rng): TrueJob {
  const {
    titles,
    specialty,
    heading,
    also = [],
    pay: [low, high],
    hourly,
  } = rng.pick(roles)
  const [city, state, stateName, zip, county] = rng.pick(cities)
  const min = rng.int(low, high - 40) * 1000
  return {
    title: rng.pick(titles),
    heading,
    specialty,
    also,
    employer: `${rng.pick(employerFirst)} ${rng.pick(employerLast)}`,
    place: { city, state, stateName, zip, county },
    pay: { min, max: min + rng.int(4, 10) * 10_000 },
    hourly: hourly + rng.int(-3, 3) * 5,
  }
}

/** Paragraphs that postings consist of; none says anything of place, pay or type. */
const opening = [
  'We are looking for a board certified or board eligible physician to join our growing team.',
  'Join a collegial group of physicians who care for their community.',
  'Our practice seeks a BC/BE physician for an established patient panel.',
  'An exceptional opportunity for a physician who wants autonomy and support.',
  'Due to continued growth, we invite applications from physicians.',
  'Come practice medicine the way you trained to.',
]
const duties = [
  'See 18 to 22 patients per day with two medical assistants and a scribe.',
  'Work alongside NPs and PAs and supervise advanced practice providers.',
  'Round on an average census of 16 with a 24/7 tele-backup.',
  'Perform procedures in our new $42 million outpatient pavilion.',
  'Participate in the education of residents and medical students.',
  'Collaborate with nurses, pharmacists, social workers and case managers.',
  'Use Epic across all sites of care.',
]
const qualifications = [
  'MD or DO from an accredited school',
  'Board certified or board eligible',
  'State medical license or eligibility to obtain one',
  'Current DEA registration',
  'BLS and ACLS certification',
  'Strong communication skills',
  'Residency training completed in the specialty',
]
const perks = [
  'Paid malpractice with tail coverage ($1,000,000/$3,000,000)',
  'Health, dental and vision insurance',
  '401(k) with employer match',
  'CME allowance of $5,000 and 5 days',
  '6 weeks of paid time off',
  'Relocation assistance',
  'Student loan repayment options',
]
const area = [
  'The region offers four seasons, good schools and a low cost of living.',
  'Enjoy lakes, trails and a vibrant downtown with an international airport close by.',
  'Our system has 11 hospitals, 2,400 employed physicians and $3.2 billion in annual revenue.',
]

export type Paragraph = string | string[]

/** The text's paragraphs; a list is an array. */
export const drawText = (job: TrueJob, rng: Rng): Paragraph[] => [
  `${job.employer} is seeking a ${job.title}. ${rng.pick(opening)}`,
  rng.sample(duties, 2).join(' '),
  rng.sample(qualifications, 3),
  rng.sample(perks, 3),
  rng.pick(area),
]

roles.push(
  role('Hematology/Oncology', 'Oncology', [450, 600], 270, ['Hem-Onc Physician', 'Heme/Onc MD']),
  role(
    'Oncology',
    'Internal Medicine',
    [430, 560],
    260,
    ['Med Onc Physician', 'Thoracic Medical Oncologist'],
    ['Hematology/Oncology'],
  ),
  role('Obstetrics & Gynecology', 'Surgery', [380, 500], 220, [
    'Gyn Onc Physician',
    'OB/Gyn Physician - Generalist',
    'Perinatologist',
    "Women's Health OB/GYN",
  ]),
  role('Gastroenterology', 'Pediatrics', [300, 400], 190, ['Peds GI Physician']),
  role('Cardiology', 'Pediatrics', [320, 420], 200, ['Peds Cardiology Physician']),
  role('Emergency Medicine', 'Pediatrics', [260, 340], 190, ['Peds ER Physician'], ['Pediatrics']),
  role(
    'Critical Care Medicine',
    'Neurology',
    [380, 470],
    230,
    ['Neuro ICU Intensivist', 'Neurocritical Care Physician'],
    ['Neurology'],
  ),
  role('General Surgery', 'Surgery', [400, 520], 250, [
    'Trauma/ACS Surgeon',
    'Bariatric & General Surgeon',
    'Transplant Surgeon',
    'Endocrine Surgeon',
  ]),
  role('Orthopedic Surgery', 'Surgery', [600, 800], 330, [
    'Ortho Spine Surgeon',
    'Joint Replacement Surgeon',
    'Ortho Trauma Physician',
    'Shoulder & Elbow Surgeon',
  ]),
  role('Psychiatry', 'Geriatrics', [280, 370], 190, [
    'Geri Psych Physician',
    'Interventional Psychiatrist',
    'Consult-Liaison Psychiatrist',
    'Child Psychiatrist',
    'Physician - Psychiatry',
  ]),
  role('Pathology', 'Other', [310, 400], 190, ['Heme Pathologist', 'Medical Examiner / Forensic Pathologist', 'Cytopathologist']),
  role(
    'Internal Medicine',
    'Hospitalist',
    [270, 350],
    170,
    [
      'Internal Medicine Hospitalist',
      'IM Hospitalist',
      'Round and Go Hospitalist',
      'Hospitalist w/ Procedures',
      'Swing Shift Hospitalist',
    ],
    ['Family Medicine'],
  ),
  role('Family Medicine', 'Hospitalist', [250, 330], 160, ['Family Medicine Hospitalist'], ['Internal Medicine']),
  role('Nephrology', 'Hospitalist', [280, 370], 170, ['Nephrology Hospitalist', 'Nephrologist - Dialysis']),
  role(
    'Internal Medicine',
    'Pediatrics',
    [250, 320],
    150,
    ['Internal Medicine/Pediatrics Physician', 'Med-Peds Physician'],
    ['Pediatrics', 'Family Medicine'],
  ),
  role('Physical Medicine & Rehabilitation', 'Other', [270, 350], 170, [
    'PM & R Physician',
    'Physiatrist - SNF',
    'Rehabilitation Medicine Physician',
  ]),
  role('Allergy & Immunology', 'Other', [260, 340], 170, [
    'Allergist',
    'Allergy/Immunology Physician',
    'Allergist/Immunologist',
    'Pediatric Allergist',
  ]),
  role('Cardiology', 'Cardiology', [480, 680], 280, [
    'Heart Failure Physician',
    'Electrophysiology Physician (EP)',
    'Invasive Cardiologist',
    'Cardiology - General',
    'Nuclear Cardiologist',
  ]),
  role('Radiology', 'Oncology', [450, 600], 280, [
    'Mammography Radiologist',
    'Interventional Neuroradiologist',
    'Diagnostic Radiology Physician',
    'Pediatric Radiologist',
  ]),
  role('Endocrinology', 'Internal Medicine', [250, 320], 160, ['Endo Physician', 'Diabetologist']),
  role('Rheumatology', 'Internal Medicine', [260, 340], 160, ['Rheum Physician']),
  role('Ophthalmology', 'Surgery', [380, 520], 250, [
    'Cornea Surgeon',
    'Oculoplastic Surgeon',
    'Cataract & Refractive Surgeon',
    'Eye Surgeon',
  ]),
)
