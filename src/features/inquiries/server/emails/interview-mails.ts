import type { HistoryAction, Side } from '#features/inquiries/model.ts'
import { type MailContent, mailOf } from '#platform/server/mail/content.ts'
import { becauseYouPosted, becauseYouSent } from './inquiry-mails.ts'

export type Change = Extract<HistoryAction, 'proposed' | 'accepted' | 'declined' | 'canceled'>

type InterviewMail = {
  change: Change | 'reminder'
  jobTitle: string
  href: string
  /** What the reader has done is for the calendar. Null: the posting was taken down. */
  by: Side | null
  reader: Side
  theirName: string
  /** False for an address that is not proved. */
  details:
    | false
    | {
        /** The agreed time that stays until another one is accepted. */
        keeps: string | null
        times: readonly string[]
        place: string | null
        word: string | null
      }
}

const interviewSubjects = {
  proposed: 'Times for an interview',
  accepted: 'Your interview',
  declined: 'Other times for an interview',
  canceled: 'Interview canceled',
  reminder: 'Reminder of your interview',
}

export function interviewMail({
  change,
  by,
  jobTitle,
  href,
  reader,
  theirName,
  details,
}: InterviewMail): MailContent {
  const { keeps = null, times = [], place = null, word = null } = details || {}
  const who = details ? theirName : reader === 'sender' ? 'The employer' : 'The applicant'
  const sentences = {
    proposed: 'proposes these times for an interview. Choose one on the page, or ask for others.',
    accepted: 'accepted this time.',
    declined: keeps === null ? 'asks for other times.' : 'takes none of the other times.',
    canceled: 'canceled the interview.',
  }
  const readersDoing =
    change === 'accepted'
      ? 'You accepted this time.'
      : 'The time that you agreed on before no longer counts.'
  const news =
    change === 'reminder'
      ? 'Your interview is soon. The page has its time, and you can move or cancel it there.'
      : by === null
        ? 'The posting was taken down, so the interview is canceled.'
        : by === reader
          ? readersDoing
          : `${who} ${sentences[change]}`
  const facts = times.map((value, index) => ({
    term: times.length > 1 ? `Time ${index + 1}` : 'Time',
    value,
  }))
  if (place !== null) facts.push({ term: 'Where or how', value: place })
  return mailOf({
    subject: `${interviewSubjects[change]}: ${jobTitle}`,
    body: [
      `It is about ${jobTitle}. ${news}`,
      ...(keeps === null ? [] : [`Until another time is accepted, the interview is at ${keeps}.`]),
      ...(facts.length > 0 ? [{ kind: 'facts' as const, items: facts }] : []),
      ...(word === null ? [] : [{ kind: 'quote' as const, text: word }]),
    ],
    button: ['Open the interview', href],
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
