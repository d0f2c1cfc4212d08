import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { JobRow, NewJob } from './tables.ts'

/** Closed jobs have none: they are nobody's duplicates. */
export async function insertFingerprints(
  db: Db,
  jobs: readonly (NewJob & { lat: number | null; lon: number | null })[],
): Promise<void> {
  const rows = jobs
    .filter((it) => it.status === 'pending' || it.status === 'active')
    .map((it) => ({ job_id: it.id, lat: it.lat, lon: it.lon, ...fingerprintOf(it) }))
  if (rows.length === 0) return
  await sql`
    insert into job_fingerprints (job_id, title, employer, lat, lon, same_job, same_place, same_employer)
    select job_id, title, employer, lat, lon, same_job, same_place, same_employer
    from json_populate_recordset(null::job_fingerprints, ${JSON.stringify(rows)}::json)
  `.execute(db)
}

/**
 * Makes anew what an edit made wrong, for these jobs or for the first that are found.
 * @returns for how many.
 */
export async function refreshFingerprints(db: Db, which: { jobId: string } | { limit: number }): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Pick<JobRow, 'id' | 'title' | 'employer' | 'city' | 'state' | 'specialty' | 'lat' | 'lon'>>`
      select id, jobs.title, jobs.employer, city, state, specialty, jobs.lat, jobs.lon
      from job_fingerprints join jobs on id = job_id
      where job_fingerprints.title is null ${'jobId' in which ? sql`and job_id = ${which.jobId}` : sql`limit ${which.limit}`}
      for update of job_fingerprints skip locked
    `.execute(trx)
    const made = rows.map((it) => ({ job_id: it.id, lat: it.lat, lon: it.lon, ...fingerprintOf(it) }))
    await sql`
      update job_fingerprints f
      set title = m.title, employer = m.employer, lat = m.lat, lon = m.lon,
        same_job = m.same_job, same_place = m.same_place, same_employer = m.same_employer
      from json_populate_recordset(null::job_fingerprints, ${JSON.stringify(made)}::json) m
      where f.job_id = m.job_id
    `.execute(trx)
    return rows.length
  })
}
