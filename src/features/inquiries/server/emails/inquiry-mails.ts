import { site } from '#features/site/config.ts'
import { harmlessName } from '#server/lib/mail/address.ts'
import type { MailBlock, MailContent } from '#server/lib/mail/content.ts'

type Inquiry = { jobTitle: string; name: string; email: string; confirmed: boolean; message: string }

/** To the poster; replies go to the sender. */
export function inquiryMail(
  { jobTitle, name: typed, email, confirmed, message }: Inquiry,
  links: { inbox: string | null; cv: string | null },
): MailContent {
  const name = harmlessName(typed) || 'someone'
  const buttons: MailBlock[] = [
    ...(links.inbox === null ? [] : [{ kind: 'button' as const, label: 'Open the inquiry', href: links.inbox }]),
    ...(links.cv === null ? [] : [{ kind: 'button' as const, label: 'Open the CV', href: links.cv }]),
  ]
  return {
    subject: `Inquiry about ${jobTitle} from ${name}`,
    preview: message.slice(0, 120),
    blocks: [
      { kind: 'heading', text: `${name} asks about ${jobTitle}` },
      { kind: 'quote', text: message },
      {
        kind: 'facts',
        items: [
          { term: 'Name', value: name },
          { term: 'Email', value: `${email} (${confirmed ? 'confirmed' : 'not confirmed'})` },
          { term: 'Posting', value: jobTitle },
        ],
      },
      ...buttons,
      { kind: 'note', text: `Reply to this email to write to ${name}. Physicians expect an answer within 24-48 hours.` },
    ],
    reason: `You get this email because you posted this job on ${site.name}.`,
  }
}

/** To the poster without an account, who asked for it. */
export const newCvLinkMail = ({ jobTitle, href }: { jobTitle: string; href: string }): MailContent => ({
  subject: `New link to a CV for ${jobTitle}`,
  blocks: [
    { kind: 'heading', text: 'Your new link to the CV' },
    { kind: 'text', text: `A physician sent it with an inquiry about ${jobTitle}. The link opens it once, within 30 days.` },
    { kind: 'button', label: 'Open the CV', href },
  ],
  reason: `You get this email because someone asked for a new link for this posting on ${site.name}.`,
})

/** To the sender; replies go to the poster. */
export const replyMail = (reply: {
  jobTitle: string
  employer: string
  message: string
  applications: string | null
}): MailContent => ({
  subject: `Answer to your inquiry about ${reply.jobTitle}`,
  preview: reply.message.slice(0, 120),
  blocks: [
    { kind: 'heading', text: `${reply.employer} answered` },
    { kind: 'text', text: `About your inquiry: ${reply.jobTitle}` },
    { kind: 'quote', text: reply.message },
    ...(reply.applications === null
      ? []
      : [{ kind: 'button' as const, label: 'See your applications', href: reply.applications }]),
    { kind: 'note', text: 'Reply to this email to write to them directly.' },
  ],
  reason: `You get this email because you sent an inquiry on ${site.name}.`,
})

const reportReason = (): string => `You get this email because someone reported a posting on ${site.name} with this address.`

/** To the reporter. Repeats none of the report, because the address may be somebody else's. */
export const reportReceivedMail = ({ jobTitle }: { jobTitle: string }): MailContent => ({
  subject: 'We received your report',
  blocks: [
    { kind: 'heading', text: 'Thank you for your report' },
    { kind: 'text', text: `A moderator will review the posting “${jobTitle}” and take appropriate action.` },
  ],
  reason: reportReason(),
})

/** To the reporter after the decision, with the moderator's answer if there is one. */
export const reportDecidedMail = ({
  jobTitle,
  outcome,
  answer,
}: {
  jobTitle: string
  outcome: 'accepted' | 'dismissed'
  answer: string | null
}): MailContent => ({
  subject: 'We reviewed your report',
  blocks: [
    { kind: 'heading', text: 'We reviewed your report' },
    {
      kind: 'text',
      text:
        outcome === 'accepted'
          ? `Thank you. We took down the posting “${jobTitle}”.`
          : `Thank you. A moderator reviewed the posting “${jobTitle}” and found nothing to change.`,
    },
    ...(answer === null ? [] : [{ kind: 'quote' as const, text: answer }]),
  ],
  reason: reportReason(),
})

/** When a moderator has undone the decision. */
export const reportReopenedMail = ({ jobTitle }: { jobTitle: string }): MailContent => ({
  subject: 'We are reviewing your report again',
  blocks: [
    { kind: 'heading', text: 'We are reviewing your report again' },
    {
      kind: 'text',
      text: `A moderator withdrew the decision about the posting “${jobTitle}”. We will write to you when there is a new one.`,
    },
  ],
  reason: reportReason(),
})
