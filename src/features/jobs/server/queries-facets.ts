import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { stateCodes } from '#shared/us-states.ts'
import { benefits, employmentTypes, practiceSettings, schedules, visaSupports } from '../model.ts'
import { maxReachable } from '../search-criteria.ts'
import { specialties } from '../specialties.ts'
import { countFromTable } from './queries-search.ts'
import { countWordsInSegments } from './queries-segments.ts'
import { conditionsOf, countedConditions, isCounted } from './search/conditions.ts'
import { marks } from './search/marks.ts'
import { segmentQueryOf } from './search/segment-query.ts'
import { specialtyLexeme } from './search/tsquery.ts'
import type { JobFilter } from './search/understand.ts'

type Dimension = {
  /** The filter that choosing a value sets, and that therefore does not count for this dimension. */
  replaces: keyof JobFilter | null
} & ({ column: RawBuilder<unknown> } | { values: readonly string[]; firstBit: number })

/** The bits are those that the database's `facet_bits` sets. */
const dimensions = {
  specialties: { replaces: 'specialty', column: sql`specialty` },
  states: { replaces: 'state', column: sql`state` },
  jobTypes: { replaces: 'type', column: sql`employment_type` },
  visa: { replaces: 'visa', values: visaSupports, firstBit: 0 },
  settings: { replaces: 'setting', values: practiceSettings, firstBit: 4 },
  schedules: { replaces: 'schedule', values: schedules, firstBit: 14 },
  // One more benefit narrows the search further instead of replacing another.
  benefits: { replaces: null, values: benefits, firstBit: 22 },
  newGraduates: { replaces: 'newGraduates', values: ['true'], firstBit: 34 },
  telehealth: { replaces: 'telehealth', values: ['true'], firstBit: 35 },
} satisfies Record<string, Dimension>

export type DimensionName = keyof typeof dimensions
export type FacetCounts = Record<DimensionName, Map<string, number>>

const valuesOf = <T extends string>(dimension: DimensionName, values: readonly T[], mark: (value: T) => string) =>
  values.map((value) => [mark(value).slice(1, -1), { dimension, value }] as const)

/** What each mark stands for. */
const valueOfMark = new Map<string, Omit<Count, 'n'>>([
  ...valuesOf('specialties', specialties, specialtyLexeme),
  ...valuesOf('states', stateCodes, marks.state),
  ...valuesOf('jobTypes', employmentTypes, marks.type),
  ...valuesOf('visa', visaSupports, marks.visa),
  ...valuesOf('settings', practiceSettings, marks.setting),
  ...valuesOf('schedules', schedules, marks.schedule),
  ...valuesOf('benefits', benefits, marks.benefit),
  ...valuesOf('newGraduates', ['true'], () => marks.newGraduates),
  ...valuesOf('telehealth', ['true'], () => marks.telehealth),
])

/**
 * How many jobs each value would give while all other filters stay. Exact where segments can tell, and else up to `maxReachable` hits;
 * beyond that specialties, states and types stay exact where the count table knows them, and the rest is estimated from the newest hits.
 */
export async function countFacets(db: Db, filter: JobFilter): Promise<FacetCounts> {
  const counts = Object.fromEntries(Object.keys(dimensions).map((name) => [name, new Map()])) as FacetCounts
  const groups = Map.groupBy(Object.keys(dimensions) as DimensionName[], (name) => {
    const { replaces } = dimensions[name]
    return replaces !== null && filter[replaces] !== undefined ? replaces : null
  })
  const pending = [...groups].map(([replaced, names]) => countGroup(db, without(filter, replaced), names))
  for (const { dimension, value, n } of (await Promise.all(pending)).flat()) counts[dimension].set(value, n)
  return counts
}

function without(filter: JobFilter, key: keyof JobFilter | null): JobFilter {
  if (key === null) return filter
  const { [key]: _dropped, ...rest } = filter
  return rest as JobFilter
}

type Count = { dimension: DimensionName; value: string; n: number }

async function countGroup(db: Db, filter: JobFilter, names: readonly DimensionName[]): Promise<Count[]> {
  const byMarks = await countByMarks(db, filter, names)
  if (byMarks) return byMarks
  if (!isCounted(filter)) return countHits(db, filter, names)
  const others = names.filter((name) => !isTabled(name))
  const { n: total } = await countFromTable(db, filter)
  const sampled = total > maxReachable ? sampleSize : undefined
  const [exact, hits] = await Promise.all([
    others.length === names.length ? [] : countByTable(db, filter),
    others.length === 0 ? [] : countHits(db, filter, others, sampled),
  ])
  const share = sampled ? total / sampled : 1
  return [...exact.filter((it) => names.includes(it.dimension)), ...hits.map((it) => ({ ...it, n: Math.round(it.n * share) }))]
}
const sampleSize = 2_500

const isTabled = (name: DimensionName): boolean => name === 'specialties' || name === 'states' || name === 'jobTypes'

/** Undefined if segments cannot tell. Around a place they know positions, and would have to make bits of them. */
async function countByMarks(db: Db, filter: JobFilter, names: readonly DimensionName[]): Promise<Count[] | undefined> {
  const query = filter.place ? undefined : segmentQueryOf(filter)
  const wanted = [...valueOfMark].flatMap(([mark, { dimension }]) => (names.includes(dimension) ? [mark] : []))
  const counts = query && (await countWordsInSegments(db, query, wanted))
  return counts && [...valueOfMark].flatMap(([mark, value]) => (counts[mark] ? [{ ...value, n: counts[mark] }] : []))
}

async function countByTable(db: Db, filter: JobFilter): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select coalesce(specialty, state, employment_type) as value, sum(n)::integer as n,
      case when specialty is not null then 'specialties' when state is not null then 'states' else 'jobTypes' end as dimension
    from job_counts where ${countedConditions(filter)}
    group by grouping sets ((specialty), (state), (employment_type)) having sum(n) > 0
  `.execute(db)
  return rows
}

async function countHits(db: Db, filter: JobFilter, names: readonly DimensionName[], newest?: number): Promise<Count[]> {
  const { columns, bits } = partsOf(names)
  const { rows } = await sql<Count | { dimension: null; counts: (number | null)[] }>`
    with hits as materialized (
      select specialty, state, employment_type, facets
      from job_search where ${conditionsOf(filter)} ${newest ? sql`order by posted_at desc` : sql``} limit ${newest ?? maxReachable + 1}
    )
    ${sql.join([...columns.map(countColumn), ...(bits.length > 0 ? [countBits(bits)] : [])], sql` union all `)}
  `.execute(db)
  return rows.flatMap((row) =>
    row.dimension === null
      ? bits.flatMap(({ dimension, value }, index) => (row.counts[index] ? { dimension, value, n: row.counts[index] } : []))
      : row,
  )
}

type Column = { dimension: DimensionName; column: RawBuilder<unknown> }
type Bit = { dimension: DimensionName; value: string; bit: number }

function partsOf(names: readonly DimensionName[]): { columns: Column[]; bits: Bit[] } {
  const columns: Column[] = []
  const bits: Bit[] = []
  for (const name of names) {
    const dimension: Dimension = dimensions[name]
    if ('column' in dimension) columns.push({ dimension: name, column: dimension.column })
    else bits.push(...dimension.values.map((value, index) => ({ dimension: name, value, bit: dimension.firstBit + index })))
  }
  return { columns, bits }
}

const countColumn = ({ dimension, column }: Column): RawBuilder<unknown> => sql`
  select ${dimension} as dimension, ${column} as value, count(*)::integer as n, null::integer[] as counts from hits group by 2`

/** Many jobs have the same bits: to count equal ones before looking at each bit is several times cheaper. */
const countBits = (bits: readonly Bit[]): RawBuilder<unknown> => sql`
  select null as dimension, null as value, null::integer as n, array[${sql.join(bits.map(({ bit }) => sql.raw(`sum(n) filter (where facets & ${2 ** bit} <> 0)`)))}]::integer[] as counts
  from (select facets, count(*) as n from hits group by 1) alike`

/** What occurs among all active jobs: the values that filters offer at all. */
export async function findOfferedValues(db: Db): Promise<{ specialties: string[]; states: string[]; jobTypes: string[] }> {
  const { rows } = await sql<{ specialties: string[]; states: string[]; jobTypes: string[] }>`
    select array(select specialty from job_counts where n > 0 group by 1 order by 1) as specialties,
      array(select state from job_counts where n > 0 group by 1 order by 1) as states,
      array(select employment_type from job_counts where n > 0 group by 1 order by 1) as "jobTypes"
  `.execute(db)
  return rows[0] ?? { specialties: [], states: [], jobTypes: [] }
}
