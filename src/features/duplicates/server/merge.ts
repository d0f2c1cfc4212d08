import { createHash } from 'node:crypto'
import { moveArrival } from '#features/alerts/server/public.ts'
import { moveFavorites } from '#features/favorites/server/public.ts'
import { findDoubtful, moveKeys } from '#features/imports/server/public.ts'
import { moveInquiries } from '#features/inquiries/server/public.ts'
import { moveInsights } from '#features/insights/server/public.ts'
import { fieldColumns } from '#features/jobs/fields.ts'
import { referenceCode } from '#features/jobs/model.ts'
import {
  byModerator,
  compareSoon,
  lockPostings,
  mergePostings,
  requireOthers,
  unmergePostings,
  type Links,
} from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import type { Detail } from '../contract.ts'
import { findPair, inheritDismissals, insertMerge, markDue, markMerged } from './queries.ts'
import { findEarlier, moveRowsBack, noteRows, storeBefore, takeMerge } from './queries-undo.ts'
import type { Updateable } from 'kysely'
import type { JobRow, JobsTable } from '#features/jobs/server/public.ts'
import { keysOf } from '#shared/keys.ts'

type Merge = {
  pairId: string
  keepsOther: boolean
  takes: readonly Detail[]
  actorId: string
  ip: string
}

/**
 * Merges two jobs in one transaction: the id that was added first stays, or the other; everything
 * that belongs to the other job moves there, and its addresses redirect.
 * @throws {AppError} NOT_FOUND, or CONFLICT with the reason.
 */
export async function mergeDuplicates(
  db: Db,
  links: Links,
  merge: Merge,
): Promise<{ referenceId: string }> {
  const keptId = await byModerator(db, merge, (trx) => mergePair(trx, links, merge))
  return { referenceId: referenceCode(keptId) }
}

async function mergePair(trx: Db, links: Links, { pairId, keepsOther, takes, actorId, ip }: Merge) {
  const pair = await findPair(trx, pairId)
  if (!pair) throw new AppError('NOT_FOUND', 'This pair is no longer in the list.')
  // Locks the jobs before the pair, in the order of all other transactions.
  const jobs = await lockPostings(trx, [pair.job_a, pair.job_b])
  await requireOthers(trx, { actorId }, [pair.job_a, pair.job_b])
  const [kept, duplicate] = keepsOther ? jobs.toReversed() : jobs
  if (!kept || !duplicate || !(await markMerged(trx, pairId, actorId)))
    throw new AppError('CONFLICT', 'Someone else already decided this pair.')
  // It would go live with the other one's day.
  if (duplicate.status === 'active' && (await findDoubtful(trx, [kept.id])).length > 0)
    throw new AppError(
      'CONFLICT',
      `${referenceCode(kept.id)} has a doubtful fact. Settle it in the queue first, or keep the other job.`,
    )
  if (takes.length > 0 && (await findDoubtful(trx, [duplicate.id])).length > 0)
    throw new AppError(
      'CONFLICT',
      `${referenceCode(duplicate.id)} has a doubtful fact. Settle it in the queue first, or take nothing from it.`,
    )

  // Before the jobs change, so that alerts do not mail a job that goes live now.
  const move = { from: duplicate.id, to: kept.id }
  const rows = await noteRows(trx, { keptId: kept.id, otherId: duplicate.id })
  await moveArrival(trx, move)
  await moveFavorites(trx, move)
  await moveInquiries(trx, { ...move, actorId })
  await moveInsights(trx, move)
  await moveKeys(trx, duplicate.id, kept.id)
  const merged = await mergePostings(trx, links, {
    kept,
    other: duplicate,
    columns: filledDetails(kept, duplicate, takes),
    actorId,
  })
  await inheritDismissals(trx, duplicate.id, kept.id)
  // The kept job is compared again.
  await markDue(trx, kept.id)
  await compareSoon(trx, kept.id)
  const earlier = await findEarlier(trx, duplicate.id)
  await insertMerge(trx, { otherId: duplicate.id, keptId: kept.id, mergedBy: actorId })
  const wasPending = kept.status !== merged.status
  await storeBefore(trx, duplicate.id, {
    rows,
    columns: changedColumns(kept, merged),
    wasPending,
    earlier,
  })
  await recordAudit(trx, {
    action: 'duplicates.merged',
    actorId,
    ip,
    subject: `job:${kept.id}`,
    detail: { merged: duplicate.id },
  })
  return kept.id
}

const changesAnyway = new Set<Column>([
  'status',
  'posted_at',
  'updated_at',
  'period_ends_at',
  'terms',
  'terms_version',
])

const changedColumns = (kept: JobRow, merged: JobRow) =>
  Object.fromEntries(
    keysOf(merged)
      .filter(
        (column) => !changesAnyway.has(column) && printOf(kept[column]) !== printOf(merged[column]),
      )
      .map((column) => [column, [kept[column], printOf(merged[column])] as const]),
  )

/** Recognizes a value that is not kept: the other job's contact may be erased within the day. */
const printOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64')

/**
 * Takes a merge back, for a day: the other job is as it was, has its own rows again, and the kept
 * one loses what it was filled with, as far as nobody has changed that. What held the other job
 * holds both.
 * @throws {AppError} CONFLICT
 */
export const undoMerge = (
  db: Db,
  links: Links,
  { pairId, ...actor }: Omit<Merge, 'keepsOther' | 'takes'>,
): Promise<void> =>
  byModerator(db, actor, async (trx) => {
    const merge = await takeMerge(trx, pairId)
    const jobs = merge && (await lockPostings(trx, [merge.keptId, merge.otherId]))
    const [kept, duplicate] = [merge?.keptId, merge?.otherId].map((id) =>
      jobs?.find((job) => job.id === id),
    )
    if (!merge || !kept || !duplicate)
      throw new AppError('CONFLICT', 'You can no longer undo this merge.')
    await requireOthers(trx, actor, [kept.id, duplicate.id])
    const { rows, columns, wasPending } = merge.before
    // JSON has no dates.
    const found = Object.entries(columns).flatMap(([column, [value, left]]) => {
      const now = kept[column as Column]
      if (printOf(now) !== left) return []
      return [[column, now instanceof Date && typeof value === 'string' ? new Date(value) : value]]
    })
    await unmergePostings(trx, links, {
      kept,
      other: duplicate,
      columns: Object.fromEntries(found),
      wasPending,
      actorId: actor.actorId,
    })
    await moveRowsBack(trx, merge, rows)
    for (const job of [kept, duplicate]) await markDue(trx, job.id)
    await recordAudit(trx, {
      ...actor,
      action: 'duplicates.unmerged',
      subject: `job:${kept.id}`,
      detail: { merged: duplicate.id },
    })
  })

type Column = keyof JobRow

/**
 * A pay's unit is wrong without its figures, and a street without its city: these are filled
 * together.
 */
const payColumns: readonly Column[] = [
  'comp_min',
  'comp_max',
  'comp_unit',
  'comp_text',
  'pay_annual',
]
const facilityColumns: readonly Column[] = fieldColumns.filter((column) =>
  column.startsWith('facility_'),
)
/**
 * Places have coordinates, a specialty in words belongs to 'Other', the last day to the end, and
 * the address to the poster.
 */
const neverFilled = new Set<Column>([
  'city',
  'state',
  'specialty_other',
  'apply_until',
  'contact_email',
])
/** What only imports state is no field of a form. */
const importedColumns: readonly Column[] = [
  'telehealth',
  'contact_name',
  'contact_phone',
  'contact_website',
]
const groups: readonly (readonly Column[])[] = [
  payColumns,
  facilityColumns,
  ...[...fieldColumns, ...importedColumns]
    .filter((column) => !facilityColumns.includes(column) && !neverFilled.has(column))
    .map((column) => [column]),
]

const detailColumns: Record<Detail, readonly Column[]> = {
  title: ['title'],
  type: ['employment_type'],
  pay: payColumns,
  schedule: ['schedule'],
  apply: ['apply_url'],
  description: ['description'],
}

/** What the kept job lacks or takes. */
function filledDetails(
  kept: JobRow,
  duplicate: JobRow,
  takes: readonly Detail[],
): Updateable<JobsTable> {
  const taken = new Set(takes.flatMap((detail) => detailColumns[detail]))
  const stated = (job: JobRow, columns: readonly Column[]) =>
    columns.some((column) => column !== 'comp_unit' && !isSilent(job[column]))
  const filled = groups
    .filter(
      (columns) =>
        stated(duplicate, columns) &&
        (!stated(kept, columns) || columns.every((column) => taken.has(column))),
    )
    .flat()
  return {
    ...Object.fromEntries(filled.map((column) => [column, duplicate[column]])),
    // The later end, because a poster renewed one of them.
    ...(kept.expires_at &&
      duplicate.expires_at &&
      kept.apply_until === null &&
      duplicate.expires_at > kept.expires_at && { expires_at: duplicate.expires_at }),
  }
}

/** A flag that is not set says nothing. */
const isSilent = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
