import { site } from '#features/site/config.ts'
import { harmlessName, mailOf, type MailContent } from '#platform/server/mail/content.ts'

/** To a physician who has not signed in for a long time. */
export function idleCvMail({ name, days, href }: { name: string | null; days: number; href: string }): MailContent {
  const who = harmlessName(name ?? '')
  return mailOf({
    subject: `We will delete your ${site.name} CV in ${days} days`,
    preview: 'Sign in before then to keep it.',
    heading: `We will delete your CV in ${days} days`,
    body: [
      `${who ? `Hello ${who}.` : 'Hello.'} You have not signed in for a long time. We will also delete the copies that you sent with inquiries.`,
      'To keep your CV, sign in before then. If you no longer need it, do nothing.',
    ],
    button: ['Sign in and keep my CV', href],
    reason: `You get this email because you stored your CV on ${site.name}.`,
  })
}
