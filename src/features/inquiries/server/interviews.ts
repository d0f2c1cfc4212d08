import { type Updateable, sql } from 'kysely'
import { contactOf } from '#features/postings/server/public.ts'
import { type Db, idsOf, inTransaction, takeLock } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import type { InterviewChange } from '../contract.ts'
import type { Side } from '../model.ts'
import type { Proposal } from '../schemas.ts'
import { tellChange } from './interview-notices.ts'
import { momentsOf } from './interview-times.ts'
import { type Links, findMailed } from './mailed-links.ts'
import { type LockedInquiry, lockInquiries } from './queries-inbox.ts'
import { moveTo } from './queries-stages.ts'
import * as threadQueries from './queries-threads.ts'
import { changeOwn, sideOf, updateInquiry } from './queries.ts'
import { refusalOf } from './reach.ts'
import type { InquiriesTables } from './tables.ts'

/**
 * Interviews about an application. Whatever changes one holds the lock of its inquiry, and names
 * the version that it saw.
 */

type Interview = threadQueries.Interview

const stale = () =>
  new AppError('CONFLICT', 'The interview was changed in the meantime. Please look at it again.')

const isUpcoming = ({ chosen }: Interview) => chosen !== null && chosen.getTime() > Date.now()

/** Agreed, or proposed and nothing agreed before is over. */
const isOpen = (interview: Interview) =>
  isUpcoming(interview) || (interview.state === 'proposed' && interview.chosen === null)

/** It was held, as far as we know. */
const isOver = (interview: Interview) => interview.chosen !== null && !isUpcoming(interview)

type By = { side: Side; actorId: string | null }

export const changeInterview = (
  links: Links & { db: Db },
  viewer: Viewer,
  id: string,
  change: InterviewChange,
): Promise<void> =>
  changeOwn(links.db, viewer, id, (trx, inquiry) =>
    applyChange(trx, links, inquiry, { side: sideOf(viewer), actorId: viewer.id }, change),
  )

/** For an applicant without an account, by the link of a mail. */
export const changeMailedInterview = (
  links: Links & { db: Db },
  { token, ...change }: InterviewChange & { token: string },
): Promise<void> =>
  inTransaction(links.db, async (trx) => {
    const { reader, inquiry } = await findMailed(trx, links, token)
    if (reader !== 'sender') throw new AppError('NOT_FOUND')
    await applyChange(trx, links, inquiry, { side: reader, actorId: inquiry.sender_id }, change)
  })

async function applyChange(
  trx: Db,
  links: Links,
  inquiry: LockedInquiry,
  by: By,
  change: InterviewChange,
) {
  const before = await threadQueries.findInterview(trx, inquiry.id)
  // The same press twice.
  if (
    change.act === 'accept' &&
    before?.state === 'accepted' &&
    before.chosen?.getTime() === Date.parse(change.time)
  )
    return
  if ((before?.sequence ?? null) !== change.sequence) throw stale()
  if (change.act === 'cancel') {
    if (!(await endInterview(trx, links, inquiry, { ...by, word: change.word }))) throw stale()
    return
  }
  await refuseChange(trx, inquiry, by.side)
  const zone = change.zone === undefined ? {} : { [`${by.side}_zone`]: change.zone }
  const changed = async (row: Updateable<InquiriesTables['interviews']>) => {
    if (!before) throw stale()
    const interview = await threadQueries.changeInterview(trx, before.id, { ...row, ...zone })
    return { interview, before }
  }
  const proposed = async (row: Awaited<ReturnType<typeof propose>>) => {
    // One that is over stays, and another begins.
    if (before && !isOver(before)) return changed(row)
    const another = { inquiry_id: inquiry.id, ...row, ...zone }
    return { interview: await threadQueries.insertInterview(trx, another), before: undefined }
  }
  const recipients =
    change.act === 'propose'
      ? await proposed(await propose(trx, inquiry, by, before, change))
      : await changed(await answer(trx, by, before, change))
  await tellChange(trx, links, inquiry, { ...by, ...recipients, change: acts[change.act] })
}

const acts = { propose: 'proposed', accept: 'accepted', decline: 'declined' } as const

/** Whether a side may propose and answer times at all. */
async function refuseChange(trx: Db, inquiry: LockedInquiry, side: Side) {
  const { reach, withdrawn_at: withdrawnAt, shown, job_id: jobId } = inquiry
  if (withdrawnAt) throw stale()
  if (!(side === 'sender' ? reach.senderWrites : reach.posterWrites))
    throw new AppError('CONFLICT', refusalOf(reach, side))
  if (side === 'sender') return
  const status = (await contactOf(trx, jobId, { anyStatus: true }))?.status
  if (shown === 'closed' || status === 'removed' || status === 'rejected')
    throw new AppError('CONFLICT', 'This inquiry is closed, or its posting was removed.')
}

/** A time that is agreed stays until another one is. The employer says where, and how long. */
async function propose(
  trx: Db,
  { id, shown }: LockedInquiry,
  { side, actorId }: By,
  before: Interview | undefined,
  { times, windows, timeZone, word, ...change }: Proposal,
) {
  const isSender = side === 'sender'
  if (isSender && (!before || isOver(before) || windows.length > 0))
    throw new AppError('CONFLICT', 'Only the employer proposes the first times, and windows.')
  const agreed = before && isUpcoming(before) ? before : undefined
  const minutes = (isSender ? before : agreed)?.minutes ?? change.minutes
  const place = isSender ? before?.place : change.place
  if (!place) throw fieldError('place', 'Where or how is required')
  const row = {
    state: 'proposed' as const,
    by_sender: isSender,
    is_offer: windows.length > 0,
    proposed_by: isSender ? (before?.proposed_by ?? null) : actorId,
    times: momentsOf({ times, windows, timeZone, minutes }),
    time_zone: timeZone,
    chosen: agreed?.chosen ?? null,
    word: word || null,
    minutes,
    place,
  }
  if (isSender) return row
  await updateInquiry(trx, id, {}, 'read_at', 'answered_at')
  if (shown === 'new' || shown === 'reviewing')
    await moveTo(
      trx,
      [id],
      { stage: 'interview', closed_at: null },
      { actor_id: actorId, reason: null },
    )
  return row
}

/**
 * Accepts a time of the other side, or none of them. Where a time is agreed already, either side
 * keeps that one.
 */
async function answer(
  trx: Db,
  { side, actorId }: By,
  before: Interview | undefined,
  change: Exclude<InterviewChange, { act: 'propose' }>,
) {
  const isOwn = before?.by_sender === (side === 'sender')
  if (!before || before.state !== 'proposed' || !isOpen(before)) throw stale()
  if (change.act !== 'accept') {
    const word = change.word || null
    if (isUpcoming(before)) return { state: 'accepted' as const, word }
    if (isOwn) throw stale()
    return { state: 'declined' as const, word }
  }
  const chosen = before.times.find((time) => time.getTime() === Date.parse(change.time))
  if (isOwn || !chosen) throw stale()
  if (chosen.getTime() <= Date.now())
    throw new AppError('CONFLICT', 'This time has passed. Choose another one, or ask for others.')
  // Of two who book one slot at once the second looks after the first.
  if (before.proposed_by !== null) await takeLock(trx, `interviews:${before.proposed_by}`)
  const { free } = (await threadQueries.findInterview(trx, before.inquiry_id)) ?? before
  if (!free.some((time) => time.getTime() === chosen.getTime()))
    throw new AppError('CONFLICT', 'Somebody else took this time. Please choose another one.')
  return {
    state: 'accepted' as const,
    chosen,
    word: null,
    ...(side === 'poster' && { proposed_by: actorId }),
  }
}

/**
 * Cancels the interviews about a posting that was removed or rejected. One that has merely closed
 * keeps them.
 */
export async function cancelInterviewsAbout(
  links: Links & { db: Db },
  jobId: string,
): Promise<void> {
  await inTransaction(links.db, async (trx) => {
    const inquiries = await lockInterviewed(trx, jobId)
    const contact = await contactOf(trx, jobId, { anyStatus: true })
    // A moderator may have undone it.
    if (contact?.status !== 'removed' && contact?.status !== 'rejected') return
    for (const inquiry of inquiries)
      await endInterview(trx, links, inquiry, { side: null, actorId: null })
  })
}

/**
 * The inquiries about a posting are locked before their interviews are read, so that one that is
 * being agreed is not missed.
 */
async function lockInterviewed(trx: Db, jobId: string): Promise<LockedInquiry[]> {
  const inquiries = await lockInquiries(trx, sql`job_id = ${jobId} and withdrawn_at is null`)
  if (inquiries.length === 0) return []
  const interviews = await threadQueries.findInterviews(trx, idsOf(inquiries))
  const interviewed = new Set(interviews.map((interview) => interview.inquiry_id))
  return inquiries.filter(({ id }) => interviewed.has(id))
}

type End = { side: Side | null; actorId: string | null; word?: string }

/**
 * Cancels what is proposed or to come, with whatever ends the application. False if there is
 * nothing.
 */
export async function endInterview(
  trx: Db,
  links: Links,
  inquiry: LockedInquiry,
  { word, ...by }: End,
): Promise<boolean> {
  const before = await threadQueries.findInterview(trx, inquiry.id)
  if (!before || !isOpen(before)) return false
  const row = { state: 'canceled', chosen: null, word: word || null } as const
  const interview = await threadQueries.changeInterview(trx, before.id, row)
  await tellChange(trx, links, inquiry, { ...by, interview, change: 'canceled', before })
  return true
}
