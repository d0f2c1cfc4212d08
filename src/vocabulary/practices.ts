import type { Specialty } from './specialties.ts'

/**
 * The specialty of a posting that a word in its title stands for, or a field of medicine outside the list. A 'vague' word speaks only
 * where no other does, one of 'hospital' medicine before those.
 */
export type Filed = { specialty: Specialty; weight?: 'hospital' | 'vague' } | { field: string }

/**
 * How and where one works, rather than in which specialty. `titles`, `texts`, `only`, `first` and `unwanted` name what a posting
 * holds: alternatives are parted by ', ', what has to come together by ' + ', and '-' stands before what must be missing. One part is
 * English stems that all occur ('nurs home'; with '=' in the title), or a value of the posting's own ('setting:Inpatient').
 */
export type Practice = {
  label: string
  /** What physicians type, in lower case, parted by ', '. */
  typed: string
  specialties?: Specialty[]
  /** What a posting with such a title is filed under. */
  filed?: Filed
  /** Stems of the title; `*` stands for any ending. */
  titles?: string
  texts?: string
  /** Beside all else, one of these. */
  only?: string
  /** The jobs that come first. */
  first?: string
  /** What a job says that somebody does not want, where that is less than everything that it is found by. */
  unwanted?: string
  /** A condition of work: jobs of any specialty have it, and it ranks none. */
  isCondition?: true
  /** A condition that is mostly typed to be rid of it: in 'no nights, weekends' both are unwanted. */
  isBurden?: true
  /** A word like any other unless 'no' stands before it. */
  isOnlyUnwanted?: true
}

const inpatientOnly = 'setting:Inpatient + -setting:Outpatient + -setting:Clinic'

/** Kinds of practice that several specialties have. */
const kinds: readonly Practice[] = [
  {
    label: 'Primary Care',
    filed: { specialty: 'Family Medicine', weight: 'vague' },
    typed: 'primary care, pcp, pcps, family or internal medicine, internal or family medicine, family internal medicine',
    specialties: ['Family Medicine', 'Internal Medicine'],
    titles: 'primari care',
  },
  {
    label: 'Surgery',
    filed: { specialty: 'General Surgery', weight: 'vague' },
    typed: 'surgery, surgeon, surgeons, surgical',
    specialties: [
      'General Surgery',
      'Neurosurgery',
      'Orthopedic Surgery',
      'Plastic Surgery',
      'Thoracic Surgery',
      'Vascular Surgery',
    ],
    titles: 'surge*, surgic',
  },
  {
    label: 'Neonatology',
    filed: { specialty: 'Pediatrics' },
    typed:
      'nicu, level iii nicu, level 3 nicu, level iv nicu, level 4 nicu, level ii nicu, level 2 nicu, neonatal, neonatology, neonatologist, newborn, newborns',
    titles: 'neonat*, nicu',
  },
  {
    label: 'Internal Medicine-Pediatrics',
    filed: { specialty: 'Internal Medicine' },
    typed: 'med peds, medpeds, internal medicine pediatrics, medicine pediatrics, im peds',
    titles: 'medped*, med ped, intern medicin pediatr*',
  },
  {
    label: 'Urgent care',
    filed: { specialty: 'Family Medicine', weight: 'vague' },
    typed: 'urgent care, uc, urgent care center, urgent care clinic, walk in, walk in clinic, walk in care, immediate care',
    titles: 'urgent care, immedi care, walk clinic, walk care',
    texts: 'urgent care',
  },
  {
    label: 'Wound care',
    filed: { field: 'Wound Care' },
    typed: 'wound care, wound, wounds, wound healing, hyperbaric, hyperbaric medicine',
    titles: 'wound, hyperbar*',
    texts: 'wound care, hyperbar',
  },
  {
    label: 'Post-acute & long-term care',
    typed:
      'nursing home, nursing homes, snf, snfs, snfist, skilled nursing, skilled nursing facility, long term care, ltc, post acute, post acute care',
    titles: 'post acut*, long term care, nurs home, skill nurs, snf*',
    texts: 'snf, snfist, skill nurs facil',
  },
  {
    label: 'House calls',
    typed: 'house call, house calls, home visit, home visits, home based primary care, home based care, in home care',
    titles: 'hous call, home visit, home base primari, home base care',
  },
  {
    label: 'Correctional medicine',
    filed: { field: 'Correctional Medicine' },
    typed: 'correctional, correctional medicine, correctional health, corrections, prison, prisons, jail, jails, inmates',
    titles: 'correct, prison, jail',
    texts: 'prison, jail, inmat, incarcer',
  },
  {
    label: 'Public health',
    filed: { field: 'Preventive Medicine' },
    typed: 'public health, preventive medicine',
    titles: 'public health, prevent medicin',
  },
  {
    label: 'Surgery center',
    typed: 'surgery center, surgery centers, asc, ambulatory surgery center, outpatient surgery center',
    titles: 'surgeri center, asc',
    texts: 'asc, ambulatori surgeri center',
  },
  {
    label: 'OB hospitalist',
    filed: { specialty: 'Obstetrics & Gynecology' },
    typed: 'ob laborist, ob gyn laborist, obgyn laborist',
    titles: 'ob hospitalist, obgyn hospitalist, laborist',
    texts: 'laborist',
  },
  {
    label: 'Gynecology without obstetrics',
    filed: { specialty: 'Obstetrics & Gynecology' },
    typed:
      'gyn only, gynecology only, gyn no ob, gynecology no ob, gynecology without ob, gynecology no obstetrics, gyn without ob',
    specialties: ['Obstetrics & Gynecology'],
    only: '-labor + -laborist + -deliveri + -fetal + -mfm + -perinatologist',
  },
  {
    label: 'Addiction medicine',
    filed: { field: 'Addiction Medicine' },
    typed:
      'addiction, addictions, addiction medicine, mat, medication assisted treatment, x waiver, xwaiver, addictionologist, substance abuse, substance use, sud, moud, suboxone, buprenorphine, methadone, opioid, opioids, detox',
    titles: 'addict*, substanc*, detox*',
    texts: 'addict, buprenorphin, suboxon, methadon, detox',
  },
  {
    label: 'Student health',
    typed: 'student health, college health, campus health',
    titles: 'student health, colleg health, campus health',
  },
  {
    label: 'Non-clinical',
    filed: { field: 'Medical Administration' },
    typed:
      'non clinical, nonclinical, no patient care, utilization review, utilization management, physician advisor, physician adviser, chart review, medical reviewer, informatics',
    titles:
      'non clinic, nonclin*, util review, util manag, physician advisor, physician advis, chart review, medic review*, informat*',
  },
  {
    label: 'Physician leadership',
    filed: { field: 'Medical Administration' },
    typed: 'chief medical officer, cmo',
    titles: 'chief medic offic*',
  },
  {
    label: 'Hospitalist',
    filed: { specialty: 'Internal Medicine', weight: 'hospital' },
    typed: 'hospitalist, hospitalists, hospital medicine',
    specialties: ['Internal Medicine', 'Family Medicine'],
    only: `=hospitalist, =nocturnist, =hospit =medicin, ${inpatientOnly}`,
  },
  {
    label: 'Nocturnist',
    filed: { specialty: 'Internal Medicine', weight: 'hospital' },
    typed: 'nocturnist, nocturnists',
    specialties: ['Internal Medicine', 'Family Medicine'],
    only: `=nocturnist, schedule:Nights + =hospitalist, schedule:Nights + ${inpatientOnly}`,
  },
]

/** Conditions of work. */
const conditions: readonly Practice[] = [
  {
    label: 'Nights',
    typed:
      'nights, night, night shift, night shifts, overnight, overnights, nights only, night call, overnight call, overnight shifts',
    texts: 'schedule:Nights, =night, =nocturnist, =overnight',
    unwanted: 'schedule:Nights, =nocturnist, =overnight',
    isBurden: true,
  },
  {
    label: 'Weekends',
    typed: 'weekends, weekend, wknds, wknd, weekends only, weekend shifts, weekend work, weekend call',
    texts: 'schedule:Weekends, =weekend',
    unwanted: 'schedule:Weekends',
    isBurden: true,
  },
  {
    label: 'Call',
    typed: 'call, calls, on call, hospital call, call coverage, call schedule, taking call, call duty, er call, ed call',
    texts: 'schedule:Call',
    isBurden: true,
    isOnlyUnwanted: true,
  },
  {
    label: 'Days',
    typed: 'days, days only, day shift, day shifts, daytime, daytime only',
    texts: 'schedule:Days, =daytim',
    unwanted: 'schedule:Days',
  },
  { label: 'Shift Work', typed: 'shift work, shiftwork', texts: 'schedule:Shift Work' },
  {
    label: 'Work from home',
    typed:
      'work from home, wfh, remote, remotely, remote work, work remotely, working from home, fully remote, 100 remote, home based, from home',
    texts: 'schedule:Remote, telehealth:true, setting:Telemedicine, =remot',
    unwanted: 'schedule:Remote, telehealth:true',
  },
  {
    label: 'Flexible schedule',
    typed: 'flexible schedule, flexible hours, flexible, flex schedule, flexible scheduling',
    texts: 'schedule:Flexible, benefits:Flexible Schedule',
  },
  {
    label: 'Inpatient',
    typed: 'inpatient, inpatient only, hospital based, ip, inpt, inpt only',
    texts: 'setting:Inpatient, inpati',
    unwanted: 'setting:Inpatient',
    first: 'setting:Inpatient, =inpati',
  },
  {
    label: 'Outpatient',
    typed: 'outpatient, outpatient only, ambulatory, clinic only, clinic based, office based, op, op only, outpt, outpt only',
    texts: 'setting:Outpatient, setting:Clinic, outpati, ambulatori',
    unwanted: 'setting:Outpatient, setting:Clinic',
    first: 'setting:Outpatient, setting:Clinic, =outpati, =ambulatori',
  },
  {
    label: 'Traditional practice',
    typed:
      'trad, traditional practice, traditional, traditional fm, inpatient and outpatient, outpatient and inpatient, ip op, op ip',
    texts: 'tradit, setting:Inpatient + setting:Outpatient, setting:Inpatient + setting:Clinic',
  },
  // A text that names either mostly says that it is not so.
  {
    label: 'Private equity',
    typed: 'private equity, private equity owned, private equity backed, pe owned, pe backed, pe group, pe',
    texts: 'privat equiti',
    unwanted: '=equiti',
    isOnlyUnwanted: true,
  },
  { label: 'Fellowship required', typed: 'fellowship required', texts: 'fellowship', unwanted: '=fellowship' },
  {
    label: 'Academic',
    typed:
      'academic, academics, academia, academic medicine, academic medical center, faculty, teaching hospital, university, university hospital, professor, assistant professor, associate professor',
    texts: 'academ, faculti, professor',
    unwanted: '=academ, =faculti, =professor',
  },
  {
    label: 'Spanish',
    typed: 'spanish, spanish speaking, speaks spanish, fluent spanish, bilingual, bilingual spanish, spanish bilingual',
    texts: 'spanish, bilingu',
  },
  {
    label: 'Multi-state license',
    typed:
      'imlc, imlc license, compact license, interstate compact, multi state, multi state license, multistate, multistate license',
    texts: 'imlc, multist, multi state, interst compact',
  },
  { label: 'Private practice', typed: 'private practice, private group, pp', texts: 'privat practic, privat group' },
  {
    label: 'Hospital-employed',
    typed: 'hospital employed, hospital employee, hospital employment, employed by a hospital, employed by the hospital',
    texts: 'hospit employ',
  },
  { label: 'Nonprofit', typed: 'nonprofit, non profit, not for profit, 501c3', texts: 'nonprofit, non profit, profit not' },
  {
    label: 'Military',
    typed: 'military, military base, army base, navy base, air force base',
    texts: 'militari, armi, navi',
  },
  {
    label: 'Community health center',
    typed: 'fqhc, community health center, community health, federally qualified health center, health center',
    texts: 'fqhc, feder qualifi, communiti health center',
  },
  {
    label: 'Veterans Affairs',
    typed:
      'veterans, veterans affairs, veterans administration, va hospital, va medical center, va clinic, vamc, veterans hospital, the va, for the va',
    texts: 'veteran, vamc',
  },
  {
    label: 'Indian Health Service',
    typed:
      'ihs, indian health service, indian health, tribal, tribal health, native american health, native american health service, native american health ihs',
    texts: 'ihs, tribal, indian health',
  },
  {
    label: 'Critical access hospital',
    typed: 'critical access, critical access hospital, cah',
    texts: 'critic access',
  },
  {
    label: 'Direct primary care',
    filed: { specialty: 'Family Medicine', weight: 'vague' },
    typed: 'direct primary care, dpc',
    texts: 'dpc, direct primari care',
  },
  {
    label: 'Concierge medicine',
    typed: 'concierge, concierge medicine, concierge practice, membership medicine',
    texts: 'concierg',
  },
  {
    label: 'Loan repayment',
    typed:
      'loan repayment, loan repay, student loan repayment, loan forgiveness, student loan forgiveness, loan assistance, student loan, student loans, loans, pslf, pslf eligible, public service loan forgiveness, nhsc, nhsc approved, nhsc site, nhsc approved site, debt relief, student debt, student debt help, loan help, loan payback, loan repayment assistance',
    texts: 'loan repay, loan forgiv, loan assist, pslf, nhsc',
  },
]

export const practices: readonly Practice[] = [
  ...kinds,
  ...conditions.map((condition): Practice => ({ ...condition, isCondition: true })),
]
