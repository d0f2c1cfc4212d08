import type { LRUCache } from 'lru-cache'
import {
  answerKey,
  hasNoTown,
  wholeSource,
  type Fact,
  type FactName,
  type FactValues,
} from '#features/imports/facts.ts'
import type { MappedJob, Skipped } from '../mapping/map-item.ts'

/** What the rows of a source say, as answers would. */

export type Sayings = {
  /**
   * The latest values of each fact, for the source and for each employer in it. Keys are those of
   * `questionKey`, values those of `valueKey`.
   */
  said: LRUCache<string, string[]>
  /** What most rows said before this dataset. */
  usual: ReadonlyMap<string, string>
}

export type Answer = { fact: FactName; words: string; value: FactValues[FactName] }

/** What sources are asked about. */
export const askedFacts = ['profession', 'place', 'specialty', 'type', 'pay'] as const
type AskedFact = (typeof askedFacts)[number]

export const questionKey = (fact: FactName, words: string): string => `${fact} ${answerKey(words)}`

/** An answer's value as a text, whatever order its parts come in. */
export const valueKey = (value: unknown): string =>
  JSON.stringify(value, ['city', 'state', 'specialty', 'unit'])

/** Rows that seek others are skipped: only whose they are is known. */
export const seeksOthers = valueKey('mixed')

/** What a row itself says, as an answer would; undefined where it says nothing. */
export function saidOf(name: AskedFact, job: Seen): string | undefined {
  const fact: Fact = job.facts[name]
  if (fact.state === 'stated' ? fact.was : fact.state !== 'inferred') return undefined
  // '260000' is a year's by its size, and says nothing of '220'.
  if (fact.state === 'inferred' && fact.rule === 'unit-of-amount') return undefined
  if (name === 'profession') return valueKey('physician')
  if (name === 'type') return valueKey(job.employment_type)
  if (name === 'specialty')
    return job.specialty === 'Other' ? undefined : valueKey({ specialty: job.specialty })
  if (name === 'pay')
    return (job.comp_min ?? job.comp_max ?? null) === null
      ? undefined
      : valueKey({ unit: job.comp_unit })
  return hasNoTown(job.city) ? undefined : valueKey({ city: job.city, state: job.state })
}
export type Seen = Pick<
  MappedJob,
  'title' | 'employer' | 'city' | 'state' | 'specialty' | 'employment_type'
> &
  Pick<MappedJob, 'comp_min' | 'comp_max' | 'comp_unit' | 'facts'>

const lastRows = 100
const fewestSaid = 20

export function remember({ said }: Sayings, row: { job: Seen } | Skipped): void {
  const employer = 'skip' in row ? row.employer : row.job.employer
  for (const name of askedFacts) {
    const isOthers = 'skip' in row && name === 'profession' && row.skip === 'not-a-physician'
    const value = 'skip' in row ? (isOthers ? seeksOthers : undefined) : saidOf(name, row.job)
    if (value === undefined) continue
    for (const words of [wholeSource(), wholeSource(employer)]) {
      const key = questionKey(name, words)
      const latest = said.get(key) ?? []
      latest.push(value)
      if (latest.length > lastRows) latest.shift()
      said.set(key, latest)
    }
  }
}

/**
 * Whether the latest rows mostly say something else, as they did not when it was answered: then
 * silence does not mean it any more.
 */
export function isContradicted({ said, usual }: Sayings, { fact, words, value }: Answer): boolean {
  const key = questionKey(fact, words)
  const latest = said.get(key) ?? []
  const isMost = (fits: (value: string) => boolean) =>
    latest.filter(fits).length * 2 > latest.length
  if (latest.length < fewestSaid || !isMost((candidate) => candidate !== valueKey(value)))
    return false
  // A value of more than half of the rows stands in the middle.
  const most = latest.toSorted()[latest.length >> 1]
  return isMost((candidate) => candidate === most) && most !== usual.get(key)
}
