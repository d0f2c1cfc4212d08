import { sql, type RawBuilder } from 'kysely'
import { doubtReasons, type FactName, type Facts } from '#features/imports/facts.ts'
import {
  countSameWords,
  findDoubtful,
  findQuestions,
  findWithheld,
  isCertain,
  isDoubtful,
  waitsFor,
} from '#features/imports/server/public.ts'
import {
  canBeGranted,
  findKnownEmployers,
  isGrantedToDomain,
} from '#features/names/server/public.ts'
import * as reports from '#features/inquiries/server/public.ts'
import type { OpenReport } from '#features/inquiries/server/public.ts'
import * as postings from '#features/postings/server/public.ts'
import type { WaitingFilter, WaitingKey } from '#features/postings/server/public.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { tableOf } from '#shared/keys.ts'
import type { FactAnswer } from '#features/imports/schemas.ts'
import type { Doubt, QueueItem } from '../contract.ts'
import { wordsOf } from './facts.ts'
import { findLookalikes } from './lookalikes.ts'
import {
  countCap,
  maxQueuePage,
  queueKinds,
  queuePageSize,
  type ItemKind,
  type QueueKind,
} from '../model.ts'

/** The cap plus one means 'more than the cap'. */
const cap = countCap + 1
type Key = WaitingKey & { kind: ItemKind }
type Query = QueryOf<'GET /api/admin/queue'>

/** The oldest first, of one kind or of all. */
export async function listQueue(db: Db, query: Query): Promise<ResponseOf<'GET /api/admin/queue'>> {
  const { kind, source } = query
  const filter = { source, only: onlyOf(query) }
  const shown = kind === undefined ? queueKinds : [kind]
  const [{ items, decisions }, ...counted] = await Promise.all([
    findItems(db, shown, query, filter),
    ...queueKinds.map((queueKind) => count(db, queueKind, filter, cap)),
  ])
  const byKind = new Map(queueKinds.map((queueKind, index) => [queueKind, counted[index]]))
  const counts = tableOf(queueKinds, (queueKind) => byKind.get(queueKind)?.waiting ?? 0)
  const listed = sum(
    shown.map((queueKind) =>
      queueKind === 'pending' && decisions !== undefined ? decisions : counts[queueKind],
    ),
  )
  return {
    items,
    counts,
    overdue: Math.min(sum(shown.map((queueKind) => byKind.get(queueKind)?.overdue ?? 0)), cap),
    totalPages: Math.ceil(Math.min(listed, maxListed) / queuePageSize),
  }
}

const job = sql.ref('jobs.id')

function onlyOf({ doubt, source, words }: Query): RawBuilder<boolean> | undefined {
  if (doubt === undefined) return undefined
  if (doubt === 'none') return sql`not ${isDoubtful(job)}`
  if (doubt === 'any') return isDoubtful(job)
  return words === undefined || source === undefined
    ? isDoubtful(job, doubt)
    : waitsFor(job, { source, fact: doubt, words })
}

const isFact = (doubt: Query['doubt']): doubt is FactName & typeof doubt =>
  doubt !== undefined && doubt !== 'any' && doubt !== 'none'

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

const count = (db: Db, kind: QueueKind, filter: WaitingFilter, most: number) =>
  kind === 'report'
    ? reports.countReportedJobs(db, filter, most)
    : postings.countWaiting(db, kind, filter, most)

const findKeys = (db: Db, kind: QueueKind, filter: WaitingFilter, limit: number) =>
  kind === 'report'
    ? reports.findReportedJobs(db, filter, limit)
    : postings.findWaitingKeys(db, kind, filter, limit)

/** More decisions are not listed. */
const maxListed = maxQueuePage * queuePageSize

/** One key for each decision: the first posting stands for all that wait for the same fact. */
async function findPending(db: Db, { source, doubt }: Query, limit: number) {
  const isAboutDoubts = doubt !== undefined && doubt !== 'none'
  const filter = { source, only: isCertain(job) }
  const [questions, certain] = await Promise.all([
    doubt === 'none'
      ? []
      : findQuestions(
          db,
          { source, fact: isFact(doubt) ? doubt : undefined },
          { order: isAboutDoubts ? 'size' : 'age', limit },
        ),
    isAboutDoubts ? [] : postings.findWaitingKeys(db, 'pending', filter, limit),
  ])
  const questionCount = questions[0]?.questions ?? 0
  const others =
    isAboutDoubts || questionCount >= maxListed
      ? 0
      : (await count(db, 'pending', filter, maxListed)).waiting
  return { keys: [...certain, ...questions], decisions: questionCount + others }
}

/** Merges the first keys of each kind, and reads only the returned page in full. */
async function findItems(
  db: Db,
  kinds: readonly QueueKind[],
  query: Query,
  filter: WaitingFilter,
): Promise<{ items: QueueItem[]; decisions: number | undefined }> {
  const end = query.page * queuePageSize
  let decisions: number | undefined
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      if (kind !== 'pending' || query.words !== undefined)
        return (await findKeys(db, kind, filter, end)).map((key): Key => ({ ...key, kind }))
      const pending = await findPending(db, query, end)
      decisions = pending.decisions
      return pending.keys.map(({ id, since }): Key => ({ id, since, kind }))
    }),
  )
  const bySize = query.doubt !== undefined && query.doubt !== 'none'
  const keys = lists.flat()
  const shown = (
    bySize ? keys : keys.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  ).slice(end - queuePageSize, end)
  return { items: await readItems(db, shown), decisions }
}

/** Each thing that waits about one posting, or the posting as it is. */
export async function getModeratedPosting(
  db: Db,
  id: string,
): Promise<ResponseOf<'GET /api/admin/postings/:id'>> {
  const only = sql<boolean>`jobs.id = ${id}`
  const waiting = await Promise.all(
    (['report', 'edit', 'pending'] as const).map(async (kind) =>
      (await findKeys(db, kind, { only }, 1)).map((key): Key => ({ ...key, kind })),
    ),
  )
  const items = await readItems(db, [...waiting.flat(), { id, since: new Date(), kind: 'posting' }])
  const [first] = items
  if (!first) throw new AppError('NOT_FOUND')
  return { items: items.length > 1 ? items.filter(({ kind }) => kind !== 'posting') : items }
}

async function readItems(db: Db, shown: readonly Key[]): Promise<QueueItem[]> {
  const idsOfKind = (kind: ItemKind) => idsOf(shown.filter((key) => key.kind === kind))
  // A pending posting can be reported, too: by the owner of its address.
  const reported = [...idsOfKind('report'), ...idsOfKind('pending')]
  const ids = [...new Set(idsOf(shown))]
  const found = await postings.findPostingsToRead(db, ids)
  const areImports = [...found.values()].every((item) => item.posting.channel === 'import')
  const [withheld, open, doubts, edits, known] = await Promise.all([
    findWithheld(db, ids),
    reports.findOpenReports(db, reported),
    findDoubts(db, idsOfKind('pending')),
    postings.findEditsToRead(db, idsOfKind('edit')),
    areImports ? [] : findKnownEmployers(db, maxKnownEmployers),
  ])
  const reportsOf = Map.groupBy(open, (row) => row.job_id)
  const listed = shown.flatMap(({ kind, id, since }) => {
    const read = found.get(id)
    const edit = kind === 'edit' ? edits.get(id) : undefined
    // Its poster has taken an edit back meanwhile.
    if (!read || (kind === 'edit' && !edit)) return []
    return [{ kind, id, since, read, edit, proposed: edit?.edited ?? read.posting }]
  })
  const lookalikes = await findLookalikes(
    db,
    listed.map(({ read, proposed }) => ({ posting: proposed, domain: read.domain })),
    known,
  )
  const items = listed.map(
    async (
      { kind, id, since, read: { domain, ...posting }, edit, proposed },
      index,
    ): Promise<QueueItem> => {
      // For an employer that only the change names, nobody vouches before it is accepted.
      const canVouch = edit ? proposed.company === posting.posting.company : posting.hold !== null
      return {
        kind,
        since: since.toISOString(),
        ...posting,
        doubts: doubts.get(id) ?? [],
        withheld: withheld.get(id) ?? [],
        edit: edit ? { version: edit.version, changes: edit.changes } : null,
        lookalike: posting.posting.channel === 'import' ? null : (lookalikes[index] ?? null),
        vouch: canVouch && domain !== null ? await vouchOf(db, domain, proposed.company) : null,
        reports: (reportsOf.get(id) ?? []).map(reportView),
      }
    },
  )
  return Promise.all(items)
}

/** More are not compared. */
const maxKnownEmployers = 5_000

/** Null if it is vouched for already, or cannot be. */
async function vouchOf(db: Db, domain: string, employer: string) {
  if (await isGrantedToDomain(db, domain, employer)) return null
  return canBeGranted(domain) ? { domain, employer } : null
}

const reportView = ({ id, created_at, name, email, reason }: OpenReport) => ({
  id,
  at: created_at.toISOString(),
  name,
  email,
  reason,
})

/** The doubtful facts of imported postings, in the order in which they are asked. */
async function findDoubts(db: Db, ids: readonly string[]): Promise<Map<string, Doubt[]>> {
  const rows = await findDoubtful(db, ids)
  const found = rows.flatMap((row) =>
    row.doubtful.map((fact) => ({ row, fact, words: wordsOf(row.facts, fact) })),
  )
  const same = await countSameWords(
    db,
    found.map(({ row, fact, words }) => ({ source: row.source, fact, words })),
  )
  const doubts = new Map<string, Doubt[]>()
  for (const [index, { row, fact, words }] of found.entries()) {
    // What a row asks in the second place is counted where others ask it first.
    const count = Math.max(1, (same[index] ?? 0) + (row.doubtful[0] === fact ? 0 : 1))
    const doubt = { fact, words, ...explained(row.facts, fact), same: count }
    doubts.set(row.job_id, [...(doubts.get(row.job_id) ?? []), doubt])
  }
  return doubts
}

function explained(facts: Facts, name: FactName): Pick<Doubt, 'reason' | 'suggestion'> {
  const fact = facts[name]
  if (fact.state !== 'doubtful') return { reason: '', suggestion: null }
  // The largest of several towns of one name is a guess that no row supports.
  const isGuess = fact.suggestion === undefined || fact.reason === 'state-missing'
  const suggestion = isGuess ? null : ({ fact: name, value: fact.suggestion } as FactAnswer)
  return { reason: doubtReasons[fact.reason], suggestion }
}
