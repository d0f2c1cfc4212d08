import type { Side } from '#features/inquiries/model.ts'
import { type MailContent, mailOf } from '#platform/server/mail/content.ts'
import { type About, becauseYouPosted, becauseYouSent } from './inquiry-mails.ts'

type InterviewMail = {
  change: 'proposed' | 'accepted' | 'declined' | 'canceled'
  jobTitle: string
  href: string
  /** What the reader has done is for the calendar. Null: the posting was taken down. */
  by: Side | null
  reader: Side
  hasAccount: boolean
  other: string
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
  other,
  details,
}: InterviewMail): MailContent {
  const sentences = {
    proposed: 'proposes these times for an interview. Accept one on the page, or ask for others.',
    accepted: 'accepted this time.',
    declined: 'asks for other times.',
    canceled: 'canceled the interview.',
  }
  const own =
    change === 'accepted'
      ? 'You accepted this time.'
      : 'The time that you agreed on before no longer counts.'
  const others = `${details ? other : reader === 'sender' ? 'The employer' : 'The applicant'} ${sentences[change]}`
  const said =
    by === null
      ? 'The posting was taken down, so the interview is canceled.'
      : by === reader
        ? own
        : others
  const { times = [], place = null, word = null } = details || {}
  const facts = times.map((value, index) => ({
    term: times.length > 1 ? `Time ${index + 1}` : 'Time',
    value,
  }))
  if (place !== null) facts.push({ term: 'Where or how', value: place })
  return mailOf({
    subject: `${interviewSubjects[change]}: ${jobTitle}`,
    body: [
      `It is about ${jobTitle}. ${said}`,
      ...(facts.length > 0 ? [{ kind: 'facts' as const, items: facts }] : []),
      ...(word === null ? [] : [{ kind: 'quote' as const, text: word }]),
    ],
    button: ['Open the interview', href],
    ...(!hasAccount && { note: 'You need a physician account with this address.' }),
    gather: {
      many: 'changes of interviews',
      line: { title: `${interviewSubjects[change]}: ${jobTitle}`, href, lines: [said] },
    },
    reason: reader === 'sender' ? becauseYouSent() : becauseYouPosted(),
  })
}

/** To the applicant, when the employer says what became of the posting but not of the interview. */
export const interviewInDoubtMail = ({
  jobTitle,
  sentence,
  time,
  href,
}: About & { sentence: string; time: string }): MailContent =>
  mailOf({
    subject: `Before your interview: ${jobTitle}`,
    body: [
      `It is about ${jobTitle}. ${sentence}`,
      `Your interview is still planned: ${time}. Ask the employer whether it takes place, or cancel it on the page.`,
    ],
    button: ['Open the interview', href],
    reason: becauseYouSent(),
  })

type NotBack = About & { name: string | null; times: readonly string[] }

/** To who proposed an interview about a posting that a moderator took down, and that is back. */
export const interviewNotBackMail = ({ jobTitle, name, times, href }: NotBack): MailContent =>
  mailOf({
    subject: `Your interview is still canceled: ${jobTitle}`,
    body: [
      `A moderator withdrew the decision about ${jobTitle}, so the posting is back. The interview with ${name ?? 'the applicant'} is still canceled, because we had told both of you. If you still want to meet, propose times again.`,
      {
        kind: 'facts',
        items: times.map((value, index) => ({
          term: times.length > 1 ? `Time ${index + 1}` : 'Time',
          value,
        })),
      },
    ],
    button: ['Propose times', href],
    reason: becauseYouPosted(),
  })

/** To a poster, when an inquiry is deleted. */
export const interviewDeletedMail = ({ jobTitle }: { jobTitle: string }): MailContent =>
  mailOf({
    subject: `Interview canceled: ${jobTitle}`,
    body: [
      `It was about ${jobTitle}. The application was deleted with everything that belongs to it.`,
    ],
    reason: becauseYouPosted(),
  })
