import type { Understanding } from '#features/jobs/contract.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { SortBy } from '#features/jobs/search-criteria.ts'
import type { Stems } from '../queries.ts'
import type { Entry } from '#vocabulary/reader.ts'
import type { Specialty } from '#vocabulary/specialties.ts'

/** What a search says, taken apart. Reading makes it, compiling makes a query of it. */
export type Reading = {
  filter: SearchFilter
  /** What the keyword asks for beside filters. All must hold. */
  terms: readonly Term[]
  /** What the index makes of the words that were typed, and of concepts' names. */
  stems: Stems
  notes: Understanding
  /** What each of two people looks for. */
  couple?: { label: string; terms: readonly Term[] }[]
  /** The order that is asked for. */
  sort?: SortBy
}

/** All conditions must hold, and what is absent is not asked for. */
export type SearchFilter = Omit<Filters, 'keyword' | 'city' | 'radius' | 'literal' | 'hourly'> & {
  /** The addresses of the employer: of all names of its organization. */
  employerSlugs?: readonly string[]
  /** The last characters of the id of the one job that is asked for. */
  reference?: string
  /** A circle; the radius is in miles. `others` are the centers of circles that are as good. */
  place?: {
    lat: number
    lon: number
    radius: number
    label: string
    others?: { lat: number; lon: number }[]
  }
  /** The place that was typed is none that we know: no job is there. */
  nowhere?: true
}

/** One condition on a job. */
export type Term =
  | { kind: 'concept'; concept: Concept; typed: string }
  | { kind: 'phrase'; text: string }
  /** An optional word is none that titles, employers or places have: jobs with it come first. */
  | { kind: 'word'; text: string; word: string; isOptional?: true }
  /**
   * Beside an 'or' or after a 'no'; every other filter narrows the whole search. `texts` are what a
   * posting's own words say of it, beside its fields.
   */
  | { kind: 'filter'; filter: Filters; texts?: string }
  | { kind: 'not'; term: Term }
  /** One of these, each of which is met by all of its terms. */
  | { kind: 'or'; alternatives: Term[][] }

/**
 * The same search with every word demanded: for programs, and where nobody sees which jobs come
 * first.
 */
export const demandWords = <T extends Pick<Reading, 'terms'>>(reading: T): T => ({
  ...reading,
  terms: reading.terms.map(demanded),
})

function demanded(term: Term): Term {
  if (term.kind === 'or')
    return { ...term, alternatives: term.alternatives.map((side) => side.map(demanded)) }
  return term.kind === 'word' ? { kind: 'word', text: term.text, word: term.word } : term
}

export const isOptional = (term: Term): boolean => term.kind === 'word' && term.isOptional === true

/** Whether nothing but such words is asked for: then a job must have one of them. */
export const areOnlyOptional = (filter: SearchFilter, terms: readonly Term[]): boolean =>
  terms.some(isOptional) &&
  terms.every((term) => isOptional(term) || term.kind === 'not') &&
  Object.keys(filter).length === 0

/** What a phrase of the vocabulary means beyond its letters. */
export type Concept = {
  label: string
  entry: Extract<Entry, { kind: 'specialty' | 'topic' | 'practice' | 'schedule' }>
  /** Whose jobs may mean it, the first one's before all. */
  specialties: readonly Specialty[]
  /**
   * What its jobs may be titled: the label and, of a specialty, its practitioner; in lower case.
   */
  names: readonly string[]
  /** How one works, rather than what one treats. */
  isCondition?: true
  /** Only the title is asked for the label. */
  isTitle?: true
}
