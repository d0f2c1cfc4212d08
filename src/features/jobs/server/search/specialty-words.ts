import type { Specialty } from '#features/jobs/specialties.ts'
import { filters, lexemeOf } from '#features/jobs/filters.ts'
import { practitioner } from '#features/jobs/practitioners.ts'
import { specialties } from '#features/jobs/specialties.ts'
import type { Topic } from './topics.ts'

/**
 * What a typed phrase stands for: jobs of certain specialties, or with certain words in title or specialty.
 * `titles` are such words as the index holds them (English stems), all of one entry together; `*` stands for any ending.
 */
export type Concept = {
  label: string
  specialties: Specialty[]
  titles: string[]
  /** Never these, though their titles hold the same words. */
  except?: Specialty[]
  /** Beside these conditions, one of these; as in a posting's texts, or with '@' as in its setting and schedule. */
  only?: string[]
  /** Text queries that say the same as a specialty or title. */
  any?: string[]
  /** A text query of the jobs that come first. */
  first?: string
  /** What a job says that somebody does not want, where that is less than everything the concept finds. */
  says?: string
  /** How one works, rather than what one treats. */
  isCondition?: true
  /** A condition that is mostly typed to be rid of it: in 'no nights, weekends' both are unwanted. */
  isBurden?: true
  /** A word like any other unless 'no' stands before it. */
  isOnlyUnwanted?: true
}

type Words = { typed: string; titles: string; with?: Specialty[]; except?: Specialty[] }

/** Beside each specialty's own label and noun: what physicians type for it, and what its jobs are titled. */
const words: Record<Exclude<Specialty, 'Other'>, Words> = {
  'Allergy & Immunology': {
    typed: 'a i, allergy, allergies, immunology, immunologist, allergy doctor',
    titles: 'allerg*, immunolog*',
  },
  Anesthesiology: { typed: 'anes, anesthesia, anaesthesia, anaesthesiology', titles: 'anesthesi*, anaesthesi*' },
  Cardiology: { typed: 'cards, cardio, heart doctor, heart doc', titles: 'cardiolog*' },
  'Critical Care Medicine': {
    typed: 'critical care, crit care, crit, ccm, icu, intensive care, micu, cvicu, ccu, csicu',
    titles: 'intensivist, critic care, icu',
  },
  Dermatology: { typed: 'derm, skin doctor', titles: 'dermatolog*' },
  'Emergency Medicine': {
    typed: 'er, em, ed, er doc, ed doc, emergency, emergency room, emergency department, emergency med, emergency doctor',
    titles: 'emerg',
  },
  Endocrinology: { typed: 'endo, endocrine', titles: 'endocrin*' },
  'Family Medicine': {
    typed:
      'fm, fp, gp, family med, fam med, family practice, family doctor, family doc, family practitioner, general practice, general practitioner',
    titles: 'famili medicin, famili practic, famili physician, famili practition*',
  },
  Gastroenterology: { typed: 'gi, gastro, stomach doctor, gut doctor', titles: 'gastroenterolog*' },
  'General Surgery': { typed: 'gen surg, gen surgery, general surg, hernia, hernias, gallbladder', titles: 'general surge*' },
  Geriatrics: { typed: 'geri, geriatric, geriatric medicine, gerontology, elderly, senior care', titles: 'geriatr*' },
  Hematology: { typed: 'heme, hem, haematology', titles: 'hematolog*', with: ['Hematology/Oncology'] },
  'Hematology/Oncology': {
    typed: 'heme onc, hem onc, hemeonc, hemonc, hematology and oncology, hematologist oncologist',
    titles: 'hematolog* oncolog*',
  },
  'Infectious Disease': { typed: 'id, infectious diseases, infections, infection', titles: 'infecti diseas' },
  'Internal Medicine': { typed: 'im, internal med, int med, general internal medicine', titles: 'intern medicin, internist' },
  Nephrology: { typed: 'nephro, renal, kidney doctor', titles: 'nephrolog*' },
  Neurology: { typed: 'neuro', titles: 'neurolog*', except: ['Neurosurgery'] },
  Neurosurgery: {
    typed: 'nsgy, neuro surgery, neuro surgeon, neurological surgery, brain surgeon',
    titles: 'neurosurge*, neurolog surge*',
  },
  'Obstetrics & Gynecology': {
    typed: 'ob, obgyn, ob gyn, ob gyne, obstetrics, obstetrician, gyn, gynecology, gynecologist, laborist',
    titles: 'obstetr*, gynecolog*, obgyn, ob, laborist',
  },
  'Occupational Medicine': {
    typed: 'occ med, occmed, occupational health, workers comp, workers compensation, work comp',
    titles: 'occup medicin, occup health',
  },
  Oncology: {
    typed: 'onc, medical oncology, medical oncologist, med onc, cancer doctor',
    titles: 'oncolog*',
    with: ['Hematology/Oncology'],
    except: ['Radiation Oncology'],
  },
  Ophthalmology: { typed: 'ophtho, optho, ophth, eye, eye doctor, eye surgeon', titles: 'ophthalmolog*' },
  'Orthopedic Surgery': {
    typed:
      'ortho, orthopedic, orthopedics, orthopaedic, orthopaedics, orthopaedic surgery, orthopaedic surgeon, ortho surgery, ortho surgeon, orthopod, bone doctor',
    titles: 'orthoped*, orthopaed*',
  },
  'Otolaryngology (ENT)': {
    typed: 'ent, otolaryngology, ear nose throat, ear nose and throat, otorhinolaryngology, ear nose throat doctor',
    titles: 'otolaryngolog*, ent',
  },
  'Pain Medicine': { typed: 'pain, pain management, interventional pain, back pain, chronic pain', titles: 'pain' },
  Pathology: { typed: 'path', titles: 'patholog*' },
  Pediatrics: {
    typed:
      'peds, paeds, ped, pediatric, paediatrics, paediatrician, kids doctor, children s doctor, childrens doctor, children doctor, baby doctor, child doctor',
    titles: 'pediatr*, paediatr*',
  },
  'Physical Medicine & Rehabilitation': {
    typed:
      'pm r, pmr, pm and r, physiatry, physical medicine, physical medicine and rehab, irf, inpatient rehab, inpatient rehabilitation, rehab medicine, rehab, rehabilitation, rehabilitation medicine',
    titles: 'physiatr*, physic medicin, pmr, pm r',
  },
  'Plastic Surgery': { typed: 'plastics, plastic', titles: 'plastic' },
  Psychiatry: { typed: 'psych, psychiatric, shrink', titles: 'psychiatr*' },
  Pulmonology: { typed: 'pulm, pulmonary, pulmonary medicine, pulmonary disease, lung doctor', titles: 'pulmon*' },
  'Radiation Oncology': { typed: 'rad onc, radonc, radiation onc', titles: 'radiat oncolog*' },
  Radiology: { typed: 'rads, diagnostic radiology, x ray, xray, mri, ct scan, imaging', titles: 'radiolog*, teleradiolog*' },
  Rheumatology: { typed: 'rheum', titles: 'rheumatolog*' },
  'Sports Medicine': { typed: 'sports med, sport medicine', titles: 'sport medicin' },
  'Thoracic Surgery': {
    typed:
      'ct surgery, ct surgeon, cv surgery, cv surgeon, cardiothoracic, cardiothoracic surgery, cardiothoracic surgeon, cardiac surgery, cardiac surgeon, heart surgeon, heart surgery, thoracic',
    titles: 'thorac*, cardiothorac*, cardiac surge*',
  },
  Urology: { typed: 'uro, gu', titles: 'urolog*' },
  'Vascular Surgery': { typed: 'vasc, vascular', titles: 'vascular' },
}

const listOf = (text: string): string[] => text.split(', ')

/** The concept of one specialty. */
export function specialtyConcept(specialty: Specialty): Concept {
  if (specialty === 'Other') return { label: 'Other', specialties: ['Other'], titles: [] }
  const { titles, with: also = [], except } = words[specialty]
  return { label: specialty, specialties: [specialty, ...also], titles: listOf(titles), ...(except && { except }) }
}

/** The concept of a part of specialties. */
export function topicConcept({ label, specialties: wanted, titles, texts }: Topic): Concept {
  const titled = listOf(titles).map(titleCondition)
  const said = texts === undefined ? [] : listOf(texts).map((it) => `'${it}'`)
  // Others' texts may name it in passing.
  const own = wanted.length === 0 ? said : said.map((it) => `(${it} & ${anyOf(wanted.map(specialtyLexeme))})`)
  return {
    label,
    specialties: wanted,
    titles: listOf(titles),
    ...(said.length > 0 && { any: said }),
    first: anyOf([...titled, ...own]),
    says: anyOf([...titled, ...said]),
  }
}

export const specialtyLexeme = (specialty: Specialty): string => lexemeOf(filters.specialty, specialty)

/** A practice that any specialty may have: titles that name it come first, then texts that say it. */
export function practiceConcept(label: string, titles: string, texts: string[] = []): Concept {
  const first = anyOf(listOf(titles).map(titleCondition))
  return { label, specialties: [], titles: listOf(titles), any: texts, first, says: anyOf([first, ...texts]) }
}

/** The concept of a condition of work, said by the posting's fields or in its words. */
export const conditionConcept = (label: string, any: string[]): Concept => ({
  label,
  specialties: [],
  titles: [],
  any,
  isCondition: true,
})

const anyOf = (queries: string[]): string => (queries.length === 1 ? queries.join('') : `(${queries.join(' | ')})`)

/** As many words as `titles` has in one entry, all in the title or specialty. */
export function titleCondition(words: string): string {
  const conditions = words.split(' ').map((it) => (it.endsWith('*') ? `'=${it.slice(0, -1)}':*` : `'=${it}'`))
  return conditions.length === 1 ? conditions.join('') : `(${conditions.join(' & ')})`
}

/** Whether the specialty's own name has all of these words of `titles`. */
export function isNamedBy(specialty: Specialty, titleWords: string): boolean {
  const name = specialty.toLowerCase().split(/[^a-z]+/)
  return titleWords.split(' ').every((stem) => name.some((word) => hasStem(word, stem.replace('*', ''))))
}

/** Good enough for the few words of specialties' names, which a test compares with what the index makes of them. */
const hasStem = (word: string, stem: string): boolean => word.replace(/y$/, 'i').startsWith(stem)

/** Every phrase that means a specialty, in lower case, its words parted by single blanks. */
export function* specialtyPhrases(): Generator<[phrase: string, specialty: Specialty]> {
  for (const specialty of specialties) {
    if (specialty === 'Other') continue
    for (const name of [specialty, practitioner(specialty)]) {
      const bare = name.toLowerCase().replaceAll(/[^a-z& ]+/g, ' ')
      yield [bare.replaceAll(/[ &]+/g, ' ').trim(), specialty]
      yield [bare.replaceAll(/ *& */g, ' and ').replaceAll(/ +/g, ' ').trim(), specialty]
    }
    for (const phrase of listOf(words[specialty].typed)) yield [phrase, specialty]
  }
}
