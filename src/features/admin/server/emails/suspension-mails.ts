import { suspensionReasons, type SuspensionReason } from '#features/accounts/model.ts'
import { site } from '#features/site/config.ts'
import { harmlessName, mailOf, type MailContent } from '#platform/server/mail/content.ts'

const memberReason = `You get this email because you are in the team of an organization on ${site.name}.`
const objection =
  'If you think that this is a mistake, answer this email or write to ' +
  `${site.emails.support}, and say why. A person reads it.`
const reason = `You get this email because you have an account on ${site.name}.`

/** The name is known to its members alone. */
export const organizationSuspendedMail = ({
  name,
  why,
}: {
  name: string
  why: SuspensionReason
}): MailContent =>
  mailOf({
    subject: `${harmlessName(name) || 'Your organization'} is suspended on ${site.name}`,
    body: [
      `The reason: ${suspensionReasons[why]}. The postings of the organization are hidden, its ` +
        'members cannot read inquiries, and nothing is sent in its name.',
      objection,
    ],
    reason: memberReason,
  })

export const organizationReinstatedMail = ({
  name,
  href,
}: {
  name: string
  href: string
}): MailContent =>
  mailOf({
    subject: `${harmlessName(name) || 'Your organization'} is open again on ${site.name}`,
    body: [
      'The suspension has ended. Its postings are shown again unless something else holds them.',
    ],
    button: ['Open your dashboard', href],
    reason: memberReason,
  })

export const suspendedMail = ({ why }: { why: SuspensionReason }): MailContent =>
  mailOf({
    subject: `Your ${site.name} account is suspended`,
    body: [
      `The reason: ${suspensionReasons[why]}. You cannot sign in, your postings are hidden, and ` +
        'nothing is sent in your name. Other than this, we write to you only when that changes.',
      objection,
    ],
    reason,
  })

export const reinstatedMail = ({ href }: { href: string }): MailContent =>
  mailOf({
    subject: `Your ${site.name} account is open again`,
    body: [
      'The suspension has ended. You can sign in, and your postings are shown again unless ' +
        'something else holds them.',
    ],
    button: ['Sign in', href],
    reason,
  })
