import { z } from 'zod'
import { findUser } from '#features/accounts/server/public.ts'
import { contactOf, ownPostings } from '#features/postings/server/public.ts'
import { site } from '#features/site/config.ts'
import { calendarFile } from '#platform/server/calendar.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { harmlessName } from '#platform/server/mail/content.ts'
import { type MailMessage, enqueueMail } from '#platform/server/mail/outbox.ts'
import { placeSpanText } from '#shared/time-zones.ts'
import { defineTask, enqueueTasks } from '#platform/server/tasks/task.ts'
import { AppError } from '#shared/errors.ts'
import { applicationPath, inquiryPath } from '#shared/paths.ts'
import { type Side, spansOf } from '../model.ts'
import { type Change, interviewDeletedMail, interviewMail } from './emails/interview-mails.ts'
import { type Links, mailedLink } from './mailed-links.ts'
import { type LockedInquiry, findInquiryOf, isDaily } from './queries-inbox.ts'
import * as threadQueries from './queries-threads.ts'
import { findOwn, lockInquiry, sideOf, updateInquiry } from './queries.ts'
import { titleFor } from './views.ts'
import { recordAction } from './queries-stages.ts'

/** Mails and calendar events about interviews. */

type Told = {
  interview: threadQueries.Interview
  change: Change
  side: Side | null
  actorId: string | null
  /** As it was; undefined for a new one. */
  before: threadQueries.Interview | undefined
}

/**
 * Mails the other side, and both if their calendars change; the one who did it sees it on the page.
 */
export async function tellChange(
  trx: Db,
  links: Links,
  inquiry: LockedInquiry,
  { interview, change, side, actorId, before }: Told,
): Promise<void> {
  const { id } = inquiry
  await recordAction(trx, {
    inquiry_id: id,
    actor_id: actorId,
    action: change,
  })
  const wrote = side === null ? {} : { [`${side}_wrote_at`]: new Date() }
  if (side !== null) await updateInquiry(trx, id, { ...wrote, [`${side}_seen_at`]: new Date() })
  const was = before?.chosen ?? null
  const { chosen } = interview
  const isSame = chosen?.getTime() === was?.getTime() && interview.place === before?.place
  const event = isSame ? null : (chosen ?? was)
  if (chosen && !isSame) await setReminders(trx, id, chosen)
  await mailBoth(trx, links, { ...inquiry, ...wrote }, { interview, change, side, event })
}

type News = Pick<Told, 'interview'> & {
  change: Change | 'reminder'
  side?: Side | null
  /** When what the calendars change is, or was. */
  event?: Date | null
  cause?: string
}

async function mailBoth(
  trx: Db,
  { publicUrl, secrets }: Links,
  inquiry: LockedInquiry,
  { interview, change, side = null, event = null, ...news }: News,
) {
  const { id } = inquiry
  const { chosen, minutes, sequence } = interview
  const isAnswered = change === 'accepted' || change === 'reminder'
  const { cause = `interview:${interview.id}:${sequence}` } = news
  for (const { reader, userId, hasPage, address, isProved, employer } of await recipientsOf(
    trx,
    inquiry,
    interview,
  )) {
    if (reader === 'sender' && !inquiry.reach.senderMailed) continue
    // The daily notice counts what the other side does.
    if (!event && side !== null && (reader === side || (await isDaily(trx, userId)))) continue
    const page = reader === 'sender' ? applicationPath(id) : inquiryPath(id)
    const text = textIn(interview, interview[`${reader}_zone`])
    await enqueueMail(trx, {
      cause: `${cause}:${reader}`,
      to: address,
      class: 'message',
      passes: isProved,
      sensitive: !hasPage,
      ...(change === 'reminder' && chosen && { expiresAt: chosen }),
      content: interviewMail({
        change,
        by: side,
        jobTitle: titleFor(inquiry, isProved),
        href: publicUrl + (hasPage ? page : mailedLink(secrets, id, reader, address, sequence)),
        reader,
        theirName: reader === 'sender' ? employer : harmlessName(inquiry.name) || 'The applicant',
        // Words of one user reach an address only once it has proved itself.
        details: isProved && {
          keeps: isAnswered || !chosen ? null : text(chosen),
          times: isAnswered
            ? [chosen].flatMap((time) => (time ? text(time) : []))
            : change === 'proposed'
              ? spansOf(interview.times, minutes).map(({ from, to }) => text(from, to))
              : [],
          place: isAnswered || change === 'proposed' ? interview.place : null,
          word: change === 'reminder' ? null : interview.word,
        },
      }),
      ...(event &&
        isProved && {
          calendar: invitation(interview, event, {
            ...inquiry,
            // Others may read a calendar, so it has no link that works without an account.
            href: hasPage ? publicUrl + page : undefined,
            employer,
            address,
          }),
        }),
    })
  }
}

/** A moment, or a span, on the clocks of the place, and on the reader's where we know them. */
const textIn =
  ({ time_zone: zone }: threadQueries.Interview, readerZone: string | null) =>
  (from: Date, to = from) => {
    const there = placeSpanText(from, to, zone)
    const here = readerZone === null ? there : placeSpanText(from, to, readerZone)
    return here === there ? there : `${there} (${here} where you are)`
  }

type Recipient = {
  reader: Side
  userId: string | null
  /** There is an account that reads about it on its own page. */
  hasPage: boolean
  address: string
  isProved: boolean
  employer: string
}

/**
 * The applicant, and who proposed it, or the posting's contact if they no longer reach the posting.
 */
async function recipientsOf(
  trx: Db,
  inquiry: LockedInquiry,
  { proposed_by: proposerId }: threadQueries.Interview,
) {
  const contact = await contactOf(trx, inquiry.job_id, { anyStatus: true })
  const employer = contact?.company ?? 'The employer'
  const [sender, proposer] = await Promise.all([
    inquiry.sender_id === null ? undefined : findUser(trx, inquiry.sender_id),
    proposerId !== null && (await findInquiryOf(trx, inquiry.id, ownPostings(proposerId, 'manage')))
      ? findUser(trx, proposerId)
      : undefined,
  ])
  // What nobody has proved is the account's to answer, and gets words of others once the account
  // has done so.
  const isSendersOwn =
    sender?.email === inquiry.email &&
    sender.email_verified_at !== null &&
    inquiry.sender_wrote_at !== null
  const recipients: Recipient[] = [
    {
      ...({ reader: 'sender', userId: inquiry.sender_id, employer } as const),
      hasPage: sender?.role === 'physician',
      address: inquiry.email,
      isProved: inquiry.is_proved || isSendersOwn,
    },
  ]
  const isReachable =
    proposer?.email && proposer.email_verified_at !== null && proposer.suspended_at === null
  const address = isReachable ? proposer.email : inquiry.reach.posterMailed ? contact?.email : null
  const userId = isReachable ? proposer.id : (contact?.ownerId ?? null)
  if (address)
    recipients.push({
      ...({ reader: 'poster' } as const),
      hasPage: userId !== null,
      userId,
      address,
      isProved: Boolean(isReachable || contact?.isProved),
      employer,
    })
  return recipients
}

const hourMs = 60 * 60_000
const reminderHours = [24, 1]

export const remindOfInterviewTask = defineTask({
  name: 'remind-of-interview',
  schema: z.object({ id: z.uuid(), at: z.iso.datetime(), hours: z.number() }),
})

/** None whose moment has passed. One time that is agreed twice has its reminders once. */
async function setReminders(trx: Db, id: string, start: Date) {
  const at = start.toISOString()
  await enqueueTasks(
    trx,
    remindOfInterviewTask,
    reminderHours
      .map((hours) => ({ hours, startAfter: new Date(start.getTime() - hours * hourMs) }))
      .filter(({ startAfter }) => startAfter.getTime() > Date.now())
      .map(({ hours, startAfter }) => ({
        data: { id, at, hours },
        startAfter,
        key: `${id} ${at} ${hours}`,
      })),
  )
}

/**
 * Reminds both. An interview that was moved or canceled has another time, or none. A reminder that
 * comes too late leaves it to the next one.
 */
export const remindOfInterview = (
  links: Links & { db: Db },
  { id, at, hours }: z.infer<typeof remindOfInterviewTask.schema>,
  now = Date.now(),
): Promise<void> =>
  inTransaction(links.db, async (trx) => {
    const hoursLeft = (Date.parse(at) - now) / hourMs
    const next = reminderHours.find((candidate) => candidate < hours) ?? 0
    // The clocks of database and server may differ by minutes.
    const isDue = hoursLeft > next && hoursLeft < hours + 0.1
    const inquiry = isDue ? await lockInquiry(trx, id) : undefined
    const interview = inquiry && (await threadQueries.findInterview(trx, id))
    if (inquiry && interview?.chosen?.toISOString() === at)
      await mailBoth(trx, links, inquiry, {
        interview,
        change: 'reminder',
        cause: `interview-reminder:${interview.id}:${at}:${hours}`,
      })
  })

/**
 * Takes back what posters have in their calendars, for inquiries that are deleted: it names nobody.
 */
export async function cancellationsOf(
  trx: Db,
  inquiryIds: readonly string[],
): Promise<MailMessage[]> {
  const mails: MailMessage[] = []
  for (const inquiry of await threadQueries.lockWithUpcoming(trx, inquiryIds)) {
    const interview = await threadQueries.findInterview(trx, inquiry.id)
    if (!interview?.chosen) continue
    const later = { ...interview, chosen: null, place: '', sequence: interview.sequence + 1 }
    for (const { reader, address, employer } of await recipientsOf(trx, inquiry, interview)) {
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
function invitation(
  interview: threadQueries.Interview,
  start: Date,
  { job_title, href, employer, address }: About,
) {
  return calendarFile(
    site.name,
    'Interviews',
    [eventOf(interview, { start, jobTitle: job_title, href })],
    {
      method: interview.chosen ? 'REQUEST' : 'CANCEL',
      organizer: { name: employer, email: site.emails.postings },
      attendee: address,
    },
  )
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
export async function interviewFile(
  { db, publicUrl }: Pick<Links, 'publicUrl'> & { db: Db },
  viewer: Viewer,
  id: string,
): Promise<string> {
  const inquiry = await findOwn(db, viewer, id)
  const interview = inquiry && (await threadQueries.findInterview(db, id))
  if (!inquiry || !interview?.chosen) throw new AppError('NOT_FOUND')
  const href = publicUrl + (sideOf(viewer) === 'sender' ? applicationPath(id) : inquiryPath(id))
  const event = eventOf(interview, { start: interview.chosen, jobTitle: inquiry.job_title, href })
  return calendarFile(site.name, 'Interviews', [event])
}
