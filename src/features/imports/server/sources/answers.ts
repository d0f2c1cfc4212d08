import { entriesOf } from '#shared/keys.ts'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  answerKey,
  doubtfulOf,
  factNames,
  hasNoTown,
  maxWaitingSeen,
  type Fact,
  type FactName,
  type FactValues,
} from '#features/imports/facts.ts'
import { placeText } from '#features/jobs/display.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { resolvePlaces } from '#features/places/server/public.ts'
import { correctFact, lockPostings } from '#features/postings/server/public.ts'
import { recordAudit, type AuditEntry } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { enqueueTask, defineTask } from '#platform/server/tasks/task.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { fieldError } from '#shared/errors.ts'
import { lockFacts, updateFacts } from '../runs/queries-facts.ts'
import { findCheckOf } from '../runs/queries-runs.ts'
import { saveAnswer } from './queries-sources.ts'
import {
  answerOf,
  nothingObserved,
  observe,
  observeOthers,
  questionsOf,
  type Observed,
  type StoredAnswer,
} from './questions.ts'
import { askedWords, columnsOfFact, settledBy, type Settled } from '../runs/resolve.ts'
import { questionKey, valueKey, type Seen } from '../runs/sayings.ts'

/** What was answered about a source, and what becomes of its rows. */

export const findSourceAnswers = async (db: Db, source: string): Promise<StoredAnswer[]> =>
  (
    await sql<StoredAnswer>`select fact, words, value from fact_answers where source = ${source}
      order by words`.execute(db)
  ).rows

/** So many of its latest live rows tell what is usual. */
const liveSeen = 1_000

async function observedOf(db: Db, source: string): Promise<Observed & { hasMore: boolean }> {
  const columns = sql`id, title, employer, city, state, specialty, employment_type, comp_min, comp_max,
    comp_unit, status = 'pending' as waits`
  const { rows } = await sql<Seen & { waits: boolean }>`
    select j.*, f.facts
    from (
      (select ${columns} from jobs where status = 'pending' and source = ${source}
        order by created_at desc limit ${maxWaitingSeen})
      union all
      (select ${columns} from jobs where status = 'active' and source = ${source}
        order by posted_at desc limit ${liveSeen})
    ) j
    -- One by one: a merge would read the facts of all jobs.
    join lateral (select facts from job_facts where job_id = j.id offset 0) f on true
  `.execute(db)
  const observed = nothingObserved()
  for (const row of rows) observe(observed, row, row.waits)
  const { rows: runs } = await sql<{ others: number | null; processed: number }>`
    select (reasons ->> 'not-a-physician')::integer as others, processed
    from imports where source = ${source} order by started_at desc limit 1
  `.execute(db)
  for (const { others, processed } of rows.length > 0 ? runs : [])
    // Their share of the run, where not all that it brought was counted.
    if (others)
      observeOthers(
        observed,
        Math.ceil(others * Math.min(1, rows.length / Math.max(1, processed - others))),
      )
  return { ...observed, hasMore: rows.filter((row) => row.waits).length === maxWaitingSeen }
}

type SourceAnswers = ResponseOf<'GET /api/admin/import-sources/:id/answers'>

/** So many are named. */
const outdatedNamed = 500

/**
 * What is public because of an answer that does not hold any more: how many, and the first of them.
 */
async function findOutdated(db: Db, source: string) {
  const { rows } = await sql<SourceAnswers['outdated']['jobs'][number] & { count: number }>`
    select j.id, j.title, j.employer, array(select key from jsonb_each(f.facts)
      where value ? 'outdated') as facts,
      count(*) over ()::integer as count
    from job_facts f join jobs j on j.id = f.job_id
    -- What was answered has an index.
    where f.source = ${source} and jsonb_path_exists(f.facts, '$.*.was')
      and f.facts @? '$.*.outdated' and j.status = 'active'
    order by j.id limit ${outdatedNamed}
  `.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    jobs: rows.map(({ id, title, employer, facts }) => ({ id, title, employer, facts })),
  }
}

export async function readSourceAnswers(db: Db, source: string): Promise<SourceAnswers> {
  const [check, { hasMore, ...observed }, answers, outdated] = await Promise.all([
    findCheckOf(db, source),
    observedOf(db, source),
    findSourceAnswers(db, source),
    findOutdated(db, source),
  ])
  const isNew = observed.open.size === 0 && observed.said.size === 0
  const checked = (check?.report?.questions ?? []).map((question) => {
    const answer = answers.find(
      ({ fact, words }) => fact === question.fact && words === answerKey(question.words),
    )
    return { ...question, answer: answer ? answerOf(answer) : null }
  })
  return {
    questions: isNew ? checked : questionsOf(observed, answers),
    hasMore,
    check: check ?? null,
    outdated,
  }
}

/**
 * What more than half of a source's rows have said so far: only where that changes do later rows
 * contradict an answer.
 */
export async function usualOf(db: Db, source: string | undefined): Promise<Map<string, string>> {
  if (source === undefined || (await findSourceAnswers(db, source)).length === 0) return new Map()
  const { questions } = await readSourceAnswers(db, source)
  return new Map(
    questions.flatMap(({ fact, words, suggested }) =>
      suggested && suggested.rows * 2 > suggested.of
        ? [[questionKey(fact, words), valueKey(suggested.answer.value)] as const]
        : [],
    ),
  )
}

export const applyAnswersTask = defineTask({
  name: 'apply-source-answers',
  schema: z.object({
    source: z.string(),
    fact: z.enum(factNames),
    words: z.string(),
    after: z.uuid(),
    actorId: z.uuid().nullable(),
  }),
  timeoutSeconds: 3600,
  atOnce: 1,
})
type Applied = z.infer<typeof applyAnswersTask.schema>

/** A few seconds of work. */
const rowsAtOnce = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/** A place that the map does not know would be found by no search. */
export async function requireKnownPlace(db: Db, place: FactValues['place']): Promise<void> {
  if (place.state === 'OTHER' || hasNoTown(place.city)) return
  const [known] = await resolvePlaces(db, [place])
  if (!known) throw fieldError('place', `No location ${placeText(place)} is known.`)
}

/**
 * Saves or withdraws an answer, and brings all that waits in line with it: the first rows at once,
 * the others in a task. A command answers without an account.
 * @returns how many of the first changed.
 */
export const giveAnswer = (
  db: Db,
  source: string,
  { fact, words, answer }: BodyOf<'PUT /api/admin/import-sources/:id/answers'>,
  { actorId, ip, subject }: Pick<AuditEntry, 'actorId' | 'ip' | 'subject'> = { actorId: null },
): Promise<number> =>
  inTransaction(db, async (trx) => {
    const about = { source, fact, words, actorId }
    const value = answer?.value
    if (answer?.fact === 'place') await requireKnownPlace(trx, answer.value)
    await saveAnswer(trx, about, value, actorId)
    const { changed, after } = await applySome(trx, { ...about, after: firstId })
    if (after) await enqueueTask(trx, applyAnswersTask, { ...about, after })
    const detail = { name: source, fact, words, value }
    await recordAudit(trx, {
      action: 'imports.source-answered',
      actorId,
      ...(ip && { ip }),
      ...(subject && { subject }),
      detail,
    })
    return changed
  })

export async function applyAnswersLater(
  db: Db,
  about: Applied,
  { stopping }: { stopping: AbortSignal },
): Promise<void> {
  for (let after: string | undefined = about.after; after;) {
    const from: string = after
    if (stopping.aborted) return enqueueTask(db, applyAnswersTask, { ...about, after: from })
    after = (await inTransaction(db, (trx) => applySome(trx, { ...about, after: from }))).after
  }
}

/**
 * Settles the waiting rows that the answers of their source decide by now, and opens those that
 * none decides any more. What is public stays as it is, and is named where its answer does not hold
 * any more.
 */
async function applySome(
  trx: Db,
  { source, fact, words, after, actorId }: Applied,
): Promise<{ changed: number; after?: string }> {
  const { rows } = await sql<{ id: string }>`
    select f.job_id as id from job_facts f join jobs j on j.id = f.job_id
    where f.source = ${source} and f.job_id > ${after} and (
      f.facts -> ${fact}::text ? 'was' and j.status in ('pending', 'active') or j.status = 'pending'
        and (f.doubtful @> array[${fact}]::text[] or ${fact}::text = 'type'
          and f.facts #>> '{type,state}' = 'not-stated')
    )
    order by f.job_id limit ${rowsAtOnce}
  `.execute(trx)
  const ids = rows.map((row) => row.id)
  const answers = new Map(
    (await findSourceAnswers(trx, source))
      .filter((answer) => answer.fact === fact)
      .map((answer) => [answer.words, answer]),
  )
  const jobs = new Map((await lockPostings(trx, ids)).map((job) => [job.id, job]))
  let changed = 0
  for (const row of await lockFacts(trx, ids)) {
    const job = jobs.get(row.job_id)
    const now: Fact = row.facts[fact]
    const was: Fact = ('was' in now && now.was) || now
    const questions = job ? askedWords(fact, was, job.employer) : []
    if (!job || !questions.some((phrase) => answerKey(phrase) === answerKey(words))) continue
    const under = questions.find((phrase) => answers.has(answerKey(phrase)))
    const answer = under === undefined ? undefined : answers.get(answerKey(under))
    const given = answer && settledBy({ ...answer, words: under ?? '' }, was, job)
    const isLive = job.status === 'active' && now.state === 'stated'
    const settled = isLive
      ? withMark(now, isAs(job, given?.columns))
      : (given ?? { fact: was, columns: openColumns(fact, was) })
    const hasColumns = Object.keys(settled.columns).length > 0
    if (settled.fact === now || (isDeepStrictEqual(settled.fact, now) && !hasColumns)) continue
    if (job.status === 'pending') changed++
    if (hasColumns) await correctFact(trx, job, settled.columns, { actorId })
    const facts = { ...row.facts, [fact]: settled.fact }
    await updateFacts(trx, { ...row, facts, doubtful: doubtfulOf(facts) })
  }
  const last = ids.at(-1)
  return { changed, ...(ids.length === rowsAtOnce && last && { after: last }) }
}

function withMark(now: Extract<Fact, { state: 'stated' }>, holds: boolean): Settled {
  const { outdated: _, ...fact } = now
  return { fact: holds ? fact : { ...fact, outdated: true }, columns: {} }
}

/**
 * Whether a job has what an answer says, as it may not after a correction. The driver gives
 * `numeric` as text.
 */
const isAs = (job: JobRow, columns: Settled['columns'] | undefined) =>
  columns !== undefined &&
  entriesOf(columns).every(([name, value]) => {
    const stored = job[name]
    return (
      stored === value || (stored !== null && value !== null && Number(stored) === Number(value))
    )
  })

/** What a job has of a fact that nothing settles. */
function openColumns(name: FactName, fact: Fact) {
  if (name === 'specialty') return columnsOfFact(name, { specialty: 'Other' })
  if (name === 'pay') return columnsOfFact(name, {})
  if (name === 'type') return columnsOfFact(name, null)
  if (name !== 'place' || fact.state !== 'doubtful') return {}
  const { city, state } = (fact as Extract<Fact<'place'>, { state: 'doubtful' }>).suggestion ?? {
    city: fact.words,
    state: 'OTHER',
  }
  return columnsOfFact(name, { city: city.slice(0, 100) || 'Unknown', state })
}
