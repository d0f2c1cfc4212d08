import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Outline, SourceQuestion } from '#features/imports/contract.ts'
import {
  answerKey,
  factNames,
  hasNoTown,
  isLeftOpen,
  maxLiveNamed,
  maxWaitingSeen,
  wholeSource,
  type Fact,
  type FactName,
  type Facts,
  type FactValues,
} from '#features/imports/facts.ts'
import type { SourceAnswer } from '#features/imports/schemas.ts'
import { placeText } from '#features/jobs/display.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { resolvePlaces } from '#features/places/server/public.ts'
import { correctFact, lockPostings } from '#features/postings/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { enqueueTask, defineTask } from '#platform/server/tasks/task.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { fieldError } from '#shared/errors.ts'
import { lockFacts, saveAnswer, updateFacts } from '../runs/queries-jobs.ts'
import { askedWords, columnsOfFact, settledBy } from '../runs/resolve.ts'

/** What a source leaves open for many rows alike is asked once, with what its other rows say; the answer can be withdrawn. */

/** What rows say that are alike in all that questions are about. */
export type Seen = Pick<NewJob, 'employer' | 'specialty' | 'employment_type'> & {
  /** Null where no figures are stated. */
  payUnit: NewJob['comp_unit'] | null
  /** What is live already is not asked about. */
  waits: boolean
  facts: Pick<Facts, AskedFact>
}

const askedFacts = ['profession', 'place', 'specialty', 'type', 'pay'] as const
type AskedFact = (typeof askedFacts)[number]

type Open = Pick<SourceQuestion, 'fact' | 'words' | 'rows' | 'contradicted'> & { answer: SourceAnswer | undefined }

/** What is open, and what is said, each by a key. */
export type Observed = { open: Map<string, Open>; said: Map<AskedFact, Map<string, number>> }

export const nothingObserved = (): Observed => ({ open: new Map(), said: new Map() })

/** Adds what so many rows say that are alike. */
export function observe({ open, said }: Observed, seen: Seen, rows = 1): void {
  for (const name of askedFacts) {
    const fact: Fact = seen.facts[name]
    const asked = !seen.waits
      ? []
      : isLeftOpen(name, fact)
        ? [wholeSource(), ...(name === 'profession' ? [wholeSource(seen.employer)] : [])]
        : name === 'place' && fact.state === 'doubtful' && fact.suggestion
          ? [fact.words]
          : []
    for (const words of asked) {
      const key = `${name} ${answerKey(words)}`
      const question = open.get(key) ?? { fact: name, words, rows: 0, contradicted: 0, answer: undefined }
      question.rows += rows
      if (fact.state === 'doubtful' && fact.reason === 'answer-contradicted') question.contradicted += rows
      if (name === 'place' && fact.state === 'doubtful')
        question.answer = { fact: 'place', value: fact.suggestion as FactValues['place'] }
      open.set(key, question)
    }
    const isSaid = (fact.state === 'stated' && !fact.was) || fact.state === 'inferred'
    const value = isSaid ? saidOf(name, seen) : undefined
    if (value !== undefined) observeSaid({ open, said }, name, value, rows)
  }
}

function observeSaid({ said }: Observed, name: AskedFact, value: string, rows: number): void {
  const counts = said.get(name) ?? new Map<string, number>()
  said.set(name, counts.set(value, (counts.get(value) ?? 0) + rows))
}

/** Rows that seek others are skipped: only their number is known. */
export const observeOthers = (observed: Observed, rows: number): void => observeSaid(observed, 'profession', 'mixed', rows)

function saidOf(name: AskedFact, seen: Seen): string | undefined {
  if (name === 'profession') return 'physician'
  if (name === 'specialty') return seen.specialty === 'Other' ? undefined : seen.specialty
  if (name === 'type') return seen.employment_type
  return name === 'pay' ? (seen.payUnit ?? undefined) : undefined
}

/** More words of places, or employers, than these are asked in the queue. */
const mostAsked = 20

/** What has more rows comes first. An answered question stays, so that it can be withdrawn. */
export function questionsOf({ open, said }: Observed, answers: readonly StoredAnswer[]): SourceQuestion[] {
  const given = new Map(answers.map((it) => [`${it.fact} ${it.words}`, it]))
  const employers = [...open.values()].filter((it) => it.words.startsWith('*: ')).length
  const asked = [...open]
    // The only employer is the source.
    .filter(([key, { words }]) => employers > 1 || !words.startsWith('*: ') || given.has(key))
    .map(([key, { answer, ...it }]): SourceQuestion => {
      const suggested = answer ? { answer, rows: it.rows, of: it.rows } : mostSaid(it.fact, said.get(it.fact as AskedFact))
      return { ...it, suggested: it.words.startsWith('*: ') ? null : suggested, answer: answerOf(given.get(key)) }
    })
  const settled = answers
    .filter((it) => !open.has(`${it.fact} ${it.words}`) && answerOf(it))
    .map((it): SourceQuestion => {
      const suggested = it.words === '*' ? mostSaid(it.fact, said.get(it.fact as AskedFact)) : null
      return { fact: it.fact, words: it.words, rows: 0, contradicted: 0, suggested, answer: answerOf(it) }
    })
  const all = [...asked, ...settled].toSorted((a, b) => b.rows - a.rows)
  return askedFacts.flatMap((name) => {
    const own = all.filter((it) => it.fact === name)
    const whole = own.filter((it) => it.words === '*')
    const parts = own.filter((it) => it.words !== '*')
    return [...whole, ...parts.filter((it, at) => at < mostAsked || it.answer)]
  })
}

function mostSaid(fact: FactName, counts: ReadonlyMap<string, number> = new Map()): SourceQuestion['suggested'] {
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (!first) return null
  const of = [...counts.values()].reduce((sum, it) => sum + it, 0)
  const [value, rows] = first
  // One row in twenty that seeks others is enough not to trust silence.
  const isMixed = fact === 'profession' && (counts.get('mixed') ?? 0) > of / 20
  const answers = {
    profession: { fact: 'profession', value: isMixed ? 'mixed' : 'physician' },
    specialty: { fact: 'specialty', value: { specialty: value } },
    type: { fact: 'type', value },
    pay: { fact: 'pay', value: { unit: value } },
  } as { [Name in FactName]?: SourceAnswer }
  const answer = answers[fact]
  return answer ? { answer, rows: fact === 'profession' ? (counts.get(isMixed ? 'mixed' : 'physician') ?? 0) : rows, of } : null
}

const wholeFacts: ReadonlySet<FactName> = new Set(['profession', 'specialty', 'type', 'pay'])
/** Answers about single rows' words of a specialty or pay belong to the queue. */
const answerOf = (it: StoredAnswer | undefined): SourceAnswer | null =>
  it && (it.fact === 'place' || (wholeFacts.has(it.fact) && it.words.startsWith('*')))
    ? ({ fact: it.fact, value: it.value } as SourceAnswer)
    : null

type StoredAnswer = { fact: FactName; words: string; value: FactValues[FactName] }

export const findSourceAnswers = async (db: Db, source: string): Promise<StoredAnswer[]> =>
  (await sql<StoredAnswer>`select fact, words, value from fact_answers where source = ${source} order by words`.execute(db)).rows

/** Of a fact what questions are about, as a text: texts are grouped ten times as fast as JSON. */
const stateOf = (name: AskedFact) =>
  sql`concat(f.facts #>> array[${name}, 'state'], '|', f.facts #>> array[${name}, 'reason'], '|', f.facts -> ${name}::text ? 'was')`

const factOf = (column: string) => sql`jsonb_strip_nulls(jsonb_build_object(
  'state', split_part(${sql.ref(column)}, '|', 1), 'reason', nullif(split_part(${sql.ref(column)}, '|', 2), ''),
  'was', case when split_part(${sql.ref(column)}, '|', 3) = 't' then true end))`

/** So many of its latest live rows tell what is usual. */
const liveSeen = 2_000

async function observedOf(db: Db, source: string): Promise<Observed & { hasMore: boolean }> {
  const columns = sql`id, employer, specialty, employment_type, comp_min, comp_max, comp_unit, status`
  // The employer counts only where a question names it.
  const { rows } = await sql<Seen & { rows: number }>`
    select employer, specialty, employment_type, "payUnit", waits, rows,
      jsonb_build_object('profession', ${factOf('profession')}, 'specialty', ${factOf('specialty_fact')}, 'type', ${factOf('type')},
        'pay', ${factOf('pay')}, 'place', coalesce(place::jsonb, '{"state": "stated"}')) as facts
    from (
      select case when f.facts #>> '{profession,state}' = 'doubtful' then j.employer else '' end as employer, j.specialty, j.employment_type,
        case when j.comp_min is null and j.comp_max is null then null else j.comp_unit end as "payUnit", j.status = 'pending' as waits,
        ${stateOf('profession')} as profession, ${stateOf('specialty')} as specialty_fact, ${stateOf('type')} as type, ${stateOf('pay')} as pay,
        case when f.facts #>> '{place,state}' = 'doubtful' then f.facts ->> 'place' end as place, count(*)::integer as rows
      from (
        (select ${columns} from jobs where status = 'pending' and source = ${source} order by created_at desc limit ${maxWaitingSeen})
        union all
        (select ${columns} from jobs where status = 'active' and source = ${source} order by posted_at desc limit ${liveSeen})
      ) j
      -- One by one: a merge would read the facts of all jobs.
      join lateral (select facts from job_facts where job_id = j.id offset 0) f on true
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ) seen
  `.execute(db)
  const observed = nothingObserved()
  for (const { rows: count, ...seen } of rows) observe(observed, seen, count)
  const { rows: runs } = await sql<{ others: number | null; processed: number }>`
    select (reasons ->> 'not-a-physician')::integer as others, processed
    from imports where source = ${source} order by started_at desc limit 1
  `.execute(db)
  const sum = (some: readonly { rows: number }[]): number => some.reduce((all, it) => all + it.rows, 0)
  const seen = sum(rows)
  for (const { others, processed } of seen > 0 ? runs : [])
    // Their share of the run, where not all that it brought was counted.
    if (others) observeOthers(observed, Math.ceil(others * Math.min(1, seen / Math.max(1, processed - others))))
  return { ...observed, hasMore: sum(rows.filter((it) => it.waits)) === maxWaitingSeen }
}

type Live = ResponseOf<'GET /api/admin/import-sources/:id/answers'>['live']

/** Published because of an answer, which may be withdrawn by now. */
async function findLive(db: Db, source: string): Promise<Live> {
  const { rows } = await sql<Live[number]>`
    select j.id, j.title, j.employer, array(select key from jsonb_each(f.facts) where value ? 'was') as facts
    from job_facts f join jobs j on j.id = f.job_id
    where f.source = ${source} and j.status = 'active' and jsonb_path_exists(f.facts, '$.*.was') order by j.id limit ${maxLiveNamed}
  `.execute(db)
  return rows
}

export async function readSourceAnswers(
  db: Db,
  source: string,
): Promise<ResponseOf<'GET /api/admin/import-sources/:id/answers'>> {
  const { rows: checks } = await sql<{ status: string; report: Outline | null }>`
    select status, report from import_checks where source_name = ${source} order by created_at desc limit 1
  `.execute(db)
  const [check] = checks
  const [observed, answers, live] = await Promise.all([
    observedOf(db, source),
    findSourceAnswers(db, source),
    findLive(db, source),
  ])
  const own = questionsOf(observed, answers)
  const isNew = observed.open.size === 0 && observed.said.size === 0
  const given = new Map(answers.map((it) => [`${it.fact} ${it.words}`, it]))
  const checked = (check?.report?.questions ?? []).map((it) => ({
    ...it,
    answer: answerOf(given.get(`${it.fact} ${answerKey(it.words)}`)),
  }))
  return { questions: isNew ? checked : own, hasMore: observed.hasMore, isChecking: isNew && check?.status === 'running', live }
}

export const applyAnswersTask = defineTask({
  name: 'apply-source-answers',
  schema: z.object({ source: z.string(), fact: z.enum(factNames), words: z.string(), after: z.uuid(), actorId: z.uuid() }),
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
  if (!known) throw fieldError('place', `No place ${placeText(place)} is known.`)
}

/** Saves or withdraws an answer, and brings all that waits in line with it: the first rows at once, the others in a task. @returns how many of the first changed. */
export async function giveAnswer(
  trx: Db,
  about: Omit<Applied, 'after'>,
  value: FactValues[FactName] | undefined,
): Promise<number> {
  await saveAnswer(trx, about, value, about.actorId)
  const { changed, after } = await applySome(trx, { ...about, after: firstId })
  if (after) await enqueueTask(trx, applyAnswersTask, { ...about, after })
  return changed
}

export async function applyAnswersLater(db: Db, about: Applied, { stopping }: { stopping: AbortSignal }): Promise<void> {
  for (let after: string | undefined = about.after; after;) {
    const from: string = after
    if (stopping.aborted) return enqueueTask(db, applyAnswersTask, { ...about, after: from })
    after = (await inTransaction(db, (trx) => applySome(trx, { ...about, after: from }))).after
  }
}

/** Settles the rows that the answers of their source decide by now, and opens those that none decides any more. */
async function applySome(
  trx: Db,
  { source, fact, words, after, actorId }: Applied,
): Promise<{ changed: number; after?: string }> {
  const { rows } = await sql<{ id: string }>`
    select f.job_id as id from job_facts f join jobs j on j.id = f.job_id
    where f.source = ${source} and j.status = 'pending' and f.job_id > ${after}
      and (f.doubtful @> array[${fact}]::text[] or f.facts -> ${fact}::text ? 'was' or (${fact}::text = 'type' and f.facts #>> '{type,state}' = 'not-stated'))
    order by f.job_id limit ${rowsAtOnce}
  `.execute(trx)
  const ids = rows.map((row) => row.id)
  const answers = new Map((await findSourceAnswers(trx, source)).filter((it) => it.fact === fact).map((it) => [it.words, it]))
  const jobs = new Map((await lockPostings(trx, ids)).map((job) => [job.id, job]))
  let changed = 0
  for (const row of await lockFacts(trx, ids)) {
    const job = jobs.get(row.job_id)
    const now: Fact = row.facts[fact]
    const was: Fact = (now.state === 'stated' && now.was) || now
    const asked = job ? askedWords(fact, was, job.employer) : []
    if (job?.status !== 'pending' || !asked.some((it) => answerKey(it) === answerKey(words))) continue
    const under = asked.find((it) => answers.has(answerKey(it)))
    const answer = under === undefined ? undefined : answers.get(answerKey(under))
    const settled = (answer && settledBy({ ...answer, words: under ?? '' }, was, job)) ?? {
      fact: was,
      columns: openColumns(fact, was),
    }
    const isSame = settled.fact === now || (isDeepStrictEqual(settled.fact, now) && Object.keys(settled.columns).length === 0)
    if (isSame) continue
    changed++
    if (Object.keys(settled.columns).length > 0) await correctFact(trx, job, settled.columns, { actorId })
    const doubtful = factNames.filter((it) => (it === fact ? settled.fact.state === 'doubtful' : row.doubtful.includes(it)))
    await updateFacts(trx, { ...row, facts: { ...row.facts, [fact]: settled.fact }, doubtful })
  }
  const last = ids.at(-1)
  return { changed, ...(ids.length === rowsAtOnce && last && { after: last }) }
}

/** What a job has of a fact that is open. */
function openColumns(name: FactName, fact: Fact): Partial<NewJob> {
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
