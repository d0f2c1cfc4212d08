import { filters, lexemeOf } from '#features/jobs/filters.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { StateCode } from '#shared/us-states.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import { scheduleConcept } from './schedules.ts'
import { conditionConcept, practiceConcept, specialtyConcept, specialtyPhrases, topicConcept } from './specialty-words.ts'
import type { Concept } from './specialty-words.ts'
import { topics } from './topics.ts'

/** A filter that somebody typed into the keyword box. */
type TypedName = 'jobType' | 'visa' | 'payroll' | 'telehealth' | 'newGraduates' | 'benefits' | 'minPay' | 'maxPay'
export type TypedFilter = { label: string; filter: Pick<Filters, TypedName> }

/** What a phrase that we know means. */
export type Meaning =
  | { kind: 'concept'; concept: Concept }
  | ({ kind: 'filter' } & TypedFilter)
  | { kind: 'state'; state: StateCode }
  /** A city's nickname, by the name that it has in the list of places. */
  | { kind: 'city'; city: string; state: StateCode }
  /** Says nothing on a board where every job is a physician's. */
  | { kind: 'noise' }
  /** Somebody who is no physician, in the plural. */
  | { kind: 'profession'; profession: string }

/** In words: '7 days on 7 days off'. */
export const longestPhrase = 6
const dictionary = new Map<string, Meaning>()

/** What a phrase of lower-case words, parted by blanks, means, in the singular or plural; undefined if it is no phrase of ours. */
export function meaningOf(phrase: string): Meaning | undefined {
  const known = dictionary.get(phrase) ?? (/.{5}s$/.test(phrase) ? dictionary.get(phrase.slice(0, -1)) : undefined)
  if (known) return known
  const concept = scheduleConcept(phrase)
  return concept && { kind: 'concept', concept }
}

function define(phrases: string, meaning: Meaning): void {
  for (const phrase of phrases.split(', ')) dictionary.set(phrase, meaning)
}

for (const it of topics) define(it.typed, { kind: 'concept', concept: topicConcept(it) })
for (const [phrase, specialty] of specialtyPhrases()) define(phrase, { kind: 'concept', concept: specialtyConcept(specialty) })
define('primary care, pcp, pcps, family or internal medicine, internal or family medicine, family internal medicine', {
  kind: 'concept',
  concept: { label: 'Primary Care', specialties: ['Family Medicine', 'Internal Medicine'], titles: ['primari care'] },
})
define('surgery, surgeon, surgeons, surgical', {
  kind: 'concept',
  concept: {
    label: 'Surgery',
    specialties: [
      'General Surgery',
      'Neurosurgery',
      'Orthopedic Surgery',
      'Plastic Surgery',
      'Thoracic Surgery',
      'Vascular Surgery',
    ],
    titles: ['surge*', 'surgic'],
  },
})
define('nicu, neonatal, neonatology, neonatologist, newborn, newborns', {
  kind: 'concept',
  concept: { label: 'Neonatology', specialties: [], titles: ['neonat*', 'nicu'] },
})
define('med peds, medpeds, internal medicine pediatrics, medicine pediatrics, im peds', {
  kind: 'concept',
  concept: {
    label: 'Internal Medicine-Pediatrics',
    specialties: [],
    titles: ['medped*', 'med ped', 'intern medicin pediatr*'],
  },
})

define('urgent care, urgent care center, urgent care clinic, walk in, walk in clinic, walk in care, immediate care', {
  kind: 'concept',
  concept: practiceConcept('Urgent care', 'urgent care, immedi care, walk clinic, walk care', ["('urgent' & 'care')"]),
})
define('wound care, wound, wounds, wound healing, hyperbaric, hyperbaric medicine', {
  kind: 'concept',
  concept: practiceConcept('Wound care', 'wound, hyperbar*', ["('wound' & 'care')", "'hyperbar'"]),
})
define(
  'nursing home, nursing homes, snf, snfs, snfist, skilled nursing, skilled nursing facility, long term care, ltc, post acute, post acute care',
  {
    kind: 'concept',
    concept: practiceConcept('Post-acute & long-term care', 'post acut*, long term care, nurs home, skill nurs, snf*', [
      "'snf'",
      "'snfist'",
      "('skill' & 'nurs' & 'facil')",
    ]),
  },
)
define('house call, house calls, home visit, home visits, home based primary care, home based care, in home care', {
  kind: 'concept',
  concept: practiceConcept('House calls', 'hous call, home visit, home base primari, home base care'),
})
define('correctional, correctional medicine, correctional health, corrections, prison, prisons, jail, jails, inmates', {
  kind: 'concept',
  concept: practiceConcept('Correctional medicine', 'correct, prison, jail', ["'prison'", "'jail'", "'inmat'", "'incarcer'"]),
})
define('public health, preventive medicine', {
  kind: 'concept',
  concept: practiceConcept('Public health', 'public health, prevent medicin'),
})
define('surgery center, surgery centers, asc, ambulatory surgery center, outpatient surgery center', {
  kind: 'concept',
  concept: practiceConcept('Surgery center', 'surgeri center, asc', ["'asc'", "('ambulatori' & 'surgeri' & 'center')"]),
})
define('ob laborist, ob gyn laborist, obgyn laborist', {
  kind: 'concept',
  concept: practiceConcept('OB hospitalist', 'ob hospitalist, obgyn hospitalist, laborist', ["'laborist'"]),
})
define(
  'gyn only, gynecology only, gyn no ob, gynecology no ob, gynecology without ob, gynecology no obstetrics, gyn without ob',
  {
    kind: 'concept',
    concept: {
      label: 'Gynecology without obstetrics',
      specialties: ['Obstetrics & Gynecology'],
      titles: [],
      only: ["!('labor' | 'laborist' | 'deliveri' | 'fetal' | 'mfm' | 'perinatologist')"],
    },
  },
)
define(
  'addiction, addictions, addiction medicine, addiction psychiatry, addiction psychiatrist, substance abuse, substance use, sud, moud, suboxone, buprenorphine, methadone, opioid, opioids, detox',
  {
    kind: 'concept',
    concept: practiceConcept('Addiction medicine', 'addict*, substanc*, detox*', [
      "'addict'",
      "'buprenorphin'",
      "'suboxon'",
      "'methadon'",
      "'detox'",
    ]),
  },
)
define('student health, college health, campus health', {
  kind: 'concept',
  concept: practiceConcept('Student health', 'student health, colleg health, campus health'),
})
define(
  'non clinical, nonclinical, no patient care, utilization review, utilization management, physician advisor, physician adviser, chart review, medical reviewer, informatics',
  {
    kind: 'concept',
    concept: practiceConcept(
      'Non-clinical',
      'non clinic, nonclin*, util review, util manag, physician advisor, physician advis, chart review, medic review*, informat*',
    ),
  },
)

const setting = (value: string): string => lexemeOf(filters.setting, value)
const schedule = (value: string): string => lexemeOf(filters.schedule, value)
const inpatientOnly = `(${setting('Inpatient')} & !${setting('Outpatient')} & !${setting('Clinic')})`
define('hospitalist, hospitalists, hospital medicine', {
  kind: 'concept',
  concept: {
    label: 'Hospitalist',
    specialties: ['Internal Medicine', 'Family Medicine'],
    titles: [],
    only: ["'=hospitalist'", "'=nocturnist'", "('=hospit' & '=medicin')", inpatientOnly],
  },
})
define('nocturnist, nocturnists', {
  kind: 'concept',
  concept: {
    label: 'Nocturnist',
    specialties: ['Internal Medicine', 'Family Medicine'],
    titles: [],
    only: ["'=nocturnist'", `(${schedule('Nights')} & ('=hospitalist' | ${inpatientOnly}))`],
  },
})

/** `says` is what leaves a job out when it is not wanted. */
function defineCondition(label: string, phrases: string, any: string[], says?: string, more: Partial<Concept> = {}): void {
  const concept: Concept = { ...conditionConcept(label, any), ...(says !== undefined && { says }), ...more }
  define(phrases, { kind: 'concept', concept })
}
const nights = schedule('Nights')
defineCondition(
  'Nights',
  'nights, night, night shift, night shifts, overnight, overnights, nights only, night call, overnight call, overnight shifts',
  [nights, "'=night'", "'=nocturnist'", "'=overnight'"],
  `(${nights} | '=nocturnist' | '=overnight')`,
  { isBurden: true },
)
defineCondition(
  'Weekends',
  'weekends, weekend, weekends only, weekend shifts, weekend work, weekend call',
  [schedule('Weekends'), "'=weekend'"],
  schedule('Weekends'),
  { isBurden: true },
)
defineCondition(
  'Call',
  'call, calls, on call, hospital call, call coverage, call schedule, taking call, call duty, er call, ed call',
  [schedule('Call')],
  schedule('Call'),
  { isBurden: true, isOnlyUnwanted: true },
)
defineCondition(
  'Days',
  'days, days only, day shift, day shifts, daytime, daytime only',
  [schedule('Days'), "'=daytim'"],
  schedule('Days'),
)
defineCondition('Shift Work', 'shift work, shiftwork', [schedule('Shift Work')])
const remote = schedule('Remote')
const telehealth = lexemeOf(filters.telehealth, 'true')
defineCondition(
  'Work from home',
  'work from home, wfh, remote, remotely, remote work, work remotely, working from home, fully remote, 100 remote, home based, from home',
  [remote, telehealth, setting('Telemedicine'), "'=remot'"],
  `(${remote} | ${telehealth})`,
)
defineCondition('Flexible schedule', 'flexible schedule, flexible hours, flexible, flex schedule, flexible scheduling', [
  schedule('Flexible'),
  lexemeOf(filters.benefits, 'Flexible Schedule'),
])
defineCondition(
  'Inpatient',
  'inpatient, inpatient only, hospital based',
  [setting('Inpatient'), "'inpati'"],
  setting('Inpatient'),
  { first: `(${setting('Inpatient')} | '=inpati')` },
)
const outpatient = `${setting('Outpatient')} | ${setting('Clinic')}`
defineCondition(
  'Outpatient',
  'outpatient, outpatient only, ambulatory, clinic only, clinic based, office based',
  [setting('Outpatient'), setting('Clinic'), "'outpati'", "'ambulatori'"],
  `(${outpatient})`,
  { first: `(${outpatient} | '=outpati' | '=ambulatori')` },
)
defineCondition(
  'Academic',
  'academic, academics, academia, academic medicine, academic medical center, faculty, teaching hospital, university, university hospital, professor, assistant professor, associate professor',
  ["'academ'", "'faculti'", "'professor'"],
  "('=academ' | '=faculti' | '=professor')",
)
defineCondition(
  'Spanish',
  'spanish, spanish speaking, speaks spanish, fluent spanish, bilingual, bilingual spanish, spanish bilingual',
  ["'spanish'", "'bilingu'"],
)
defineCondition(
  'Multi-state license',
  'imlc, imlc license, compact license, interstate compact, multi state, multi state license, multistate, multistate license',
  ["'imlc'", "'multist'", "('multi' & 'state')", "('interst' & 'compact')"],
)
defineCondition('Private practice', 'private practice, private group', ["('privat' & ('practic' | 'group'))"])
defineCondition(
  'Community health center',
  'fqhc, community health center, community health, federally qualified health center, health center',
  ["'fqhc'", "('feder' & 'qualifi')", "('communiti' & 'health' & 'center')"],
)
defineCondition(
  'Veterans Affairs',
  'veterans, veterans affairs, veterans administration, va hospital, va medical center, va clinic, vamc, veterans hospital, the va',
  ["'veteran'", "'vamc'"],
)
defineCondition('Indian Health Service', 'ihs, indian health service, indian health, tribal, tribal health', [
  "'ihs'",
  "'tribal'",
  "('indian' & 'health')",
])
defineCondition('Critical access hospital', 'critical access, critical access hospital, cah', ["('critic' & 'access')"])
defineCondition('Direct primary care', 'direct primary care, dpc', ["'dpc'", "('direct' & 'primari' & 'care')"])
defineCondition(
  'Loan repayment',
  'loan repayment, student loan repayment, loan forgiveness, student loan forgiveness, loan assistance, student loan, student loans, loans, pslf, public service loan forgiveness, nhsc, debt relief, loan repayment assistance',
  ["('loan' & ('repay' | 'forgiv' | 'assist'))", "'pslf'", "'nhsc'"],
)

const labelOf = (name: Exclude<TypedName, 'minPay' | 'maxPay'>, value: unknown): string =>
  filters[name].label([value].flat()[0] as never)
function defineFilter<N extends Exclude<TypedName, 'minPay' | 'maxPay'>>(
  phrases: string,
  name: N,
  value: NonNullable<Filters[N]>,
  label = labelOf(name, value),
): void {
  define(phrases, { kind: 'filter', label, filter: { [name]: value } })
}
defineFilter('locums, locum, locum tenens, locums tenens, locums only', 'jobType', ['locums'])
defineFilter('per diem, prn, perdiem, moonlighting, moonlight', 'jobType', ['per-diem'])
defineFilter('part time, parttime, half time, part timer', 'jobType', ['part-time'])
defineFilter('full time, fulltime', 'jobType', ['full-time'])
defineFilter('contract, contractor', 'jobType', ['contract'])
defineFilter('permanent, perm', 'jobType', ['permanent'])
defineFilter('temporary, temp', 'jobType', ['temporary'])
defineFilter('1099', 'payroll', ['1099'])
defineFilter('w2, w 2', 'payroll', ['W2'])
defineFilter('telehealth, tele, tele health, telemedicine, virtual, virtual care', 'telehealth', true)
defineFilter(
  'new grad, new grads, new graduate, new graduates, recent graduate, recent graduates, recent grad, recent grads, new graduates welcome, new grads welcome',
  'newGraduates',
  true,
)
defineFilter('j1, j 1, j1 waiver, j 1 waiver, j1 visa, j 1 visa, conrad 30, conrad, j1 visa waiver, j1 sponsorship', 'visa', [
  'J1',
])
defineFilter('h1b, h 1b, h1 b, h 1 b, h1b visa, h 1b visa, h1b sponsorship, h 1b sponsorship', 'visa', ['H1B'])
defineFilter(
  'visa, visas, visa sponsorship, sponsors visa, sponsor visa, visa sponsor, visa support, visa assistance, immigration',
  'visa',
  ['H1B', 'J1', 'Other'],
  'Visa sponsorship',
)
defineFilter('sign on, sign on bonus, signing bonus, signon bonus, signon, bonus sign on', 'benefits', ['Signing Bonus'])
defineFilter('relocation, relocation assistance, relo, moving expenses', 'benefits', ['Relocation Assistance'])
defineFilter(
  'malpractice, malpractice insurance, malpractice tail, tail coverage, tail, occurrence malpractice, malpractice coverage',
  'benefits',
  ['Malpractice Insurance'],
)
defineFilter('cme, cme allowance, cme money, cme stipend', 'benefits', ['CME Allowance'])
defineFilter('pto, paid time off, vacation, paid vacation', 'benefits', ['Paid Time Off'])
defineFilter('retirement, 401k, 403b, pension, retirement plan', 'benefits', ['401k/Retirement'])
defineFilter('health insurance, medical insurance', 'benefits', ['Health Insurance'])

/** What is said before a specialty and means that it is done at a distance. */
export const telePrefix = /^tele(?=(?:psych|radiolog|neurolog|dermatolog|stroke|icu|hospitalist|cardiolog|oncolog))/

define('physician, physicians, doctor, doctors, dr, md, do, mds, dos, doc, docs, job, jobs, position, positions', {
  kind: 'noise',
})
define('opening, openings, opportunity, opportunities, vacancy, vacancies, career, careers, hiring, near me', { kind: 'noise' })
define(
  'work, wanted, needed, ref, reference, reference code, ref code, job id, pay, salary, best paying, high paying, either, medical jobs, no visa, no visa needed, no visa required',
  {
    kind: 'noise',
  },
)
// Nearly every posting is to be filled soon, and asks for board certification.
define(
  'asap, urgent, urgently, immediate, immediately, immediate start, start asap, start immediately, available now, immediate opening, next week, next month, next year, this month, this year',
  { kind: 'noise' },
)
define('board certified, board eligible, bc be, be bc, bcbe, board certified or eligible, board eligible or certified', {
  kind: 'noise',
})
const professions: Record<string, string> = {
  'nurse practitioners': 'nurse practitioner, np, aprn, arnp, fnp, pmhnp, crnp, advanced practice nurse',
  'physician assistants': 'physician assistant, physician assistants, physician asst, physician associate, pa c, pa',
  'nurse anesthetists': 'crna, nurse anesthetist, certified registered nurse anesthetist, caa',
  nurses: 'nurse, nurses, rn, lpn, registered nurse, nursing, cna',
  midwives: 'midwife, cnm, nurse midwife',
  dentists: 'dentist, dds, dmd, dental hygienist',
  pharmacists: 'pharmacist, pharmd, pharmacy technician',
  psychologists: 'psychologist, psyd',
  therapists: 'physical therapist, occupational therapist, therapist, speech therapist, respiratory therapist',
  optometrists: 'optometrist',
  podiatrists: 'podiatrist, dpm',
  chiropractors: 'chiropractor',
  veterinarians: 'veterinarian, dvm',
  'medical assistants': 'medical assistant, phlebotomist, scribe, medical scribe',
  'social workers': 'social worker, lcsw',
  technologists: 'radiology tech, technologist, technician, sonographer, surgical tech',
}
for (const [profession, phrases] of Object.entries(professions)) define(phrases, { kind: 'profession', profession })

for (const state of stateCodes) {
  if (state !== 'OTHER') define(stateName(state).toLowerCase().replaceAll('.', ''), { kind: 'state', state })
}
define('washington d c, district of columbia, dc', { kind: 'state', state: 'DC' })

define('nyc, new york city, manhattan', { kind: 'city', city: 'New York', state: 'NY' })
define('philly', { kind: 'city', city: 'Philadelphia', state: 'PA' })
define('vegas', { kind: 'city', city: 'Las Vegas', state: 'NV' })
define('sf', { kind: 'city', city: 'San Francisco', state: 'CA' })

/** The single words of all phrases: what a typing error was most probably meant to be. */
export const dictionaryWords: ReadonlySet<string> = new Set([...dictionary.keys()].flatMap((phrase) => phrase.split(' ')))
