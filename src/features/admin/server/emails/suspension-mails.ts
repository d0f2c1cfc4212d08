import { suspensionReasons, type SuspensionReason } from '#features/accounts/model.ts'
import { site } from '#features/site/config.ts'
import { mailOf, type MailContent } from '#platform/server/mail/content.ts'

const reason = `You get this email because you have an account on ${site.name}.`

export const suspendedMail = ({ why }: { why: SuspensionReason }): MailContent =>
  mailOf({
    subject: `Your ${site.name} account is suspended`,
    body: [
      `The reason: ${suspensionReasons[why]}. You cannot sign in, your postings are hidden, and nothing is sent in your name. Other than this, we write to you only when that changes.`,
      `If you think that this is a mistake, answer this email or write to ${site.emails.support}, and say why. A person reads it.`,
    ],
    reason,
  })

export const reinstatedMail = ({ href }: { href: string }): MailContent =>
  mailOf({
    subject: `Your ${site.name} account is open again`,
    body: ['The suspension has ended. You can sign in, and your postings are shown again unless something else holds them.'],
    button: ['Sign in', href],
    reason,
  })
