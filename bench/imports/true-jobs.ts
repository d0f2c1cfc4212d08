import { readFileSync } from 'node:fs'
import type { PayUnit, JobType } from '#features/jobs/model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { Rng } from '#demo/catalog/rng.ts'

/**
 * Jobs as they are, before a feed describes them. Titles and sentences are written as hospitals,
 * recruiters and scrapers write them, and without a look at what the importer recognizes.
 */

export type TruePay = { min?: number; max?: number; unit: PayUnit }

/**
 * What holds of a row. Where several readings are right, all of them are listed; nothing is wrong
 * that is left out.
 */
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

const roles = readFileSync(new URL('roles.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Role)

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
