import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { findUser } from '#features/accounts/server/public.ts'
import { findAttachedNames, findSameCvs } from '#features/cv/server/public.ts'
import { loadPosting, lockPosting, ownPostings } from '#features/postings/server/public.ts'
import { idsOf, takeLock, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { forEachOf } from '#platform/server/tasks/each.ts'
import { defineTask, enqueueTask } from '#platform/server/tasks/task.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import { timeZoneOfState } from '#shared/dates.ts'
import { applicationsPath, inboxPath, inquiryPath, isConfidential } from '#shared/paths.ts'
import { inboxPageSize } from '../contract-desk.ts'
import { closeReasons, maxSavedReplies, takeBackMinutes, stageLabels, type CloseReason, type Stage } from '../model.ts'
import { assignedMail, decisionMail, hiredMail, hireEndedMail, waitingMail } from './emails/inquiry-mails.ts'
import * as queries from './queries.ts'
import * as threadQueries from './queries-threads.ts'
import * as inbox from './queries-inbox.ts'
import { decisionCause, withdrawDecision } from './service.ts'
import { endInterview, lockOwn, tellInterviewed, titleFor, untellInterviewed } from './service-interviews.ts'
import type { Inquiries } from './service-mailed.ts'
import { decisionOf, inboxItemView, threadView, toldAtOf } from './views.ts'

/** What those who hire do with applications. Everything is loaded through their postings. */

export async function listInbox(db: Db, viewer: Viewer, query: QueryOf<'GET /api/inbox'>): Promise<ResponseOf<'GET /api/inbox'>> {
  const scope = ownPostings(viewer.id)
  const filter = { ...query, assignee: query.mine && viewer.id }
  const [found, counts, usual] = await Promise.all([
    inbox.findInbox(db, scope, filter),
    inbox.countStages(db, scope, filter),
    inbox.findUsualWait(db, scope),
  ])
  const rows = query.view === 'board' ? found : found.slice(0, inboxPageSize)
  const ids = idsOf(rows)
  const cvs = await findAttachedNames(db, ids)
  const next = found.length > rows.length ? (ids.at(-1) ?? null) : null
  return { inquiries: rows.map((row) => inboxItemView(row, cvs.get(row.id), usual)), next, ...counts }
}

export async function getInquiry(db: Db, viewer: Viewer, id: string, before?: string): Promise<ResponseOf<'GET /api/inbox/:id'>> {
  const row = await inbox.findInquiryOf(db, id, ownPostings(viewer.id))
  if (!row) throw new AppError('NOT_FOUND')
  const [alike, messages, notes, events, interview, team, usual] = await Promise.all([
    findSameCvs(db, id).then((sameCv) => threadQueries.findAlike(db, ownPostings(viewer.id), id, sameCv)),
    threadQueries.findThread(db, id, before),
    threadQueries.findNotes(db, [id]),
    inbox.findEvents(db, [id], 200),
    threadQueries.findInterview(db, id),
    threadQueries.findTeam(db, id),
    // What does not wait is never late.
    row.waits_since === null ? 0 : inbox.findUsualWait(db, ownPostings(viewer.id)),
  ])
  const cvs = await findAttachedNames(db, [id, ...idsOf(alike)])
  return {
    ...inboxItemView(row, cvs.get(row.id), usual),
    ...threadView(messages, id, interview),
    timeZone: timeZoneOfState(row.place_state),
    team,
    alike: alike.map(({ at, ...it }) => ({ ...it, sentAt: at.toISOString(), cvFileName: cvs.get(it.id) ?? null })),
    blockedBy: row.is_blocked ? ('poster' as const) : null,
    showsEmail: row.poster_shows_email,
    isConfidential: isConfidential(row.employer),
    namedAs: row.named_as,
    notes: notes.map(({ id, note, author, created_at: at }) => ({ id, note, author, createdAt: at.toISOString() })),
    events: events.map(({ at, reason, ...it }) => ({ ...it, at: at.toISOString(), reason: reason && closeReasons[reason] })),
  }
}

/** Members who no longer reach the posting have none, whatever the row says. Who gets it from somebody else is told. */
export async function assignInquiry(
  { db, publicUrl }: Pick<Inquiries, 'db' | 'publicUrl'>,
  viewer: Viewer,
  id: string,
  { userId }: BodyOf<'PUT /api/inbox/:id/assignee'>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const inquiry = await lockOwn(transaction, viewer, id)
    const team = await threadQueries.findTeam(transaction, id)
    if (userId !== null && team.every((it) => it.id !== userId))
      throw new AppError('CONFLICT', 'This person cannot act on the posting any more.')
    if (inquiry.assigned_to === userId) return
    await queries.updateInquiry(transaction, id, { assigned_to: userId })
    const action = userId === null ? 'unassigned' : 'assigned'
    await threadQueries.recordAction(transaction, { inquiry_id: id, actor_id: viewer.id, action, subject_id: userId })
    const assignee = userId === null || userId === viewer.id ? undefined : await findUser(transaction, userId)
    // The daily notice counts it.
    if (
      !assignee?.email ||
      assignee.email_verified_at === null ||
      assignee.suspended_at !== null ||
      (await threadQueries.isDaily(transaction, assignee.id))
    )
      return
    await enqueueMail(transaction, {
      cause: `inquiry-assigned:${id}:${randomUUIDv7()}`,
      to: assignee.email,
      content: assignedMail({ jobTitle: inquiry.job_title, href: publicUrl + inquiryPath(id) }),
    })
  })
}

/** Only a person says so, and can take it back. */
export async function setSamePerson(
  db: Db,
  viewer: Viewer,
  id: string,
  { otherId, isSame }: BodyOf<'PUT /api/inbox/:id/person'>,
): Promise<void> {
  if (id === otherId) throw new AppError('NOT_FOUND')
  await db.transaction().execute(async (transaction) => {
    // In one order, so that two at once do not wait for each other.
    const both = new Map<string, inbox.LockedInquiry>()
    for (const it of [id, otherId].toSorted()) both.set(it, await lockOwn(transaction, viewer, it))
    const persons = [...both.values()].flatMap((it) => it.person ?? [])
    const areSame = persons.length === 2 && persons[0] === persons[1]
    if (isSame && areSame) return
    if (isSame) await threadQueries.joinPersons(transaction, [id, otherId], persons)
    else await threadQueries.partPersons(transaction, id, otherId)
    if (isSame || areSame)
      for (const it of both.keys())
        await threadQueries.recordAction(transaction, {
          inquiry_id: it,
          actor_id: viewer.id,
          action: isSame ? 'joined' : 'parted',
        })
  })
}

/** Moves an application. What its sender hears of it waits for a while, in which another move takes it back. */
export async function moveInquiry(
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
  { stage, version, reason }: BodyOf<'PUT /api/inbox/:id/stage'>,
): Promise<ResponseOf<'PUT /api/inbox/:id/stage'>> {
  return inquiries.db.transaction().execute(async (transaction) => {
    await threadQueries.lockWithJoined(transaction, id)
    const inquiry = await lockOwn(transaction, viewer, id)
    if (inquiry.version !== version) {
      const current = { stage: inquiry.shown, version: inquiry.version }
      throw new StaleError(current, `Somebody else moved this application to ${stageLabels[inquiry.shown]} in the meantime.`)
    }
    if (stage === 'closed' && reason === undefined) throw new AppError('VALIDATION_FAILED', 'Please choose a reason')
    if (stage === inquiry.shown) return { stage, version, toldAt: toldAtOf(inquiry)?.toISOString() ?? null }
    await queries.stampInquiry(transaction, id, 'read_at')
    const placing = { stage, reason: stage === 'closed' && reason ? reason : null, toldAt: whenTold(), actorId: viewer.id }
    const [moved] = await placeAll(transaction, inquiries, await withJoined(transaction, inquiry), placing)
    return { stage, version: moved?.version ?? version, toldAt: moved?.toldAt?.toISOString() ?? null }
  })
}

const whenTold = () => new Date(Date.now() + takeBackMinutes * 60_000)

/** `toldAt` is when the sender is told, if there is something to tell; a rejection has a reason. */
type Placing = { stage: Stage; reason: CloseReason | null; toldAt: Date; actorId: string | null; withPosting?: boolean }
type Closing = Omit<Placing, 'stage'> & { reason: CloseReason }
type Placed = { version: number; toldAt: Date | null }

/** Takes back what waits about the move before. */
async function place(
  transaction: Db,
  { publicUrl }: Pick<Inquiries, 'publicUrl'>,
  inquiry: inbox.LockedInquiry,
  { stage, reason, toldAt, actorId, withPosting = false }: Placing,
): Promise<Placed> {
  const { id, email } = inquiry
  // A clock that was put back makes nothing unread that was mailed.
  const wasSent = await withdrawDecision(transaction, inquiry)
  const wasHired = (wasSent ? inquiry.shown : decisionOf(inquiry)) === 'hired'
  const isClosed = stage === 'closed'
  const isNews = isClosed || wasHired !== (stage === 'hired')
  const times = { closed_at: isClosed ? toldAt : null, told_at: isNews && !isClosed ? toldAt : null }
  const version = await inbox.moveTo(
    transaction,
    id,
    { stage, ...times, was_hired: isNews && wasHired, ...(isNews && stage === 'hired' && { hire_confirmed_at: null }) },
    { actor_id: actorId, reason, with_posting: withPosting },
  )
  if (isClosed) await enqueueTask(transaction, endApplicationTask, { id, version }, { startAfter: toldAt })
  const about = { jobTitle: titleFor(inquiry, inquiry.is_proved), href: publicUrl + applicationsPath }
  const content =
    reason === null
      ? (stage === 'hired' ? hiredMail : hireEndedMail)(about)
      : decisionMail({ ...about, sentence: closeReasons[reason] })
  const cause = decisionCause({ id, version, ...times })
  if (isNews && inquiry.reach.senderMailed)
    await enqueueMail(transaction, { cause, to: email, class: 'message', passes: inquiry.is_proved, sendAfter: toldAt, content })
  return { version, toldAt: isNews ? toldAt : null }
}

async function placeAll(
  transaction: Db,
  links: Pick<Inquiries, 'publicUrl'>,
  all: readonly inbox.LockedInquiry[],
  placing: Placing,
): Promise<Placed[]> {
  const placed: Placed[] = []
  for (const inquiry of all) placed.push(await place(transaction, links, inquiry, placing))
  return placed
}

export const endApplicationTask = defineTask({
  name: 'end-application',
  /** Without a version its employer has left. */
  schema: z.object({ id: z.uuid(), version: z.number().optional() }),
})

/** Cancels the interview of one that is closed, once its sender is told. One whose employer has left is closed first. */
export const endApplication = (
  links: Pick<Inquiries, 'db' | 'publicUrl'>,
  { id, version }: z.infer<typeof endApplicationTask.schema>,
): Promise<void> =>
  links.db.transaction().execute(async (transaction) => {
    const inquiry = await queries.lockInquiry(transaction, id)
    if (!inquiry) return
    if (version === undefined) {
      if (inquiry.shown !== 'hired')
        await closeAll(transaction, links, inquiry, { reason: 'gone', toldAt: new Date(), actorId: null })
    } else if (inquiry.version === version) await endInterview(transaction, links, inquiry, { by: 'poster', actorId: null })
  })

/** What becomes of an application becomes of those that somebody said are the same person's, about the same posting. */
const withJoined = async (transaction: Db, inquiry: inbox.LockedInquiry): Promise<inbox.LockedInquiry[]> => [
  inquiry,
  ...(await threadQueries.lockJoined(transaction, inquiry)),
]

async function closeAll(transaction: Db, links: Pick<Inquiries, 'publicUrl'>, inquiry: inbox.LockedInquiry, closing: Closing) {
  const open = (await withJoined(transaction, inquiry)).filter((it) => it.shown !== 'closed')
  await placeAll(transaction, links, open, { stage: 'closed', ...closing })
}

export async function getOutcome(db: Db, viewer: Viewer, jobId: string) {
  const { id } = await loadPosting(db, ownPostings(viewer.id), jobId)
  const [outcome, open] = await Promise.all([inbox.findOutcome(db, id), inbox.countOpenOf(db, ownPostings(viewer.id), id)])
  return { outcome, open }
}

/** What became of a posting; its open applications can be closed with it, and are told as each rejection is. */
export async function setOutcome(
  inquiries: Inquiries,
  viewer: Viewer,
  jobId: string,
  { outcome, closesOpen }: BodyOf<'PUT /api/job-postings/:id/outcome'>,
): Promise<number> {
  return inquiries.db.transaction().execute(async (transaction) => {
    // Whoever opens it again at the same time takes back all or none.
    const { id, status } = await lockPosting(transaction, ownPostings(viewer.id, 'manage'), jobId)
    // A page that was opened before may still ask.
    if (status === 'active') throw new AppError('CONFLICT', 'This posting is open again.')
    await inbox.upsertOutcome(transaction, id, outcome, viewer.id)
    const open = closesOpen ? await inbox.lockOpenOf(transaction, id) : []
    const reason = outcome === 'withdrawn' ? 'gone' : 'filled'
    const toldAt = whenTold()
    for (const inquiry of open)
      await closeAll(transaction, inquiries, inquiry, { reason, toldAt, actorId: viewer.id, withPosting: true })
    await untellInterviewed(transaction, id)
    if (!closesOpen) await tellInterviewed(transaction, inquiries, id, { sentence: closeReasons[reason], toldAt })
    return open.length
  })
}

/**
 * Its poster has opened a posting again: what its outcome closed stands where it stood, and nobody hears of it.
 * @returns how many people's.
 */
export async function takeBackOutcome(
  transaction: Db,
  links: Pick<Inquiries, 'publicUrl'>,
  jobId: string,
  actorId: string | null,
) {
  const waiting = await inbox.lockClosedWith(transaction, jobId)
  for (const inquiry of waiting) {
    const stage = await inbox.findStageBefore(transaction, inquiry.id)
    await place(transaction, links, inquiry, { stage, reason: null, toldAt: whenTold(), actorId })
  }
  await untellInterviewed(transaction, jobId)
  return new Set(waiting.map(({ id, person }) => person ?? id)).size
}

export const watchSilenceTask = defineTask({ name: 'watch-unanswered-applications', atOnce: 1 })

/** Reminds posters of what waits longer than their usual time, and closes what nobody answers. */
export const watchSilence = (links: Pick<Inquiries, 'db' | 'publicUrl'>): Promise<void> =>
  forEachOf(
    [
      { id: 'reminders', work: remindOwners },
      { id: 'silence', work: closeSilent },
    ],
    ({ work }) => work(links),
  )

const remindOwners = async ({ db, publicUrl }: Pick<Inquiries, 'db' | 'publicUrl'>): Promise<void> =>
  forEachOf(await inbox.findOwnersToRemind(db), async ({ id, email }) => {
    const usual = await inbox.findUsualWait(db, ownPostings(id))
    await db.transaction().execute(async (transaction) => {
      const count = await inbox.markReminded(transaction, id, new Date(Date.now() - usual))
      if (count === 0) return
      const cause = `inquiries-wait:${id}:${new Date().toISOString()}`
      await enqueueMail(transaction, { cause, to: email, content: waitingMail({ count, href: publicUrl + inboxPath }) })
    })
  })

const closeSilent = async (links: Pick<Inquiries, 'db' | 'publicUrl'>): Promise<void> =>
  forEachOf(await inbox.findSilent(links.db), ({ id }) =>
    links.db.transaction().execute(async (transaction) => {
      const closing = { reason: 'silence', toldAt: new Date(), actorId: null } as const
      for (const inquiry of await inbox.lockSilent(transaction, id)) await closeAll(transaction, links, inquiry, closing)
    }),
  )

export async function addNote({ db }: Inquiries, viewer: Viewer, id: string, note: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockOwn(transaction, viewer, id)
    await threadQueries.insertNote(transaction, { id: randomUUIDv7(), inquiry_id: id, author_id: viewer.id, note })
  })
}

export async function deleteNote({ db }: Inquiries, viewer: Viewer, id: string, noteId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockOwn(transaction, viewer, id)
    await threadQueries.deleteNotes(transaction, id, noteId)
  })
}

export async function saveReply(db: Db, viewer: Viewer, reply: BodyOf<'POST /api/saved-replies'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeLock(transaction, `saved-replies:${viewer.id}`)
    if ((await threadQueries.findSavedReplies(transaction, viewer.id)).length >= maxSavedReplies)
      throw new AppError('CONFLICT', `You have ${maxSavedReplies} saved replies. Delete one first.`)
    await threadQueries.insertSavedReply(transaction, { id: randomUUIDv7(), owner_id: viewer.id, ...reply })
  })
}
