import { sql, type RawBuilder, type Selectable } from 'kysely'
import { idsOf, type Db } from '#platform/server/database.ts'
import { answerKey, type FactName, type FactValues } from '#features/imports/facts.ts'
import type { ImportsTables } from '../tables.ts'

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
    select * from unnest(${[...claims.keys()]}::text[], ${[...claims.values()]}::uuid[]) as claim (key, job_id) order by key collate "C"
    on conflict (key) do nothing
    returning key
  `.execute(db)
  return new Set(rows.map((row) => row.key))
}

/** The ids that a statement returns. */
const idsBy = async (db: Db, statement: RawBuilder<{ id: string }>): Promise<string[]> =>
  idsOf((await statement.execute(db)).rows)

export async function releaseKeys(db: Db, jobIds: readonly string[]): Promise<void> {
  await sql`delete from import_keys where job_id = any(${jobIds}::uuid[])`.execute(db)
}

const closedBefore = (before: Date) => sql`
  from jobs where status in ('inactive', 'expired', 'rejected', 'removed') and posted_at < ${before} and updated_at < ${before}
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

/** Moves a merged job's keys and listings to the other job, and the day when it was seen. */
export async function moveKeys(db: Db, fromJobId: string, toJobId: string): Promise<void> {
  await sql`update import_keys set job_id = ${toJobId} where job_id = ${fromJobId}`.execute(db)
  await sql`
    insert into import_listings (source_id, job_id, run_id)
      select source_id, ${toJobId}, run_id from import_listings where job_id = ${fromJobId}
    on conflict (source_id, job_id) do update set run_id = greatest(import_listings.run_id, excluded.run_id)
  `.execute(db)
  await sql`delete from import_listings where job_id = ${fromJobId}`.execute(db)
  await sql`
    insert into job_sightings (job_id, seen_at) select ${toJobId}, seen_at from job_sightings where job_id = ${fromJobId}
    on conflict (job_id) do update set seen_at = greatest(job_sightings.seen_at, excluded.seen_at)
  `.execute(db)
}

type Listing = { sourceId: string; runId: string }

/** Records that the run has seen these jobs. */
export async function recordListings(
  db: Db,
  { sourceId, runId }: Listing,
  jobIds: readonly string[],
): Promise<void> {
  await sql`
    insert into import_listings (source_id, job_id, run_id)
      select ${sourceId}, job_id, ${runId} from unnest(${jobIds}::uuid[]) as seen (job_id)
    on conflict (source_id, job_id) do update set run_id = excluded.run_id where import_listings.run_id <> excluded.run_id
  `.execute(db)
}

/**
 * Removes up to `limit` jobs that the run has not seen from a source's listings, and returns them.
 */
export const takeUnseen = (
  db: Db,
  { sourceId, runId }: Listing,
  limit: number,
): Promise<string[]> =>
  idsBy(
    db,
    sql`
    delete from import_listings
    where source_id = ${sourceId} and job_id in (
      select job_id from import_listings where source_id = ${sourceId} and run_id <> ${runId} limit ${limit}
    )
    returning job_id as id
  `,
  )

/** Which of these jobs no complete source lists. */
export const findUnlisted = (db: Db, jobIds: readonly string[]): Promise<string[]> =>
  idsBy(
    db,
    sql`
    select id from unnest(${jobIds}::uuid[]) as taken (id)
    where not exists (
      select from import_listings l join import_sources s on s.id = l.source_id where l.job_id = taken.id and s.is_complete
    )
  `,
  )

/** What is known of the facts of imported jobs. */

export async function insertFacts(
  db: Db,
  rows: readonly Selectable<ImportsTables['job_facts']>[],
): Promise<void> {
  await sql`
    insert into job_facts (job_id, source, facts, doubtful, withheld)
    select job_id, source, facts, array(select jsonb_array_elements_text(doubtful)), array(select jsonb_array_elements_text(withheld))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (job_id uuid, source text, facts jsonb, doubtful jsonb, withheld jsonb)
  `.execute(db)
}

/** Whether no fact of the job keeps it from being published. */
export const isCertain = (jobId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from job_facts f where f.job_id = ${jobId} and f.doubtful <> '{}')`

/** A fact as a source words it. */
export type Asked = { source: string; fact: FactName; words: string }

/** What moderators answered for these words, in the order of the questions. */
export async function findAnswers(
  db: Db,
  asked: readonly Asked[],
): Promise<(FactValues[FactName] | undefined)[]> {
  const { rows } = await sql<{ at: number; value: FactValues[FactName] }>`
    select asked.at::integer, a.value
    from unnest(
      ${asked.map((question) => question.source)}::text[], ${asked.map((question) => question.fact)}::text[], ${asked.map((question) => answerKey(question.words))}::text[]
    ) with ordinality as asked (source, fact, words, at)
    join fact_answers a using (source, fact, words)
  `.execute(db)
  const found = new Map(rows.map((row) => [row.at - 1, row.value]))
  return asked.map((_, index) => found.get(index))
}

export type FactsRow = Selectable<ImportsTables['job_facts']>

const tables = (db: Db) => db.withTables<ImportsTables>()

const factsOf = (db: Db, jobIds: readonly string[]) =>
  tables(db)
    .selectFrom('job_facts')
    .selectAll()
    .where('job_id', '=', sql<string>`any(${jobIds}::uuid[])`)

/** Locked until the transaction ends, for the caller that has locked the jobs. */
export const lockFacts = (trx: Db, jobIds: readonly string[]): Promise<FactsRow[]> =>
  factsOf(trx, jobIds).orderBy('job_id').forUpdate().execute()

export async function updateFacts(db: Db, { job_id, facts, doubtful }: FactsRow): Promise<void> {
  await tables(db)
    .updateTable('job_facts')
    .set({ facts: JSON.stringify(facts), doubtful: sql`${doubtful}::text[]` })
    .where('job_id', '=', job_id)
    .execute()
}

/** Those of these jobs that a doubtful fact holds. */
export const findDoubtful = (db: Db, jobIds: readonly string[]): Promise<FactsRow[]> =>
  factsOf(db, jobIds)
    .where(sql<boolean>`doubtful <> '{}'`)
    .execute()

/**
 * The sentences with contact details that the jobs' texts go without; those of jobs that have some.
 */
export async function findWithheld(
  db: Db,
  jobIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await factsOf(db, jobIds)
    .where(sql<boolean>`withheld <> '{}'`)
    .execute()
  return new Map(rows.map((row) => [row.job_id, row.withheld]))
}

/** What waits for an answer. */
const isWaiting = sql`f.doubtful <> '{}' and f.doubt <> ''`

/**
 * A condition about a job that waits: one of these facts, or any, holds it. 'Is true' keeps it from
 * becoming a join, which would read all that waits before it sorts: the doubts are hashed once, and
 * the oldest jobs are read in order until there are enough.
 */
export const isDoubtful = (jobId: RawBuilder<unknown>, fact?: FactName): RawBuilder<boolean> =>
  sql`exists (
    select from job_facts f
    where f.job_id = ${jobId} and f.doubtful <> '{}' and ${fact === undefined ? sql`true` : sql`f.doubtful @> array[${fact}]`}
  ) is true`

/** How many of a source wait for an answer, up to a limit. */
export const countDoubtful = (source: RawBuilder<unknown>, limit: number): RawBuilder<number> =>
  sql`(select count(*)::integer from (select from job_facts f where f.source = ${source} and ${isWaiting} limit ${limit}) w)`

/** As `first_doubt` in the database makes it. */
const doubtKey = ({ fact, words }: Pick<Asked, 'fact' | 'words'>): string =>
  `${fact} ${answerKey(words)}`

/**
 * How many waiting rows of the source wait for this first of all, in the order of the questions.
 */
export async function countSameWords(db: Db, asked: readonly Asked[]): Promise<number[]> {
  const { rows } = await sql<{ same: number }>`
    select (
      select count(*)::integer from job_facts f where f.doubtful <> '{}' and f.source = asked.source and f.doubt = asked.doubt
    ) as same
    from unnest(${asked.map((question) => question.source)}::text[], ${asked.map(doubtKey)}::text[]) with ordinality as asked (source, doubt, at)
    order by at
  `.execute(db)
  return rows.map((row) => row.same)
}

/** A condition about a job: it waits for this first of all. */
export const waitsFor = (jobId: RawBuilder<unknown>, asked: Asked): RawBuilder<boolean> =>
  sql`${jobId} = any (array(
    select f.job_id from job_facts f where f.doubtful <> '{}' and f.source = ${asked.source} and f.doubt = ${doubtKey(asked)}
  ))`

/** One of the postings that wait for it, and how many questions there are. */
type Question = { id: string; since: Date; questions: number }

/**
 * What waiting postings wait for, each thing once: the largest number of postings first, or the
 * oldest posting.
 */
export async function findQuestions(
  db: Db,
  { source, fact }: { source: string | undefined; fact: FactName | undefined },
  { order, limit }: { order: 'size' | 'age'; limit: number },
): Promise<Question[]> {
  const asking = sql`${isWaiting}
    and ${source === undefined ? sql`true` : sql`f.source = ${source}`}
    and ${fact === undefined ? sql`true` : sql`f.doubtful @> array[${fact}]`}`
  const { rows } = await (
    order === 'age'
      ? sql<Question>`
          select jobs.id, jobs.created_at as since, q.questions
          from (
            select job_id, count(*) over ()::integer as questions
            from (
              select distinct on (f.source, f.doubt) f.job_id from job_facts f where ${asking} order by f.source, f.doubt, f.job_id
            ) oldest
            order by job_id limit ${limit}
          ) q
          join jobs on jobs.id = q.job_id
          order by jobs.id
        `
      : sql<Question>`
          select jobs.id, jobs.created_at as since, q.questions
          from (
            select f.source, f.doubt, count(*) as postings, count(*) over ()::integer as questions
            from job_facts f where ${asking} group by f.source, f.doubt order by postings desc, f.source, f.doubt limit ${limit}
          ) q
          cross join lateral (
            select f.job_id from job_facts f where ${asking} and f.source = q.source and f.doubt = q.doubt order by f.job_id limit 1
          ) oldest
          join jobs on jobs.id = oldest.job_id
          order by q.postings desc, q.source, q.doubt
        `
  ).execute(db)
  return rows
}

/** The waiting jobs of the source that wait for this first of all, or in the second place too. */
export const findSameWords = (
  db: Db,
  asked: Asked,
  limit: number,
  place: 'first' | 'any',
): Promise<string[]> => {
  const { source, fact } = asked
  return idsBy(
    db,
    place === 'first'
      ? sql`
          select f.job_id as id from job_facts f
          where f.doubtful <> '{}' and f.source = ${source} and f.doubt = ${doubtKey(asked)} order by f.job_id limit ${limit}
        `
      : sql`
          select f.job_id as id from job_facts f join jobs on jobs.id = f.job_id
          where f.source = ${source} and f.doubtful @> array[${fact}] and jobs.status = 'pending'
            and first_doubt(f.facts, array[${fact}]) = ${doubtKey(asked)}
          order by f.job_id limit ${limit}
        `,
  )
}

/** The job's page names the day, so a sighting of the last hours is left as it is. */
export async function recordSightings(db: Db, jobIds: readonly string[]): Promise<void> {
  await sql`
    insert into job_sightings (job_id, seen_at) select job_id, now() from unnest(${jobIds}::uuid[]) as seen (job_id)
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
 * week, by their digest; one that another job has already shares its state.
 */
export async function planLinkChecks(db: Db): Promise<void> {
  await sql`
    delete from apply_links l
    where not exists (
      select from jobs where id = l.job_id and status = 'active' and sha256(convert_to(apply_url, 'UTF8')) = l.link
    )
  `.execute(db)
  await sql`
    insert into apply_links (job_id, link, host, due_at, checked_at, answer, failures, failed_on)
    select wanted.id, wanted.link, wanted.host,
      coalesce(known.due_at, now() + (get_byte(wanted.link, 0) * 256 + get_byte(wanted.link, 1)) / 65536.0 * interval '7 days'),
      known.checked_at, known.answer, coalesce(known.failures, 0), known.failed_on
    from (
      select id, sha256(convert_to(apply_url, 'UTF8')) as link,
        lower(substring(apply_url from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#]*@)?([^/?#:]+)')) as host
      from jobs
      where channel = 'import' and status = 'active' and not exists (select from apply_links where job_id = jobs.id)
    ) wanted
    left join lateral (select * from apply_links l where l.link = wanted.link limit 1) known on true
    where wanted.host is not null
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
      where link = (select link from apply_links where host = ${host} and due_at <= now() order by due_at limit 1)
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
