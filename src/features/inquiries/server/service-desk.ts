import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { findUser } from '#features/accounts/server/public.ts'
import { findAttachedCvs, findSameCvs } from '#features/cv/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { contactOf, loadPosting, ownPostings, type Scope } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { parseAddress } from '#platform/server/mail/content.ts'
import { enqueueMail, withdrawMail } from '#platform/server/mail/outbox.ts'
import { defineTask, enqueueTask } from '#platform/server/tasks/task.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import { applicationPath, applicationsPath, inboxPath, inquiryPath } from '#shared/paths.ts'
import { inboxPageSize } from '../contract-desk.ts'
import {
  closeReasons,
  inquiryCan,
  maxSavedReplies,
  rejectionMinutes,
  stageLabels,
  type CloseReason,
  type Stage,
} from '../model.ts'
import { assignedMail, decisionMail, hiredMail, replyMail, waitingMail } from './emails/inquiry-mails.ts'
import * as queries from './queries.ts'
import * as threadQueries from './queries-threads.ts'
import * as hiring from './queries-hiring.ts'
import * as inbox from './queries-inbox.ts'
import { decisionCause, type Inquiries } from './service.ts'
import { endInterview } from './service-interviews.ts'
import { mailNotice } from './service-mailed.ts'
import { cardView, inboxDetailView, inboxItemView } from './views.ts'

/** What those who hire do with applications. Everything is loaded through their postings. */
export const inboxScope = ({ id }: Viewer, to: 'see' | 'manage' = 'see'): Scope => ownPostings(id, to)

export async function listInbox(db: Db, viewer: Viewer, query: QueryOf<'GET /api/inbox'>) {
  const { found, counts, usual } = await searchInbox(db, viewer, query, inbox.findInbox)
  const rows = found.slice(0, inboxPageSize)
  const cvs = await findAttachedCvs(
    db,
    rows.map((row) => row.id),
  )
  const next = found.length > rows.length ? (rows.at(-1)?.id ?? null) : null
  return { inquiries: rows.map((row) => inboxItemView(row, cvs.get(row.id), usual)), next, ...counts }
}

export async function getBoard(db: Db, viewer: Viewer, query: QueryOf<'GET /api/inbox/board'>) {
  const { found, counts, usual } = await searchInbox(db, viewer, query, inbox.findCards)
  return { cards: found.map((row) => cardView(row, usual)), ...counts }
}

type Found<Query> = (db: Db, scope: Scope, query: Query & inbox.InboxFilter) => Promise<inbox.InboxRow[]>

async function searchInbox<Query extends QueryOf<'GET /api/inbox/board'>>(
  db: Db,
  viewer: Viewer,
  query: Query,
  find: Found<Query>,
) {
  const scope = inboxScope(viewer)
  const filter = { ...query, assignee: query.mine && viewer.id }
  const [found, counts, usual] = await Promise.all([
    find(db, scope, filter),
    inbox.countStages(db, scope, filter),
    inbox.findUsualWait(db, scope),
  ])
  return { found, counts, usual }
}

export async function getInquiry(db: Db, viewer: Viewer, id: string, before?: string): Promise<ResponseOf<'GET /api/inbox/:id'>> {
  const row = await inbox.findInquiryOf(db, id, inboxScope(viewer))
  if (!row) throw new AppError('NOT_FOUND')
  const [alike, messages, notes, events, interview, team, usual] = await Promise.all([
    findSameCvs(db, id).then((sameCv) => hiring.findAlike(db, inboxScope(viewer), id, sameCv)),
    threadQueries.findThread(db, id, before),
    inbox.findNotes(db, [id]),
    inbox.findEvents(db, [id], 200),
    hiring.findInterview(db, id),
    hiring.findTeam(db, id),
    // What does not wait is never late.
    row.waits_since === null ? 0 : inbox.findUsualWait(db, inboxScope(viewer)),
  ])
  const cvs = await findAttachedCvs(db, [id, ...alike.map((it) => it.id)])
  return inboxDetailView(row, cvs, { messages, notes, events, usual, interview, team, alike })
}

/** Members who no longer reach the posting have none, whatever the row says. Who gets it from somebody else is told. */
export async function assignInquiry(
  { db, publicUrl }: Pick<Inquiries, 'db' | 'publicUrl'>,
  viewer: Viewer,
  id: string,
  { userId }: BodyOf<'PUT /api/inbox/:id/assignee'>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const inquiry = await ownInquiry(transaction, viewer, id)
    const team = await hiring.findTeam(transaction, id)
    if (userId !== null && team.every((it) => it.id !== userId))
      throw new AppError('CONFLICT', 'This person cannot act on the posting any more.')
    if (inquiry.assigned_to === userId) return
    await queries.updateInquiry(transaction, id, { assigned_to: userId })
    const action = userId === null ? 'unassigned' : 'assigned'
    await hiring.recordAction(transaction, { inquiry_id: id, actor_id: viewer.id, action, subject_id: userId })
    const assignee = userId === null || userId === viewer.id ? undefined : await findUser(transaction, userId)
    // The daily notice counts it.
    if (!assignee?.email || assignee.email_verified_at === null || (await threadQueries.isDaily(transaction, assignee.id))) return
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
    const both = new Map<string, Awaited<ReturnType<typeof ownInquiry>>>()
    for (const it of [id, otherId].toSorted()) both.set(it, await ownInquiry(transaction, viewer, it))
    const persons = [...both.values()].flatMap((it) => it.person ?? [])
    const areSame = persons.length === 2 && persons[0] === persons[1]
    if (isSame && areSame) return
    if (isSame) await hiring.joinPersons(transaction, [id, otherId], persons)
    else await hiring.partPersons(transaction, id, otherId)
    if (isSame || areSame)
      for (const it of both.keys())
        await hiring.recordAction(transaction, { inquiry_id: it, actor_id: viewer.id, action: isSame ? 'joined' : 'parted' })
  })
}

/** Readers of an organization see its inbox, and change nothing. */
async function ownInquiry(db: Db, viewer: Viewer, id: string) {
  const inquiry = await inbox.lockInquiryOf(db, id, inboxScope(viewer, 'manage'))
  if (!inquiry) throw new AppError('NOT_FOUND')
  return inquiry
}

/** Moves an application. Of a rejection its sender is told after a while, in which another move takes it back. */
export async function moveInquiry(
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
  { stage, version, reason }: BodyOf<'PUT /api/inbox/:id/stage'>,
): Promise<ResponseOf<'PUT /api/inbox/:id/stage'>> {
  return inquiries.db.transaction().execute(async (transaction) => {
    const inquiry = await ownInquiry(transaction, viewer, id)
    if (inquiry.version !== version) {
      const current = { stage: inquiry.shown, version: inquiry.version }
      throw new StaleError(current, `Somebody else moved this application to ${stageLabels[inquiry.shown]} in the meantime.`)
    }
    const isClosed = stage === 'closed'
    if (isClosed && reason === undefined) throw new AppError('VALIDATION_FAILED', 'Please choose a reason')
    if (stage === inquiry.shown) return { stage, version, toldAt: inquiry.closed_at?.toISOString() ?? null }
    await queries.stampInquiry(transaction, id, 'read_at')
    const toldAt = reason && isClosed ? inRejectionTime() : null
    const moved: number[] = []
    for (const it of await withJoined(transaction, inquiry)) {
      if (it.closed_at) await withdrawMail(transaction, decisionCause(it.id, it.version))
      moved.push(
        reason && toldAt
          ? await close(transaction, inquiries, it, { reason, toldAt, actorId: viewer.id })
          : await reopen(transaction, inquiries, it, { stage, actorId: viewer.id }),
      )
    }
    return { stage, version: moved[0] ?? version, toldAt: toldAt?.toISOString() ?? null }
  })
}

type Placing = { stage: Stage; actorId: string }

/** To any stage but the last. */
async function reopen(transaction: Db, inquiries: Inquiries, inquiry: Closable, { stage, actorId }: Placing): Promise<number> {
  const version = await inbox.moveTo(transaction, inquiry.id, { stage, closed_at: null }, { actor_id: actorId, reason: null })
  // Who has blocked the employer hears no more of it.
  if (stage === 'hired' && inquiry.blocked_by !== 'sender') await mailHired(transaction, inquiries, { ...inquiry, version })
  return version
}

const inRejectionTime = () => new Date(Date.now() + rejectionMinutes * 60_000)

type Closing = { reason: CloseReason; toldAt: Date; actorId: string | null }
type Closable = Awaited<ReturnType<typeof ownInquiry>>

async function close(
  transaction: Db,
  links: Pick<Inquiries, 'publicUrl'>,
  inquiry: Closable,
  { reason, toldAt, actorId }: Closing,
): Promise<number> {
  const event = { actor_id: actorId, reason }
  const version = await inbox.moveTo(transaction, inquiry.id, { stage: 'closed', closed_at: toldAt }, event)
  await enqueueTask(transaction, endApplicationTask, { id: inquiry.id, version }, { startAfter: toldAt })
  if (inquiry.blocked_by !== 'sender')
    await mailDecision(transaction, links, { ...inquiry, version }, closeReasons[reason], toldAt)
  return version
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
const withJoined = async (transaction: Db, inquiry: Closable): Promise<Closable[]> => [
  inquiry,
  ...(await hiring.lockJoined(transaction, inquiry)),
]

async function closeAll(transaction: Db, links: Pick<Inquiries, 'publicUrl'>, inquiry: Closable, closing: Closing) {
  for (const it of await withJoined(transaction, inquiry)) if (it.shown !== 'closed') await close(transaction, links, it, closing)
}

export async function getOutcome(db: Db, viewer: Viewer, jobId: string) {
  const { id } = await loadPosting(db, inboxScope(viewer), jobId)
  const [outcome, open] = await Promise.all([inbox.findOutcome(db, id), inbox.countOpenOf(db, inboxScope(viewer), id)])
  return { outcome, open }
}

/** What became of a posting; its open applications can be closed with it, and are told as each rejection is. */
export async function setOutcome(
  inquiries: Inquiries,
  viewer: Viewer,
  jobId: string,
  { outcome, closesOpen }: BodyOf<'PUT /api/job-postings/:id/outcome'>,
): Promise<number> {
  const scope = inboxScope(viewer, 'manage')
  return inquiries.db.transaction().execute(async (transaction) => {
    const { id } = await loadPosting(transaction, scope, jobId)
    await inbox.upsertOutcome(transaction, id, outcome, viewer.id)
    const open = closesOpen ? await inbox.lockOpenOf(transaction, scope, id) : []
    const reason = outcome === 'withdrawn' ? 'gone' : 'filled'
    for (const inquiry of open)
      await closeAll(transaction, inquiries, inquiry, { reason, toldAt: inRejectionTime(), actorId: viewer.id })
    return open.length
  })
}

export const watchSilenceTask = defineTask({ name: 'watch-unanswered-applications', atOnce: 1 })

const silentAtOnce = 200

/** Reminds posters of what waits longer than their usual time, and closes what nobody answers. */
export async function watchSilence(links: Pick<Inquiries, 'db' | 'publicUrl'>): Promise<void> {
  const { db, publicUrl } = links
  for (const ownerId of await inbox.findOwnersToRemind(db)) {
    const usual = await inbox.findUsualWait(db, ownPostings(ownerId))
    await db.transaction().execute(async (transaction) => {
      const count = await inbox.markReminded(transaction, ownerId, new Date(Date.now() - usual))
      const owner = count > 0 ? await findUser(transaction, ownerId) : undefined
      if (!owner?.email || owner.email_verified_at === null) return
      const cause = `inquiries-wait:${ownerId}:${new Date().toISOString()}`
      await enqueueMail(transaction, { cause, to: owner.email, content: waitingMail({ count, href: publicUrl + inboxPath }) })
    })
  }
  for (let closed = silentAtOnce; closed === silentAtOnce;)
    closed = await db.transaction().execute(async (transaction) => {
      const silent = await inbox.lockSilent(transaction, silentAtOnce)
      for (const inquiry of silent)
        await closeAll(transaction, links, inquiry, { reason: 'silence', toldAt: new Date(), actorId: null })
      return silent.length
    })
}

type About = Pick<
  Awaited<ReturnType<typeof ownInquiry>>,
  'id' | 'job_id' | 'job_title' | 'email' | 'sender_confirmed' | 'version'
>

/** Whoever typed an address that is not proved reads nothing that others wrote in its mailbox, such as a title. */
const titleFor = ({ sender_confirmed: isConfirmed, job_title: title, job_id: jobId }: About): string =>
  isConfirmed ? title : `the posting ${referenceCode(jobId)}`

const mailDecision = (
  transaction: Db,
  { publicUrl }: Pick<Inquiries, 'publicUrl'>,
  about: About,
  sentence: string,
  sendAfter: Date,
) =>
  enqueueMail(transaction, {
    cause: decisionCause(about.id, about.version),
    to: about.email,
    class: 'message',
    sendAfter,
    content: decisionMail({ jobTitle: titleFor(about), sentence, href: publicUrl + applicationsPath }),
  })

const mailHired = (transaction: Db, { publicUrl }: Inquiries, about: About) =>
  enqueueMail(transaction, {
    cause: `inquiry-hired:${about.id}:${about.version}`,
    to: about.email,
    class: 'message',
    content: hiredMail({ jobTitle: titleFor(about), href: publicUrl + applicationsPath }),
  })

/** Stores an answer and mails it to the sender, who replies to the poster's own address. One who has not proved the address gets a notice. */
export async function replyToInquiry(inquiries: Inquiries, viewer: Viewer, id: string, message: string): Promise<void> {
  await inquiries.db.transaction().execute(async (transaction) => {
    if (!(await answer(transaction, inquiries, viewer, id, message)))
      throw new AppError('CONFLICT', 'This inquiry is closed, or one of you has blocked the other.')
  })
}

/** Those that are closed, withdrawn or others' get nothing. */
export async function replyToMany(inquiries: Inquiries, viewer: Viewer, { ids, message }: BodyOf<'POST /api/inbox/replies'>) {
  return inquiries.db.transaction().execute(async (transaction) => {
    let sent = 0
    // In one order, so that two at once do not wait for each other.
    for (const id of [...new Set(ids)].toSorted()) {
      const isMine = (await inbox.findInquiryOf(transaction, id, inboxScope(viewer, 'manage'))) !== undefined
      if (isMine && (await answer(transaction, inquiries, viewer, id, message))) sent += 1
    }
    return sent
  })
}

/** False if it is closed, or one has blocked the other. */
export async function answer(
  transaction: Db,
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
  message: string,
  fileId?: string,
): Promise<boolean> {
  const inquiry = await ownInquiry(transaction, viewer, id)
  if (!inquiryCan.answer(inquiry.shown) || inquiry.blocked_by !== null) return false
  const contact = await contactOf(transaction, inquiry.job_id, { anyStatus: true })
  const replyTo = parseAddress(contact?.email ?? viewer.email ?? '')
  const replyId = randomUUIDv7()
  await threadQueries.insertReply(transaction, {
    id: replyId,
    inquiry_id: id,
    author_id: viewer.id,
    message,
    file_id: fileId ?? null,
  })
  await queries.stampInquiry(transaction, id, 'read_at', 'answered_at')
  await queries.updateInquiry(transaction, id, { poster_wrote_at: new Date(), poster_seen_at: new Date() })
  if (inquiry.shown === 'new')
    await inbox.moveTo(transaction, id, { stage: 'reviewing', closed_at: null }, { actor_id: viewer.id, reason: null })
  if (await threadQueries.isDaily(transaction, inquiry.sender_id)) return true
  const cause = `inquiry-reply:${replyId}`
  if (!inquiry.sender_confirmed) {
    const notice = { inquiryId: id, jobId: inquiry.job_id, reader: 'sender', to: inquiry.email } as const
    await mailNotice(transaction, inquiries, { ...notice, cause })
    return true
  }
  await enqueueMail(transaction, {
    cause,
    to: inquiry.email,
    class: 'message',
    ...(replyTo && inquiry.shows_poster_email && { replyTo: { ...replyTo, name: contact?.company } }),
    content: replyMail({
      jobTitle: inquiry.job_title,
      employer: contact?.company ?? 'The employer',
      message,
      applications: inquiry.sender_id === null ? null : inquiries.publicUrl + applicationPath(id),
      isOpen: inquiry.shows_poster_email,
    }),
  })
  return true
}

export async function addNote({ db }: Inquiries, viewer: Viewer, id: string, note: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await ownInquiry(transaction, viewer, id)
    await inbox.insertNote(transaction, { id: randomUUIDv7(), inquiry_id: id, author_id: viewer.id, note })
  })
}

export async function deleteNote({ db }: Inquiries, viewer: Viewer, id: string, noteId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await ownInquiry(transaction, viewer, id)
    await inbox.deleteNotes(transaction, id, noteId)
  })
}

export async function saveReply(db: Db, viewer: Viewer, reply: BodyOf<'POST /api/saved-replies'>): Promise<void> {
  if ((await inbox.findSavedReplies(db, viewer.id)).length >= maxSavedReplies)
    throw new AppError('CONFLICT', `You have ${maxSavedReplies} saved replies. Delete one first.`)
  await inbox.insertSavedReply(db, { id: randomUUIDv7(), owner_id: viewer.id, ...reply })
}
