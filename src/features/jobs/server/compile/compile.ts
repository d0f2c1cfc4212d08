import { lexemeOf, listedFilters } from '#features/jobs/filters.ts'
import { slugOf } from '#shared/paths.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { titleOf } from '../read/meanings.ts'
import { areOnlyOptional, isOptional } from '../read/reading.ts'
import type { Concept, Reading, SearchFilter, Term } from '../read/reading.ts'
import { shortestCompleted, type Stems } from '../queries.ts'
import {
  affirmed,
  all,
  any,
  conceptQuery,
  isSaidAnywhere,
  unwantedConcept,
  type Closeness,
} from './concepts.ts'

/** What is asked of `job_search`. */
export type Query = {
  /**
   * The text of a `tsquery` of all that is demanded, the keyword's and the filters', each a
   * condition of its own; null asks for nothing.
   */
  words: string | null
  /**
   * Of these hits the ones that also have the words that are not demanded, which are listed first.
   * Without such words there is none.
   */
  complete?: string
  /**
   * Hits and what is listed behind them: the rest of a specialty, or what mentions a part of it.
   * `own` tells hits from that.
   */
  around?: { words: string; own: string; specialties: Specialty[] }
  /**
   * Text queries of the jobs that come first by relevance: the first one's before the second one's,
   * then all others.
   */
  ranks: string[]
  /** Only jobs with a smaller id, which is the order in which they were added. */
  addedBefore?: string
  /** Only jobs that were posted before. */
  until?: Date
} & {
  [Name in 'minPay' | 'maxPay' | 'postedWithin' | 'reference' | 'place']?:
    | SearchFilter[Name]
    | undefined
}

/** Every job. */
export const everything: Query = { words: null, ranks: [] }

/** The query of a search that was read, in the form that both segments and plain SQL answer. */
export function compile({ filter, terms, stems }: Omit<Reading, 'notes'>): Query {
  const { minPay, maxPay, postedWithin, reference, place, nowhere, employer, employerSlugs } =
    filter
  const areAlone = areOnlyOptional(filter, terms)
  const ranking = areAlone ? terms : terms.filter((term) => !isOptional(term))
  const at = (closeness: Closeness, subset = ranking): string | null =>
    termsQuery(subset, {
      stems,
      closeness,
      growing: terms.at(-1),
      areAllDemanded: areAlone || subset !== ranking,
    })
  const [complete, wide] = [at('text', terms), at('wide')]
  const unwanted = terms.filter((term) => term.kind === 'not')
  const keyword = areAlone
    ? all([any(terms.filter(isOptional).map((term) => at('text', [term]))), at('text', unwanted)])
    : at('text')
  const withFilters = (words: string | null) =>
    [
      ...(words === null ? [] : [words]),
      ...filterWords(filter).map((word) => any(word) ?? ''),
      ...(employer === undefined
        ? []
        : [
            any((employerSlugs ?? [slugOf(employer)]).map((slug) => lexeme(`@employer:${slug}`))) ??
              '',
          ]),
      ...(nowhere ? [noJob] : []),
    ].join(' & ') || null
  // Titles that have all of the words come before those of what is demanded.
  const titled = ranking.length < terms.length ? [exactTitle(terms, stems), at('title', terms)] : []
  // Of jobs without all words those with some come first.
  const optional = areAlone ? [] : terms.filter(isOptional)
  const some = optional.length > 1 ? any(optional.map((term) => at('text', [term]))) : null
  const ranks = [...titled, some, exactTitle(ranking, stems), at('specialty'), at('title')].filter(
    (order) => order !== null,
  )
  const hasMore = !areAlone && keyword !== null && wide !== null && wide !== keyword
  return {
    words: withFilters(keyword),
    ...(complete !== null && complete !== keyword && { complete }),
    ...(hasMore && {
      around: {
        words: withFilters(wide) ?? '',
        own: keyword,
        specialties: [...new Set(partedSpecialties(terms))],
      },
    }),
    ranks: [...new Set(ranks)].filter((rank) => rank !== keyword),
    minPay,
    maxPay,
    postedWithin,
    reference,
    place,
  }
}

/**
 * A query for each rank, and one for all that is left: together they find the same jobs, each once.
 */
export const partsByRank = (query: Query): Query[] =>
  [...query.ranks, null].map((rank, index) => ({
    ...query,
    words:
      [query.words, rank, ...query.ranks.slice(0, index).map((before) => `!(${before})`)]
        .filter((condition) => condition)
        .join(' & ') || null,
    ranks: [],
  }))

/** The specialties whose parts are asked for. */
const partedSpecialties = (terms: readonly Term[]): Specialty[] =>
  terms.flatMap((term) => {
    if (term.kind === 'or') return term.alternatives.flatMap(partedSpecialties)
    return term.kind === 'concept' && term.concept.entry.kind === 'topic'
      ? term.concept.specialties
      : []
  })
/** A word that no job has. */
const noJob = "'@nowhere'"

/** For each condition the words of which a job has one. */
const filterWords = (filter: SearchFilter) =>
  listedFilters.flatMap((listedFilter) => {
    const words = [filter[listedFilter.name] ?? []]
      .flat()
      .map((value) => lexemeOf(listedFilter, String(value)))
    return listedFilter.kind === 'allOf'
      ? words.map((word) => [word])
      : words.length > 0
        ? [words]
        : []
  })

/** `growing` is the term that somebody may still be typing. */
type Context = {
  stems: Stems
  closeness: Closeness
  growing: Term | undefined
  areAllDemanded: boolean
}

const termsQuery = (terms: readonly Term[], context: Context): string | null =>
  all(terms.map((term) => termQuery(term, context)))

function termQuery(term: Term, context: Context): string | null {
  const { stems, closeness, growing, areAllDemanded } = context
  switch (term.kind) {
    case 'concept':
      return conceptQuery(term.concept, closeness)
    case 'phrase':
      return phraseQuery(stems.phrases.get(term.text) ?? '', closeness)
    case 'word':
      if (isOptional(term) && !areAllDemanded) return null
      return wordQuery(term, stems, closeness, term === growing)
    case 'filter':
      return any([all(filterWords(term.filter).map(any)), ...affirmed(term.texts)])
    case 'not':
      return isSaidAnywhere(closeness) ? unwantedQuery(term.term, stems) : null
    default:
      // A side that asks for nothing is no alternative.
      return any(term.alternatives.map((side) => termsQuery(side, context)))
  }
}

type Typed = { text: string; word: string }

function wordQuery({ text, word }: Typed, stems: Stems, closeness: Closeness, isGrowing: boolean) {
  const forms = stems.words.get(text)
  if (!forms || forms.lexemes.length === 0) return null
  const mark = isSaidAnywhere(closeness) ? '' : '='
  const exact = all(forms.lexemes.map((candidate) => lexeme(mark + candidate)))
  if (!isGrowing || forms.isComplete || word.length < shortestCompleted) return exact
  // The index finds complete words several times faster than beginnings.
  if (forms.completions.length > 0)
    return any(
      [...forms.lexemes, ...forms.completions].map((candidate) => lexeme(mark + candidate)),
    )
  return any([exact, `${lexeme(mark + word)}:*`])
}

/**
 * Marked lexemes have no positions: in a title, the phrase's words in any order will do to rank it
 * first.
 */
function phraseQuery(query: string, closeness: Closeness) {
  if (query === '') return null
  if (isSaidAnywhere(closeness)) return `(${query})`
  return all([...query.matchAll(/'((?:[^']|'')+)'/g)].map((match) => lexeme(`=${match[1]}`)))
}

/**
 * What a job says that is not wanted; what it does not say leaves it in. A text may well say 'no
 * procedures', a title hardly.
 */
function unwantedQuery(term: Term, stems: Stems) {
  const query =
    term.kind === 'concept'
      ? unwantedConcept(term.concept)
      : term.kind === 'filter'
        ? any([
            ...filterWords(term.filter).map(any),
            term.filter.jobType?.includes('locums') ? "'=locum'" : null,
          ])
        : term.kind === 'word'
          ? wordQuery(term, stems, 'title', false)
          : term.kind === 'phrase'
            ? phraseQuery(stems.phrases.get(term.text) ?? '', 'text')
            : null
  return query === null ? null : `!(${query})`
}

/**
 * A title of the words that were typed, or of what they mean, and of no others, beside 'physician'.
 */
function exactTitle(terms: readonly Term[], stems: Stems) {
  const titles = titlesOf(terms).flatMap((title) => {
    const words = title.split(' ').flatMap((part) => stems.words.get(part)?.lexemes ?? [])
    return [words, [...words, 'physician']].map((list) => [...new Set(list)].toSorted().join(' '))
  })
  return titles.length === 0 || titles.length > maxTitles
    ? null
    : any(titles.map((title) => lexeme(`#${title}`)))
}
const maxTitles = 24

/** The titles that a keyword may stand for, in words. */
function titlesOf(terms: readonly Term[]): string[] {
  const sides = terms.flatMap((term) => (term.kind === 'or' ? term.alternatives : []))
  if (sides.length > 0) return sides.flatMap(titlesOf)
  const named = terms.flatMap((term) => {
    if (term.kind === 'word') return [[term.word]]
    return term.kind === 'concept' && !term.concept.isCondition
      ? [namesOf(term.concept, term.typed)]
      : []
  })
  if (named.length === 0 || named.length > 3) return []
  return named.reduce(
    (titles, names) => titles.flatMap((title) => names.map((name) => `${title} ${name}`.trim())),
    [''],
  )
}

const namesOf = ({ names }: Concept, typed: string) => [...new Set([titleOf(typed), ...names])]

/**
 * PostgreSQL refuses a longer word, and has none in its indexes: what is left of it finds nothing,
 * as it would.
 */
const lexeme = (text: string) => {
  const bytes = Buffer.from(text.replaceAll(/['\\]/g, ''))
  return `'${new TextDecoder().decode(bytes.subarray(0, maxLexemeBytes), { stream: true })}'`
}
const maxLexemeBytes = 2046
