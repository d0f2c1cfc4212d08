import { filters, lexemeOf } from '#features/jobs/filters.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { filterWords } from '#vocabulary/filter-words.ts'
import type { Practice } from '#vocabulary/practices.ts'
import { findEntry } from '#vocabulary/reader.ts'
import type { Entry } from '#vocabulary/reader.ts'
import { numberWords } from '#vocabulary/schedules.ts'
import type { ShortSchedule } from '#vocabulary/schedules.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { specialtyWords } from '#vocabulary/specialty-words.ts'
import type { Topic } from '#vocabulary/topics.ts'

/** A filter that somebody typed into the keyword box. */
type TypedName = 'jobType' | 'visa' | 'payroll' | 'telehealth' | 'newGraduates' | 'benefits' | 'minPay' | 'maxPay'
export type TypedFilter = { label: string; filter: Pick<Filters, TypedName> }

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

/** What the search makes of a phrase in the vocabulary. */
export type Meaning =
  | { kind: 'concept'; concept: Concept }
  | ({ kind: 'filter' } & TypedFilter)
  | Extract<Entry, { kind: 'state' | 'city' | 'noise' | 'profession' }>

const meanings = new WeakMap<Entry, Meaning>()

/** What a phrase of lower-case words, parted by blanks, means to the search; undefined if it is none of the vocabulary's. */
export function meaningOf(phrase: string): Meaning | undefined {
  const entry = findEntry(phrase)
  if (!entry) return undefined
  const known = meanings.get(entry)
  if (known) return known
  const meaning = compileEntry(entry)
  meanings.set(entry, meaning)
  return meaning
}

function compileEntry(entry: Entry): Meaning {
  switch (entry.kind) {
    case 'specialty':
      return { kind: 'concept', concept: specialtyConcept(entry.specialty) }
    case 'topic':
      return { kind: 'concept', concept: topicConcept(entry.topic) }
    case 'practice':
      return { kind: 'concept', concept: practiceConcept(entry.practice) }
    case 'schedule':
      return { kind: 'concept', concept: scheduleConcept(entry.schedule) }
    case 'filter':
      return { kind: 'filter', ...typedFilter(entry.filter) }
    default:
      return entry
  }
}

/** The concept of one specialty. */
export function specialtyConcept(specialty: Specialty): Concept {
  if (specialty === 'Other') return { label: 'Other', specialties: ['Other'], titles: [] }
  const { titles, with: also = [], except } = specialtyWords[specialty]
  return { label: specialty, specialties: [specialty, ...also], titles: listOf(titles), ...(except && { except }) }
}

/** The concept of a part of specialties. */
export function topicConcept({ label, specialties: wanted, titles, texts }: Topic): Concept {
  const titled = listOf(titles).map(titleCondition)
  const said = texts === undefined ? [] : conditionsIn(texts)
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

/**
 * A condition of work is said by the posting's fields or in its words, and ranks nothing. A kind of practice within specialties is theirs;
 * of one that any specialty may have, titles that name it come first, then texts that say it.
 */
function practiceConcept({ label, specialties, titles, texts, only, first, unwanted, ...flags }: Practice): Concept {
  const { isCondition, isBurden, isOnlyUnwanted } = flags
  const concept: Concept = { label, specialties: specialties ?? [], titles: titles === undefined ? [] : listOf(titles) }
  const any = texts === undefined ? [] : conditionsIn(texts)
  if (isCondition) {
    return {
      ...concept,
      any,
      isCondition,
      ...(unwanted !== undefined && { says: anyOf(conditionsIn(unwanted)) }),
      ...(first !== undefined && { first: anyOf(conditionsIn(first)) }),
      ...(isBurden && { isBurden }),
      ...(isOnlyUnwanted && { isOnlyUnwanted }),
    }
  }
  if (specialties) return { ...concept, ...(only !== undefined && { only: conditionsIn(only) }) }
  const titled = anyOf(concept.titles.map(titleCondition))
  return { ...concept, any, first: titled, says: anyOf([titled, ...any]) }
}

function scheduleConcept(schedule: ShortSchedule): Concept {
  const condition = (label: string, any: string[]): Concept => ({ label, specialties: [], titles: [], any, isCondition: true })
  if ('on' in schedule) {
    const { on, off } = schedule
    return condition(`${on} on, ${off} off`, [`'@rotation:${on}-${off}'`])
  }
  const { days } = schedule
  // A title may say just '4 days'.
  return condition(`${days}-day week`, [`'@workdays:${days}'`, `(('=${days}' | '=${numberWords[days - 1]}') & '=day')`])
}

/** That each value is one of the filter's is checked here, since the vocabulary knows no filters. */
type FilterWords = {
  [N in Exclude<TypedName, 'minPay' | 'maxPay'>]: {
    name: N
    values: Readonly<NonNullable<Filters[N]>>
    label?: string
    typed: string
  }
}[Exclude<TypedName, 'minPay' | 'maxPay'>]

function typedFilter(words: (typeof filterWords)[number]): TypedFilter {
  const { name, values, label }: FilterWords = words
  const [value] = [values].flat()
  return { label: label ?? filters[name].label(String(value) as never), filter: { [name]: values } }
}

const listOf = (text: string): string[] => text.split(', ')

export const specialtyLexeme = (specialty: Specialty): string => lexemeOf(filters.specialty, specialty)

const anyOf = (queries: readonly string[]): string => (queries.length === 1 ? queries.join('') : `(${queries.join(' | ')})`)
const allOf = (queries: readonly string[]): string => (queries.length === 1 ? queries.join('') : `(${queries.join(' & ')})`)

/** As many words as `titles` has in one entry, all in the title or specialty. */
export const titleCondition = (words: string): string =>
  allOf(words.split(' ').map((it) => (it.endsWith('*') ? `'=${it.slice(0, -1)}':*` : `'=${it}'`)))

/** The alternatives of a `Practice`, each as a text query. */
const conditionsIn = (text: string): string[] => listOf(text).map((it) => allOf(it.split(' + ').map(partCondition)))

function partCondition(part: string): string {
  if (part.startsWith('-')) return `!${partCondition(part.slice(1))}`
  const [, name, value] = /^(setting|schedule|benefits|telehealth):(.+)$/.exec(part) ?? []
  if (name !== undefined && value !== undefined) return lexemeOf(filters[name as 'setting'], value)
  return allOf(part.split(' ').map((it) => `'${it}'`))
}

/** Whether the specialty's own name has all of these words of `titles`. */
export function isNamedBy(specialty: Specialty, titleWords: string): boolean {
  const name = specialty.toLowerCase().split(/[^a-z]+/)
  return titleWords.split(' ').every((stem) => name.some((word) => hasStem(word, stem.replace('*', ''))))
}

/** Good enough for the few words of specialties' names, which a test compares with what the index makes of them. */
const hasStem = (word: string, stem: string): boolean => word.replace(/y$/, 'i').startsWith(stem)
