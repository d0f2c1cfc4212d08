import { sql, type RawBuilder, type Updateable } from 'kysely'
import { findPeople, findUser, lockRole } from '#features/accounts/server/public.ts'
import type { JobRow, JobsTable } from '#features/jobs/server/public.ts'
import { mailDomainOf } from '#features/names/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { isModerator } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { PostingDetail } from '../contract.ts'
import type { Hold, PostingHold } from '../model.ts'
import { textOf } from '../posting-form.ts'
import type { PostingChanges } from '../schemas.ts'
import type { PostingAction } from '../state-machine.ts'
import {
  mailApproved,
  mailCorrected,
  mailEditApproved,
  mailEditRejected,
  mailRejected,
  mailRemoved,
  mailUndone,
  decisionCause,
} from './decision-mails.ts'
import type { Links } from './mails.ts'
import {
  deleteWaitingEdits,
  findPostingsById,
  findUnmailedEdits,
  findWaitingEdit,
  findWaitingEdits,
  lockPendingOf,
} from './queries-moderation.ts'
import { findHolds } from './queries-holds.ts'
import { lockPosting } from './queries.ts'
import { findDecision } from './queries-events.ts'
import { asModerator, isClosedTo, moderatedBy, requireOthers } from './scope.ts'
import { changedFields, correctColumns, updateLocked, versionOf, write } from './service-changes.ts'
import { columnsOfWaiting } from './edited-columns.ts'
import { holdOf } from './settings.ts'
import { applyTransition, applyTransitionToAll } from './transitions.ts'
import { detailOf } from './views.ts'
import { labelOf } from '#features/jobs/fields.ts'
import { withColumns } from './columns.ts'

type Moderator = { actorId: string }

/**
 * The transaction of a decision: who is being dismissed meanwhile decides before that, or not at
 * all.
 * @throws {AppError} FORBIDDEN
 */
export const byModerator = <T>(
  db: Db,
  { actorId }: Moderator,
  work: (trx: Db) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (trx) => {
    if (!(await lockModerator(trx, { actorId }))) throw new AppError('FORBIDDEN')
    return work(trx)
  })

/** Whether the account may still decide; it stays so until the transaction ends. */
export const lockModerator = async (trx: Db, { actorId }: Moderator): Promise<boolean> =>
  isModerator(await lockRole(trx, actorId))

async function lockOthers(trx: Db, actorId: string, id: string): Promise<JobRow> {
  const posting = await lockPosting(trx, moderatedBy(actorId), id)
  await requireOthers(trx, { actorId }, [id])
  return posting
}

/** The posting and its event, which undo needs; null if the status did not change. */
export type Moderated = { posting: JobRow; eventId: string | null }

/** `version` is the one that the moderator saw. */
type Decision = Moderator &
  (
    | { action: 'approve' | 'read'; version?: string | undefined }
    | { action: 'reject' | 'remove' | 'release'; reason: string }
    | { action: 'approve-edit'; version: string }
    | { action: 'reject-edit'; version: string; reason: string }
    | { action: 'unread' }
  )

/** @throws {AppError} CONFLICT if its poster changed it since the version that the moderator saw. */
export async function decidePosting(
  trx: Db,
  links: Links,
  id: string,
  decision: Decision,
): Promise<Moderated> {
  const posting = await lockOthers(trx, decision.actorId, id)
  const by = asModerator(decision.actorId)
  const apply = (action: PostingAction, reason?: string) =>
    applyTransition(trx, { posting, action, ...by, reason })
  switch (decision.action) {
    case 'approve': {
      requireSeen(posting, decision.version)
      const corrected = await findUnmailedEdits(trx, id)
      const approved = await apply('approve')
      await mailApproved(trx, links, approved.posting, { eventId: approved.eventId, corrected })
      return approved
    }
    case 'reject':
    case 'remove': {
      const { action, reason } = decision
      const refused = await apply(action, reason)
      const mail = action === 'reject' ? mailRejected : mailRemoved
      await mail(trx, links, refused.posting, { eventId: refused.eventId, reason })
      return refused
    }
    case 'release': {
      if (!(await findHolds(trx, [id])).has(id))
        throw new AppError('CONFLICT', 'Nothing holds this posting any more.')
      // A rejected one waits again.
      const action = posting.status === 'rejected' ? 'reopen' : 'release'
      return { ...(await apply(action, decision.reason)), eventId: null }
    }
    case 'read': {
      requireSeen(posting, decision.version)
      const corrected = await findUnmailedEdits(trx, id)
      const read = await apply('read')
      if (corrected.length > 0) await mailCorrected(trx, links, read.posting, corrected)
      return { ...read, eventId: null }
    }
    case 'unread':
      return { ...(await apply('unread')), eventId: null }
    default:
      return decideEdit(trx, links, posting, decision)
  }
}

function requireSeen(posting: JobRow, version: string | undefined) {
  if (version !== undefined && Date.parse(version) !== posting.updated_at.getTime())
    throw editedMeanwhile()
}

const editedMeanwhile = () =>
  new AppError(
    'CONFLICT',
    'This posting was edited in the meantime. Please look at the new version.',
  )

/** An edit that waits is applied to the posting as it is now; or its poster gets the reason. */
async function decideEdit(
  trx: Db,
  links: Links,
  posting: JobRow,
  decision: Extract<Decision, { action: 'approve-edit' | 'reject-edit' }>,
): Promise<Moderated> {
  const edit = await findWaitingEdit(trx, posting.id)
  if (!edit) throw new AppError('CONFLICT', 'No edit of this posting waits any more.')
  if (versionOf(posting, edit).getTime() !== Date.parse(decision.version)) throw editedMeanwhile()
  await deleteWaitingEdits(trx, [posting.id])
  if (decision.action === 'approve-edit') {
    const columns = await columnsOfWaiting(trx, posting, edit)
    const scope = moderatedBy(decision.actorId)
    const written = await write(trx, scope, posting, columns, 'approveEdit')
    await mailEditApproved(trx, links, written)
    return { posting: written, eventId: null }
  }
  const { actorId, reason } = decision
  const change = { posting, action: 'rejectEdit', ...asModerator(actorId), reason } as const
  const { eventId } = await applyTransition(trx, change)
  await mailEditRejected(trx, links, posting, { eventId, reason })
  return { posting, eventId: null }
}

/**
 * Corrects a posting by the rules of the poster's form.
 * @throws {StaleError} when the posting was changed since the changes' `updatedAt`.
 */
export async function correctPosting(
  trx: Db,
  id: string,
  { actorId, changes }: Moderator & { changes: PostingChanges },
): Promise<{ posting: JobRow; changed: string[]; detail: PostingDetail }> {
  const before = await lockOthers(trx, actorId, id)
  const posting = await updateLocked(trx, moderatedBy(actorId), before, changes)
  return { posting, changed: changedFields(before, posting), detail: detailOf(posting) }
}

/** Null for a command. */
type Corrector = { actorId: string | null }

/** Writes a moderator's correction of the source. The caller has locked the posting. */
export const correctFact = (
  trx: Db,
  posting: JobRow,
  columns: Updateable<JobsTable>,
  { actorId }: Corrector,
): Promise<JobRow> => correctColumns(trx, moderatedBy(actorId), posting, columns)

/**
 * Undoes the decision of an event. Its mail is canceled, or followed by another.
 * @throws {AppError} CONFLICT if the posting changed since, or after the deadline.
 */
export async function undoDecision(
  trx: Db,
  links: Links,
  id: string,
  { actorId, eventId }: Moderator & { eventId: string },
): Promise<void> {
  const posting = await lockOthers(trx, actorId, id)
  const decision = await findDecision(trx, id)
  if (decision?.eventId !== eventId)
    throw new AppError('CONFLICT', 'This posting has changed since.')
  const undone = await applyTransition(trx, { posting, action: 'undo', ...asModerator(actorId) })
  const mail = { cause: decisionCause(eventId), undoneId: undone.eventId }
  await mailUndone(trx, links, undone.posting, mail)
}

/**
 * Decides about the oldest pending postings of a source that came before `until`, except the
 * moderator's own.
 * @returns an empty list when none are left.
 */
export async function decideSomeOf(
  trx: Db,
  links: Links,
  { actorId, action, reason, only = sql`true`, ...which }: SourceDecision,
): Promise<readonly JobRow[]> {
  const waiting = await lockPendingOf(trx, {
    ...which,
    only: sql`(${only} and not ${isClosedTo(actorId)})`,
  })
  const decided = await applyTransitionToAll(trx, waiting, {
    action,
    ...asModerator(actorId),
    reason,
  })
  for (const { posting, eventId } of decided.filter(
    (decision) => decision.posting.channel !== 'import',
  )) {
    if (action === 'approve') await mailApproved(trx, links, posting, { eventId, corrected: [] })
    else await mailRejected(trx, links, posting, { eventId, reason })
  }
  return decided.map((decision) => decision.posting)
}

export type SourceDecision = {
  actorId: string
  source: string
  until: Date
  limit: number
  /** A condition on `jobs.id`. */
  only?: RawBuilder<boolean>
} & ({ action: 'approve'; reason?: undefined } | { action: 'reject'; reason: string })

export type PostingToRead = {
  posting: PostingDetail
  /** The mail domain that the poster's account has confirmed. */
  domain: string | null
  source: string
  sourceUrl: string | null
  /** Why it waits although postings of its channel go live immediately. */
  hold: PostingHold | null
  /** What keeps it from becoming active, and which moderator decided that. */
  holds: (Hold & { by: string | null })[]
}

/** Postings in any status, by id. */
export async function findPostingsToRead(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PostingToRead>> {
  const rows = await findPostingsById(db, ids)
  const ownerIds = new Set(rows.flatMap((row) => row.owner_id ?? []))
  const owners = new Map(
    await Promise.all([...ownerIds].map(async (id) => [id, await findUser(db, id)] as const)),
  )
  const holds = await findHolds(db, ids)
  const authors = await findPeople(
    db,
    [...holds.values()].flat().flatMap(({ authorId }) => authorId ?? []),
  )
  const entries = rows.map(async (row): Promise<[string, PostingToRead]> => {
    const owner = owners.get(row.owner_id ?? '')
    const isHeld = row.status === 'pending' && row.channel === 'account' && owner !== undefined
    return [
      row.id,
      {
        posting: detailOf(row),
        domain: owner?.email && owner.email_verified_at !== null ? mailDomainOf(owner.email) : null,
        source: row.source,
        sourceUrl: row.source_url,
        hold: isHeld ? await holdOf(db, owner, [row.employer]) : null,
        holds: (holds.get(row.id) ?? []).map(({ authorId, ...hold }) => {
          const author = authors.get(authorId ?? '')
          return { ...hold, by: author?.name ?? author?.email ?? null }
        }),
      },
    ]
  })
  return new Map(await Promise.all(entries))
}

export type EditToRead = {
  version: string
  changes: { label: string; before: string; after: string }[]
  /** As it would be. */
  edited: PostingDetail
}

/** Waiting edits as differences to what is public now. */
export async function findEditsToRead(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, EditToRead>> {
  const [edits, postings] = await Promise.all([
    findWaitingEdits(db, ids),
    findPostingsById(db, [...ids]),
  ])
  const entries = postings.map(async (posting): Promise<[string, EditToRead][]> => {
    const edit = edits.get(posting.id)
    if (!edit) return []
    const edited = withColumns(posting, await columnsOfWaiting(db, posting, edit))
    const [before, after] = [detailOf(posting), detailOf(edited)]
    const changes = changedFields(posting, edited).map((field) => ({
      label: labelOf(field),
      before: textOf(before[field]),
      after: textOf(after[field]),
    }))
    return [
      [posting.id, { version: versionOf(posting, edit).toISOString(), changes, edited: after }],
    ]
  })
  return new Map((await Promise.all(entries)).flat())
}
