import { filters, lexemeOf } from '#features/jobs/filters.ts'
import type { Specialty } from '#features/jobs/specialties.ts'
import type { Term } from './keyword.ts'
import { isNamedBy } from './specialty-words.ts'
import type { Concept } from './specialty-words.ts'
import type { WordForms } from './words.ts'

/** The text of a `tsquery` for `job_search.search`, and the same asked of title and specialty only; null asks for nothing. */
export type CompiledQuery = { tsquery: string | null; titleQuery: string | null }

type Known = { forms: Map<string, WordForms>; phrases: Map<string, string> }

export function compileTerms(terms: readonly Term[], known: Known): CompiledQuery {
  const last = terms.at(-1)
  return {
    tsquery: all(terms.map((term) => conditionOf(term, known, { mark: '', growing: term === last }))),
    titleQuery: all(terms.map((term) => conditionOf(term, known, { mark: '=', growing: term === last }))),
  }
}

function conditionOf(term: Term, known: Known, { mark, growing }: { mark: '' | '='; growing: boolean }): string | null {
  if (term.kind === 'concept') return conceptQuery(term.concept)
  if (term.kind === 'phrase') return phraseQuery(known.phrases.get(term.text) ?? '', mark)
  const forms = known.forms.get(term.token.text)
  if (!forms || forms.lexemes.length === 0) return null
  const exact = all(forms.lexemes.map((it) => lexeme(mark + it)))
  if (!growing || forms.whole || term.token.word.length < shortestPrefix) return exact
  // The index finds whole words several times faster than beginnings.
  if (forms.completions.length > 0) return any([...forms.lexemes, ...forms.completions].map((it) => lexeme(mark + it)))
  return any([exact, `${lexeme(mark + term.token.word)}:*`])
}
const shortestPrefix = 3

function conceptQuery({ specialties, titles, only, except }: Concept): string | null {
  // The name of a job's specialty is among the words of its title: to ask for both finds the same jobs in twice the time.
  const others = specialties.filter((it) => !titles.some((words) => isNamedBy(it, words)))
  const wanted = any([...others.map(specialtyLexeme), ...titles.map(titleQuery)])
  return all([wanted, only ? any(only) : null, ...(except ?? []).map((it) => `!${specialtyLexeme(it)}`)])
}

function titleQuery(words: string): string | null {
  return all(words.split(' ').map((it) => (it.endsWith('*') ? `${lexeme(`=${it.slice(0, -1)}`)}:*` : lexeme(`=${it}`))))
}

/** Marked lexemes have no positions: in a title, the phrase's words in any order will do to rank it first. */
function phraseQuery(query: string, mark: '' | '='): string | null {
  if (query === '') return null
  return mark === '' ? `(${query})` : all([...query.matchAll(/'((?:[^']|'')+)'/g)].map((it) => lexeme(mark + it[1])))
}

const specialtyLexeme = (specialty: Specialty): string => lexemeOf(filters.specialty, specialty)

const lexeme = (text: string): string => `'${text.replaceAll(/['\\]/g, '')}'`

const all = (conditions: (string | null)[]): string | null => join(conditions, ' & ')
const any = (conditions: (string | null)[]): string | null => join(conditions, ' | ')

function join(conditions: (string | null)[], operator: string): string | null {
  const given = [...new Set(conditions.filter((it) => it !== null))]
  if (given.length < 2) return given[0] ?? null
  return `(${given.join(operator)})`
}
