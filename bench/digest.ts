import { sql } from 'kysely'
import type pg from 'pg'
import { generateJob } from '#demo/catalog/generate.ts'
import { Rng } from '#demo/catalog/rng.ts'
import { enqueueDigests, sendDigests } from '#features/alerts/server/digests.ts'
import { criteriaOf, searchTextOf } from '#features/alerts/server/links.ts'
import { matchArrivals } from '#features/alerts/server/tasks.ts'
import { addJobs, storedSearchVersion, storeSearch } from '#features/jobs/server/public.ts'
import { site } from '#features/site/config.ts'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { setMailIdentity } from '#platform/server/mail/render.ts'
import { worldOf } from './catalog/load.ts'
import { inventSearches } from './mix/searches.ts'

const alerts = 50_000
const searches = 10_000
const newJobs = 1_000
const links = {
  publicUrl: 'https://board.test',
  secrets: ['only for measuring, on this machine'],
} as const

/**
 * The worst morning: every alert is due at once, and a thousand jobs are new. `catalog` is copied,
 * so that it stays as it is for other measurements.
 */
export async function measureDigest(
  catalog: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  const connection = { ...catalog, database: 'digest' }
  const administration = openDatabase({ ...catalog, database: 'postgres', max: 1 })
  await sql`drop database if exists digest with (force)`.execute(administration)
  await sql`create database digest template ${sql.ref(String(catalog.database))}`.execute(
    administration,
  )
  const db = openDatabase(connection)
  try {
    await addAlerts(db)
    // The catalog is old news.
    await sql`update job_arrivals set matched_at = now()`.execute(db)
    await addJobs(db, newOnes(count))
    tell(`${alerts} alerts of ${searches} searches, ${newJobs} new jobs`)
    await runMorning(db, tell)
  } finally {
    await db.destroy()
    await sql`drop database digest with (force)`.execute(administration)
    await administration.destroy()
  }
}

/** Like the catalog's, but of a world that begins where that one ends, and posted now. */
function newOnes(count: number) {
  const posted_at = new Date()
  const world = worldOf(count + newJobs)
  return Array.from({ length: newJobs }, (_, index) => generateJob(world, count + index)).map(
    (job) => ({
      ...job,
      posted_at,
      updated_at: posted_at,
    }),
  )
}

async function addAlerts(db: Db): Promise<void> {
  const texts = inventSearches(searches, worldOf(searches), new Rng(20, 1)).map(searchTextOf)
  const rows = []
  for (const search of new Set(texts))
    rows.push({ search, stored: (await storeSearch(db, criteriaOf(search))).search })
  await sql`
    insert into job_alerts
      (id, email, status, search, stored, stored_version, stored_at, frequency, time_zone, due_at, created_at)
    select gen_random_uuid(), 'reader' || n || '@mail.test', 'active', search, stored, ${storedSearchVersion}, now(),
      'daily', 'America/New_York', now(), now()
    from generate_series(0, ${alerts}::integer - 1) n
    join json_to_recordset(${JSON.stringify(rows.map((row, index) => ({ index, ...row })))}::json)
      as kinds (index integer, search text, stored jsonb) on index = n % ${rows.length}
  `.execute(db)
  await sql`analyze job_alerts`.execute(db)
}

async function runMorning(db: Db, tell: (line: string) => void): Promise<void> {
  // React decides by this, when the first mail is rendered, how carefully it works.
  process.env['NODE_ENV'] = 'production'
  const colors = { light: '#000000', dark: '#ffffff' }
  setMailIdentity({
    name: site.name,
    publicUrl: links.publicUrl,
    operator: site.name,
    colors,
    postalAddress: null,
  })
  const now = new Date()
  await timed('matching', tell, () => matchArrivals(db, { now }))
  const { rows } = await sql<{ matches: string; matched: string }>`
    select count(*) as matches, count(distinct alert_id) as matched from job_alert_matches
  `.execute(db)
  tell(`${rows[0]?.matches} matches for ${rows[0]?.matched} alerts`)
  await timed('enqueuing', tell, () => enqueueDigests(db, now))
  await timed('writing the mails', tell, () => sendAll(db, now))
  const { rows: mails } = await sql<{ n: string }>`select count(*) as n from mails`.execute(db)
  tell(`${mails[0]?.n} mails in the outbox`)
}

/** As a worker does it: two tasks at a time. */
async function sendAll(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{
    data: { alertIds: string[] }
  }>`select data from pgboss.job where name = 'send-digests'`.execute(db)
  const tasks = rows.values()
  const work = async () => {
    for (const { data } of tasks) await sendDigests(db, links, data.alertIds, now)
  }
  await Promise.all([work(), work()])
}

/**
 * Wall clock, and how much of a processor this process took of it; the rest is PostgreSQL, and
 * others on this machine.
 */
async function timed(
  what: string,
  tell: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  const seconds = (ms: number): string => (ms / 1000).toFixed(1)
  tell(
    `${what}: ${seconds(performance.now() - began)} s, of which ${seconds((user + system) / 1000)} s in Node`,
  )
}
