import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { mailOfEnvelope, recordBounce } from '#platform/server/mail/bounces.ts'
import { enqueueMail, type MailMessage } from '#platform/server/mail/outbox.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import { readSettings } from '#platform/server/settings.ts'
import type { BounceKind } from '#shared/mail.ts'
import { appForFile } from '#test/app.ts'
import { lastAudit } from '#test/audit-log.ts'
import { runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'
import { mailServer, smtpError, type MailServer } from './smtp.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
beforeEach(async () => {
  await sql`truncate mails, mail_bounces, mail_suppressions, pgboss.job`.execute(app.db)
})

const secrets = ['x'.repeat(32)] as const
const to = 'ana@mail.test'
const unsubscribeUrl = 'https://board.test/stop'
/** One of each, as features send them. */
const kinds = {
  list: { unsubscribeUrl },
  notice: {},
  message: { class: 'message' },
  reset: { class: 'sign-in' },
  security: { class: 'security' },
} as const satisfies Record<string, Partial<MailMessage>>

let count = 0
const enqueue = (kind: keyof typeof kinds, more: Partial<MailMessage> = {}) =>
  enqueueMail(app.db, {
    cause: `${kind}:${count++}`,
    to,
    content: { subject: kind, blocks: [] },
    ...kinds[kind],
    ...more,
  })

const deliver = (server: MailServer, env: Record<string, string> = {}) =>
  runTasks({
    ...app,
    settings: readSettings({
      SECRET: secrets[0],
      SMTP_URL: server.url,
      MAIL_FROM: 'no-reply@board.test',
      ...env,
    }),
  })

const idOfNewest = async () => (await findMails(app.db, { to, limit: 1 }))[0]?.id ?? ''

/** Of a mail that was sent. @returns the mail. */
async function bounced(kind: keyof typeof kinds, bounce: BounceKind): Promise<string> {
  await enqueue(kind)
  await sql`update mails set state = 'sent'`.execute(app.db)
  await sql`truncate pgboss.job`.execute(app.db)
  const mailId = await idOfNewest()
  await recordBounce(app.db, { mailId, kind: bounce, reason: '550 5.1.1 no such user' })
  return mailId
}

/** What of one mail of each kind arrives. */
async function arriving(): Promise<string[]> {
  const server = await mailServer()
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) await enqueue(kind)
  await deliver(server)
  const arrived = new Set(server.accepted.map(({ mail }) => mail.subject))
  return Object.keys(kinds).filter((kind) => arrived.has(kind))
}

const all = Object.keys(kinds)

test('a mail’s envelope sender names it, signed; without the setting it is the sender', async () => {
  const senders: string[] = []
  const server = await mailServer({
    onMailFrom({ address }, _session, callback) {
      senders.push(address)
      callback()
    },
  })
  await enqueue('list')
  await deliver(server, { BOUNCE_ADDRESS: 'bounces@mail.board.test' })
  await enqueue('list')
  await deliver(server)

  const mail = (await findMails(app.db, { to, limit: 2 })).at(-1)
  expect(senders).toEqual([
    expect.stringMatching(/^bounces\+[\da-f]{48}@mail\.board\.test$/),
    'no-reply@board.test',
  ])
  expect(senders[0]?.indexOf('@')).toBeLessThanOrEqual(64)
  expect(mailOfEnvelope(secrets, senders[0] ?? '')).toBe(mail?.id)
  expect(server.accepted[0]?.mail.from).toMatchObject({ address: 'no-reply@board.test' })
})

test.each<[keyof typeof kinds, BounceKind, string[]]>([
  ['list', 'hard', ['reset', 'security']],
  ['security', 'hard', ['reset', 'security']],
  ['list', 'complaint', ['notice', 'message', 'reset', 'security']],
  ['notice', 'complaint', ['message', 'reset', 'security']],
  ['message', 'complaint', ['reset', 'security']],
  ['reset', 'complaint', ['reset', 'security']],
  ['list', 'soft', all],
])('a %s with a %s bounce leaves %j', async (mail, bounce, left) => {
  await bounced(mail, bounce)
  expect(await arriving()).toEqual(left)
  const held = { state: 'suppressed', attempts: 0, last_error: '550 5.1.1 no such user' }
  const listed = (await findMails(app.db, { to, limit: 10 })).filter(
    (mail) => mail.state === 'suppressed',
  )
  expect(listed).toMatchObject(all.filter((kind) => !left.includes(kind)).map(() => held))
})

test('three mails that a mailbox did not take within a week suppress it, and old ones do not count', async () => {
  await bounced('list', 'soft')
  await sql`update mail_bounces set at = now() - interval '8 days'`.execute(app.db)
  for (let n = 0; n < 2; n++) await bounced('list', 'soft')
  expect(await arriving()).toContain('list')
  await bounced('list', 'soft')
  expect(await arriving()).toEqual(['reset', 'security'])
  // Nor do those from before it was lifted.
  await sql`update mail_suppressions set lifted_at = now()`.execute(app.db)
  await bounced('list', 'soft')
  expect(await arriving()).toEqual(all)
})

test('the same report again changes nothing, also after the suppression was lifted', async () => {
  const admin = await signIn(app, 'admin')
  const mailId = await bounced('list', 'hard')
  const { suppressions } = (await admin.get('/api/admin/suppressions')).json<{
    suppressions: { id: string }[]
  }>()
  const listed = {
    address: to,
    kind: 'hard',
    scope: 'all',
    reason: '550 5.1.1 no such user',
    subject: 'list',
  }
  expect(suppressions).toMatchObject([listed])
  const path = `/api/admin/suppressions/${suppressions[0]?.id}`
  expect((await admin.delete(path)).statusCode).toBe(200)
  expect((await admin.delete(path)).statusCode).toBe(404)
  expect(await recordBounce(app.db, { mailId, kind: 'hard', reason: 'again' })).toBe(false)
  expect(await arriving()).toContain('list')
  expect(await lastAudit(app, 'deliveries.suppression-lifted')).toMatchObject({
    detail: { kind: 'hard', scope: 'all' },
  })

  await bounced('notice', 'complaint')
  expect(await arriving(), 'a new report counts').toEqual(['message', 'reset', 'security'])
})

test('nothing comes of a report about a mail that was not sent, or not to this address', async () => {
  await enqueue('list')
  const mailId = await idOfNewest()
  const recorded = (of: { mailId: string; recipient?: string }) =>
    recordBounce(app.db, { ...of, kind: 'hard', reason: '' })
  expect(await recorded({ mailId })).toBe(false)
  await deliver(await mailServer())
  expect(await recorded({ mailId, recipient: 'ben@mail.test' })).toBe(false)
  expect(await recorded({ mailId: '01980000-0000-7000-8000-000000000000' })).toBe(false)
  expect(await arriving()).toEqual(all)
})

test.each([
  ['550 5.1.1 No such user', ['reset', 'security']],
  ['550 5.7.1 Looks like spam', all],
  ['452 4.2.2 Mailbox full', all],
])('a server that answers %j while the mail is sent', async (words, left) => {
  const refusing = await mailServer({
    onRcptTo: (_to, _session, callback) =>
      callback(smtpError(Number(words.slice(0, 3)), words.slice(4))),
  })
  await enqueue('list')
  await deliver(refusing)
  await sql`delete from mails where state = 'queued'`.execute(app.db)
  expect(await arriving()).toEqual(left)
})

test('its owner is told on the account page; somebody who only claims the address not of a complaint', async () => {
  const suppressionOf = async (emailVerified: boolean) => {
    await sql`delete from users where email = ${to}`.execute(app.db)
    const person = await signIn(app, 'physician', { email: to, emailVerified })
    return (await person.get('/api/account/security')).json<{ suppression: unknown }>().suppression
  }
  expect(await suppressionOf(true)).toBeNull()
  await bounced('list', 'complaint')
  expect(await suppressionOf(true)).toEqual({
    kind: 'complaint',
    scope: 'lists',
    at: expect.any(String),
  })
  expect(await suppressionOf(false)).toBeNull()
  await bounced('notice', 'hard')
  expect(await suppressionOf(false)).toMatchObject({ kind: 'hard', scope: 'all' })
})
