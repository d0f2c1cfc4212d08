import { sql, type Updateable } from 'kysely'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { readTerms } from '../read-contract.ts'
import { indexWordsOf } from '../terms.ts'
import type { Terms } from '../terms-schema.ts'
import { scheduleWordsOf } from '#vocabulary/schedules.ts'
import { listOf } from '#vocabulary/table.ts'
import { forgetReadings } from './read/read-search.ts'
import { resetSegments, compactSegments } from './segments/compaction.ts'
import type { JobRow, JobsTable } from './tables.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'

/**
 * Rebuilds what is derived from the jobs: the vocabulary, every node's cached answers, and in the
 * minutes after it the segments.
 */
export async function rebuildDerivedData(db: Db): Promise<void> {
  await db.transaction().execute(resetSegments)
  await rebuildSearchVocabulary(db)
  await sql`select pg_notify('cache_invalidation', 'all')`.execute(db)
}

/**
 * Writes the rows of `job_search` anew that an earlier version of the product wrote, from `after`
 * on, in batches of a fraction of a second; jobs that somebody is changing, or whose terms are
 * still to be read, are left out, because that writes them.
 * @returns the job to go on after; undefined when all are done, or the node stops.
 */
export async function refillJobSearch(
  db: Db,
  after: string | undefined = noJob,
  stopping?: AbortSignal,
): Promise<string | undefined> {
  let [last, size]: [string | undefined, number] = [after, 100]
  for (
    let done = 0;
    last !== undefined && done < mostRefilled && !isStopping(stopping);
    done += size
  ) {
    const begun = performance.now()
    last = await refillBatch(db, last, size)
    const tookMs = performance.now() - begun
    size = Math.max(10, Math.min(200, Math.round((size * batchMs) / tookMs)))
  }
  return isStopping(stopping) ? undefined : last
}
const mostRefilled = 20_000
const isStopping = (stopping?: AbortSignal) => stopping?.aborted === true
const noJob = '00000000-0000-0000-0000-000000000000'
/** So long may somebody wait who changes one of a batch's jobs. */
const batchMs = 200

async function refillBatch(db: Db, after: string, size: number) {
  const { rows } = await sql<{ last: string | null }>`
    with outdated as materialized (
      select job_id from job_search where job_id > ${after} and version < search_version()
      order by job_id limit ${size}
    ),
    locked as materialized (
      select array(
        select id from jobs where id in (select job_id from outdated)
          and terms_version >= ${termsVersion()} for no key update skip locked
      ) as ids
    )
    select refresh_job_search(ids), (select max(job_id::text) from outdated) as last from locked
  `.execute(db)
  return rows[0]?.last ?? undefined
}

/**
 * Rewrites the vocabulary from the active jobs. A background task's work: a few seconds at a
 * million jobs. Readers see the old vocabulary until the new one is complete, and keep it if the
 * node stops meanwhile.
 */
export async function rebuildSearchVocabulary(db: Db, stopping?: AbortSignal): Promise<void> {
  try {
    await inTransaction(db, (transaction) => rebuild(transaction, stopping))
  } catch (error) {
    if (stopping?.aborted) return
    throw error
  }
  await sql`analyze search_vocabulary`.execute(db)
  forgetReadings(db)
}

async function rebuild(db: Db, stopping?: AbortSignal) {
  // Two rebuilds at once would write each label twice.
  await sql`lock table search_vocabulary in share row exclusive mode`.execute(db)
  await sql`delete from search_vocabulary`.execute(db)
  for (const [kind, label] of labels) {
    stopping?.throwIfAborted()
    await addLabels(db, kind, label)
  }
  stopping?.throwIfAborted()
  await addWords(db)
}

const labels = [
  ['specialty', sql`specialty`],
  ['title', sql`title`],
  ['employer', sql`employer`],
  // Nobody can search around a place that nobody knows.
  ['place', sql`case when lat is not null and state <> 'OTHER' then city || ', ' || state end`],
] as const

async function addLabels(db: Db, kind: string, label: ReturnType<typeof sql>) {
  await sql`
    insert into search_vocabulary (kind, label, folded, n)
    select ${kind}, label, lower(fold_accents(label)), n
    from (select ${label} as label, count(*) as n from jobs where status = 'active'
      and ${label} is not null group by 1 order by 2 desc limit ${maxLabels}) most
  `.execute(db)
}
/** The rarest titles of a large catalog are one of a kind: nobody types them from the start. */
const maxLabels = 20_000

/**
 * Every word of the labels, and those of the newest descriptions: enough to tell a rare word from a
 * slip. A word with a stem names jobs, and a search demands it: three titles have the stem, and of
 * the texts with it every fourth has such a title; or the word itself ('=' before it) is of
 * employers' or places' names at least half of the time.
 */
async function addWords(db: Db) {
  const words = "to_tsvector('simple', search_text(description))"
  const newest =
    `select ${words} from (select description from jobs where status = 'active' ` +
    `order by posted_at desc, id desc limit ${sampledTexts}) newest`
  await sql`
    with in_labels as (
      select kind, unnest(tsvector_to_array(to_tsvector('simple', search_text(label)))) as word, n
      from search_vocabulary
    ),
    in_texts as (
      select word, ndoc, ndoc * greatest(1, (select count(*)
      from job_search)::float8 / ${sampledTexts}) as jobs from ts_stat(${newest})
    ),
    stems as (
      select word, case when length(stem) < 4 then '=' || word else stem end as stem
      from (select word from in_labels union select word from in_texts) words
      cross join lateral (select (tsvector_to_array(to_tsvector('english', word)))[1] as stem) english
    ),
    counted as (
      select stem, word, sum(n) filter (where kind = 'title') as titles,
        sum(n) filter (where kind in ('employer', 'place')) as others, 0 as texts
      from in_labels join stems using (word) group by stem, word
      union all
      select stem, word, 0, 0, jobs from in_texts join stems using (word)
    ),
    names as (
      select stem as name, stem, null as word from counted group by stem
      having sum(titles) >= 3 and sum(titles) * 4 >= sum(texts)
      union all
      select '=' || word, null, word from counted group by word having sum(others) > 0
        and sum(others) * 2 >= sum(texts)
    )
    insert into search_vocabulary (kind, label, folded, n, stem)
    select 'word', words.word, words.word, sum(n), min(coalesce(title.name, other.name))
    from (select word, n from in_labels union all select word, ndoc from in_texts) words
    left join stems on stems.word = words.word
    left join names title on title.stem = stems.stem left join names other on other.word = words.word
    where length(words.word) between 3 and 40 and words.word !~ '[0-9]'
    group by words.word
  `.execute(db)
}
const sampledTexts = 5_000

type ReadJob = { [Column in (typeof readColumns)[number]]?: string | null | undefined }

/** All that a job's columns say, and what its poster said of its terms, which counts more. */
function termsOf(job: ReadJob, posterTerms: Terms = {}) {
  const texts = textColumns.map((column) => job[column])
  const isLocums = job.employment_type === 'locums' || /\blocums?\b/i.test(job.title ?? '')
  const read = readTerms({ title: job.title, texts, start: job.start_date_text, isLocums })
  const byPoster = Object.fromEntries(
    Object.entries(posterTerms).filter(([name, term]) => term?.by === 'poster' && name !== 'start'),
  )
  const terms: Terms = { ...read, ...byPoster }
  const schedules = scheduleWordsOf([job.title, ...texts].join('\n'))
  return { ...terms, index: [...indexWordsOf(terms), ...schedules.slice(0, 20)] }
}

/** The columns of a job that are read. */
const textColumns = listOf(
  'brief, description, original_description, original_requirements, original_benefits, job_duties, team_notes, comp_text',
  'comp_notes, duration',
)

/**
 * What the reader makes of a text: raised whenever it, or its rules, make something else of one. A
 * task then reads all jobs anew.
 */
const readerVersion = 5
/** Texts are read anew each year, too, because the filter 'Starts by' offers later months then. */
const termsVersion = () => readerVersion * 1000 + (new Date().getUTCFullYear() % 1000)

const readColumns = [...textColumns, 'title', 'start_date_text', 'employment_type'] as const

/**
 * The terms after a change of columns. `changed.terms` has what the poster says anew; an undefined
 * one is taken back.
 */
export function termsAfter(
  job: JobRow,
  changed: Updateable<JobsTable>,
): Pick<Updateable<JobsTable>, 'terms' | 'terms_version'> {
  if (changed.terms === undefined && readColumns.every((column) => changed[column] === undefined))
    return {}
  return termColumns({ ...job, ...changed }, { ...job.terms, ...changed.terms })
}

export const termColumns = (job: ReadJob, posterTerms?: Terms) => ({
  terms: termsOf(job, posterTerms),
  terms_version: termsVersion(),
})

/** Small enough that nobody who changes one of the jobs waits for long. */
const termsBatch = 20

/**
 * Reads the terms of jobs that an earlier version of the product stored, or that this version reads
 * otherwise; what posters said stays. Jobs that somebody is changing are left to that change, or to
 * the next round.
 */
export async function readStoredTerms(db: Db, stopping?: AbortSignal): Promise<void> {
  let after: string | undefined = noJob
  while (after !== undefined && !isStopping(stopping)) {
    const from: string = after
    const rows = await db.transaction().execute((trx) => readTermsOf(trx, from))
    after = rows.length < termsBatch ? undefined : rows.at(-1)?.id
  }
}

async function readTermsOf(trx: Db, after: string): Promise<JobRow[]> {
  const columns = sql.join(['id', 'terms', ...readColumns].map((column) => sql.ref(column)))
  const { rows } = await sql<JobRow>`
    select ${columns} from jobs where id > ${after} and terms_version < ${termsVersion()}
    order by id limit ${termsBatch} for no key update skip locked
  `.execute(trx)
  const written = rows.map((row) => ({ id: row.id, ...termColumns(row, row.terms ?? {}) }))
  if (written.length > 0)
    await sql`
      update jobs set terms = read.terms, terms_version = read.terms_version
      from json_populate_recordset(null::jobs, ${JSON.stringify(written)}::json) read where jobs.id = read.id
    `.execute(trx)
  return rows
}

/** One node at a time; what is left when it stops, or fails, waits for the next round. */
const upkeep = (
  db: Db,
  cron: string,
  name: string,
  work: (db: Db, stopping: AbortSignal) => Promise<void>,
): TaskHandler =>
  handleTask(
    defineTask({ name, timeoutSeconds: 3600, retries: 0, atOnce: 1 }),
    (_data, { stopping }) => work(db, stopping),
    { cron },
  )

export const jobTasks = ({ db }: { db: Db }): TaskHandler[] => [
  // A million jobs take a quarter of an hour.
  upkeep(db, '* * * * *', 'compact-segments', upkeepSearch),
  // A new employer's name may wait an hour for its suggestion.
  upkeep(db, '23 * * * *', 'rebuild-search-vocabulary', rebuildSearchVocabulary),
  // After an upgrade, a job of the previous version has no terms for some minutes.
  upkeep(db, '*/5 * * * *', 'read-terms', readStoredTerms),
]

/** After an upgrade the delta would grow by all jobs: it is compacted in between. */
async function upkeepSearch(db: Db, stopping: AbortSignal) {
  let after: string | undefined
  do {
    after = await refillJobSearch(db, after, stopping)
    await compactSegments(db, { stopping })
  } while (after !== undefined)
}
