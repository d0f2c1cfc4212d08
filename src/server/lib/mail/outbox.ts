import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../database.ts'
import { enqueueTask } from '../tasks/enqueue.ts'
import type { MailAddress } from './address.ts'
import { mailAddress, oneLine, plainAddress } from './address.ts'
import type { MailContent } from './content.ts'
import { insertMail } from './queries.ts'
import { renderMail } from './render.ts'
import { deliverMailTask } from './task.ts'

export type MailMessage = {
  /** What happened that this mail tells of ('inquiry:<id>'): there is at most one mail for each cause. */
  cause: string
  to: string
  replyTo?: string | MailAddress
  /** For mail that comes repeatedly. */
  unsubscribe?: {
    /** Unsubscribes at a POST without cookies or sign-in, and only then (RFC 8058). */
    oneClickUrl: string
    /** What people follow: a page that asks. Without it the address above, whose GET is such a page. */
    pageUrl?: string
  }
  /** It carries a secret, such as a link to sign in by: the body is blanked once it is sent. */
  sensitive?: boolean
  content: MailContent
}

/**
 * Writes a mail that will be sent. Given a transaction, there is a mail if and only if that commits.
 * @throws {import('zod').ZodError} for an address that is none.
 */
export async function enqueueMail(
  db: Db,
  { cause, to, replyTo, unsubscribe, sensitive = false, content }: MailMessage,
): Promise<void> {
  const id = randomUUIDv7()
  const isNew = await insertMail(db, {
    id,
    cause,
    to_address: plainAddress(to),
    reply_to: replyTo === undefined ? null : mailAddress(replyTo),
    subject: oneLine(content.subject),
    ...(await renderMail(content, unsubscribe && (unsubscribe.pageUrl ?? unsubscribe.oneClickUrl))),
    headers: unsubscribe ? unsubscribeHeaders(unsubscribe.oneClickUrl) : {},
    sensitive,
  })
  if (isNew) await enqueueTask(db, deliverMailTask, { id })
}

const unsubscribeHeaders = (url: string) => ({
  // Written anew by the URL parser, an address cannot break out of its brackets.
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
