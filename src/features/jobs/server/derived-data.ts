import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { termsVersion } from '../read-contract.ts'
import { forgetReadings } from './read/read-search.ts'
import { resetSegments } from './segments/compaction.ts'

/** Rebuilds what is derived from the jobs: the vocabulary, every node's cached answers, and in the minutes after it the segments. */
export async function rebuildDerivedData(db: Db): Promise<void> {
  await db.transaction().execute(resetSegments)
  await rebuildSearchVocabulary(db)
  await sql`select pg_notify('cache_invalidation', 'all')`.execute(db)
}

/**
 * Writes the rows of `job_search` anew that an earlier version of the product wrote, from `after` on, in batches of a fraction of a second;
 * jobs that somebody is changing, or whose terms are still to be read, are left out, because that writes them.
 * @returns the job to go on after; undefined when all are done, or the node stops.
 */
export async function refillJobSearch(
  db: Db,
  { after = noJob, most = 20_000, stopping }: { after?: string; most?: number; stopping?: AbortSignal } = {},
): Promise<string | undefined> {
  const isStopping = () => stopping?.aborted === true
  let [last, size]: [string | undefined, number] = [after, 100]
  for (let done = 0; last !== undefined && done < most && !isStopping(); done += size) {
    const begun = performance.now()
    last = await refillBatch(db, last, size)
    const tookMs = performance.now() - begun
    size = Math.max(10, Math.min(200, Math.round((size * batchMs) / tookMs)))
  }
  return isStopping() ? undefined : last
}
const noJob = '00000000-0000-0000-0000-000000000000'
/** So long may somebody wait who changes one of a batch's jobs. */
const batchMs = 200

async function refillBatch(db: Db, after: string, size: number): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with outdated as materialized (
      select job_id from job_search where job_id > ${after} and version < search_version() order by job_id limit ${size}
    ),
    locked as materialized (
      select array(
        select id from jobs where id in (select job_id from outdated) and terms_version >= ${termsVersion} for no key update skip locked
      ) as ids
    )
    select refresh_job_search(ids), (select max(job_id::text) from outdated) as last from locked
  `.execute(db)
  return rows[0]?.last ?? undefined
}

/**
 * Rewrites the vocabulary from the active jobs. A background task's work: a few seconds at a million jobs.
 * Readers see the old vocabulary until the new one is complete, and keep it if the node stops meanwhile.
 */
export async function rebuildSearchVocabulary(db: Db, stopping?: AbortSignal): Promise<void> {
  try {
    await (db.isTransaction ? rebuild(db, stopping) : db.transaction().execute((transaction) => rebuild(transaction, stopping)))
  } catch (error) {
    if (stopping?.aborted) return
    throw error
  }
  await sql`analyze search_vocabulary`.execute(db)
  forgetReadings(db)
}

async function rebuild(db: Db, stopping?: AbortSignal): Promise<void> {
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

async function addLabels(db: Db, kind: string, label: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into search_vocabulary (kind, label, folded, n)
    select ${kind}, label, lower(fold_accents(label)), n
    from (select ${label} as label, count(*) as n from jobs where status = 'active' and ${label} is not null group by 1 order by 2 desc limit ${maxLabels}) most
  `.execute(db)
}
/** The rarest titles of a large catalog are one of a kind: nobody types them from the start. */
const maxLabels = 20_000

/**
 * Every word of the labels, and those of the newest descriptions: enough to tell a rare word from a slip. A word with a stem names jobs, and
 * a search demands it: three titles have the stem, and of the texts with it every fourth has such a title; or the word itself ('=' before
 * it) is of employers' or places' names at least half of the time.
 */
async function addWords(db: Db): Promise<void> {
  const words = "to_tsvector('simple', search_text(description))"
  const newest = `select ${words} from (select description from jobs where status = 'active' order by posted_at desc, id desc limit ${sampledTexts}) newest`
  await sql`
    with in_labels as (
      select kind, unnest(tsvector_to_array(to_tsvector('simple', search_text(label)))) as word, n from search_vocabulary
    ),
    in_texts as (
      select word, ndoc, ndoc * greatest(1, (select count(*) from job_search)::float8 / ${sampledTexts}) as jobs from ts_stat(${newest})
    ),
    stems as (
      select word, case when length(stem) < 4 then '=' || word else stem end as stem
      from (select word from in_labels union select word from in_texts) words
      cross join lateral (select (tsvector_to_array(to_tsvector('english', word)))[1] as stem) english
    ),
    counted as (
      select stem, word, sum(n) filter (where kind = 'title') as titles, sum(n) filter (where kind in ('employer', 'place')) as others, 0 as texts
      from in_labels join stems using (word) group by stem, word
      union all
      select stem, word, 0, 0, jobs from in_texts join stems using (word)
    ),
    names as (
      select stem as name, stem, null as word from counted group by stem
      having sum(titles) >= 3 and sum(titles) * 4 >= sum(texts)
      union all
      select '=' || word, null, word from counted group by word having sum(others) > 0 and sum(others) * 2 >= sum(texts)
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
