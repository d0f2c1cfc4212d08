import { sql } from 'kysely'
import { contactOf } from '#features/postings/server/public.ts'
import { type Db, idsOf, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import type { Side } from '../model.ts'
import { tellChange, type Links } from './interview-notices.ts'
import { type LockedInquiry, lockInquiries } from './queries-inbox.ts'
import { moveTo } from './queries-stages.ts'
import * as threadQueries from './queries-threads.ts'
import { changeOwn, sideOf, stampInquiry } from './queries.ts'
import { refusalOf } from './reach.ts'

/**
 * Interviews about an application. Whatever changes one holds the lock of its inquiry, and names
 * the version that it saw.
 */

const stale = () =>
  new AppError('CONFLICT', 'The interview was changed in the meantime. Please look at it again.')

const isUpcoming = ({ chosen }: threadQueries.Interview): boolean =>
  chosen !== null && chosen.getTime() > Date.now()

/** Proposed, or accepted and not over. */
const isOpen = (interview: threadQueries.Interview): boolean =>
  interview.state === 'proposed' || isUpcoming(interview)

type Proposal = BodyOf<'PUT /api/inbox/:id/interview'>

export async function proposeInterview(
  links: Links & { db: Db },
  viewer: Viewer,
  id: string,
  { sequence, timeZone, minutes, place, ...body }: Proposal,
): Promise<void> {
  const times = momentsOf({ timeZone, ...body })
  await changeOwn(links.db, viewer, id, async (trx, inquiry) => {
    const contact = await contactOf(trx, inquiry.job_id, { anyStatus: true })
    if (!inquiry.reach.posterWrites)
      throw new AppError('CONFLICT', refusalOf(inquiry.reach, 'poster'))
    if (
      inquiry.shown === 'closed' ||
      contact?.status === 'removed' ||
      contact?.status === 'rejected'
    )
      throw new AppError('CONFLICT', 'This inquiry is closed, or its posting was removed.')
    const before = await threadQueries.findInterview(trx, id)
    if ((before?.sequence ?? null) !== sequence) throw stale()
    const row = {
      ...({ state: 'proposed', chosen: null, word: null } as const),
      proposed_by: viewer.id,
      times,
      time_zone: timeZone,
      minutes,
      place,
    }
    // One that is over stays, and another begins.
    const isLater = before?.state === 'accepted' && !isUpcoming(before)
    const interview =
      before && !isLater
        ? await threadQueries.changeInterview(trx, before.id, row)
        : await threadQueries.insertInterview(trx, { inquiry_id: id, ...row })
    await stampInquiry(trx, id, 'read_at', 'answered_at')
    if (inquiry.shown === 'new' || inquiry.shown === 'reviewing')
      await moveTo(
        trx,
        [id],
        { stage: 'interview', closed_at: null },
        { actor_id: viewer.id, reason: null },
      )
    const was = isLater ? null : before?.chosen
    await tellChange(trx, links, inquiry, {
      interview,
      change: 'proposed',
      by: 'poster',
      actorId: viewer.id,
      was,
    })
  })
}

const yearMs = 365 * 24 * 60 * 60_000

/** The moments of what was typed on the clocks of a place, the earliest first. */
function momentsOf({ times, timeZone }: Pick<Proposal, 'times' | 'timeZone'>): Date[] {
  const moments = times.map(
    (time) => Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).epochMilliseconds,
  )
  const now = Date.now()
  if (moments.some((moment) => moment <= now || moment > now + yearMs))
    throw fieldError('times', 'Please choose times that are to come, within a year')
  return [...new Set(moments)]
    .toSorted((first, second) => first - second)
    .map((moment) => new Date(moment))
}

/** The applicant accepts a time, or asks for others. */
export async function answerInterview(
  links: Links & { db: Db },
  viewer: Viewer,
  id: string,
  { sequence, time, word }: BodyOf<'POST /api/applications/:id/interview'>,
): Promise<void> {
  await changeOwn(links.db, viewer, id, async (trx, inquiry) => {
    const before = await threadQueries.findInterview(trx, id)
    if (!before || before.sequence !== sequence || !isOpen(before) || inquiry.withdrawn_at)
      throw stale()
    if (!inquiry.reach.senderWrites)
      throw new AppError('CONFLICT', refusalOf(inquiry.reach, 'sender'))
    const chosen =
      time === null
        ? undefined
        : before.times.find((candidate) => candidate.getTime() === Date.parse(time))
    if (time !== null && (before.state !== 'proposed' || !chosen)) throw stale()
    if (chosen && chosen.getTime() <= Date.now())
      throw new AppError('CONFLICT', 'This time has passed. Choose another one, or ask for others.')
    const change = chosen ? 'accepted' : 'declined'
    const row = { state: change, chosen: chosen ?? null, word: word || null } as const
    const interview = await threadQueries.changeInterview(trx, before.id, row)
    await tellChange(trx, links, inquiry, {
      interview,
      change,
      by: 'sender',
      actorId: viewer.id,
      was: before.chosen,
    })
  })
}

export async function cancelInterview(
  links: Links & { db: Db },
  viewer: Viewer,
  id: string,
  { sequence, word }: BodyOf<'POST /api/threads/:id/interview/cancellation'>,
): Promise<void> {
  await changeOwn(links.db, viewer, id, async (trx, inquiry) => {
    const isSame = (await threadQueries.findInterview(trx, id))?.sequence === sequence
    const end = { by: sideOf(viewer), actorId: viewer.id, word }
    if (!isSame || !(await endInterview(trx, links, inquiry, end))) throw stale()
  })
}

type End = { by: Side | null; actorId: string | null; word?: string }

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
      await endInterview(trx, links, inquiry, { by: null, actorId: null })
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

/**
 * Cancels what is proposed or to come, with whatever ends the application. False if there is
 * nothing.
 */
export async function endInterview(
  trx: Db,
  links: Links,
  inquiry: LockedInquiry,
  { word, ...end }: End,
): Promise<boolean> {
  const before = await threadQueries.findInterview(trx, inquiry.id)
  if (!before || !isOpen(before)) return false
  const interview = await threadQueries.changeInterview(trx, before.id, {
    state: 'canceled',
    chosen: null,
    word: word || null,
  })
  await tellChange(trx, links, inquiry, {
    interview,
    change: 'canceled',
    ...end,
    was: before.chosen,
  })
  return true
}
