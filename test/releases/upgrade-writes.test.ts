import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readStoredTerms, refillJobSearch } from '#features/jobs/server/derived-data.ts'
import { compactSegments } from '#features/jobs/server/segments/compaction.ts'
import { countHits } from '#features/jobs/server/run/page.ts'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { migrateToLatest } from '#platform/server/migrate.ts'
import { emptyDatabase } from '../database.ts'
import { readRelease } from './dump.ts'

/** `npm run upgrade:test` upgrades ten times as many. */
const jobs = Number(process.env['UPGRADE_JOBS'] ?? 2_000)
const everyMs = 50

test(
  'an upgrade and compaction refuse no write, delay none by a second, and lose no job',
  { timeout: jobs * 60 },
  async () => {
    const { db, connection } = await emptyDatabase()
    await sql.raw(await readRelease()).execute(db)
    await sql`
    insert into jobs
    select (jsonb_populate_record(jobs, jsonb_build_object('id', gen_random_uuid(), 'title',
      (case when n % 4 = 0 then 'Quokka' else 'Wombat' end) || ' doctor ' || n))).*
    from jobs cross join generate_series(1, ${jobs}::integer) n where id = (select id from jobs where status = 'active' limit 1)
  `.execute(db)

    await using board = openDatabase(connection)
    const visitors = await whileWriting(board, async (look) => {
      await migrateToLatest(db)
      look()
      await readStoredTerms(db)
      let after: string | undefined
      do after = await refillJobSearch(db, after)
      while (after !== undefined)
      await compactSegments(db)
      await editMany(db)
      await compactSegments(db)
    })

    expect(visitors.refused).toEqual([])
    expect(Math.max(...visitors.waitedMs)).toBeLessThan(1_000)
    // A quarter, because totals are exact up to ten thousand only.
    expect(new Set(visitors.totals)).toEqual(new Set([jobs / 4]))
    const { rows } =
      await sql`select from job_search where version < search_version() or facets is null`.execute(
        db,
      )
    expect(rows).toEqual([])
  },
)

/** A fifth of all jobs, so that their segment is written anew. */
async function editMany(db: Db): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from jobs where status = 'active' order by id limit ${jobs / 5}`.execute(db)
  for (let from = 0; from < rows.length; from += 50) {
    const ids = rows.slice(from, from + 50).map((row) => row.id)
    await sql`update jobs set title = title || ' days' where id = any (${ids}::uuid[])`.execute(db)
  }
}

/**
 * Somebody edits a job every 50 ms, and looks for all that may be edited, once there is a node of
 * this version: it serves what it has migrated.
 */
async function whileWriting(board: Db, run: (look: () => void) => Promise<void>) {
  const { rows } = await sql<{
    id: string
  }>`select id from jobs where title like 'Quokka%' order by random() limit 1000`.execute(board)
  const visitors = { waitedMs: [] as number[], refused: [] as string[], totals: [] as number[] }
  const done = new AbortController()
  const visits: Promise<void>[] = []
  const noteRefusal = (error: unknown): void => void visitors.refused.push(String(error))
  const visit = async (id: string | undefined): Promise<void> => {
    const begun = performance.now()
    await sql`update jobs set title = title || ' call', updated_at = now() where id = ${id}`
      .execute(board)
      .catch(noteRefusal)
    visitors.waitedMs.push(performance.now() - begun)
  }
  const lookAgain = async (): Promise<void> => {
    while (!done.signal.aborted)
      visitors.totals.push(await countHits(board, { words: "'quokka'", ranks: [] }))
  }
  let looking: Promise<void> | undefined
  const write = async (): Promise<void> => {
    for (let n = 0; !done.signal.aborted; n++) {
      visits.push(visit(rows[n % rows.length]?.id))
      await setTimeout(everyMs)
    }
  }
  const writing = write()
  await run(() => void (looking = lookAgain().catch(noteRefusal))).finally(() => done.abort())
  await Promise.all([looking, writing])
  await Promise.all(visits)
  return visitors
}
