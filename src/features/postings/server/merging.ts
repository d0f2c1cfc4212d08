import type { Updateable } from 'kysely'
import { referenceCode } from '#features/jobs/model.ts'
import { termsAfter, type JobRow, type JobsTable } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import { pick } from '#shared/keys.ts'
import { withColumns } from './columns.ts'
import { mailMerged, mailUndone, mergedCause } from './decision-mails.ts'
import type { Links } from './mails.ts'
import { deleteManageLinks, moveLinks } from './queries-forms.ts'
import { deleteWaitingEdits } from './queries-moderation.ts'
import { copyHolds } from './queries-holds.ts'
import { lockPosting } from './queries.ts'
import { asModerator, everyPosting } from './scope.ts'
import { changedFields } from './service-changes.ts'
import { applyTransition } from './transitions.ts'
import { requireReleased } from './next-state.ts'

/** Two postings of one job. */

/** Locked, in the order of their ids. */
export async function lockPostings(trx: Db, ids: readonly string[]): Promise<JobRow[]> {
  const postings: JobRow[] = []
  for (const id of ids.toSorted()) postings.push(await lockPosting(trx, everyPosting, id))
  return postings
}

type Merge = {
  kept: JobRow
  other: JobRow
  /** Columns that the merge changes. */
  columns: Updateable<JobsTable>
  actorId: string
}

/**
 * Removes the other posting, and hands its poster to the kept one if that has none; the kept one is
 * active if either was, and held by what held either.
 * @throws {AppError} CONFLICT if two different people posted them, one is not open, or one is held
 * and the kept one active.
 */
export async function mergePostings(
  trx: Db,
  links: Links,
  { kept, other: duplicate, columns, actorId }: Merge,
): Promise<JobRow> {
  if (kept.status !== 'pending' && kept.status !== 'active')
    throw new AppError('CONFLICT', 'One of these jobs was closed in the meantime.')
  if (isPosted(kept) && isPosted(duplicate) && !isSamePoster(kept, duplicate))
    throw new AppError(
      'CONFLICT',
      'These jobs belong to different owners, so they cannot be merged. Ask one of them to take ' +
        'theirs down, or dismiss the pair.',
    )
  const unread = [kept, duplicate].find(
    (posting) => posting.status === 'pending' && isPosted(posting),
  )
  if (unread && kept.status !== duplicate.status)
    throw new AppError(
      'CONFLICT',
      `${referenceCode(unread.id)} waits for approval. Please decide about it in the queue first.`,
    )
  const by = asModerator(actorId)
  await copyHolds(trx, { from: duplicate.id, to: kept.id })
  if (kept.status === 'active') await requireReleased(trx, [kept])
  let merged = await write(
    trx,
    kept,
    { ...columns, ...(isHandedOver(kept, duplicate) && posterOf(duplicate)) },
    actorId,
  )
  await moveLinks(trx, { from: duplicate.id, to: kept.id })
  if (merged.owner_id !== null) await deleteManageLinks(trx, merged.id)
  if (merged.status === 'pending' && duplicate.status === 'active') {
    // Public since then.
    const columns = { posted_at: duplicate.posted_at }
    merged = (await applyTransition(trx, { posting: merged, action: 'approve', ...by, columns }))
      .posting
  }
  await deleteWaitingEdits(trx, [duplicate.id])
  await applyTransition(trx, {
    posting: duplicate,
    action: 'merge',
    ...by,
    reason: `Merged into ${referenceCode(kept.id)}`,
  })
  if (isPosted(duplicate)) await mailMerged(trx, links, merged, duplicate)
  return merged
}

type Unmerge = Merge & { wasPending: boolean }

/**
 * Takes a merge back. `columns` are those that the kept posting had before.
 * @throws {AppError} CONFLICT after a day, or if a posting has changed since.
 */
export async function unmergePostings(
  trx: Db,
  links: Links,
  { kept, other: duplicate, columns, wasPending, actorId }: Unmerge,
): Promise<void> {
  const by = asModerator(actorId)
  const { posting, eventId } = await applyTransition(trx, {
    posting: duplicate,
    action: 'undo',
    ...by,
  })
  const cleared = await write(trx, kept, columns, actorId)
  if (wasPending) await applyTransition(trx, { posting: cleared, action: 'undo', ...by })
  if (isPosted(posting))
    await mailUndone(trx, links, posting, { cause: mergedCause(duplicate.id), undoneId: eventId })
}

async function write(
  trx: Db,
  posting: JobRow,
  taken: Updateable<JobsTable>,
  actorId: string,
): Promise<JobRow> {
  if (Object.keys(taken).length === 0) return posting
  const columns = { ...taken, ...termsAfter(posting, taken) }
  const changed = changedFields(posting, withColumns(posting, columns))
  return (
    await applyTransition(trx, {
      posting,
      action: 'edit',
      ...asModerator(actorId),
      columns,
      changed,
    })
  ).posting
}

/** Imports have no poster. */
const isPosted = ({ channel, owner_id }: JobRow) => channel !== 'import' || owner_id !== null

function isSamePoster(a: JobRow, b: JobRow) {
  if (a.owner_id !== null && b.owner_id !== null) return a.owner_id === b.owner_id
  const [address, otherAddress] = [a.contact_email?.toLowerCase(), b.contact_email?.toLowerCase()]
  return address !== undefined && address === otherAddress
}

/** The other posting's poster takes over if the kept one has no account. */
const isHandedOver = (kept: JobRow, duplicate: JobRow) =>
  kept.owner_id === null &&
  (duplicate.owner_id !== null || (!isPosted(kept) && isPosted(duplicate)))

const posterOf = (posting: JobRow) =>
  pick(posting, ['owner_id', 'channel', 'contact_email', 'user_type'])
