import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { Suggestion } from '#features/jobs/contract.ts'
import type { Specialty } from '#features/jobs/specialties.ts'
import { specialties as specialtyLabels } from '#features/jobs/specialties.ts'
import { maxReachable } from '#features/jobs/search-criteria.ts'
import { searchWithoutSegments } from '../queries-search.ts'
import { searchSegments } from '../segments/search.ts'
import { specialtyPhrases, topicConcept } from './specialty-words.ts'
import { topics } from './topics.ts'
import { compileTerms } from './tsquery.ts'
import { foldWord, tokensOf } from './tokens.ts'

const mostSuggestions = 8
const most = { specialty: 3, topic: 2, state: 1, label: 3, popular: 5 }

/**
 * Completions for what was typed so far: specialties (also by abbreviation), parts of them, states, and labels of active jobs; before
 * anything is typed the specialties with the most jobs.
 */
export async function suggest(db: Db, typed: string): Promise<Suggestion[]> {
  if (typed === '') return suggestPopular(db)
  if (tokensOf(typed).length === 0) return []
  const specialties = specialtiesFor(typed)
  const states = stateCodes.filter((code) => code !== 'OTHER' && foldWord(stateName(code)).startsWith(foldWord(typed)))
  const [counts, topicSuggestions, labels] = await Promise.all([
    countNamed(db, specialties, states),
    suggestTopics(db, typed),
    findLabels(db, typed, most.label),
  ])
  const counted = <T extends string>(names: readonly T[], limit: number): T[] =>
    names.filter((it) => counts.get(it)).slice(0, limit)
  return [
    ...counted(specialties, most.specialty).map((it) => specialtySuggestion(it, counts.get(it) ?? 0)),
    ...topicSuggestions,
    ...counted(states, most.state).map((it) => stateSuggestion(it, counts.get(it) ?? 0)),
    ...labels.map(labelSuggestion),
  ]
    .slice(0, mostSuggestions)
    .toSorted((one, other) => groups.indexOf(one.kind) - groups.indexOf(other.kind))
}
const groups: Suggestion['kind'][] = ['specialty', 'topic', 'title', 'place', 'employer']

async function suggestPopular(db: Db): Promise<Suggestion[]> {
  const counts = await countNamed(db, specialtyLabels, [])
  return specialtyLabels
    .flatMap((it) => (it === 'Other' || !counts.has(it) ? [] : [specialtySuggestion(it, counts.get(it) ?? 0)]))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, most.popular)
}

/** Topics with a phrase that begins like this. */
async function suggestTopics(db: Db, typed: string): Promise<Suggestion[]> {
  const phrase = phraseOf(typed)
  if (phrase.length < 2) return []
  const begun = topics.flatMap((topic) => {
    const keyword = topic.typed.split(', ').find((it) => it.startsWith(phrase))
    return keyword === undefined ? [] : [{ topic, keyword }]
  })
  const suggestions = begun.slice(0, most.topic).map(async ({ topic, keyword }): Promise<Suggestion> => {
    const { tsquery } = compileTerms([{ kind: 'concept', concept: topicConcept(topic), typed: keyword }], noForms)
    const found = await searchSegments(db, { tsquery }, { by: 'recent' }, { offset: 0, limit: 0 })
    const { total } = found ?? (await searchWithoutSegments(db, { tsquery }, { by: 'recent' }, { offset: 0, limit: 0 }))
    return { kind: 'topic', label: topic.label, count: Math.min(total, maxReachable), search: { keyword } }
  })
  return (await Promise.all(suggestions)).filter((it) => it.count > 0)
}
const noForms = { forms: new Map(), phrases: new Map() }

const phraseOf = (typed: string): string =>
  tokensOf(typed)
    .map((it) => it.word)
    .join(' ')

/** Specialties with a phrase that begins like this: a whole phrase before a beginning, then in alphabetical order. */
function specialtiesFor(typed: string): Specialty[] {
  const phrase = phraseOf(typed)
  const exact: Specialty[] = []
  const begun: Specialty[] = []
  for (const [candidate, specialty] of specialtyPhrases()) {
    if (candidate === phrase) exact.push(specialty)
    else if (phrase.length >= 2 && candidate.startsWith(phrase)) begun.push(specialty)
  }
  return [...new Set([...exact, ...begun])]
}

const specialtySuggestion = (specialty: Specialty, count: number): Suggestion => ({
  kind: 'specialty',
  label: specialty,
  count,
  search: { specialty },
})

const stateSuggestion = (state: StateCode, count: number): Suggestion => ({
  kind: 'place',
  label: stateName(state),
  count,
  search: { state },
})

function labelSuggestion({ kind, label, n }: Label): Suggestion {
  if (kind !== 'place') return { kind, label, count: n, search: { keyword: `"${label.replaceAll('"', ' ')}"` } }
  const [city = '', state = ''] = label.split(/, (?=[A-Z]+$)/)
  return { kind, label, count: n, search: { city, state } }
}

type Label = { kind: 'title' | 'place' | 'employer'; label: string; n: number }

/**
 * Labels of the vocabulary in which a word begins with what was typed, the more frequent first, those that begin with it
 * before all; then, where there are not enough, those that resemble it.
 */
async function findLabels(db: Db, typed: string, each: number): Promise<Label[]> {
  const { rows } = await sql<Label>`
    with typed as (select lower(fold_accents(${typed})) as q, lower(fold_accents(${likePattern(typed)})) as pattern),
    found as (
      select kind, label, n, case when folded like pattern || '%' then 2.0 else 1.0 end as likeness
      from search_vocabulary, typed
      where kind <> 'word' and kind <> 'specialty' and (folded like pattern || '%' or folded like '% ' || pattern || '%')
    ),
    similar_ones as (
      select kind, label, n, word_similarity(q, folded) as likeness
      from search_vocabulary, typed
      where kind <> 'word' and kind <> 'specialty' and q <% folded and length(q) >= 5 and not exists (select from found)
    ),
    ranked as (
      select kind, label, n, likeness, row_number() over (partition by kind order by likeness desc, n desc, label) as place
      from (select * from found union all select * from similar_ones) all_labels
    )
    select kind, label, n from ranked where place <= ${each} order by kind, place
  `.execute(db)
  return rows
}

/** What is typed is never a pattern. */
const likePattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Active jobs of each specialty and state that was asked about. */
async function countNamed(db: Db, specialties: readonly string[], states: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select specialty as name, count(*)::integer as n from job_search where specialty = any(${specialties}) group by 1
    union all
    select state, count(*)::integer from job_search where state = any(${states}) group by 1
  `.execute(db)
  return new Map(rows.map((it) => [it.name, it.n]))
}
