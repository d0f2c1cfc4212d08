import { randomUUIDv7 } from 'node:crypto'
import { findUser } from '#features/accounts/server/public.ts'
import {
  findAttachedNames,
  findSameCvs,
  openAttachedCv,
  type StoredCv,
} from '#features/cv/server/public.ts'
import {
  type Scope,
  contactOf,
  loadPosting,
  managedBy,
  ownPostings,
} from '#features/postings/server/public.ts'
import { idsOf, takeLock, inTransaction, pageOf, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#shared/contract.ts'
import { timeZoneOfState } from '#shared/dates.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { inquiryPath, isConfidential } from '#shared/paths.ts'
import { inboxPageSize } from '../contract-inbox.ts'
import { closeReasons, maxSavedReplies } from '../model.ts'
import { assignedMail } from './emails/inquiry-mails.ts'
import { type Inquiries, mailCvLink } from './notices.ts'
import * as inboxQueries from './queries-inbox.ts'
import * as pressQueries from './queries-presses.ts'
import * as stageQueries from './queries-stages.ts'
import * as threadQueries from './queries-threads.ts'
import * as queries from './queries.ts'
import { findReach } from './reach.ts'
import { inboxItemView, repliesView, threadView } from './views.ts'

/** What those who hire read and note. Everything is loaded through their postings. */

export async function listInbox(
  db: Db,
  viewer: Viewer,
  query: QueryOf<'GET /api/inbox'>,
): Promise<ResponseOf<'GET /api/inbox'>> {
  const scope = ownPostings(viewer.id)
  const filter = { ...query, assignee: query.mine && viewer.id }
  const usual = await stageQueries.findUsualWait(db, scope)
  const [found, counts, undoable = null, press = null] = await Promise.all([
    inboxQueries.findInbox(db, scope, filter, usual),
    inboxQueries.countStages(db, scope, filter, usual),
    pressQueries.findUndoable(db, viewer.id),
    pressQueries.findRunning(db, viewer.id),
  ])
  const { rows, next } =
    query.view === 'board' ? { rows: found, next: null } : pageOf(found, inboxPageSize)
  const cvs = await findAttachedNames(db, idsOf(rows))
  return {
    inquiries: rows.map((row) => inboxItemView(row, cvs.get(row.id), usual)),
    next,
    ...counts,
    undoable,
    press,
  }
}

/**
 * A page of the inbox for an organization's own system, without counts.
 * @throws {AppError} VALIDATION_FAILED where the last one of the page before is no longer stored.
 */
export async function listReceived(
  db: Db,
  viewer: Viewer,
  after?: string,
): Promise<Pick<ResponseOf<'GET /api/inbox'>, 'inquiries' | 'next'>> {
  if (after !== undefined && !(await findReach(db, [after])).has(after))
    throw fieldError('cursor', 'This cursor no longer works. Begin without one.')
  const found = await inboxQueries.findInbox(db, ownPostings(viewer.id), { after })
  const { rows, next } = pageOf(found, inboxPageSize)
  const cvs = await findAttachedNames(db, idsOf(rows))
  const views = rows.map((row) => inboxItemView(row, cvs.get(row.id), Number.POSITIVE_INFINITY))
  return { inquiries: views, next }
}

/** `as` is what the physician reads of who opened it, unless the employer is confidential. */
export async function openReceivedCv(
  inquiries: Inquiries,
  viewer: Viewer,
  { id, ip, isProgram = false }: { id: string; ip: string; isProgram?: boolean },
): Promise<StoredCv> {
  const inquiry = await inboxQueries.findInquiryOf(inquiries.db, id, ownPostings(viewer.id))
  if (!inquiry) throw new AppError('NOT_FOUND')
  if (!viewer.emailVerified) throw new AppError('FORBIDDEN', unconfirmed)
  const { employer } = inquiry
  const program = isProgram ? `A program of ${employer}` : undefined
  const as = isConfidential(employer) ? employer : program
  return openAttachedCv(inquiries, { inquiryId: id, by: viewer, as, ip })
}

/** Why an account without a proved address opens no CV. */
export const unconfirmed = 'Please confirm your email address before you open the CV.'

/** Of all of a search: those that the caller may change. */
export const listKeys = async (db: Db, viewer: Viewer, query: QueryOf<'GET /api/inbox/keys'>) =>
  inboxQueries.findKeys(
    db,
    ownPostings(viewer.id, 'manage'),
    { ...query, assignee: query.mine && viewer.id },
    query.late ? await stageQueries.findUsualWait(db, ownPostings(viewer.id)) : 0,
  )

export async function getInquiry(
  db: Db,
  viewer: Viewer,
  id: string,
  before?: string,
): Promise<ResponseOf<'GET /api/inbox/:id'>> {
  const row = await inboxQueries.findInquiryOf(db, id, ownPostings(viewer.id))
  if (!row) throw new AppError('NOT_FOUND')
  const [alike, messages, notes, events, interview, team, usual] = await Promise.all([
    findSameCvs(db, id).then((sameCv) =>
      threadQueries.findAlike(db, ownPostings(viewer.id), id, sameCv),
    ),
    threadQueries.findThread(db, id, before),
    threadQueries.findNotes(db, [id]),
    stageQueries.findEvents(db, [id], 200),
    threadQueries.findInterview(db, id),
    threadQueries.findTeam(db, id),
    // What does not wait is never late.
    row.waits_since === null ? 0 : stageQueries.findUsualWait(db, ownPostings(viewer.id)),
  ])
  const cvs = await findAttachedNames(db, [id])
  return {
    ...inboxItemView(row, cvs.get(row.id), usual),
    ...threadView(messages, id, interview),
    timeZone: timeZoneOfState(row.place_state),
    team,
    alike: alike.map(({ at, ...inquiry }) => ({ ...inquiry, sentAt: at.toISOString() })),
    blockedBy: row.is_blocked ? ('poster' as const) : null,
    showsEmail: row.poster_shows_email,
    isConfidential: isConfidential(row.employer),
    namedAs: row.named_as,
    notes: notes.map(({ id, note, author, created_at: at }) => ({
      id,
      note,
      author,
      createdAt: at.toISOString(),
    })),
    events: events.map(({ at, reason, ...event }) => ({
      ...event,
      at: at.toISOString(),
      reason: reason && closeReasons[reason],
    })),
  }
}

/** Members who no longer reach the posting have none, whatever the row says. */
export const assignInquiry = (
  links: Pick<Inquiries, 'db' | 'publicUrl'>,
  viewer: Viewer,
  id: string,
  { userId }: BodyOf<'PUT /api/inbox/:id/assignee'>,
): Promise<void> =>
  queries.changeOwn(links.db, viewer, id, async (trx, inquiry) => {
    const [able] = await threadQueries.findHiredFor(trx, [inquiry], userId)
    if (!able) throw new AppError('CONFLICT', 'This person cannot act on the posting any more.')
    await assign(trx, links, [able], { actorId: viewer.id, userId })
  })

type Assigning = { actorId: string; userId: string | null; batch?: string }

/** @returns those that were others'. */
export async function setAssignee(
  trx: Db,
  all: readonly inboxQueries.LockedInquiry[],
  { actorId, userId, batch }: Assigning,
) {
  const changed = all.filter((inquiry) => inquiry.assigned_to !== userId)
  if (changed.length === 0) return []
  await queries.updateInquiry(trx, idsOf(changed), { assigned_to: userId })
  await stageQueries.recordAction(trx, {
    inquiry_id: idsOf(changed),
    actor_id: actorId,
    action: userId === null ? 'unassigned' : 'assigned',
    subject_id: userId,
    batch: batch ?? null,
  })
  return changed
}

/** Who gets one from somebody else is told. @returns how many were others'. */
export async function assign(
  trx: Db,
  { publicUrl }: Pick<Inquiries, 'publicUrl'>,
  all: readonly inboxQueries.LockedInquiry[],
  assigning: Assigning,
): Promise<number> {
  const { actorId, userId } = assigning
  const changed = await setAssignee(trx, all, assigning)
  if (changed.length === 0) return 0
  const assignee = userId === null || userId === actorId ? undefined : await findUser(trx, userId)
  const to = assignee?.email
  // The daily notice counts it.
  if (
    to &&
    assignee.email_verified_at !== null &&
    assignee.suspended_at === null &&
    !(await inboxQueries.isDaily(trx, assignee.id))
  )
    await enqueueMails(
      trx,
      changed.map(({ id, job_title: jobTitle }) => ({
        cause: `inquiry-assigned:${id}:${randomUUIDv7()}`,
        to,
        content: assignedMail({ jobTitle, href: publicUrl + inquiryPath(id) }),
      })),
    )
  return changed.length
}

/** Only a person says so, and can take it back. */
export async function setSamePerson(
  db: Db,
  viewer: Viewer,
  id: string,
  { otherId, isSame }: BodyOf<'PUT /api/inbox/:id/person'>,
): Promise<void> {
  if (id === otherId) throw new AppError('NOT_FOUND')
  await inTransaction(db, async (trx) => {
    // In one order, so that two at once do not wait for each other.
    const both = new Map<string, inboxQueries.LockedInquiry>()
    for (const each of [id, otherId].toSorted())
      both.set(each, await queries.lockOwn(trx, viewer, each))
    const persons = [...both.values()].flatMap((candidate) => candidate.person ?? [])
    const areSame = persons.length === 2 && persons[0] === persons[1]
    if (isSame && areSame) return
    if (isSame) await threadQueries.joinPersons(trx, [id, otherId], persons)
    else await threadQueries.partPersons(trx, id, otherId)
    if (isSame || areSame)
      for (const each of both.keys())
        await stageQueries.recordAction(trx, {
          inquiry_id: each,
          actor_id: viewer.id,
          action: isSame ? 'joined' : 'parted',
        })
  })
}

export async function saveReply(
  db: Db,
  viewer: Viewer,
  reply: BodyOf<'POST /api/saved-replies'>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await takeLock(trx, `saved-replies:${viewer.id}`)
    if ((await threadQueries.findSavedReplies(trx, viewer.id)).length >= maxSavedReplies)
      throw new AppError('CONFLICT', `You have ${maxSavedReplies} saved replies. Delete one first.`)
    await threadQueries.insertSavedReply(trx, {
      id: randomUUIDv7(),
      owner_id: viewer.id,
      ...reply,
    })
  })
}

/**
 * The inbox of a posting without an account, for the holder of its manage link, who has confirmed
 * the address that inquiries go to.
 */

type Inbox = ResponseOf<'POST /api/manage-posting/inquiries'>

async function open(db: Db, token: string): Promise<{ scope: Scope; isProved: boolean }> {
  const scope = managedBy(token)
  const { id } = await loadPosting(db, scope, null)
  const contact = await contactOf(db, id, { anyStatus: true })
  return { scope, isProved: contact?.isProved === true }
}

export async function listManagedInquiries(db: Db, token: string, after?: string): Promise<Inbox> {
  const { scope, isProved } = await open(db, token)
  const total = await inboxQueries.countReceived(db, scope)
  if (!isProved) return { total, needsConfirmation: true, inquiries: [], next: null }
  const { rows, next } = pageOf(await inboxQueries.findInbox(db, scope, { after }), inboxPageSize)
  const ids = idsOf(rows)
  const [cvs, replies] = await Promise.all([
    findAttachedNames(db, ids),
    threadQueries.findReplies(db, ids),
  ])
  const inquiries = rows.map((row) => ({
    ...inboxItemView(row, cvs.get(row.id), Number.POSITIVE_INFINITY),
    replies: repliesView(replies, row.id),
  }))
  return { total, needsConfirmation: false, inquiries, next }
}

/** A link opens the CV once, so each is mailed, as with the inquiry. */
export async function mailManagedCv(
  inquiries: Inquiries,
  token: string,
  id: string,
): Promise<void> {
  const { scope, isProved } = await open(inquiries.db, token)
  if (!isProved) throw new AppError('CONFLICT', 'Please confirm your address first.')
  if (!(await inboxQueries.findInquiryOf(inquiries.db, id, scope))) throw new AppError('NOT_FOUND')
  await mailCvLink(inquiries, id)
}
