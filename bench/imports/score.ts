import { mapItem } from '#features/imports/server/mapping/map-item.ts'
import type { MappedJob, Skipped } from '#features/imports/server/mapping/map-item.ts'
import { newMemory, resolveRows } from '#features/imports/server/runs/resolve.ts'
import type { Db } from '#platform/server/database.ts'
import { doubtfulOf } from '#features/imports/facts.ts'
import type { LyingRow } from './lying-rows.ts'
import type { TruePay } from './true-jobs.ts'

/** What the importer makes of a row once its place is known. */
type Fate = MappedJob | Skipped

/**
 * Of the lists that were written by hand: how many of the physicians' rows are shown, and how much
 * of what is shown is right.
 */
export const writtenTargets = {
  shownBefore: 0.85,
  shownAfter: 0.95,
  right: 0.99,
  othersShown: 0,
} as const

/**
 * What must be reached with generated rows: of what is published, how much is right; and how many
 * rows may go astray.
 */
export const targets = {
  shown: { place: 0.995, pay: 0.99, specialty: 0.97, type: 0.98 },
  othersPublished: 0.001,
  physiciansSkipped: 0.01,
  waiting: 0.12,
} as const

const scored = ['place', 'pay', 'specialty', 'type'] as const
type Scored = (typeof scored)[number]

export type Verdict = {
  row: LyingRow
  /** For each fact that visitors see. 'missed': the source states it, and nothing is shown. */
  facts: Partial<Record<Scored, 'right' | 'missed' | 'wrong'>>
  fate: 'published' | 'waits' | 'skipped'
  /** What was shown, for reports. */
  shown: Partial<Record<Scored, string>>
  /** Why it waits or was skipped. */
  doubts: string[]
  /** Null where there is no job. */
  text: string | null
}

/** Reads the rows as an import does, up to where jobs are added. */
export async function verdictsOf(db: Db, rows: readonly LyingRow[]): Promise<Verdict[]> {
  const now = new Date('2026-11-22T12:00:00Z')
  const mapped = rows.map(({ item }) => mapItem(item, now))
  const resolved = await resolveRows({ db, sourceName: undefined, memory: newMemory() }, mapped)
  return rows.map((row, index) => {
    const it = resolved[index] ?? ({ skip: 'not-an-object' } as const)
    return verdictOf(row, 'skip' in it ? it : it.job)
  })
}

function verdictOf(row: LyingRow, mapped: Fate): Verdict {
  if ('skip' in mapped)
    return { row, facts: {}, fate: 'skipped', shown: {}, doubts: [mapped.skip], text: null }
  if (doubtfulOf(mapped.facts).length > 0)
    return {
      row,
      facts: {},
      fate: 'waits',
      shown: {},
      doubts: doubtsOf(mapped),
      text: mapped.description,
    }
  const { truth } = row
  const { comp_min, comp_max, comp_unit: unit = 'YEAR' } = mapped
  const [min, max] = [comp_min ?? undefined, comp_max ?? undefined]
  const pay: TruePay | null =
    min === undefined && max === undefined
      ? null
      : { ...(min !== undefined && { min }), ...(max !== undefined && { max }), unit }
  const place = `${mapped.city}, ${mapped.state}`
  const verdict = (isRight: boolean, isShown: boolean) =>
    isRight ? 'right' : isShown ? 'wrong' : 'missed'
  return {
    row,
    doubts: [],
    text: mapped.description,
    fate: 'published',
    facts:
      truth.seeks === 'physician'
        ? {
            place: verdict(
              truth.places.some((it) => samePlace(`${it.city}, ${it.state}`, place)),
              true,
            ),
            pay: verdict(
              truth.pays.some((it) => samePay(it, pay)),
              pay !== null,
            ),
            specialty: verdict(truth.specialties.includes(mapped.specialty), true),
            type: verdict(
              truth.types.includes(mapped.employment_type),
              mapped.employment_type !== 'not-stated',
            ),
          }
        : {},
    shown: {
      place,
      pay: JSON.stringify(pay),
      specialty: mapped.specialty,
      type: mapped.employment_type,
    },
  }
}

const doubtsOf = ({ facts }: MappedJob): string[] =>
  Object.values(facts).flatMap((it) => (it.state === 'doubtful' ? [it.reason] : []))

const samePlace = (a: string, b: string): boolean => folded(a) === folded(b)
const folded = (place: string): string =>
  place
    .toLowerCase()
    .replace(/^saint /, 'st ')
    .replace(/^st\. /, 'st ')

function samePay(a: TruePay | null, b: TruePay | null): boolean {
  if (a === null || b === null) return a === b
  return a.unit === b.unit && sameEnd(a.min, b.min) && sameEnd(a.max, b.max)
}

const sameEnd = (a: number | undefined, b: number | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Math.abs(a - b) < 1)

type Score = { fact: Scored; right: number; missed: number; wrong: number; accuracy: number }

/** Of each fact that is shown, how often it is right. */
export function scoresOf(verdicts: readonly Verdict[]): Score[] {
  return scored.map((fact) => {
    const count = (it: string): number =>
      verdicts.filter((verdict) => verdict.facts[fact] === it).length
    const [right, missed, wrong] = [count('right'), count('missed'), count('wrong')]
    return { fact, right, missed, wrong, accuracy: right / Math.max(right + wrong, 1) }
  })
}

type Rates = {
  /** Of the published rows: those that seek somebody else. */
  othersPublished: number
  /** Of the physicians' rows: those that were taken for somebody else's. */
  physiciansSkipped: number
  /** Of the well-formed rows of physicians: those that wait. */
  waiting: number
}

export function ratesOf(verdicts: readonly Verdict[]): Rates {
  const physicians = verdicts.filter((verdict) => verdict.row.truth.seeks === 'physician')
  const wellFormed = physicians.filter((physician) => !physician.row.mayWait)
  const others = verdicts.filter((verdict) => verdict.row.truth.seeks !== 'physician')
  const share = (some: readonly Verdict[], fate: Verdict['fate']): number =>
    some.filter((it) => it.fate === fate).length / Math.max(some.length, 1)
  return {
    othersPublished: share(others, 'published'),
    physiciansSkipped:
      physicians.filter((it) =>
        it.doubts.some((reason) => reason === 'not-a-physician' || reason === 'not-a-job'),
      ).length / Math.max(physicians.length, 1),
    waiting: share(wellFormed, 'waits'),
  }
}
