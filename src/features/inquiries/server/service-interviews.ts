import { sql } from 'kysely'
import { findUser } from '#features/accounts/server/public.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { contactOf, ownPostings } from '#features/postings/server/public.ts'
import { site } from '#features/site/config.ts'
import { calendarFile } from '#platform/server/calendar.ts'
import { idsOf, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { harmlessName } from '#platform/server/mail/content.ts'
import { withdrawMail } from '#platform/server/mail/gathering.ts'
import { enqueueMail, type MailMessage } from '#platform/server/mail/outbox.ts'
import type { BodyOf } from '#shared/contract.ts'
import { placeMomentText } from '#shared/dates.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { applicationPath, inquiryPath } from '#shared/paths.ts'
import { type HistoryAction, type Side } from '../model.ts'
import { interviewDeletedMail, interviewInDoubtMail, interviewMail, interviewNotBackMail } from './emails/inquiry-mails.ts'
import { findApplication, lockApplication, stampInquiry, updateInquiry } from './queries.ts'
import * as threadQueries from './queries-threads.ts'
import { refusalOf } from './reach.ts'
import { findInquiryOf, lockInquiries, lockInquiryOf, moveTo, type LockedInquiry } from './queries-inbox.ts'

/** Interviews about an application. Whatever changes one holds the lock of its inquiry, and names the version that it saw. */

type Links = { publicUrl: string }
type Change = Extract<HistoryAction, 'proposed' | 'accepted' | 'declined' | 'canceled'>

export const sideOf = ({ role }: Viewer): Side => (role === 'physician' ? 'sender' : 'poster')

/** The caller's inquiry or application, locked. Readers of an organization see what comes in, and change nothing. */
export async function lockOwn(
  transaction: Db,
  viewer: Viewer,
  id: string,
  to: 'see' | 'manage' = 'manage',
): Promise<LockedInquiry> {
  const inquiry =
    sideOf(viewer) === 'sender'
      ? await lockApplication(transaction, id, viewer.id)
      : await lockInquiryOf(transaction, id, ownPostings(viewer.id, to))
  if (!inquiry) throw new AppError('NOT_FOUND')
  return inquiry
}

/** The same, to read. */
export const findOwn = (db: Db, viewer: Viewer, id: string) =>
  sideOf(viewer) === 'sender' ? findApplication(db, id, viewer.id) : findInquiryOf(db, id, ownPostings(viewer.id))

const stale = () => new AppError('CONFLICT', 'The interview was changed in the meantime. Please look at it again.')

const isUpcoming = ({ chosen }: threadQueries.Interview): boolean => chosen !== null && chosen.getTime() > Date.now()

/** Proposed, or accepted and not over. */
const isOpen = (interview: threadQueries.Interview): boolean => interview.state === 'proposed' || isUpcoming(interview)

type Proposal = BodyOf<'PUT /api/inbox/:id/interview'>

export async function proposeInterview(
  links: Links & { db: Db },
  viewer: Viewer,
  id: string,
  { sequence, timeZone, minutes, place, ...body }: Proposal,
): Promise<void> {
  const times = momentsOf({ timeZone, ...body })
  await links.db.transaction().execute(async (transaction) => {
    const inquiry = await lockOwn(transaction, viewer, id)
    const contact = await contactOf(transaction, inquiry.job_id, { anyStatus: true })
    if (!inquiry.reach.posterWrites) throw new AppError('CONFLICT', refusalOf(inquiry.reach, 'poster'))
    if (inquiry.shown === 'closed' || contact?.status === 'removed' || contact?.status === 'rejected')
      throw new AppError('CONFLICT', 'This inquiry is closed, or its posting was removed.')
    const before = await threadQueries.findInterview(transaction, id)
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
        ? await threadQueries.changeInterview(transaction, before.id, row)
        : await threadQueries.insertInterview(transaction, { inquiry_id: id, ...row })
    await stampInquiry(transaction, id, 'read_at', 'answered_at')
    if (inquiry.shown === 'new' || inquiry.shown === 'reviewing')
      await moveTo(transaction, id, { stage: 'interview', closed_at: null }, { actor_id: viewer.id, reason: null })
    const was = isLater ? null : before?.chosen
    await tell(transaction, links, inquiry, { interview, change: 'proposed', by: 'poster', actorId: viewer.id, was })
  })
}

const yearMs = 365 * 24 * 60 * 60_000

/** The moments of what was typed on the clocks of a place, the earliest first. */
function momentsOf({ times, timeZone }: Pick<Proposal, 'times' | 'timeZone'>): Date[] {
  const moments = times.map((time) => Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).epochMilliseconds)
  const now = Date.now()
  if (moments.some((moment) => moment <= now || moment > now + yearMs))
    throw fieldError('times', 'Please choose times that are to come, within a year')
  return [...new Set(moments)].toSorted((one, other) => one - other).map((moment) => new Date(moment))
}

/** The applicant accepts a time, or asks for others. */
export async function answerInterview(
  links: Links & { db: Db },
  viewer: Viewer,
  id: string,
  { sequence, time, word }: BodyOf<'POST /api/applications/:id/interview'>,
): Promise<void> {
  await links.db.transaction().execute(async (transaction) => {
    const inquiry = await lockOwn(transaction, viewer, id)
    const before = await threadQueries.findInterview(transaction, id)
    if (!before || before.sequence !== sequence || !isOpen(before) || inquiry.withdrawn_at) throw stale()
    if (!inquiry.reach.senderWrites) throw new AppError('CONFLICT', refusalOf(inquiry.reach, 'sender'))
    const chosen = time === null ? undefined : before.times.find((it) => it.getTime() === Date.parse(time))
    if (time !== null && (before.state !== 'proposed' || !chosen)) throw stale()
    if (chosen && chosen.getTime() <= Date.now())
      throw new AppError('CONFLICT', 'This time has passed. Choose another one, or ask for others.')
    const change = chosen ? 'accepted' : 'declined'
    const row = { state: change, chosen: chosen ?? null, word: word || null } as const
    const interview = await threadQueries.changeInterview(transaction, before.id, row)
    await tell(transaction, links, inquiry, { interview, change, by: 'sender', actorId: viewer.id, was: before.chosen })
  })
}

export async function cancelInterview(
  links: Links & { db: Db },
  viewer: Viewer,
  id: string,
  { sequence, word }: BodyOf<'POST /api/threads/:id/interview/cancellation'>,
): Promise<void> {
  await links.db.transaction().execute(async (transaction) => {
    const inquiry = await lockOwn(transaction, viewer, id)
    const isSame = (await threadQueries.findInterview(transaction, id))?.sequence === sequence
    const end = { by: sideOf(viewer), actorId: viewer.id, word }
    if (!isSame || !(await endInterview(transaction, links, inquiry, end))) throw stale()
  })
}

type End = { by: Side | null; actorId: string | null; word?: string }

/** Cancels the interviews about a posting that was removed or rejected. One that has merely closed keeps them. */
export async function cancelInterviewsAbout(links: Links & { db: Db }, jobId: string): Promise<void> {
  await links.db.transaction().execute(async (transaction) => {
    const inquiries = await lockInterviewed(transaction, jobId)
    const contact = await contactOf(transaction, jobId, { anyStatus: true })
    // A moderator may have undone it.
    if (contact?.status !== 'removed' && contact?.status !== 'rejected') return
    for (const inquiry of inquiries) await endInterview(transaction, links, inquiry, { by: null, actorId: null })
  })
}

/**
 * A moderator has undone what took a posting down. Its interviews stay canceled, because their applicants were told: who proposed each
 * is told that, and can propose times again.
 * @returns how many were canceled since the decision.
 */
export async function mailCanceledInterviews(transaction: Db, links: Links, jobId: string, decidedAt: Date): Promise<number> {
  const inquiries = await lockInterviewed(transaction, jobId)
  const canceled = await threadQueries.findCanceledSince(transaction, idsOf(inquiries), decidedAt)
  for (const inquiry of inquiries.filter(({ id, reach }) => canceled.has(id) && reach.posterWrites)) {
    const interview = await threadQueries.findInterview(transaction, inquiry.id)
    const poster = interview && (await recipientsOf(transaction, inquiry, interview)).find(({ reader }) => reader === 'poster')
    if (!poster) continue
    await enqueueMail(transaction, {
      cause: `interview-not-back:${interview.id}:${interview.sequence}:poster`,
      to: poster.address,
      class: 'message',
      passes: poster.isProved,
      content: interviewNotBackMail({
        jobTitle: titleFor(inquiry, poster.isProved),
        name: poster.isProved ? harmlessName(inquiry.name) || null : null,
        times: interview.times.map((time) => placeMomentText(time.toISOString(), interview.time_zone)),
        href: links.publicUrl + inquiryPath(inquiry.id),
      }),
    })
  }
  return canceled.size
}

/** The inquiries about a posting are locked before their interviews are read, so that one that is being agreed is not missed. */
async function lockInterviewed(transaction: Db, jobId: string): Promise<LockedInquiry[]> {
  const inquiries = await lockInquiries(transaction, sql`job_id = ${jobId} and withdrawn_at is null`)
  if (inquiries.length === 0) return []
  const interviews = await threadQueries.findInterviews(transaction, idsOf(inquiries))
  const interviewed = new Set(interviews.map((interview) => interview.inquiry_id))
  return inquiries.filter(({ id }) => interviewed.has(id))
}

type Outcome = { sentence: string; toldAt: Date }

/** The posting is filled or withdrawn, and the employer has left open what becomes of those whom it wanted to meet. */
export async function tellInterviewed(transaction: Db, links: Links, jobId: string, outcome: Outcome): Promise<void> {
  for (const inquiry of await lockInterviewed(transaction, jobId)) {
    const interview = await threadQueries.findInterview(transaction, inquiry.id)
    if (!interview?.chosen || !isUpcoming(interview) || inquiry.shown === 'hired' || inquiry.shown === 'closed') continue
    const [sender] = await recipientsOf(transaction, inquiry, interview)
    if (!sender || !inquiry.reach.senderMailed) continue
    await enqueueMail(transaction, {
      cause: outcomeCause(interview),
      to: sender.address,
      class: 'message',
      sendAfter: outcome.toldAt,
      passes: sender.isProved,
      content: interviewInDoubtMail({
        jobTitle: titleFor(inquiry, sender.isProved),
        sentence: outcome.sentence,
        time: placeMomentText(interview.chosen.toISOString(), interview.time_zone),
        href: links.publicUrl + applicationPath(inquiry.id),
      }),
    })
  }
}

const outcomeCause = ({ id, sequence }: Pick<threadQueries.Interview, 'id' | 'sequence'>) => `interview-outcome:${id}:${sequence}`

/** The posting is open again. */
export async function untellInterviewed(transaction: Db, jobId: string): Promise<void> {
  for (const { id } of await lockInterviewed(transaction, jobId)) {
    const interview = await threadQueries.findInterview(transaction, id)
    if (interview) await withdrawMail(transaction, outcomeCause(interview))
  }
}

/** Cancels what is proposed or to come, with whatever ends the application. False if there is nothing. */
export async function endInterview(
  transaction: Db,
  links: Links,
  inquiry: LockedInquiry,
  { word, ...end }: End,
): Promise<boolean> {
  const before = await threadQueries.findInterview(transaction, inquiry.id)
  if (!before || !isOpen(before)) return false
  const interview = await threadQueries.changeInterview(transaction, before.id, {
    state: 'canceled',
    chosen: null,
    word: word || null,
  })
  await tell(transaction, links, inquiry, { interview, change: 'canceled', ...end, was: before.chosen })
  return true
}

type Told = {
  interview: threadQueries.Interview
  change: Change
  by: Side | null
  actorId: string | null
  /** The time that both have in their calendars. */
  was: Date | null | undefined
}

/** Mails the other side, and both if their calendars change; the one who did it sees it on the page. */
async function tell(transaction: Db, links: Links, inquiry: LockedInquiry, told: Told): Promise<void> {
  const { interview, change, by, actorId, was } = told
  const { id } = inquiry
  await threadQueries.recordAction(transaction, { inquiry_id: id, actor_id: actorId, action: change })
  // The time that it names no longer counts.
  await withdrawMail(transaction, outcomeCause({ ...interview, sequence: interview.sequence - 1 }))
  const wrote = by === null ? {} : { [`${by}_wrote_at`]: new Date() }
  if (by !== null) await updateInquiry(transaction, id, { ...wrote, [`${by}_seen_at`]: new Date() })
  const event = interview.chosen ?? was
  for (const { reader, userId, address, isProved, employer } of await recipientsOf(
    transaction,
    { ...inquiry, ...wrote },
    interview,
  )) {
    if (reader === 'sender' && !inquiry.reach.senderMailed) continue
    if (reader === 'sender' && !inquiry.reach.senderMailed) continue
    // The daily notice counts what the other side does.
    if (!event && by !== null && (reader === by || (await threadQueries.isDaily(transaction, userId)))) continue
    const href = links.publicUrl + (reader === 'sender' ? applicationPath(id) : inquiryPath(id))
    await enqueueMail(transaction, {
      cause: `interview:${interview.id}:${interview.sequence}:${reader}`,
      to: address,
      class: 'message',
      passes: isProved,
      content: interviewMail({
        change,
        by,
        jobTitle: titleFor(inquiry, isProved),
        href,
        hasAccount: reader === 'poster' || userId !== null,
        reader,
        other: reader === 'sender' ? employer : harmlessName(inquiry.name) || 'The applicant',
        // Words of one user reach an address only once it has proved itself.
        details: isProved && {
          times: (interview.chosen ? [interview.chosen] : change === 'proposed' ? interview.times : []).map((time) =>
            placeMomentText(time.toISOString(), interview.time_zone),
          ),
          place: change === 'proposed' || change === 'accepted' ? interview.place : null,
          word: interview.word,
        },
      }),
      ...(event && isProved && { calendar: invitation(interview, event, { ...inquiry, href, employer, address }) }),
    })
  }
}

/** Whoever typed an address that is not proved reads nothing that others wrote in its mailbox, such as a title. */
export const titleFor = ({ job_title: title, job_id: jobId }: LockedInquiry, isProved: boolean): string =>
  isProved ? title : `the posting ${referenceCode(jobId)}`

type Recipient = { reader: Side; userId: string | null; address: string; isProved: boolean; employer: string }

/** The applicant, and who proposed it, or the posting's contact if they no longer reach the posting. */
async function recipientsOf(transaction: Db, inquiry: LockedInquiry, { proposed_by: proposerId }: threadQueries.Interview) {
  const contact = await contactOf(transaction, inquiry.job_id, { anyStatus: true })
  const employer = contact?.company ?? 'The employer'
  const [sender, proposer] = await Promise.all([
    inquiry.sender_id === null ? undefined : findUser(transaction, inquiry.sender_id),
    proposerId !== null && (await findInquiryOf(transaction, inquiry.id, ownPostings(proposerId, 'manage')))
      ? findUser(transaction, proposerId)
      : undefined,
  ])
  // What nobody has proved is the account's to answer, and gets words of others once the account has done so.
  const isSendersOwn = sender?.email === inquiry.email && sender.email_verified_at !== null && inquiry.sender_wrote_at !== null
  const recipients: Recipient[] = [
    {
      ...({ reader: 'sender', userId: inquiry.sender_id, employer } as const),
      address: inquiry.email,
      isProved: inquiry.is_proved || isSendersOwn,
    },
  ]
  const isReachable = proposer?.email && proposer.email_verified_at !== null && proposer.suspended_at === null
  const address = isReachable ? proposer.email : inquiry.reach.posterMailed ? contact?.email : null
  const userId = isReachable ? proposer.id : (contact?.ownerId ?? null)
  if (address)
    recipients.push({ reader: 'poster', userId, address, isProved: Boolean(isReachable || contact?.isProved), employer })
  return recipients
}

/** Takes back what posters have in their calendars, for inquiries that are deleted: it names nobody. */
export async function cancellationsOf(transaction: Db, inquiryIds: readonly string[]): Promise<MailMessage[]> {
  const mails: MailMessage[] = []
  for (const inquiry of await threadQueries.lockWithUpcoming(transaction, inquiryIds)) {
    const interview = await threadQueries.findInterview(transaction, inquiry.id)
    if (!interview?.chosen) continue
    const later = { ...interview, chosen: null, place: '', sequence: interview.sequence + 1 }
    for (const { reader, address, employer } of await recipientsOf(transaction, inquiry, interview)) {
      if (reader === 'sender') continue
      const about = { job_title: inquiry.job_title, href: undefined, employer, address }
      mails.push({
        ...({ cause: `interview-deleted:${interview.id}`, to: address, class: 'message' } as const),
        content: interviewDeletedMail({ jobTitle: inquiry.job_title }),
        calendar: invitation(later, interview.chosen, about),
      })
    }
  }
  return mails
}

type About = { job_title: string; href: string | undefined; employer: string; address: string }

/** Neither side's address is in the other's calendar: we are the organizer. */
function invitation(interview: threadQueries.Interview, start: Date, { job_title, href, employer, address }: About): string {
  return calendarFile(site.name, 'Interviews', [eventOf(interview, { start, jobTitle: job_title, href })], {
    method: interview.chosen ? 'REQUEST' : 'CANCEL',
    organizer: { name: employer, email: site.emails.postings },
    attendee: address,
  })
}

type Event = { start: Date; jobTitle: string; href: string | undefined }

const eventOf = (interview: threadQueries.Interview, { start, jobTitle, href = '' }: Event) => ({
  uid: interview.id,
  stamp: new Date(),
  sequence: interview.sequence,
  day: start.toISOString().slice(0, 10),
  start,
  minutes: interview.minutes,
  summary: `Interview: ${jobTitle}`,
  location: interview.place,
  description: href,
  ...(href !== '' && { url: href }),
})

/** The accepted interview as a file, for either side. */
export async function interviewFile({ db, publicUrl }: Links & { db: Db }, viewer: Viewer, id: string): Promise<string> {
  const inquiry = await findOwn(db, viewer, id)
  const interview = inquiry && (await threadQueries.findInterview(db, id))
  if (!inquiry || !interview?.chosen) throw new AppError('NOT_FOUND')
  const href = publicUrl + (sideOf(viewer) === 'sender' ? applicationPath(id) : inquiryPath(id))
  const event = eventOf(interview, { start: interview.chosen, jobTitle: inquiry.job_title, href })
  return calendarFile(site.name, 'Interviews', [event])
}
