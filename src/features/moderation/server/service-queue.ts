import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { findWithheld, isCertain, isDoubtful } from '#features/imports/server/public.ts'
import * as reports from '#features/inquiries/server/public.ts'
import type { OpenReport } from '#features/inquiries/server/public.ts'
import * as postings from '#features/postings/server/public.ts'
import type { WaitingFilter, WaitingKey } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import type { QueueItem } from '../contract.ts'
import { findDoubts } from './facts.ts'
import { findLookalike } from './lookalikes.ts'
import { ageHours, countCap, maxQueuePage, queueKinds, queuePageSize } from '../model.ts'
import type { doubtFilters, QueueKind } from '../model.ts'

/** The cap plus one means 'more than the cap'. */
const cap = countCap + 1
const ages = { hours: ageHours, cap }

type Key = WaitingKey & { kind: QueueKind }

/** The oldest first, of one kind or of all. */
export async function listQueue(
  db: Db,
  { kind, page, doubt, ...narrowed }: QueryOf<'GET /api/admin/queue'>,
): Promise<ResponseOf<'GET /api/admin/queue'>> {
  const filter = { ...narrowed, only: doubt && conditions[doubt] }
  const shown = kind === undefined ? queueKinds : [kind]
  const [items, ...counted] = await Promise.all([
    findItems(db, shown, filter, page),
    ...queueKinds.map(async (it) => countByAge(db, it, filter, ages)),
  ])
  const byKind = new Map(queueKinds.map((it, index) => [it, counted[index] ?? []]))
  const total = (it: QueueKind) => Math.min(sum(byKind.get(it) ?? []), cap)
  return {
    items,
    counts: { pending: total('pending'), edit: total('edit'), unread: total('unread'), report: total('report') },
    ages: [...ageHours, Infinity].map((_, age) => Math.min(sum(shown.map((it) => byKind.get(it)?.[age] ?? 0)), cap)),
    totalPages: Math.min(Math.ceil(sum(shown.map(total)) / queuePageSize), maxQueuePage),
  }
}

const job = sql.ref('jobs.id')
const conditions: Record<(typeof doubtFilters)[number], RawBuilder<boolean>> = {
  any: isDoubtful(job),
  place: isDoubtful(job, 'place'),
  profession: isDoubtful(job, 'profession'),
  specialty: isDoubtful(job, 'specialty'),
  pay: isDoubtful(job, 'pay'),
  none: isCertain(job),
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, it) => all + it, 0)

type Ages = { hours: readonly number[]; cap: number }

const countByAge = (db: Db, kind: QueueKind, filter: WaitingFilter, ages: Ages) =>
  kind === 'report' ? reports.countReportedJobsByAge(db, filter, ages) : postings.countWaitingByAge(db, kind, filter, ages)

const findKeys = (db: Db, kind: QueueKind, filter: WaitingFilter, limit: number): Promise<WaitingKey[]> =>
  kind === 'report' ? reports.findReportedJobs(db, filter, limit) : postings.findWaitingKeys(db, kind, filter, limit)

/** Merges the first keys of each kind, and reads only the returned page in full. */
async function findItems(db: Db, kinds: readonly QueueKind[], filter: WaitingFilter, page: number): Promise<QueueItem[]> {
  const end = page * queuePageSize
  const lists = await Promise.all(
    kinds.map(async (kind) => (await findKeys(db, kind, filter, end)).map((it): Key => ({ ...it, kind }))),
  )
  const shown = lists
    .flat()
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .slice(end - queuePageSize, end)
  const reported = shown.filter((it) => it.kind === 'report').map((it) => it.id)
  const waiting = shown.filter((it) => it.kind === 'pending').map((it) => it.id)
  const ids = [...new Set(shown.map((it) => it.id))]
  const edited = shown.filter((it) => it.kind === 'edit').map((it) => it.id)
  const [found, withheld, open, doubts, edits, known] = await Promise.all([
    postings.findPostingsToRead(db, ids),
    findWithheld(db, ids),
    reports.findOpenReports(db, reported),
    findDoubts(db, waiting),
    postings.findEditsToRead(db, edited),
    postings.findKnownEmployers(db, maxKnownEmployers),
  ])
  const reportsOf = Map.groupBy(open, (it) => it.job_id)
  const items = shown.map(async ({ kind, id, since }): Promise<QueueItem[]> => {
    const read = found.get(id)
    if (!read) return []
    const { domain, ...posting } = read
    const edit = kind === 'edit' ? edits.get(id) : undefined
    // The poster has taken it back meanwhile.
    if (kind === 'edit' && !edit) return []
    const judged = edit?.edited ?? posting.posting
    // For an employer that only the change names, nobody vouches before it is accepted.
    const canVouch = edit ? judged.company === posting.posting.company : posting.hold !== null
    const about = kind === 'report' ? (reportsOf.get(id) ?? []) : []
    return [
      {
        kind,
        since: since.toISOString(),
        ...posting,
        doubts: doubts.get(id) ?? [],
        withheld: withheld.get(id) ?? [],
        edit: edit ? { version: edit.version, changes: edit.changes } : null,
        lookalike: posting.posting.channel === 'import' ? null : findLookalike(judged, domain, known),
        vouch: canVouch && domain !== null ? await vouchOf(db, domain, judged.company) : null,
        reports: about.map(reportView),
      },
    ]
  })
  return (await Promise.all(items)).flat()
}

/** More are not compared. */
const maxKnownEmployers = 5_000

/** Null if it is vouched for already, or cannot be. */
async function vouchOf(db: Db, domain: string, employer: string): Promise<QueueItem['vouch']> {
  if (await postings.isVouchedFor(db, { email: `@${domain}` }, [employer])) return null
  return postings.canBeVouched(domain) ? { domain, employer } : null
}

const reportView = ({ id, created_at, name, email, reason }: OpenReport) => ({
  id,
  at: created_at.toISOString(),
  name,
  email,
  reason,
})

export const listQueueSources = async (db: Db): Promise<ResponseOf<'GET /api/admin/queue/sources'>> => ({
  sources: (await postings.findPendingSources(db, cap, isDoubtful(job))).map(({ held, ...it }) => ({ ...it, doubtful: held })),
})
