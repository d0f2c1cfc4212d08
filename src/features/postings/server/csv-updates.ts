import type { JobRow } from '#features/jobs/server/public.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError } from '#shared/errors.ts'
import type { CsvPreview } from '../contract-dashboard.ts'
import { lockPosting } from './queries.ts'
import type { PostingChanges } from '../schemas.ts'
import { formatLocation } from '../typed-values.ts'
import { findNumbered, findOtherNumbered } from './queries-forms.ts'
import { ownPostings } from './scope.ts'
import { previewEdit, updateLocked } from './service-changes.ts'

/** What a CSV file does to the postings that have its requisition numbers. */

type Changes = NonNullable<CsvPreview['rows'][number]['update']>['changes']

const scopeOf = (viewer: Viewer) => ownPostings(viewer.id, 'manage')

/** Of one number in any case. */
export const numberOf = (typed: string): string => typed.trim().toLowerCase()

/**
 * The postings of the account and its organization, by their numbers: those that were taken down
 * only where no other has the number.
 */
export async function findKnown(
  db: Db,
  viewer: Viewer,
  numbers: readonly string[],
): Promise<Map<string, JobRow[]>> {
  const postings = numbers.length === 0 ? [] : await findNumbered(db, scopeOf(viewer), numbers)
  const known = Map.groupBy(postings, ({ requisition }) => numberOf(requisition ?? ''))
  for (const [number, some] of known) {
    const open = some.filter(({ status }) => status !== 'removed')
    if (open.length > 0) known.set(number, open)
  }
  return known
}

/** Why a number leads to no posting that the file may change; undefined if it leads to one. */
export function refusalOf(postings: readonly JobRow[]): string | undefined {
  if (postings.length > 1) return 'Several of your postings have this number.'
  const [{ status } = {}] = postings
  if (status === 'rejected') return 'A moderator rejected the posting with this number.'
  if (status === 'removed')
    return 'The posting with this number was taken down. Please write to us.'
  return undefined
}

/** @throws {AppError} VALIDATION_FAILED for what the posting cannot become. */
export const changesOfRow = (
  db: Db,
  viewer: Viewer,
  posting: JobRow,
  changes: PostingChanges,
): Promise<Changes> => previewEdit(db, scopeOf(viewer), posting, changes)

/** The active postings that the file does not have. A file that has none of them is of others. */
export async function findMissing(
  db: Db,
  viewer: Viewer,
  numbers: readonly string[],
): Promise<CsvPreview['missing']> {
  const scope = scopeOf(viewer)
  const isOfThese = numbers.length > 0 && (await findNumbered(db, scope, numbers)).length > 0
  const postings = isOfThese ? await findOtherNumbered(db, scope, numbers) : []
  return postings.map((posting) => ({
    id: posting.id,
    title: posting.title,
    location: formatLocation(posting),
  }))
}

/** In the order of their ids, so that two files at once do not wait for each other. */
export async function updateNumbered(
  trx: Db,
  viewer: Viewer,
  updates: readonly { id: string; changes: PostingChanges }[],
): Promise<void> {
  const scope = scopeOf(viewer)
  for (const { id, changes } of updates.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await updateLocked(trx, scope, await lockPosting(trx, scope, id), changes)
}

/**
 * Closes what the file does not have.
 * @throws {AppError} CONFLICT for others than the preview named.
 */
export async function closeMissing(
  trx: Db,
  viewer: Viewer,
  closes: readonly string[],
  numbers: readonly string[],
): Promise<string[]> {
  if (closes.length === 0) return []
  const missing = new Set(idsOf(await findMissing(trx, viewer, numbers)))
  if (closes.some((id) => !missing.has(id)))
    throw new AppError(
      'CONFLICT',
      'Your postings have changed in the meantime. Please choose the file again.',
    )
  const unique = [...new Set(closes)].toSorted()
  await updateNumbered(
    trx,
    viewer,
    unique.map((id) => ({ id, changes: { isActive: false } })),
  )
  return unique
}
