import { type Answer, type Side, silenceDays, waitingHours } from '#features/inquiries/model.ts'
import { site } from '#features/site/config.ts'
import {
  type MailBlock,
  type MailContent,
  type Outline,
  harmlessName,
  mailOf,
} from '#platform/server/mail/content.ts'

type Inquiry = {
  jobTitle: string
  name: string
  /** Null if it is not shown. */
  email: string | null
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
  const address = email === null ? [] : [`${email} (${confirmed ? 'confirmed' : 'not confirmed'})`]
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
          ...address.map((value) => ({ term: 'Email', value })),
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
          ...address,
          // Who has no inbox reads all here.
          ...(links.inbox === null
            ? [message, ...answers.map((given) => `${given.question}: ${given.answer}`)]
            : []),
          ...(links.inbox === null && links.cv !== null ? ['The link opens the CV.'] : []),
        ],
      },
      ...(links.inbox !== null && { more: { label: 'Open your inbox', href: links.inquiries } }),
    },
    note: `${isTeams ? 'The posting has no contact email. Pass the inquiry on to the employer. ' : ''}${email === null ? 'Answer on the page.' : `Reply to this email to write to ${name}.`} Physicians expect an answer within 24–48 hours.`,
    reason: isTeams
      ? `You get this email because the team of ${site.name} answers inquiries about postings ` +
        'without an address.'
      : becauseYouPosted(),
  })
}

export const becauseYouPosted = () =>
  `You get this email because you posted this job on ${site.name}.`

export const becauseYouSent = () =>
  `You get this email because you sent an inquiry on ${site.name}.`

const someoneSent = () =>
  `You get this email because someone sent an inquiry on ${site.name} with this address.`
const ifNotYou =
  'If you did not send an inquiry, someone entered your address. Please ignore this email.'

/** To the sender of applications. */
const toSender = ({ href, ...mail }: Omit<Outline, 'reason'> & { href: string }): MailContent =>
  mailOf({ button: ['See your applications', href], reason: becauseYouSent(), ...mail })

/** To a visitor who sends a CV. Repeats nothing of it: anyone can enter any address. */
export const confirmInquiryMail = ({ reference, href }: Notice): MailContent =>
  mailOf({
    subject: `Send your inquiry about ${reference}`,
    body: [
      `Someone wrote an inquiry with a CV about the posting ${reference} and gave this address. ` +
        `It goes to the employer when you open the link within ${waitingHours} hours, and press ` +
        'the button. Otherwise we delete it.',
    ],
    button: ['Send my inquiry and CV', href],
    note:
      'If you did not write it, someone entered your address by mistake. Please ignore this ' +
      'email: nothing is sent.',
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
    gather: { many: 'receipts' },
    ...(!sent && { note: ifNotYou }),
    reason: someoneSent(),
  })

/**
 * To an address that the employer has blocked: whoever typed it reads the same answer as everybody.
 */
export const inquiryRefusedMail = ({ reference }: Pick<Notice, 'reference'>): MailContent =>
  mailOf({
    subject: `Your inquiry about ${reference} was not passed on`,
    body: [
      'This employer does not take messages from this address, so nobody gets the inquiry about ' +
        `the posting ${reference}.`,
    ],
    gather: { many: 'receipts' },
    note: ifNotYou,
    reason: someoneSent(),
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
        ? `Someone sent an inquiry about the posting ${reference} with this address, and the ` +
          'employer answered. Please read the answer on our site. We email you the next ones in ' +
          'full.'
        : `Someone wrote to the contact address of the posting ${reference}. The address is not ` +
          'confirmed yet, so please read the inquiry on our site. We email you the next ones in ' +
          'full.',
    ],
    button: [isSender ? 'Read the answer' : 'Read the inquiry', href],
    gather: { many: isSender ? 'answers' : 'inquiries' },
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
    reason:
      'You get this email because someone asked for a new link to a CV for your posting on ' +
      `${site.name}.`,
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
        lines: [reply.applications === null ? reply.message : reply.message.slice(0, 200)],
      },
    },
    reason: becauseYouSent(),
  })

/** To those who applied for a posting that a moderator removed. */
export const takenDownMail = ({ jobTitle, href }: About) =>
  toSender({
    href,
    subject: `We removed a posting: ${jobTitle}`,
    body: [
      `You wrote to its poster about ${jobTitle}. We removed the posting, because it broke our ` +
        `rules. Its poster can no longer read what you sent, or write to you on ${site.name}.`,
      'Be careful with what its poster asks of you in other ways, and never pay for a job. If ' +
        'you have sent documents or numbers, think about who should know.',
    ],
  })

/** To the same people, when the moderator has taken it back. */
export const restoredMail = ({ jobTitle }: Pick<About, 'jobTitle'>) =>
  mailOf({
    subject: `The posting is back: ${jobTitle}`,
    body: [
      `We wrote that we removed ${jobTitle}. A moderator undid that decision. The employer can ` +
        'read your inquiry again, and answer. If you do not want that, withdraw it under ' +
        'Applications.',
    ],
    reason: becauseYouSent(),
  })

/** To the sender of an application that was closed; `sentence` is one of ours. */
export const decisionMail = ({ jobTitle, sentence, href }: About & { sentence: string }) =>
  toSender({
    href,
    subject: `About your application: ${jobTitle}`,
    body: [`It was about ${jobTitle}. ${sentence}`],
    gather: { many: 'decisions', line: { title: jobTitle, lines: [sentence] } },
  })

export const hiredMail = ({ jobTitle, href }: About) =>
  toSender({
    href,
    subject: `The employer marked you as hired: ${jobTitle}`,
    body: [
      `Your application was about ${jobTitle}. Please confirm it under Applications; until then ` +
        'it is only what the employer says.',
    ],
  })

export const hireEndedMail = ({ jobTitle, href }: About) =>
  toSender({
    href,
    subject: `You are no longer marked as hired: ${jobTitle}`,
    body: [
      `The employer took back that you were hired for ${jobTitle}. Your application is open again.`,
    ],
  })

/** To a member of the team, who has proved the address. */
export const assignedMail = ({ jobTitle, href }: About): MailContent =>
  mailOf({
    subject: `An inquiry was assigned to you: ${jobTitle}`,
    body: [`It is about ${jobTitle}. Someone on your team asks you to take care of it.`],
    button: ['Open the inquiry', href],
    gather: { many: 'inquiries assigned to you', line: { title: jobTitle } },
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
