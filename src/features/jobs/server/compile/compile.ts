import { lexemeOf, listedFilters } from '#features/jobs/filters.ts'
import type { Filters } from '#features/jobs/filters.ts'
import { practitioner } from '#vocabulary/practitioners.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import type { Term } from '../read/alternatives.ts'
import { isNamedBy, specialtyLexeme, titleCondition } from './concepts.ts'
import type { Concept } from './concepts.ts'
import type { WordForms } from '../read/spelling.ts'

/**
 * The text of a `tsquery` for `job_search.search`; null asks for nothing. `ranks` are text queries of the jobs that come first by
 * relevance: the first one's before the second one's, then all others.
 */
export type CompiledQuery = { tsquery: string | null; ranks: string[] }

type Known = { forms: Map<string, WordForms>; phrases: Map<string, string> }

/** How closely a job has to fit: by its specialty, or a topic's own words; by title, specialty or subspecialty; by any of its texts. */
type Closeness = 'specialty' | 'title' | 'text'

export function compileTerms(terms: readonly Term[], known: Known): CompiledQuery {
  const growing = terms.at(-1)
  const at = (closeness: Closeness): string | null => {
    const conditionsOf = (some: readonly Term[]): string | null => all(some.map(conditionOf))
    function conditionOf(term: Term): string | null {
      switch (term.kind) {
        case 'concept':
          return conceptQuery(term.concept, closeness)
        case 'phrase':
          return phraseQuery(known.phrases.get(term.text) ?? '', closeness)
        case 'word':
          return wordQuery(known.forms.get(term.token.text), term.token.word, closeness, term === growing)
        case 'filter':
          return filterQuery(term.filter)
        case 'not':
          return closeness === 'text' ? unwantedQuery(term.term, known) : null
        default: {
          const alternatives = term.alternatives.map(conditionsOf)
          // A side that asks for nothing is no alternative.
          return any(alternatives)
        }
      }
    }
    return conditionsOf(terms)
  }
  const tsquery = at('text')
  const ranks = [exactTitle(terms, known), at('specialty'), at('title')]
  return { tsquery, ranks: [...new Set(ranks.filter((it) => it !== null))].filter((it) => it !== tsquery) }
}

/** Words that `lookUp` has to know the stems of, so that a title which says just what was typed can be told. */
export const titleWordsOf = (terms: readonly Term[]): string[] => titlesOf(terms).flatMap((it) => it.split(' '))

/** The titles that a keyword may stand for, in words. */
function titlesOf(terms: readonly Term[]): string[] {
  const sides = terms.flatMap((it) => (it.kind === 'or' ? it.alternatives : []))
  if (sides.length > 0) return sides.flatMap(titlesOf)
  const words = terms
    .filter((it) => it.kind === 'concept' || it.kind === 'word')
    .filter((it) => it.kind !== 'concept' || !it.concept.isCondition)
  if (words.length === 0 || words.length > 3) return []
  let titles = ['']
  for (const term of words) {
    const names = term.kind === 'word' ? [term.token.word] : namesOf(term.concept, term.typed)
    titles = titles.flatMap((title) => names.map((name) => `${title} ${name}`.trim()))
  }
  return titles
}

function namesOf({ label, specialties, first }: Concept, typed: string): string[] {
  const own = first === undefined && specialties.length > 0 ? [specialties[0] as Specialty] : []
  const names = [typed, label, ...own.map(practitioner)].map((it) =>
    it
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  return [...new Set(names)]
}

/** A title of these words and no others, beside 'physician'. */
function exactTitle(terms: readonly Term[], { forms }: Known): string | null {
  const titles = titlesOf(terms).flatMap((title) => {
    const stems = title.split(' ').flatMap((it) => forms.get(it)?.lexemes ?? [])
    return [stems, [...stems, 'physician']].map((it) => [...new Set(it)].toSorted().join(' '))
  })
  return titles.length === 0 || titles.length > mostTitles ? null : any([...new Set(titles)].map((it) => lexeme(`#${it}`)))
}
const mostTitles = 24

function wordQuery(forms: WordForms | undefined, word: string, closeness: Closeness, growing: boolean): string | null {
  if (!forms || forms.lexemes.length === 0) return null
  const mark = closeness === 'text' ? '' : '='
  const exact = all(forms.lexemes.map((it) => lexeme(mark + it)))
  if (!growing || forms.whole || word.length < shortestPrefix) return exact
  // The index finds whole words several times faster than beginnings.
  if (forms.completions.length > 0) return any([...forms.lexemes, ...forms.completions].map((it) => lexeme(mark + it)))
  return any([exact, `${lexeme(mark + word)}:*`])
}
const shortestPrefix = 3

function conceptQuery(
  { specialties, titles, only, except, any: also = [], first, isCondition }: Concept,
  closeness: Closeness,
): string | null {
  if (isCondition && closeness !== 'text') return first ?? null
  if (closeness === 'specialty') return first ?? any(specialties.slice(0, 1).map(specialtyLexeme))
  // The name of a job's specialty is among the words of its title: to ask for both finds the same jobs in twice the time.
  const others = specialties.filter((it) => !titles.some((words) => isNamedBy(it, words)))
  const wanted = any([...others.map(specialtyLexeme), ...titles.map(titleCondition), ...also])
  return all([wanted, only ? any(only) : null, ...(except ?? []).map((it) => `!${specialtyLexeme(it)}`)])
}

/** Marked lexemes have no positions: in a title, the phrase's words in any order will do to rank it first. */
function phraseQuery(query: string, closeness: Closeness): string | null {
  if (query === '') return null
  return closeness === 'text' ? `(${query})` : all([...query.matchAll(/'((?:[^']|'')+)'/g)].map((it) => lexeme(`=${it[1]}`)))
}

function filterQuery(filter: Partial<Filters>): string | null {
  const conditions = listedFilters.flatMap((it) => {
    const words = [filter[it.name] ?? []].flat().map((value) => lexemeOf(it, String(value)))
    return words.length === 0 ? [] : [any(words)]
  })
  return all(conditions)
}

/** What a job says that is not wanted; what it does not say leaves it in. A text may well say 'no procedures', a title hardly. */
function unwantedQuery(term: Term, known: Known): string | null {
  const query =
    term.kind === 'concept'
      ? (term.concept.says ?? conceptQuery(term.concept, 'text'))
      : term.kind === 'filter'
        ? any([filterQuery(term.filter), term.filter.jobType?.includes('locums') ? "'=locum'" : null])
        : term.kind === 'word'
          ? wordQuery(known.forms.get(term.token.text), term.token.word, 'title', false)
          : null
  return query === null ? null : `!(${query})`
}

/** PostgreSQL refuses a longer word, and has none in its indexes: what is left of it finds nothing, as it would. */
const lexeme = (text: string): string => {
  const bytes = Buffer.from(text.replaceAll(/['\\]/g, ''))
  return `'${new TextDecoder().decode(bytes.subarray(0, maxLexemeBytes), { stream: true })}'`
}
const maxLexemeBytes = 2046

const all = (conditions: (string | null)[]): string | null => join(conditions, ' & ')
const any = (conditions: (string | null)[]): string | null => join(conditions, ' | ')

function join(conditions: (string | null)[], operator: string): string | null {
  const given = [...new Set(conditions.filter((it) => it !== null))]
  if (given.length < 2) return given[0] ?? null
  return `(${given.join(operator)})`
}
