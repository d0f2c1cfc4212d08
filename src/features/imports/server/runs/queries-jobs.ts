import { sql, type RawBuilder } from 'kysely'
import { idsOf, type Db } from '#platform/server/database.ts'

export async function findKeys(db: Db, keys: string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ key: string; job_id: string | null }>`
    select key, job_id from import_keys where key = any(${keys}::text[])
  `.execute(db)
  return new Map(rows.map((row) => [row.key, row.job_id]))
}

/**
 * Claims the free keys and returns them. Waits for a concurrent import that claims one of them;
 * sorted, to avoid deadlocks.
 */
export async function claimKeys(db: Db, claims: Map<string, string | null>): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    insert into import_keys (key, job_id)
    select * from unnest(${[...claims.keys()]}::text[], ${[...claims.values()]}::uuid[])
      as claim (key, job_id) order by key collate "C"
    on conflict (key) do nothing
    returning key
  `.execute(db)
  return new Set(rows.map((row) => row.key))
}

/** The ids that a statement returns. */
export const idsBy = async (db: Db, statement: RawBuilder<{ id: string }>): Promise<string[]> =>
  idsOf((await statement.execute(db)).rows)

/** If their rows return, these jobs are new. */
export async function releaseKeys(db: Db, jobIds: readonly string[]): Promise<void> {
  await sql`delete from import_rows where job_id = any(${jobIds}::uuid[])`.execute(db)
  await sql`delete from import_keys where job_id = any(${jobIds}::uuid[])`.execute(db)
}

const closedBefore = (before: Date) => sql`
  from jobs where status in ('inactive', 'expired', 'rejected', 'removed') and posted_at < ${before}
    and updated_at < ${before}
    and owner_id is null and not exists (select from inquiries where job_id = jobs.id)
`

export async function countClosedBefore(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n ${closedBefore(before)}`.execute(
    db,
  )
  return Number(rows[0]?.n)
}

/**
 * Some of them, and how many. What ended by itself may come back as a new job; what a moderator
 * rejected or removed may not.
 */
export async function deleteClosedBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with closed as (select id, status ${closedBefore(before)} limit ${limit} for update skip locked),
    released as (delete from import_keys using closed where job_id = id and status in ('inactive', 'expired'))
    delete from jobs using closed where jobs.id = closed.id returning jobs.id
  `.execute(db)
  return rows.length
}

/**
 * Moves a merged job's keys and listings to the other job, and the day when it was seen. A run that
 * is under way may look for the merged job, so that it counts as having seen the other one.
 */
export async function moveKeys(db: Db, fromJobId: string, toJobId: string): Promise<void> {
  await sql`update import_keys set job_id = ${toJobId} where job_id = ${fromJobId}`.execute(db)
  await sql`
    insert into import_rows (source, job_id, key, hash, said, facts, run_id, spoken_run_id, is_listed)
      select source, ${toJobId}, key, hash, said, facts, greatest(run_id, (
        select imports.id from imports join import_sources s on s.id = source_id
        where name = import_rows.source and status = 'running'
      )), spoken_run_id, is_listed
      from import_rows where job_id = ${fromJobId}
    on conflict (source, job_id) do update set
      run_id = greatest(import_rows.run_id, excluded.run_id),
      is_listed = import_rows.is_listed or excluded.is_listed
  `.execute(db)
  await sql`delete from import_rows where job_id = ${fromJobId}`.execute(db)
  await sql`
    insert into job_sightings (job_id, seen_at) select ${toJobId}, seen_at from job_sightings
      where job_id = ${fromJobId}
    on conflict (job_id) do update set seen_at = greatest(job_sightings.seen_at, excluded.seen_at)
  `.execute(db)
}

/** The job's page names the day, so a sighting of the last hours is left as it is. */
export async function recordSightings(db: Db, jobIds: readonly string[]): Promise<void> {
  await sql`
    insert into job_sightings (job_id, seen_at) select job_id, now()
      from unnest(${jobIds}::uuid[]) as seen (job_id)
    on conflict (job_id) do update set seen_at = excluded.seen_at
      where job_sightings.seen_at < excluded.seen_at - interval '6 hours'
  `.execute(db)
}

/**
 * Imported jobs that are live or wait, and that no dataset has listed since before the given
 * moment.
 */
const unseen = (before: Date) => sql`
  from jobs where channel = 'import' and status in ('active', 'pending') and created_at < ${before}
    and not exists (select from job_sightings s where s.job_id = jobs.id and s.seen_at >= ${before})
`

export async function countUnseen(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n ${unseen(before)}`.execute(db)
  return rows[0]?.n ?? 0
}

export const lockUnseen = (db: Db, before: Date, limit: number): Promise<string[]> =>
  idsBy(db, sql`select id ${unseen(before)} limit ${limit} for update`)

/**
 * Brings the list of apply links in line with the live imported jobs. New links fall due over the
 * week, by their digest; one that another job has already shares its state. They are sorted, so
 * that all links are read before one is written: a scan would meet each row that was just written.
 */
export async function planLinkChecks(db: Db): Promise<void> {
  await sql`
    delete from apply_links l
    where not exists (
      select from jobs where id = l.job_id and status = 'active'
        and sha256(convert_to(apply_url, 'UTF8')) = l.link
    )
  `.execute(db)
  await sql`
    insert into apply_links (job_id, link, host, due_at, checked_at, answer, failures, failed_on)
    select wanted.id, wanted.link, wanted.host,
      coalesce(known.due_at, now() + (get_byte(wanted.link, 0) * 256 + get_byte(wanted.link, 1))
        / 65536.0 * interval '7 days'),
      known.checked_at, known.answer, coalesce(known.failures, 0), known.failed_on
    from (
      select id, sha256(convert_to(apply_url, 'UTF8')) as link,
        lower(substring(apply_url from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#]*@)?([^/?#:]+)')) as host
      from jobs
      where channel = 'import' and status = 'active' and not exists (select from apply_links
        where job_id = jobs.id)
    ) wanted
    left join lateral (select * from apply_links l where l.link = wanted.link limit 1) known on true
    where wanted.host is not null order by wanted.link
    on conflict do nothing
  `.execute(db)
}

/** In random order, so that one with a long backlog holds up no other. */
export async function findDueHosts(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select host from apply_links where due_at <= now() group by host order by random() limit ${limit}
  `.execute(db)
  return rows.map((row) => row.host)
}

export type DueLink = { link: Buffer; url: string }

/**
 * The link of this host that has been due longest; it is due again a week later, whatever comes of
 * the check.
 */
export async function takeDueLink(db: Db, host: string): Promise<DueLink | undefined> {
  const { rows } = await sql<DueLink>`
    with taken as (
      update apply_links set due_at = now() + interval '7 days'
      where link = (select link from apply_links where host = ${host} and due_at <= now()
        order by due_at limit 1)
      returning job_id, link
    )
    select link, apply_url as url from taken join jobs on jobs.id = taken.job_id
    where sha256(convert_to(apply_url, 'UTF8')) = link limit 1
  `.execute(db)
  return rows[0]
}

/** Leaves a host alone for a while. */
export async function postponeHost(db: Db, host: string, until: Date): Promise<void> {
  await sql`update apply_links set due_at = ${until} where host = ${host} and due_at < ${until}`.execute(
    db,
  )
}

/**
 * Counts an answer: a failure once a day, an answer that proves nothing not at all; a link that
 * works begins anew.
 * @returns the jobs behind the link whose failures have reached the limit.
 */
export async function recordAnswer(
  db: Db,
  {
    link,
    state,
    answer,
    limit,
  }: { link: Buffer; state: 'alive' | 'dead' | 'unknown'; answer: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ job_id: string; failures: number }>`
    update apply_links set
      checked_at = now(),
      answer = ${answer},
      failures = case
        when ${state} = 'alive' then 0
        when ${state} = 'dead' and failed_on is distinct from current_date then failures + 1
        else failures
      end,
      failed_on = case when ${state} = 'alive' then null when ${state} = 'dead' then current_date else failed_on end
    where link = ${link}
    returning job_id, failures
  `.execute(db)
  return rows.filter((row) => row.failures >= limit).map((row) => row.job_id)
}
