import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import type { SearchResult } from '#features/jobs/contract.ts'
import { compile, type Query } from '../compile/compile.ts'
import { conditionsOf } from '../compile/conditions.ts'
import { findSummaries } from '../queries.ts'
import type { Reading } from '../read/reading.ts'
import { placeText } from '#features/jobs/display.ts'

const mostTowns = 3
const mostJobs = 2

/** The towns in which both of two people find jobs, with the newest ones of each. */
export async function findSharedTowns(
  db: Db,
  reading: Reading,
): Promise<Pick<SearchResult, 'couple'>> {
  const { couple = [] } = reading
  const [one, other] = couple.map(({ terms }) => compile({ ...reading, terms }))
  if (!one || !other) return {}
  const { rows } = await sql<{ totals: number[]; ids: string[]; otherIds: string[] }>`
    select array[one.total, other.total] as totals, one.ids, other.ids as "otherIds"
    from (${townsOf(one)}) one join (${townsOf(other)}) other using (state, city)
    order by least(one.total, other.total) desc, one.total + other.total desc, state, city
    limit ${mostTowns}::integer
  `.execute(db)
  const found = await findSummaries(
    db,
    rows.flatMap(({ ids, otherIds }) => [...ids, ...otherIds]),
  )
  const byId = new Map(found.map((job) => [job.id, job]))
  const towns = rows.flatMap(({ totals, ids, otherIds }) => {
    const sides = [ids, otherIds].map((list, side) => ({
      total: totals[side] ?? 0,
      jobs: list.flatMap((id) => {
        const job = byId.get(id)
        return job ? { id, title: job.title, employer: job.employer } : []
      }),
    }))
    const town = byId.get(ids[0] ?? '')
    return town ? [{ place: placeText(town), sides }] : []
  })
  return { couple: { labels: couple.map(({ label }) => label), towns } }
}

const townsOf = (query: Query) => sql`
  select state, city, count(*)::integer as total,
    (array_agg(job_id order by posted_at desc, job_id))[1:${sql.lit(mostJobs)}] as ids
  from job_search where ${conditionsOf(query)} and city <> '' group by state, city`
