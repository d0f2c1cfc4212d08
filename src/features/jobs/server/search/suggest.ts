import type { Db } from '#server/lib/database.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import type { StateCode } from '#shared/us-states.ts'
import type { Suggestion } from '#features/jobs/contract.ts'
import type { Specialty } from '#features/jobs/specialties.ts'
import { countNamed, findLabels } from '../queries-suggest.ts'
import type { Label } from '../queries-suggest.ts'
import { specialtyPhrases } from './specialty-words.ts'
import { foldWord, tokensOf } from './tokens.ts'

const mostSuggestions = 8
const most = { specialty: 3, state: 1, label: 3 }

/** Completions for what was typed so far: specialties (also by abbreviation), states, and labels of active jobs. */
export async function suggest(db: Db, typed: string): Promise<Suggestion[]> {
  if (tokensOf(typed).length === 0) return []
  const specialties = specialtiesFor(typed)
  const states = stateCodes.filter((code) => code !== 'OTHER' && foldWord(stateName(code)).startsWith(foldWord(typed)))
  const [counts, labels] = await Promise.all([countNamed(db, specialties, states), findLabels(db, typed, most.label)])
  const counted = <T extends string>(names: readonly T[], limit: number): T[] =>
    names.filter((it) => counts.get(it)).slice(0, limit)
  return [
    ...counted(specialties, most.specialty).map((it) => specialtySuggestion(it, counts.get(it) ?? 0)),
    ...counted(states, most.state).map((it) => stateSuggestion(it, counts.get(it) ?? 0)),
    ...labels.map(labelSuggestion),
  ]
    .slice(0, mostSuggestions)
    .toSorted((one, other) => groups.indexOf(one.kind) - groups.indexOf(other.kind))
}
const groups: Suggestion['kind'][] = ['specialty', 'title', 'place', 'employer']

/** Specialties with a phrase that begins like this: a whole phrase before a beginning, then in alphabetical order. */
function specialtiesFor(typed: string): Specialty[] {
  const phrase = tokensOf(typed)
    .map((it) => it.word)
    .join(' ')
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
