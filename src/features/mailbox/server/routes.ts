import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/database.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { recordBounce } from '#platform/server/mail/bounces.ts'
import { findMail, findMails, type MailRow } from '#platform/server/mail/queries.ts'
import { AppError } from '#shared/errors.ts'
import { bounceMail, getMail, getMailHtml, listMails, type MailSummary } from '../contract.ts'

const shown = 100

/** Allows styles only: no script, no form, no origin, and only our own frame. */
const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

/** In demo mode only, because its readers can use every mailed link. */
export function registerMailbox(
  app: FastifyInstance,
  { db, publicUrl }: { db: Db; publicUrl: string },
): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(listMails, async ({ query: { to }, reply }) => {
    reply.header('cache-control', 'no-store')
    const mails = await findMails(db, { to: to === '' ? undefined : to, limit: shown })
    return { mails: mails.map(summary) }
  })

  serve(getMail, async ({ params: { id }, reply }) => {
    reply.header('cache-control', 'no-store')
    const mail = await loadMail(db, id)
    return {
      ...summary(mail),
      replyTo: mail.reply_to?.address ?? null,
      text: mail.text,
      links: linksIn(mail.text).filter((link) => link !== publicUrl),
      lastError: mail.last_error,
    }
  })

  serve(bounceMail, async ({ params: { id }, body: { kind } }) => {
    const isNew = await recordBounce(db, { mailId: id, kind, reason: 'Tried out at /dev/mail' })
    if (!isNew)
      throw new AppError('CONFLICT', 'This email was not sent, or that happened to it already.')
  })

  serve(getMailHtml, async ({ params: { id }, reply }) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', framePolicy)
      .send((await loadMail(db, id)).html),
  )
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
const linksIn = (text: string) => [...new Set(text.match(/https?:\/\/\S+/g))]
