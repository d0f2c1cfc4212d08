import { allFilters, filterLabel } from '#features/jobs/filters.ts'
import type { filterWords } from '#vocabulary/filter-words.ts'
import { practitioner, type Specialty } from '#vocabulary/specialties.ts'
import { findEntry, findPhrase, type Entry } from '#vocabulary/reader.ts'
import type { ShortSchedule } from '#vocabulary/schedules.ts'
import { ages, ofSomeAge, specialtyWords, trainedFrom } from '#vocabulary/specialty-words.ts'
import type { Concept, Term } from './reading.ts'

/** What the search makes of a phrase in the vocabulary. */
export type Meaning =
  | Wish
  | Extract<Entry, { kind: 'noise' | 'couple' | 'profession' | 'order' }>
  /** What is not wanted without a 'no'. */
  | { kind: 'unwanted'; meaning: Wish }

/** What jobs can be asked for: the condition on them, and its label. */
export type Wish = {
  kind: 'wish'
  label: string
  about: 'specialty' | 'field' | 'condition' | 'place' | 'word'
  term: Exclude<Term, { kind: 'not' | 'or' }>
  /** A figure, which nobody says to be rid of it. */
  isAmount?: true
}

/**
 * What a phrase of lower-case words, parted by blanks, means to the search; undefined if it is none
 * of the vocabulary's.
 */
export function meaningOf(phrase: string): Meaning | undefined {
  const entry = findEntry(phrase)
  switch (entry?.kind) {
    case 'specialty':
    case 'topic':
    case 'practice':
    case 'schedule':
      return wishFor(conceptOf(entry), phrase)
    case 'filter':
      return filterWish(entry.filter)
    case 'unwanted':
      return { kind: 'unwanted', meaning: meaningOf(entry.of) as Wish }
    case 'state':
    case 'city':
      return undefined
    default:
      return entry
  }
}

/** What a phrase means that is none of the vocabulary's; between its words stand only blanks unless `isApart`. */
export function meaningOfParts(phrase: string, isApart: boolean): Wish | undefined {
  // Two words that are mostly written as one: 'gastro enterology', 'cardio thoracic surgery'.
  const field = /^[a-z]{3,} [a-z]{4,}/.test(phrase) && fieldIn(phrase.replace(' ', ''))
  const concept = field ? conceptOf(field) : isApart ? undefined : combined(phrase)
  return concept && wishFor(concept, phrase)
}

function wishFor(concept: Concept, typed: string): Wish {
  const { label, entry, isCondition } = concept
  const about = isCondition ? 'condition' : entry.kind === 'specialty' ? 'specialty' : 'field'
  return { kind: 'wish', label, about, term: { kind: 'concept', concept, typed } }
}

type Field = Extract<Entry, { kind: 'specialty' | 'topic' }>
const fieldIn = (phrase: string): Field | undefined => {
  const entry = findPhrase(phrase)
  return entry?.kind === 'specialty' || entry?.kind === 'topic' ? entry : undefined
}

/** Two fields side by side that are one: 'peds cards', 'psychiatry child', 'anesthesia pain'. */
function combined(phrase: string): Concept | undefined {
  for (let at = phrase.indexOf(' '); at > 0; at = phrase.indexOf(' ', at + 1)) {
    const [first, second] = [phrase.slice(0, at), phrase.slice(at + 1)]
    const concept = narrowed(first, second) ?? narrowed(second, first)
    if (concept) return concept
  }
  return undefined
}

/** The part of a field that an age or the training before it names. */
function narrowed(before: string, behind: string): Concept | undefined {
  const field = fieldIn(behind)
  const from = fieldIn(before)
  const specialty = from?.kind === 'specialty' ? from.specialty : undefined
  if (!field) return undefined
  if (specialty && field.kind === 'specialty' && trainedFrom(field.specialty).includes(specialty))
    return conceptOf(field)
  const age = ages.find(
    ({ words, ...age }) => words.includes(before) || age.specialty === specialty,
  )
  const { label, specialties } = conceptOf(field)
  const never: readonly string[] = age?.never ?? []
  if (!age || never.includes(label) || ofSomeAge.test(label)) return undefined
  const listed = age.typed.split(', ').map((word) => fieldIn(`${word} ${label.toLowerCase()}`))
  const topic = listed.find((entry) => entry?.kind === 'topic')
  if (topic) return conceptOf(topic)
  const { titles } =
    field.kind === 'topic'
      ? field.topic
      : specialtyWords[field.specialty as Exclude<Specialty, 'Other'>]
  const named = {
    label: `${age.label} ${label.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}`,
    typed: '',
    specialties: specialties.slice(0, 1),
    titles: titles
      .split(', ')
      .flatMap((title) => age.titles.map((word) => `${word} ${title}`))
      .join(', '),
  }
  // The index was asked for no forms of its name.
  return { ...conceptOf({ kind: 'topic', topic: named }), names: [] }
}

/** The concept of what the vocabulary has. */
function conceptOf(entry: Concept['entry']): Concept {
  const [label, specialties, practiced] = partsOf(entry)
  const isCondition =
    entry.kind === 'practice' ? entry.practice.isCondition === true : entry.kind === 'schedule'
  const names = [label, ...(practiced ? [practitioner(practiced)] : [])].map(titleOf)
  return { label, entry, specialties, names, ...(isCondition && { isCondition }) }
}

/** Its label, its specialties, and the specialty whose physicians are named by it. */
function partsOf(
  entry: Concept['entry'],
): [label: string, specialties: readonly Specialty[], practiced?: Specialty | undefined] {
  if (entry.kind === 'topic') return [entry.topic.label, entry.topic.specialties]
  if (entry.kind === 'schedule') return [labelOf(entry.schedule), []]
  if (entry.kind === 'practice') {
    const { label, specialties = [] } = entry.practice
    return [label, specialties, specialties[0]]
  }
  const { specialty } = entry
  const { with: others = [] } = specialty === 'Other' ? {} : specialtyWords[specialty]
  return [specialty, [specialty, ...others], specialty]
}

const labelOf = (schedule: ShortSchedule) =>
  'on' in schedule ? `${schedule.on} on, ${schedule.off} off` : `${schedule.days}-day week`

/** As titles are compared. */
export const titleOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** Values of a filter, as the vocabulary names them. */
export function filterWish({ name, values, label, texts }: FilterWords): Wish {
  const filter = allFilters.find((candidate) => candidate.name === name)
  if (!filter) throw new Error(`No filter is named ${name}`)
  const [value = ''] = values
  const asked = filter.kind === 'flag' ? true : filter.kind === 'amount' ? Number(value) : values
  return {
    kind: 'wish',
    label: label ?? filterLabel(filter, value),
    about: 'condition',
    term: { kind: 'filter', filter: { [name]: asked }, ...(texts !== undefined && { texts }) },
  }
}

type FilterWords = Omit<(typeof filterWords)[number], 'typed' | 'label'> & {
  label?: string | undefined
}
