import { specialtiesIn, type Specialty } from './specialties.ts'
import { entriesOf } from './table.ts'

/**
 * The specialty of a posting that a word in its title stands for, or a field of medicine outside
 * the list. A 'vague' word speaks only where no other does, one of 'hospital' medicine before
 * those.
 */
export type Filed = { specialty: Specialty; weight?: 'hospital' | 'vague' } | { field: string }

/**
 * How and where one works, rather than in which specialty. `titles`, `texts`, `only`, `first` and
 * `unwanted` name what a posting holds: alternatives are parted by ', ', what has to come together
 * by ' + ', and '-' stands before what must be missing. One part is English stems one after the other
 * ('nurs home'; '_' is any word; with '=' in the title, in any order), or a value of the posting's own ('setting:Inpatient').
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
  /**
   * What a job says that somebody does not want, where that is less than everything that it is
   * found by.
   */
  unwanted?: string
  /** A condition of work: jobs of any specialty have it, and it ranks none. */
  isCondition?: true
  /**
   * A condition that is mostly typed to be rid of it: in 'no nights, weekends' both are unwanted.
   */
  isBurden?: true
  /** A word like any other unless 'no' stands before it. */
  isOnlyUnwanted?: true
}

const inpatientOnly = 'setting:Inpatient + -setting:Outpatient + -setting:Clinic'

const practicesIn = (table: string): Practice[] =>
  entriesOf(columns, table).map(({ of: practice, filed, isBurden, isOnlyUnwanted, ...found }) => ({
    ...found,
    ...(isBurden !== undefined && { isBurden: true }),
    ...(isOnlyUnwanted !== undefined && { isOnlyUnwanted: true }),
    ...(practice !== undefined && { specialties: specialtiesIn(practice) }),
    ...(filed !== undefined && { filed: filedOf(filed) }),
  }))

const columns = [
  'of',
  'titles',
  'texts',
  'only',
  'first',
  'unwanted',
  'filed',
  'isBurden',
  'isOnlyUnwanted',
] as const

/** 'Pediatrics', 'Family Medicine, vague', 'field Wound Care'. */
export function filedOf(text: string): Filed {
  const [, field] = /^field (.*)/.exec(text) ?? []
  if (field !== undefined) return { field }
  const [label, weight] = text.split(', ')
  const [specialty = 'Other' as const] = specialtiesIn(label)
  return { specialty, ...(weight !== undefined && { weight: weight as 'hospital' | 'vague' }) }
}

/** Kinds of practice that several specialties have. */
const kinds = practicesIn(`
Primary Care | primary care, pcp, pcps, family or internal medicine, internal or family medicine,
  family internal medicine
  | of: Family Medicine, Internal Medicine | titles: primari care | filed: Family Medicine, vague
Surgery | surgery, surgeon, surgeons, surgical
  | of: General Surgery, Neurosurgery, Orthopedic Surgery, Plastic Surgery, Thoracic Surgery,
  Vascular Surgery
  | titles: surge*, surgic | filed: General Surgery, vague
Neonatology
  | neo, nicu, level iii nicu, level 3 nicu, level iv nicu, level 4 nicu, level ii nicu, level 2
  nicu, neonatal, neonatology, neonatologist, newborn, newborns
  | titles: neonat*, nicu | filed: Pediatrics
Internal Medicine-Pediatrics | med peds, medpeds, internal medicine pediatrics, medicine pediatrics,
  im peds
  | titles: medped*, med ped, intern medicin pediatr* | filed: Internal Medicine
Urgent care | urgent care, uc, urgent care center, urgent care clinic, walk in, walk in clinic, walk
  in care, immediate care
  | titles: urgent care, immedi care, walk clinic, walk care | texts: urgent care | filed: Family
  Medicine, vague
Wound care | wound care, wound, wounds, wound healing, hyperbaric, hyperbaric medicine | titles:
  wound, hyperbar*
  | texts: wound care, hyperbar | filed: field Wound Care
Post-acute & long-term care
  | nursing home, nursing homes, snf, snfs, snfist, skilled nursing, skilled nursing facility, long
  term care, ltc, post acute, post acute care
  | titles: post acut*, long term care, nurs home, skill nurs, snf* | texts: snf, snfist, skill nurs
  facil
  | filed: Internal Medicine, vague
House calls | house call, house calls, home visit, home visits, home based primary care, home based
  care, in home care
  | titles: hous call, home visit, home base primari, home base care
Correctional medicine
  | correctional, correctional medicine, correctional health, corrections, prison, prisons, jail,
  jails, inmates
  | titles: correct, prison, jail | texts: prison, jail, inmat, incarcer | filed: field Correctional
  Medicine
Integrative medicine | integrative medicine, functional medicine, lifestyle medicine, wellness
  medicine
  | titles: integr medicin, function medicin, lifestyl medicin, well medicin | texts: integr
  medicin, function medicin, lifestyl medicin
  | filed: field Integrative Medicine
Public health | public health, preventive medicine | titles: public health, prevent medicin | filed:
  field Preventive Medicine
Surgery center | surgery center, surgery centers, asc, ambulatory surgery center, outpatient surgery
  center
  | titles: surgeri center, asc | texts: asc, ambulatori surgeri center
OB hospitalist | ob laborist, ob gyn laborist, obgyn laborist | titles: ob hospitalist, obgyn
  hospitalist, laborist
  | texts: laborist | filed: Obstetrics & Gynecology
Gynecology without obstetrics
  | gyn only, gynecology only, gyn no ob, gynecology no ob, gynecology without ob, gynecology no
  obstetrics, gyn without ob, ob gyn no ob, obgyn no ob, ob gyn without ob, obgyn without ob
  | of: Obstetrics & Gynecology | only: -labor + -laborist + -deliveri + -fetal + -mfm +
  -perinatologist
  | filed: Obstetrics & Gynecology
Addiction medicine
  | addiction, addictions, addiction medicine, mat, medication assisted treatment, x waiver,
  xwaiver, addictionologist, substance abuse, substance use, sud, moud, suboxone, buprenorphine,
  methadone, opioid, detox
  | titles: addict*, substanc*, detox* | texts: addict, buprenorphin, suboxon, methadon, detox |
  filed: field Addiction Medicine
Student health | student health, college health, campus health | titles: student health, colleg
  health, campus health
Non-clinical
  | non clinical, nonclinical, no patient care, utilization review, utilization management,
  physician advisor, physician adviser, chart review, medical reviewer, physician reviewer,
  disability review, quality medical director, payer medical director, informatics
  | titles: non clinic, nonclin*, util review, util manag, physician advisor, physician advis, chart
  review, medic review*, informat*
  | filed: field Medical Administration
Physician leadership | chief medical officer, cmo | titles: chief medic offic* | filed: field
  Medical Administration
Hospitalist | hospitalist, hospitalists, hospital medicine | of: Internal Medicine, Family Medicine
  | only: =hospitalist, =nocturnist, =hospit =medicin, ${inpatientOnly}
  | filed: Internal Medicine, hospital
Nocturnist | nocturnist, nocturnists | of: Internal Medicine, Family Medicine
  | only: =nocturnist, schedule:Nights + =hospitalist, schedule:Nights + ${inpatientOnly}
  | filed: Internal Medicine, hospital
`)

/** Conditions of work. */
const conditions = practicesIn(`
Nights
  | nights, night, night shift, night shifts, overnight, overnights, nights only, night call,
  overnight call, overnight shifts
  | texts: schedule:Nights, =night, =nocturnist, =overnight | unwanted: schedule:Nights,
  =nocturnist, =overnight | isBurden
Weekends | weekends, weekend, wknds, wknd, weekends only, weekend shifts, weekend work, weekend call
  | texts: schedule:Weekends, =weekend | unwanted: schedule:Weekends | isBurden
Call | call, calls, on call, hospital call, call coverage, call schedule, taking call, call duty, er
  call, ed call
  | texts: schedule:Call | isBurden | isOnlyUnwanted
Trauma call | trauma call | texts: trauma call | isBurden | isOnlyUnwanted
Home call
  | home call, home call only, phone call, phone call only, beeper call
  | texts: home call, call _ home, phone call, beeper call
Open ICU | open icu | texts: open icu
Closed ICU | closed icu | texts: close icu
Medical director | medical director, medical directors, med director, medical directorship
  | texts: =medic =director
Program director | program director, residency director, residency program director
  | texts: =program =director
Days | days, days only, day shift, day shifts, daytime, daytime only | texts: schedule:Days, =daytim
  | unwanted: schedule:Days
Shift Work | shift work, shiftwork | texts: schedule:Shift Work
Work from home
  | work from home, wfh, remote, remotely, remote work, work remotely, working from home, fully
  remote, 100 remote, home based, from home, telerad
  | texts: schedule:Remote, telehealth:true, setting:Telemedicine, =remot | unwanted:
  schedule:Remote, telehealth:true
Flexible schedule | flexible schedule, flexible hours, flexible, flex schedule, flexible scheduling
  | texts: schedule:Flexible, benefits:Flexible Schedule
Inpatient | inpatient, inpatient only, hospital based, ip, inpt, inpt only | texts:
  setting:Inpatient, inpati
  | first: setting:Inpatient, =inpati | unwanted: setting:Inpatient
Outpatient | outpatient, outpatient only, ambulatory, clinic only, clinic based, office based, op,
  op only, outpt, outpt only
  | texts: setting:Outpatient, setting:Clinic, outpati, ambulatori
  | first: setting:Outpatient, setting:Clinic, =outpati, =ambulatori | unwanted: setting:Outpatient,
  setting:Clinic
Traditional practice
  | trad, traditional practice, traditional, traditional fm, inpatient and outpatient, outpatient
  and inpatient, ip op, op ip
  | texts: tradit, setting:Inpatient + setting:Outpatient, setting:Inpatient + setting:Clinic
// A text that names either mostly says that it is not so.
Private equity | private equity, private equity owned, private equity backed, pe owned, pe backed,
  pe group, pe
  | texts: privat equiti | unwanted: =equiti | isOnlyUnwanted
Opioid prescribing | opioids, opioid prescribing, opiates, opiate prescribing, narcotics | texts: opioid, opiat, narcot | isOnlyUnwanted
Fellowship required | fellowship required | texts: fellowship | unwanted: =fellowship
Academic
  | academic, academics, academia, academic medicine, academic medical center, faculty, teaching
  hospital, university, university hospital, professor, assistant professor, associate professor
  | texts: academ, faculti, professor | unwanted: =academ, =faculti, =professor
Spanish | spanish, spanish speaking, speaks spanish, fluent spanish, bilingual, bilingual spanish,
  spanish bilingual
  | texts: spanish, bilingu
Multi-state license
  | imlc, imlc license, compact license, interstate compact, multi state, multi state license,
  multistate, multistate license
  | texts: imlc, multist, multi state, interst compact
Physician-owned | physician owned, physician led, physician run, doctor owned, doctor led | texts:
  physician own, physician led
Private practice | private practice, private group, pp | texts: privat practic, privat group
Hospital-employed | hospital employed, hospital employee, hospital employment, employed by a
  hospital, employed by the hospital
  | texts: hospit employ,
  employ _ hospit, employ _ _ hospit
Nonprofit | nonprofit, non profit, not for profit, 501c3 | texts: nonprofit, non profit
Military | military, military base, army base, navy base, air force base | texts: militari, armi,
  navi
Community health center | fqhc, community health center, community health, federally qualified
  health center, health center
  | texts: fqhc, feder qualifi, communiti health center
Veterans Affairs
  | veterans, veterans affairs, veterans administration, va hospital, va medical center, va clinic,
  vamc, veterans hospital, va, the va, for the va
  | texts: veteran, vamc
Indian Health Service
  | ihs, indian health service, indian health, tribal, tribal health, native american health, native
  american health service, native american health ihs
  | texts: ihs, tribal, indian health
Critical access hospital | critical access, critical access hospital, cah | texts: critic access
Direct primary care | direct primary care, dpc | texts: dpc, direct primari care | filed: Family
  Medicine, vague
Concierge medicine | concierge, concierge medicine, concierge practice, membership medicine | texts:
  concierg
Loan repayment
  | loan repayment, loan repay, student loan repayment, loan forgiveness, student loan forgiveness,
  loan assistance, student loan, student loans, loans, pslf, pslf eligible, public service loan
  forgiveness, nhsc, nhsc approved, nhsc site, nhsc approved site, debt relief, student debt,
  student debt help, loan help, loan payback, loan repayment assistance
  | texts: loan repay, loan forgiv, loan assist, repay _ loan, pslf, nhsc
`)

export const practices: readonly Practice[] = [
  ...kinds,
  ...conditions.map((condition): Practice => ({ ...condition, isCondition: true })),
]
