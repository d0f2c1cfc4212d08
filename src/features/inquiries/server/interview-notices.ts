import { findUser } from '#features/accounts/server/public.ts'
import { contactOf, ownPostings } from '#features/postings/server/public.ts'
import { site } from '#features/site/config.ts'
import { calendarFile } from '#platform/server/calendar.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { type MailContent, harmlessName, mailOf } from '#platform/server/mail/content.ts'
import { type MailMessage, enqueueMail } from '#platform/server/mail/outbox.ts'
import { placeMomentText } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { applicationPath, inquiryPath } from '#shared/paths.ts'
import type { HistoryAction, Side } from '../model.ts'
import { becauseYouPosted, becauseYouSent } from './emails/inquiry-mails.ts'
import { type LockedInquiry, findInquiryOf, isDaily } from './queries-inbox.ts'
import * as threadQueries from './queries-threads.ts'
import { findOwn, sideOf, updateInquiry } from './queries.ts'
import { titleFor } from './views.ts'
import { recordAction } from './queries-stages.ts'

/** Mails and calendar events about interviews. */

export type Links = { publicUrl: string }
type Change = Extract<HistoryAction, 'proposed' | 'accepted' | 'declined' | 'canceled'>

type Told = {
  interview: threadQueries.Interview
  change: Change
  by: Side | null
  actorId: string | null
  /** The time that both have in their calendars. */
  was: Date | null | undefined
}

/**
 * Mails the other side, and both if their calendars change; the one who did it sees it on the page.
 */
export async function tellChange(
  trx: Db,
  links: Links,
  inquiry: LockedInquiry,
  told: Told,
): Promise<void> {
  const { interview, change, by, actorId, was } = told
  const { id } = inquiry
  await recordAction(trx, {
    inquiry_id: id,
    actor_id: actorId,
    action: change,
  })
  const wrote = by === null ? {} : { [`${by}_wrote_at`]: new Date() }
  if (by !== null) await updateInquiry(trx, id, { ...wrote, [`${by}_seen_at`]: new Date() })
  const event = interview.chosen ?? was
  for (const { reader, userId, address, isProved, employer } of await recipientsOf(
    trx,
    { ...inquiry, ...wrote },
    interview,
  )) {
    if (reader === 'sender' && !inquiry.reach.senderMailed) continue
    // The daily notice counts what the other side does.
    if (!event && by !== null && (reader === by || (await isDaily(trx, userId)))) continue
    const href = links.publicUrl + (reader === 'sender' ? applicationPath(id) : inquiryPath(id))
    await enqueueMail(trx, {
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
        theirName: reader === 'sender' ? employer : harmlessName(inquiry.name) || 'The applicant',
        // Words of one user reach an address only once it has proved itself.
        details: isProved && {
          times: (interview.chosen
            ? [interview.chosen]
            : change === 'proposed'
              ? interview.times
              : []
          ).map((time) => placeMomentText(time.toISOString(), interview.time_zone)),
          place: change === 'proposed' || change === 'accepted' ? interview.place : null,
          word: interview.word,
        },
      }),
      ...(event &&
        isProved && {
          calendar: invitation(interview, event, { ...inquiry, href, employer, address }),
        }),
    })
  }
}

type Recipient = {
  reader: Side
  userId: string | null
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
      reader: 'poster',
      userId,
      address,
      isProved: Boolean(isReachable || contact?.isProved),
      employer,
    })
  return recipients
}

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
): string {
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
  { db, publicUrl }: Links & { db: Db },
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

type InterviewMail = {
  change: Change
  jobTitle: string
  href: string
  /** What the reader has done is for the calendar. Null: the posting was taken down. */
  by: Side | null
  reader: Side
  hasAccount: boolean
  theirName: string
  /** False for an address that is not proved. */
  details: false | { times: readonly string[]; place: string | null; word: string | null }
}

const interviewSubjects = {
  proposed: 'Times for an interview',
  accepted: 'Your interview',
  declined: 'Other times for an interview',
  canceled: 'Interview canceled',
}

export function interviewMail({
  change,
  by,
  jobTitle,
  href,
  reader,
  hasAccount,
  theirName,
  details,
}: InterviewMail): MailContent {
  const who = details ? theirName : reader === 'sender' ? 'The employer' : 'The applicant'
  const sentences = {
    proposed: 'proposes these times for an interview. Accept one on the page, or ask for others.',
    accepted: 'accepted this time.',
    declined: 'asks for other times.',
    canceled: 'canceled the interview.',
  }
  const readersDoing =
    change === 'accepted'
      ? 'You accepted this time.'
      : 'The time that you agreed on before no longer counts.'
  const news =
    by === null
      ? 'The posting was taken down, so the interview is canceled.'
      : by === reader
        ? readersDoing
        : `${who} ${sentences[change]}`
  const { times = [], place = null, word = null } = details || {}
  const facts = times.map((value, index) => ({
    term: times.length > 1 ? `Time ${index + 1}` : 'Time',
    value,
  }))
  if (place !== null) facts.push({ term: 'Where or how', value: place })
  return mailOf({
    subject: `${interviewSubjects[change]}: ${jobTitle}`,
    body: [
      `It is about ${jobTitle}. ${news}`,
      ...(facts.length > 0 ? [{ kind: 'facts' as const, items: facts }] : []),
      ...(word === null ? [] : [{ kind: 'quote' as const, text: word }]),
    ],
    button: ['Open the interview', href],
    ...(!hasAccount && { note: 'You need a physician account with this address.' }),
    gather: { many: 'changes of interviews', line: { lines: [news] } },
    reason: reader === 'sender' ? becauseYouSent() : becauseYouPosted(),
  })
}

/** To a poster, when an inquiry is deleted. */
export const interviewDeletedMail = ({ jobTitle }: { jobTitle: string }): MailContent =>
  mailOf({
    subject: `Interview canceled: ${jobTitle}`,
    body: [
      `It was about ${jobTitle}. The application was deleted with everything that belongs to it.`,
    ],
    reason: becauseYouPosted(),
  })
