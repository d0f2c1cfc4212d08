import { sql } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import { findUser, type PersonalData } from '#features/accounts/server/public.ts'
import { site } from '#features/site/config.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { harmlessName, mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { rowsPast } from '#platform/server/retention.ts'
import type { FastifyInstance } from 'fastify'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import type { BodyOf } from '#shared/contract.ts'

/** Stores the message, mails it to the operator, and acknowledges it. */
export async function sendContactMessage(
  db: Db,
  { name, email, message }: BodyOf<'POST /api/contact'>,
): Promise<void> {
  const id = randomUUIDv7()
  await inTransaction(db, async (trx) => {
    await sql`
      insert into contact_messages (id, name, email, message) values (${id}, ${name}, ${email}, ${message})
    `.execute(trx)
    await enqueueMail(trx, {
      cause: `contact:${id}`,
      to: site.emails.support,
      class: 'own',
      replyTo: { name: harmlessName(name) || undefined, address: email },
      content: messageMail(name, email, message),
    })
    const content = acknowledgement()
    await enqueueMail(trx, {
      cause: `contact-received:${id}`,
      to: email,
      class: 'request',
      content,
    })
  })
}

export const messageMail = (name: string, email: string, message: string): MailContent => {
  const items = [
    { term: 'Name', value: name },
    { term: 'Email', value: `${email} (not confirmed)` },
  ]
  return mailOf({
    subject: `Contact page: message from ${harmlessName(name) || 'someone'}`,
    preview: message.slice(0, 120),
    heading: 'Message from the contact page',
    body: [
      { kind: 'quote', text: message },
      { kind: 'facts', items },
    ],
    note: 'Reply to this email to answer.',
    reason: `You get this email because your address receives the messages to ${site.name}.`,
  })
}

/** Without what was typed: anyone can enter any address. */
export const acknowledgement = () =>
  mailOf({
    subject: `We received your message to ${site.name}`,
    preview: 'A person will read it and answer you by email.',
    gather: { many: 'receipts' },
    heading: 'Thank you for your message',
    body: [
      'We received your message from our contact page. A person will read it and answer you by email.',
    ],
    note: 'If you did not write to us, someone entered your address by mistake. Please ignore this email.',
    reason: `You get this email because someone entered this address on the contact page of ${site.name}.`,
  })

export const contactRetention = rowsPast(
  'messages of the contact form',
  'contact_messages',
  (before) => sql`created_at < ${before}`,
)

/** Messages from an address are its owner's once the account has confirmed it. */
export const contactPersonalData: PersonalData = {
  name: 'contactMessages',
  async export(db, { id }) {
    const user = await findUser(db, id)
    if (!user || user.email === null || user.email_verified_at === null) return []
    const { rows } = await sql<{ name: string; message: string; sentAt: Date }>`
      select name, message, created_at as "sentAt" from contact_messages where email = ${user.email} order by id
    `.execute(db)
    return rows
  },
  async eraseAddress(trx, email) {
    const { numAffectedRows } =
      await sql`delete from contact_messages where email = ${email}`.execute(trx)
    return Number(numAffectedRows)
  },
}

export function registerContact(app: FastifyInstance, { db }: { db: Db }): void {
  endpointsOf(app, import.meta.url)(contract.sendContactMessage, async ({ body }) => {
    // A program that fills the honeypot gets the usual answer, and nothing happens.
    if (!body.website) await sendContactMessage(db, body)
  })
}
