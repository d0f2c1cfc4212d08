import { type Answer, type Side, silenceDays, waitingHours } from '#features/inquiries/model.ts'
import { site } from '#features/site/config.ts'
import {
  type Gather,
  type MailBlock,
  type MailContent,
  harmlessName,
  mailOf,
} from '#platform/server/mail/content.ts'

type Inquiry = {
  jobTitle: string
  name: string
  /** Null if it is not shown. */ email: string | null
  confirmed: boolean
  message: string
  answers: readonly Answer[]
}

type InquiryLinks = {
  inbox: string | null
  /** All of them. */
  inquiries: string
  cv: string | null
  /** Of the public page, for our team: it gets the inquiries about postings without an address. */
  teamPosting: string | null
}

/** To the poster or our team; replies go to the sender. */
export function inquiryMail(
  { jobTitle, name: typed, email, confirmed, message, answers }: Inquiry,
  links: InquiryLinks,
): MailContent {
  const name = harmlessName(typed) || 'someone'
  const button = (label: string, href: string | null): MailBlock[] =>
    href === null ? [] : [{ kind: 'button', label, href }]
  const isTeams = links.teamPosting !== null
  return mailOf({
    subject: `Inquiry from ${name}: ${jobTitle}`,
    preview: message.slice(0, 120),
    body: [
      { kind: 'quote', text: message },
      {
        kind: 'facts',
        items: [
          { term: 'Name', value: name },
          ...(email === null
            ? []
            : [
                { term: 'Email', value: `${email} (${confirmed ? 'confirmed' : 'not confirmed'})` },
              ]),
          { term: 'Job', value: jobTitle },
          ...answers.map(({ question, answer }) => ({ term: question, value: answer })),
        ],
      },
      ...button('Open the inquiry', links.inbox),
      ...button('View the posting', links.teamPosting),
      ...button('Open the CV', links.cv),
    ],
    gather: {
      many: 'inquiries',
      line: {
        title: `${name}: ${jobTitle}`,
        ...((links.inbox ?? links.cv) && { href: links.inbox ?? links.cv ?? '' }),
        lines: [
          ...(email === null ? [] : [`${email} (${confirmed ? 'confirmed' : 'not confirmed'})`]),
          // Who has no inbox reads all here.
          ...(links.inbox === null
            ? [message, ...answers.map((given) => `${given.question}: ${given.answer}`)]
            : []),
          ...(links.inbox === null && links.cv !== null ? ['The link opens the CV.'] : []),
        ],
      },
      ...(links.inbox !== null && { more: { label: 'Open your inbox', href: links.inquiries } }),
    },
    note: `${isTeams ? 'The posting gives no address. Pass the inquiry on to the employer. ' : ''}${email === null ? 'Answer on the page.' : `Reply to this email to write to ${name}.`} Physicians expect an answer within 24–48 hours.`,
    reason: isTeams
      ? `You get this email because the team of ${site.name} answers inquiries about postings without an address.`
      : becauseYouPosted(),
  })
}

const receipt = (title: string, href?: string): Gather => ({
  many: 'receipts',
  line: { title, ...(href !== undefined && { href }), lines: [] },
})

export const becauseYouPosted = () =>
  `You get this email because you posted this job on ${site.name}.`

export const becauseYouSent = () =>
  `You get this email because you sent an inquiry on ${site.name}.`

/** To a visitor who sends a CV. Repeats nothing of it: anyone can enter any address. */
export const confirmInquiryMail = ({ reference, href }: Notice): MailContent =>
  mailOf({
    subject: `Send your inquiry about ${reference}`,
    body: [
      `Someone wrote an inquiry with a CV about the posting ${reference} and gave this address. It goes to the employer when you open the link within ${waitingHours} hours, and press the button. Otherwise we delete it.`,
    ],
    button: ['Send my inquiry and CV', href],
    note: 'If you did not write it, someone entered your address by mistake. Please ignore this email: nothing is sent.',
    reason: `You get this email because someone wrote an inquiry on ${site.name} with this address.`,
  })

type Receipt = {
  reference: string
  applications: string
  confirm?: string
  sent?: { jobTitle: string; message: string }
}

/** To the sender. `sent` only for an address that is proved; `confirm` is a link that proves it. */
export const inquiryReceiptMail = ({
  reference,
  applications,
  confirm,
  sent,
}: Receipt): MailContent =>
  mailOf({
    subject: `We sent your inquiry about ${sent?.jobTitle ?? reference}`,
    body: [
      `It is about the posting ${reference}${sent ? `, ${sent.jobTitle}` : ''}. You should receive a response within 24-48 hours.`,
      ...(sent ? [{ kind: 'quote' as const, text: sent.message }] : []),
      ...(confirm === undefined
        ? []
        : [
            'The employer reads that this address is not confirmed. Please confirm that you wrote it.',
          ]),
      'You find it under Applications in a physician account with this address.',
    ],
    button:
      confirm === undefined
        ? ['See your applications', applications]
        : ['Confirm that you wrote it', confirm],
    gather: receipt(
      `We sent your inquiry about ${sent?.jobTitle ?? reference}`,
      confirm ?? applications,
    ),
    ...(!sent && {
      note: 'If you did not send an inquiry, someone entered your address. Please ignore this email.',
    }),
    reason: `You get this email because someone sent an inquiry on ${site.name} with this address.`,
  })

/**
 * To an address that the employer has blocked: whoever typed it reads the same answer as everybody.
 */
export const inquiryRefusedMail = ({ reference }: Pick<Notice, 'reference'>): MailContent =>
  mailOf({
    subject: `Your inquiry about ${reference} was not passed on`,
    body: [
      `This employer does not take messages from this address, so nobody gets the inquiry about the posting ${reference}.`,
    ],
    gather: receipt(`Your inquiry about ${reference} was not passed on`),
    note: 'If you did not send an inquiry, someone entered your address. Please ignore this email.',
    reason: `You get this email because someone sent an inquiry on ${site.name} with this address.`,
  })

type Notice = { reference: string; href: string }

export type About = { jobTitle: string; href: string }

/**
 * To an address that has not proved itself, a poster's or a sender's who was not signed in: anyone
 * can write with any address, so what a stranger wrote is read behind the link.
 */
export function mailedNotice(reader: Side, { reference, href }: Notice): MailContent {
  const isSender = reader === 'sender'
  const did = isSender ? 'sent an inquiry' : 'posted a job'
  return mailOf({
    subject: isSender
      ? `Answer to your inquiry about ${reference}`
      : `New inquiry about your posting ${reference}`,
    body: [
      isSender
        ? `Someone sent an inquiry about the posting ${reference} with this address, and the employer answered. Please read the answer on our site. We email you the next ones in full.`
        : `Someone wrote to the contact address of the posting ${reference}. The address is not confirmed yet, so please read the inquiry on our site. We email you the next ones in full.`,
    ],
    button: [isSender ? 'Read the answer' : 'Read the inquiry', href],
    gather: {
      many: isSender ? 'answers' : 'inquiries',
      line: {
        title: isSender
          ? `Answer to your inquiry about ${reference}`
          : `Inquiry about your posting ${reference}`,
        href,
        lines: [],
      },
    },
    note: `If you have not ${did}, someone entered your address by mistake. Please ignore this email.`,
    reason: `You get this email because someone ${did} on ${site.name} with this address.`,
  })
}

/** To the poster without an account, who asked for it. */
export const newCvLinkMail = ({ jobTitle, href }: About): MailContent =>
  mailOf({
    subject: `New link to a CV: ${jobTitle}`,
    body: [
      `A physician sent a CV with an inquiry about ${jobTitle}. The link opens it once, within 30 days.`,
    ],
    button: ['Open the CV', href],
    reason: `You get this email because someone asked for a new link to a CV for your posting on ${site.name}.`,
  })

/** To the sender; replies go to the poster. */
type Reply = {
  jobTitle: string
  employer: string
  message: string
  /**
   * The thread, or its page behind a mailed link; null for somebody without an account who can
   * reply by mail.
   */
  applications: string | null
  /** The poster shows the address. */
  isOpen: boolean
}

export const replyMail = (reply: Reply) =>
  mailOf({
    subject: `Answer to your inquiry: ${reply.jobTitle}`,
    preview: reply.message.slice(0, 120),
    heading: `${reply.employer} answered`,
    body: [`Your inquiry was about ${reply.jobTitle}.`, { kind: 'quote', text: reply.message }],
    ...(reply.applications !== null && {
      button: ['Open the messages', reply.applications] as const,
    }),
    note: reply.isOpen
      ? 'Reply to this email to write to the employer.'
      : 'Answer on the page: replies to this email reach nobody.',
    gather: {
      many: 'answers',
      line: {
        title: `${reply.employer} answered: ${reply.jobTitle}`,
        ...(reply.applications !== null && { href: reply.applications }),
        lines: [reply.applications === null ? reply.message : reply.message.slice(0, 200)],
      },
    },
    reason: becauseYouSent(),
  })

/** To those who applied for a posting that a moderator removed. */
export const takenDownMail = ({ jobTitle, href }: About) =>
  mailOf({
    subject: `We removed a posting: ${jobTitle}`,
    body: [
      `You wrote to its poster about ${jobTitle}. We removed the posting, because it broke our rules. Its poster can no longer read what you sent, or write to you on ${site.name}.`,
      'Be careful with what its poster asks of you in other ways, and never pay for a job. If you have sent documents or numbers, think about who should know.',
    ],
    button: ['See your applications', href],
    reason: becauseYouSent(),
  })

/** To the same people, when the moderator has taken it back. */
export const restoredMail = ({ jobTitle }: Pick<About, 'jobTitle'>) =>
  mailOf({
    subject: `The posting is back: ${jobTitle}`,
    body: [
      `We wrote that we removed ${jobTitle}. A moderator undid that decision. The employer can read your inquiry again, and answer. If you do not want that, withdraw it under Applications.`,
    ],
    reason: becauseYouSent(),
  })

/** To the sender of an application that was closed; `sentence` is one of ours. */
export const decisionMail = ({ jobTitle, sentence, href }: About & { sentence: string }) =>
  mailOf({
    subject: `About your application: ${jobTitle}`,
    body: [`It was about ${jobTitle}. ${sentence}`],
    button: ['See your applications', href],
    gather: { many: 'decisions', line: { title: jobTitle, href, lines: [sentence] } },
    reason: becauseYouSent(),
  })

export const hiredMail = ({ jobTitle, href }: About) =>
  mailOf({
    subject: `The employer marked you as hired: ${jobTitle}`,
    body: [
      `Your application was about ${jobTitle}. Please confirm it under Applications; until then it is only what the employer says.`,
    ],
    button: ['See your applications', href],
    reason: becauseYouSent(),
  })

export const hireEndedMail = ({ jobTitle, href }: About) =>
  mailOf({
    subject: `You are no longer marked as hired: ${jobTitle}`,
    body: [
      `The employer took back that you were hired for ${jobTitle}. Your application is open again.`,
    ],
    button: ['See your applications', href],
    reason: becauseYouSent(),
  })

/** To a member of the team, who has proved the address. */
export const assignedMail = ({ jobTitle, href }: About): MailContent =>
  mailOf({
    subject: `An inquiry was assigned to you: ${jobTitle}`,
    body: [`It is about ${jobTitle}. Someone on your team asks you to take care of it.`],
    button: ['Open the inquiry', href],
    gather: { many: 'inquiries assigned to you', line: { title: jobTitle, href, lines: [] } },
    reason: `You get this email because you have a seat in a team on ${site.name}.`,
  })

/** To a poster whose applicants wait longer than usual. */
export const waitingMail = ({ count, href }: { count: number; href: string }): MailContent =>
  mailOf({
    subject:
      count === 1
        ? 'An application waits for your answer'
        : `${count} applications wait for your answer`,
    body: [
      `${count === 1 ? 'An application waits' : `${count} applications wait`} longer than is usual for you. We close an application that nobody answers for ${silenceDays} days, and tell the applicant why.`,
    ],
    button: ['Open your inbox', href],
    reason: becauseYouPosted(),
  })

/** To those who want one notice a day. */
export const dailyNoticeMail = ({ count, href }: { count: number; href: string }): MailContent =>
  mailOf({
    subject:
      count === 1 ? 'New messages in one conversation' : `New messages in ${count} conversations`,
    body: [
      `There is something new in ${count === 1 ? 'one conversation' : `${count} conversations`} about jobs.`,
    ],
    button: ['Open the messages', href],
    reason: `You get this email because you chose one notice a day on ${site.name}.`,
  })

const reportReason = (): string =>
  `You get this email because someone reported a posting on ${site.name} with this address.`

/**
 * To the reporter. Repeats neither the report nor the posting's title, because the address may be
 * somebody else's.
 */
export const reportReceivedMail = ({ reference }: { reference: string }): MailContent =>
  mailOf({
    subject: 'We received your report',
    body: [
      `A moderator will review the posting ${reference} and take appropriate action. We will email you the decision.`,
    ],
    gather: receipt(`We received your report of the posting ${reference}`),
    reason: reportReason(),
  })

/** To the reporter after the decision, with the moderator's answer if there is one. */
type Decided = { reference: string; outcome: 'accepted' | 'dismissed'; answer: string | null }

export const reportDecidedMail = ({ reference, outcome, answer }: Decided): MailContent =>
  mailOf({
    subject: 'We reviewed your report',
    body: [
      outcome === 'accepted'
        ? `Thank you. We took down the posting ${reference}.`
        : `Thank you. A moderator reviewed the posting ${reference} and found nothing to change.`,
      ...(answer === null ? [] : [{ kind: 'quote' as const, text: answer }]),
    ],
    gather: {
      key: `report-${outcome}`,
      many: 'reports were reviewed',
      intro:
        outcome === 'accepted'
          ? 'Thank you. We took these postings down.'
          : 'Thank you. A moderator reviewed these postings and found nothing to change.',
      line: { title: `The posting ${reference}`, lines: answer === null ? [] : [answer] },
    },
    reason: reportReason(),
  })

/** When a moderator has undone the decision. */
export const reportReopenedMail = ({ reference }: { reference: string }): MailContent =>
  mailOf({
    subject: 'We are reviewing your report again',
    body: [
      `A moderator withdrew the decision about the posting ${reference}. We will email you when there is a new one.`,
    ],
    gather: {
      many: 'reports in review again',
      line: { title: `The posting ${reference}`, lines: [] },
    },
    reason: reportReason(),
  })
