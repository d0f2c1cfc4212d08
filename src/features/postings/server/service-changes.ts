import type { Updateable } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { JobRow, JobsTable } from '#features/jobs/server/public.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import { StaleError, fieldError } from '#shared/errors.ts'
import type { PostingDetail } from '../contract.ts'
import type { Hold } from '../model.ts'
import { type PostingField, postingFields, textOf } from '../posting-form.ts'
import type { PostingChanges } from '../schemas.ts'
import type { PostingAction } from '../state-machine.ts'
import { withColumns } from './columns.ts'
import { deleteManageLinks } from './queries-forms.ts'
import { findHolds } from './queries-holds.ts'
import {
  type WaitingEdit,
  deleteWaitingEdits,
  findWaitingEdit,
  upsertWaitingEdits,
} from './queries-moderation.ts'
import * as queries from './queries.ts'
import type { Scope } from './scope.ts'
import { compareSoon } from './service.ts'
import { findPeriods, mustWait } from './settings.ts'
import { requireLastDay } from './ends.ts'
import { applyTransition } from './transitions.ts'
import { laterThan } from './next-state.ts'
import { detailOf } from './views.ts'
import { columnsAfterEdit, columnsOfWaiting, stillFitting, withDerived } from './edited-columns.ts'

export async function getPosting(db: Db, scope: Scope, id: string | null): Promise<PostingDetail> {
  return viewOf(db, scope, await queries.loadPosting(db, scope, id))
}

/**
 * Changes fields or toggles the posting.
 * @throws {StaleError} when the posting was changed since the changes' `updatedAt`.
 */
export async function updatePosting(
  db: Db,
  scope: Scope,
  id: string | null,
  changes: PostingChanges,
): Promise<PostingDetail> {
  return inTransaction(db, async (trx) => {
    const posting = await queries.lockPosting(trx, scope, id)
    return viewOf(trx, scope, await updateLocked(trx, scope, posting, changes))
  })
}

/** The same for a posting that the caller has locked. */
export async function updateLocked(
  trx: Db,
  scope: Scope,
  posting: JobRow,
  changes: PostingChanges,
): Promise<JobRow> {
  const { updatedAt, isActive, withdrawsEdit, ...fields } = changes
  const waiting = await editShownIn(trx, scope, posting)
  if (updatedAt !== undefined && Date.parse(updatedAt) !== versionOf(posting, waiting).getTime())
    throw new StaleError(await viewOf(trx, scope, posting))
  if (withdrawsEdit && waiting) await dropEdit(trx, scope, posting)
  const edited = await edit(trx, scope, posting, {
    fields,
    waiting: withdrawsEdit ? undefined : waiting,
  })
  return show(trx, scope, edited, isActive)
}

/** Writes columns, and the columns derived from them. The caller has locked the posting. */
export const correctColumns = async (
  trx: Db,
  scope: Scope,
  posting: JobRow,
  columns: Updateable<JobsTable>,
): Promise<JobRow> => write(trx, scope, posting, await withDerived(trx, posting, columns))

type Edit = { fields: PostingChanges; waiting: WaitingEdit | undefined }

async function edit(
  trx: Db,
  scope: Scope,
  posting: JobRow,
  { fields, waiting }: Edit,
): Promise<JobRow> {
  const by = scope.by(posting)
  // The address proves the author.
  if (
    by.actor === 'author' &&
    fields.contactEmail !== undefined &&
    fields.contactEmail !== posting.contact_email
  )
    throw fieldError(
      'contactEmail',
      'You can change the contact email after you move the posting into an account.',
    )
  if (Object.values(fields).every((field) => field === undefined)) return posting
  const { wanted, columns, edited } = await afterEdit(trx, posting, { fields, waiting })
  const changed = changedFields(posting, edited)
  if (changed.length > 0 && (await mustWait(trx, by, { posting, edited, changed })))
    return propose(trx, scope, posting, { fields: wanted, changed, waiting })
  // Back to what is public, or its poster was trusted meanwhile.
  if (waiting) await deleteWaitingEdits(trx, [posting.id])
  return write(trx, scope, posting, columns)
}

/** A posting as its edit makes it, with the edit that waits. */
async function afterEdit(db: Db, posting: JobRow, { fields, waiting }: Edit) {
  const wanted = { ...(waiting && stillFitting(posting, waiting.fields)), ...fields }
  const columns = await columnsAfterEdit(db, posting, wanted)
  const edited = withColumns(posting, columns)
  if (fields.applyUntil && fields.applyUntil !== posting.apply_until)
    requireLastDay(edited, { ...(await findPeriods(db)), now: new Date(), posting })
  return { wanted, columns, edited }
}

/**
 * The fields that an edit would change. The values before it are those that the poster sees.
 * @throws {AppError} VALIDATION_FAILED
 */
export async function previewEdit(
  db: Db,
  scope: Scope,
  posting: JobRow,
  fields: PostingChanges,
): Promise<{ field: PostingField; from: string; to: string }[]> {
  const waiting = await editShownIn(db, scope, posting)
  const columns = waiting && (await columnsOfWaiting(db, posting, waiting))
  const { edited } = await afterEdit(db, posting, { fields, waiting })
  const from = detailOf(withColumns(posting, columns))
  const to = detailOf(edited)
  return differing(from, to).map((field) => ({
    field,
    from: textOf(from[field]),
    to: textOf(to[field]),
  }))
}

/**
 * An edit waits with the one before it, and is a version of its own. The posting stays as it is.
 */
async function propose(
  trx: Db,
  scope: Scope,
  posting: JobRow,
  { fields, changed, waiting }: Edit & { changed: string[] },
): Promise<JobRow> {
  await applyTransition(trx, { posting, action: 'proposeEdit', ...scope.by(posting), changed })
  const updatedAt = laterThan(versionOf(posting, waiting), new Date())
  await upsertWaitingEdits(trx, [{ jobId: posting.id, fields, changed, updatedAt }])
  return posting
}

async function dropEdit(trx: Db, scope: Scope, posting: JobRow) {
  await deleteWaitingEdits(trx, [posting.id])
  await applyTransition(trx, { posting, action: 'withdrawEdit', ...scope.by(posting) })
}

/** Posters see and change what they sent; administrators what is public. */
const editShownIn = async (
  db: Db,
  scope: Scope,
  posting: JobRow,
): Promise<WaitingEdit | undefined> =>
  scope.by(posting).actor === 'administrator' ? undefined : findWaitingEdit(db, posting.id)

/** The version of a posting with the edit that waits. */
export const versionOf = (posting: JobRow, edit: WaitingEdit | undefined): Date =>
  new Date(Math.max(posting.updated_at.getTime(), edit?.updated_at.getTime() ?? 0))

/** Writes an edit, and what follows from it. The caller has locked the posting. */
export async function write(
  trx: Db,
  scope: Scope,
  posting: JobRow,
  columns: Updateable<JobsTable>,
  action: 'edit' | 'approveEdit' = 'edit',
): Promise<JobRow> {
  const edited = withColumns(posting, columns)
  const changed = changedFields(posting, edited)
  if (changed.length === 0 && edited.lat === posting.lat) return posting
  const { posting: written } = await applyTransition(trx, {
    posting,
    action,
    ...scope.by(posting),
    columns,
    changed,
  })
  // Links that were mailed to the old address prove nothing about the new one.
  if (written.contact_email !== posting.contact_email) await deleteManageLinks(trx, posting.id)
  await compareSoon(trx, posting.id)
  return written
}

/** The fields of the edit form that differ. */
export const changedFields = (before: JobRow, after: JobRow): PostingField[] =>
  differing(detailOf(before), detailOf(after))

const differing = (before: PostingDetail, after: PostingDetail): PostingField[] =>
  postingFields.filter((field) => !isDeepStrictEqual(before[field], after[field]))

/** Makes a posting active or inactive; an expired one is renewed. */
async function show(
  trx: Db,
  scope: Scope,
  posting: JobRow,
  isActive: boolean | undefined,
): Promise<JobRow> {
  if (isActive === undefined || isActive === (posting.status === 'active')) return posting
  const action = isActive ? (posting.status === 'expired' ? 'renew' : 'activate') : 'deactivate'
  return move(trx, scope, posting, action)
}

async function move(
  trx: Db,
  scope: Scope,
  posting: JobRow,
  action: PostingAction,
): Promise<JobRow> {
  const by = scope.by(posting)
  const moved = await applyTransition(trx, { posting, action, ...by })
  if (action === 'remove' && by.actor !== 'administrator')
    await deleteWaitingEdits(trx, [posting.id])
  return moved.posting
}

/** A new period, without a last day. */
export async function renewPosting(
  db: Db,
  scope: Scope,
  id: string | null,
): Promise<PostingDetail> {
  return inTransaction(db, async (trx) => {
    const posting = { ...(await queries.lockPosting(trx, scope, id)), apply_until: null }
    return viewOf(trx, scope, await move(trx, scope, posting, 'renew'))
  })
}

export async function deletePosting(db: Db, scope: Scope, id: string | null): Promise<void> {
  await inTransaction(db, async (trx) => {
    await move(trx, scope, await queries.lockPosting(trx, scope, id), 'remove')
  })
}

/** With the reason of a rejection or removal, and, for its poster, with the edit that waits. */
export async function viewOf(db: Db, scope: Scope, posting: JobRow): Promise<PostingDetail> {
  const holds = holdsOf(await findHolds(db, [posting.id]), posting)
  const reason = holds.find((hold) => hold.reason === posting.status)?.note ?? null
  const shown = await editShownIn(db, scope, posting)
  if (!shown) return { ...detailOf(posting, reason, await findWaitingEdit(db, posting.id)), holds }
  const columns = await columnsOfWaiting(db, posting, shown)
  return {
    ...detailOf(
      withColumns(posting, { ...columns, updated_at: versionOf(posting, shown) }),
      reason,
      shown,
      true,
    ),
    holds,
  }
}

/** Posters do not see which moderator decided. */
export const holdsOf = (holds: Awaited<ReturnType<typeof findHolds>>, { id }: JobRow): Hold[] =>
  (holds.get(id) ?? []).map(({ reason, note, since }) => ({ reason, note, since }))
