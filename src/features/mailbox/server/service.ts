import type { BounceKind } from '#shared/bounces.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#platform/server/database.ts'
import { recordBounce } from '#platform/server/mail/bounces.ts'
import { findMail, findMails, type MailRow } from '#platform/server/mail/queries.ts'
import type { MailDetail, MailSummary } from '../contract.ts'

const shown = 100

export async function listMails(db: Db, to: string | undefined): Promise<{ mails: MailSummary[] }> {
  const mails = await findMails(db, { to: to === '' ? undefined : to, limit: shown })
  return { mails: mails.map(summary) }
}

export async function getMail(db: Db, id: string, publicUrl: string): Promise<MailDetail> {
  const mail = await loadMail(db, id)
  return {
    ...summary(mail),
    replyTo: mail.reply_to?.address ?? null,
    headers: mail.headers,
    text: mail.text,
    links: linksIn(mail.text).filter((link) => link !== publicUrl),
    attempts: mail.attempts,
    lastError: mail.last_error,
  }
}

export const getMailHtml = async (db: Db, id: string): Promise<string> => (await loadMail(db, id)).html

export async function bounceMail(db: Db, mailId: string, kind: BounceKind): Promise<void> {
  const isNew = await recordBounce(db, { mailId, kind, reason: 'Tried out at /dev/mail' })
  if (!isNew) throw new AppError('CONFLICT', 'This email was not sent, or that happened to it already.')
}

async function loadMail(db: Db, id: string): Promise<MailRow> {
  const mail = await findMail(db, id)
  if (!mail) throw new AppError('NOT_FOUND')
  return mail
}

const summary = (mail: MailRow): MailSummary => ({
  id: mail.id,
  to: mail.to_address,
  subject: mail.subject,
  state: mail.state,
  createdAt: mail.created_at.toISOString(),
})

/** The plain text contains every address. */
const linksIn = (text: string): string[] => [...new Set(text.match(/https?:\/\/\S+/g))]
