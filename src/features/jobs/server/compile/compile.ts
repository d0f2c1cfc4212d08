import { lexemeOf, listedFilters } from '#features/jobs/filters.ts'
import { titleOf } from '../read/meanings.ts'
import type { Concept, Reading, SearchFilter, Stems, Term } from '../read/reading.ts'
import { shortestCompleted } from '../read/words.ts'
import { all, any, conceptQuery, unwantedConcept } from './concepts.ts'
import type { Closeness } from './concepts.ts'

/** What is asked of `job_search`. */
export type Query = {
  /** The text of a `tsquery` of all words, the keyword's and the filters', each a condition of its own; null asks for none. */
  words: string | null
  /** Text queries of the jobs that come first by relevance: the first one's before the second one's, then all others. */
  ranks: string[]
  /** Only jobs with a smaller id, which is the order in which they were added. */
  addedBefore?: string
} & Pick<SearchFilter, 'minPay' | 'maxPay' | 'postedWithin' | 'reference' | 'place'>

/** Every job. */
export const everything: Query = { words: null, ranks: [] }

/** The query of a search that was read, in the form that both segments and plain SQL answer. */
export function compile({ filter, terms, stems }: Omit<Reading, 'notes'>): Query {
  const { minPay, maxPay, postedWithin, reference, place } = filter
  const at = (closeness: Closeness): string | null => termsQuery(terms, { stems, closeness, growing: terms.at(-1) })
  const keyword = at('text')
  const words = [...(keyword === null ? [] : [keyword]), ...filterWords(filter).map((it) => any(it) ?? '')]
  const ranks = [exactTitle(terms, stems), at('specialty'), at('title')].filter((it) => it !== null)
  return {
    words: words.join(' & ') || null,
    ranks: [...new Set(ranks)].filter((it) => it !== keyword),
    ...(minPay !== undefined && { minPay }),
    ...(maxPay !== undefined && { maxPay }),
    ...(postedWithin !== undefined && { postedWithin }),
    ...(reference !== undefined && { reference }),
    ...(place && { place }),
  }
}

/** For each condition the words of which a job has one. */
const filterWords = (filter: SearchFilter): string[][] =>
  listedFilters.flatMap((it) => {
    const words = [filter[it.name] ?? []].flat().map((value) => lexemeOf(it, String(value)))
    return it.kind === 'allOf' ? words.map((word) => [word]) : words.length > 0 ? [words] : []
  })

/** `growing` is the term that somebody may still be typing. */
type Asked = { stems: Stems; closeness: Closeness; growing: Term | undefined }

const termsQuery = (terms: readonly Term[], asked: Asked): string | null => all(terms.map((it) => termQuery(it, asked)))

function termQuery(term: Term, asked: Asked): string | null {
  const { stems, closeness, growing } = asked
  switch (term.kind) {
    case 'concept':
      return conceptQuery(term.concept, closeness)
    case 'phrase':
      return phraseQuery(stems.phrases.get(term.text) ?? '', closeness)
    case 'word':
      return wordQuery(term, stems, closeness, term === growing)
    case 'filter':
      return all(filterWords(term.filter).map(any))
    case 'not':
      return closeness === 'text' ? unwantedQuery(term.term, stems) : null
    default:
      // A side that asks for nothing is no alternative.
      return any(term.alternatives.map((side) => termsQuery(side, asked)))
  }
}

type Typed = { text: string; word: string }

function wordQuery({ text, word }: Typed, stems: Stems, closeness: Closeness, isGrowing: boolean): string | null {
  const forms = stems.words.get(text)
  if (!forms || forms.lexemes.length === 0) return null
  const mark = closeness === 'text' ? '' : '='
  const exact = all(forms.lexemes.map((it) => lexeme(mark + it)))
  if (!isGrowing || forms.isComplete || word.length < shortestCompleted) return exact
  // The index finds complete words several times faster than beginnings.
  if (forms.completions.length > 0) return any([...forms.lexemes, ...forms.completions].map((it) => lexeme(mark + it)))
  return any([exact, `${lexeme(mark + word)}:*`])
}

/** Marked lexemes have no positions: in a title, the phrase's words in any order will do to rank it first. */
function phraseQuery(query: string, closeness: Closeness): string | null {
  if (query === '') return null
  return closeness === 'text' ? `(${query})` : all([...query.matchAll(/'((?:[^']|'')+)'/g)].map((it) => lexeme(`=${it[1]}`)))
}

/** What a job says that is not wanted; what it does not say leaves it in. A text may well say 'no procedures', a title hardly. */
function unwantedQuery(term: Term, stems: Stems): string | null {
  const query =
    term.kind === 'concept'
      ? unwantedConcept(term.concept)
      : term.kind === 'filter'
        ? any([...filterWords(term.filter).map(any), term.filter.jobType?.includes('locums') ? "'=locum'" : null])
        : term.kind === 'word'
          ? wordQuery(term, stems, 'title', false)
          : null
  return query === null ? null : `!(${query})`
}

/** A title of the words that were typed, or of what they mean, and of no others, beside 'physician'. */
function exactTitle(terms: readonly Term[], stems: Stems): string | null {
  const titles = titlesOf(terms).flatMap((title) => {
    const words = title.split(' ').flatMap((it) => stems.words.get(it)?.lexemes ?? [])
    return [words, [...words, 'physician']].map((it) => [...new Set(it)].toSorted().join(' '))
  })
  return titles.length === 0 || titles.length > maxTitles ? null : any(titles.map((it) => lexeme(`#${it}`)))
}
const maxTitles = 24

/** The titles that a keyword may stand for, in words. */
function titlesOf(terms: readonly Term[]): string[] {
  const sides = terms.flatMap((it) => (it.kind === 'or' ? it.alternatives : []))
  if (sides.length > 0) return sides.flatMap(titlesOf)
  const named = terms.flatMap((it) => {
    if (it.kind === 'word') return [[it.word]]
    return it.kind === 'concept' && !it.concept.isCondition ? [namesOf(it.concept, it.typed)] : []
  })
  if (named.length === 0 || named.length > 3) return []
  return named.reduce((titles, names) => titles.flatMap((title) => names.map((name) => `${title} ${name}`.trim())), [''])
}

const namesOf = ({ names }: Concept, typed: string): string[] => [...new Set([titleOf(typed), ...names])]

/** PostgreSQL refuses a longer word, and has none in its indexes: what is left of it finds nothing, as it would. */
const lexeme = (text: string): string => {
  const bytes = Buffer.from(text.replaceAll(/['\\]/g, ''))
  return `'${new TextDecoder().decode(bytes.subarray(0, maxLexemeBytes), { stream: true })}'`
}
const maxLexemeBytes = 2046
