import { filters, lexemeOf } from '#features/jobs/filters.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { StateCode } from '#shared/us-states.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import { specialtyConcept, specialtyPhrases } from './specialty-words.ts'
import type { Concept } from './specialty-words.ts'

/** A filter that somebody typed into the keyword box. */
type TypedName = 'jobType' | 'visa' | 'payroll' | 'telehealth' | 'newGraduates'
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

export const longestPhrase = 5
const dictionary = new Map<string, Meaning>()

/** What a phrase of lower-case words, parted by blanks, means, in the singular or plural; undefined if it is no phrase of ours. */
export const meaningOf = (phrase: string): Meaning | undefined =>
  dictionary.get(phrase) ?? (/.{5}s$/.test(phrase) ? dictionary.get(phrase.slice(0, -1)) : undefined)

function define(phrases: string, meaning: Meaning): void {
  for (const phrase of phrases.split(', ')) dictionary.set(phrase, meaning)
}

for (const [phrase, specialty] of specialtyPhrases()) define(phrase, { kind: 'concept', concept: specialtyConcept(specialty) })

define('primary care, pcp', {
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
define('nicu, neonatal, neonatology, neonatologist', {
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

const setting = (value: string): string => lexemeOf(filters.setting, value)
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
    only: ["'=nocturnist'", `(${lexemeOf(filters.schedule, 'Nights')} & ('=hospitalist' | ${inpatientOnly}))`],
  },
})

function defineFilter<N extends TypedName>(phrases: string, name: N, value: NonNullable<Filters[N]>): void {
  const label = filters[name].label([value].flat()[0] as never)
  define(phrases, { kind: 'filter', label, filter: { [name]: value } })
}
defineFilter('locums, locum, locum tenens, locums tenens', 'jobType', ['locums'])
defineFilter('per diem, prn', 'jobType', ['per-diem'])
defineFilter('part time, parttime', 'jobType', ['part-time'])
defineFilter('full time, fulltime', 'jobType', ['full-time'])
defineFilter('1099', 'payroll', ['1099'])
defineFilter('w2, w 2', 'payroll', ['W2'])
defineFilter('telehealth, tele health, telemedicine', 'telehealth', true)
defineFilter('new grad, new grads, new graduate, new graduates', 'newGraduates', true)
defineFilter('j1, j 1, j1 waiver, j 1 waiver, j1 visa, j 1 visa', 'visa', ['J1'])
defineFilter('h1b, h 1b, h1 b, h 1 b, h1b visa, h 1b visa', 'visa', ['H1B'])

define('physician, physicians, doctor, doctors, dr, md, do, mds, job, jobs, position, positions', { kind: 'noise' })
define('opening, openings, opportunity, opportunities, vacancy, vacancies, career, careers, hiring, near me', { kind: 'noise' })

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
