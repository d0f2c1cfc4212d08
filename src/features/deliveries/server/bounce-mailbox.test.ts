import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { envelopeSender } from '#platform/server/mail/bounces.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import type { Secrets } from '#platform/server/secret.ts'
import { appForFile } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { imapServer } from '#test/mail/imap.ts'
import { runTasksWith } from '#test/mailbox.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { bounceMailboxTasks } from './bounce-mailbox.ts'

const app = appForFile()
const earlier = 'w'.repeat(32)
const secrets: Secrets = ['x'.repeat(32), earlier]
beforeEach(async () => {
  await sql`truncate mails, mail_bounces, mail_suppressions, pgboss.job`.execute(app.db)
})

/** A mail that was sent, by its envelope sender. */
async function sentTo(to: string, by: Secrets = secrets): Promise<string> {
  const unsubscribeUrl = 'https://board.test/stop'
  await enqueueMail(app.db, {
    cause: `alert:${to}`,
    to,
    unsubscribeUrl,
    content: { subject: 'Jobs', blocks: [] },
  })
  await sql`update mails set state = 'sent' where to_address = ${to}`.execute(app.db)
  await sql`truncate pgboss.job`.execute(app.db)
  return envelopeSender(
    by,
    'bounces@board.test',
    (await findMails(app.db, { to, limit: 1 }))[0]?.id ?? '',
  )
}

/** Runs the task once. @returns what it warned of. */
async function read(url: string): Promise<string[]> {
  const warnings: string[] = []
  const log = { warn: (_facts: unknown, line?: string) => void warnings.push(line ?? '') }
  const [handler] = bounceMailboxTasks({ db: app.db, secrets, bounceMailbox: url, log })
  if (!handler) throw new Error('there is no task')
  await enqueueTask(app.db, handler.task, {})
  await runTasksWith(app, [handler])
  return warnings
}

async function suppressed(): Promise<string[]> {
  const line = sql<string>`trim(concat_ws(' ', address, kind, scope, reason))`
  const { rows } = await sql<{
    line: string
  }>`select ${line} as line from mail_suppressions order by address`.execute(app.db)
  return rows.map((row) => row.line)
}

/** A message in the lines of this text. */
const message = (text: string) => text.trim().replaceAll(/\n */g, '\r\n')

/** As Postfix writes it. */
const notification = (
  to: string,
  { action = 'failed', status = '5.1.1', words = '550 <x>: unknown', more = '' } = {},
) =>
  message(`
    Return-Path: <>
    From: MAILER-DAEMON@mx.test (Mail Delivery System)
    To: ${to}
    Auto-Submitted: auto-replied
    Content-Type: multipart/report; report-type=delivery-status;
    \tboundary="4Xq/mx.test"

    This is a MIME-encapsulated message.

    --4Xq/mx.test
    Content-Type: text/plain; charset=us-ascii

    I am sorry. Status: 5.1.1

    --4Xq/mx.test
    Content-Type: message/delivery-status

    Reporting-MTA: dns; mx.test

    Final-Recipient: rfc822; somebody@mail.test
    Action: ${action}
    Status: ${status}
    Diagnostic-Code: smtp;
    \t${words}

    --4Xq/mx.test
    Content-Type: message/rfc822

    Subject: Jobs${more}

    --4Xq/mx.test--`)

const complaint = (sender: string, type = 'abuse') =>
  message(`
    To: abuse@board.test
    Content-Type: multipart/report; report-type=feedback-report; boundary=b

    --b
    Content-Type: text/plain

    A complaint.
    --b
    Content-Type: message/feedback-report

    Feedback-Type: ${type}
    Version: 1
    Original-Mail-From: <${sender}>

    --b--`)

const autoReply = (to: string) =>
  `To: ${to}\r\nAuto-Submitted: auto-replied\r\n\r\nI am away. 550 5.1.1 Action: failed`

test('notifications and complaints are read, everything is deleted, and nothing is answered', async () => {
  const [ana, ben] = [await sentTo('ana@mail.test'), await sentTo('ben@mail.test')]
  const [cem, dan] = [await sentTo('cem@mail.test'), await sentTo('dan@mail.test', [earlier])]
  const inbox = [
    notification(ana.toUpperCase()),
    complaint(ben),
    complaint(cem, 'not-spam'),
    autoReply(cem),
    notification(dan, { status: '4.4.1', action: 'delayed' }),
    notification(dan, { status: '5.0.0', words: '550 5.1.1 No such user' }),
    notification(dan),
  ]
  const server = await imapServer(inbox.length, (uid) => inbox[uid - 1] ?? '')
  expect(await read(server.url)).toEqual([])
  expect(await suppressed()).toEqual([
    'ana@mail.test hard all smtp; 550 <x>: unknown',
    'ben@mail.test complaint lists',
    'dan@mail.test hard all smtp; 550 5.1.1 No such user',
  ])
  expect(server.uids).toEqual([])
  expect((await findMails(app.db, { limit: 10 })).map((mail) => mail.to_address)).toHaveLength(4)
})

test.each([
  [
    'a tag that somebody else signed',
    async () => notification(await sentTo('ana@mail.test', ['y'.repeat(32)])),
  ],
  [
    'a tag of another mail',
    async () =>
      notification(
        (await sentTo('ana@mail.test')).replace(/\+./, (tag) => (tag === '+0' ? '+1' : '+0')),
      ),
  ],
  ['no tag', async () => notification('bounces@board.test')],
  [
    'a mailbox that is full',
    async () => notification(await sentTo('ana@mail.test'), { status: '5.2.2' }),
  ],
  [
    'a mail that arrived',
    async () =>
      notification(await sentTo('ana@mail.test'), { action: 'delivered', status: '2.0.0' }),
  ],
  [
    'a report without parts',
    async () =>
      `To: ${await sentTo('ana@mail.test')}\r\nContent-Type: multipart/report; boundary=x\r\n`,
  ],
  ['nothing', async () => ''],
  ['bytes', async () => `\0\xff${'('.repeat(70_000)}`],
])('%s suppresses nobody', async (_what, message) => {
  const text = await message()
  const server = await imapServer(1, () => text)
  expect(await read(server.url)).toEqual([])
  expect([await suppressed(), server.uids]).toEqual([[], []])
})

test('a long message is read up to its report', async () => {
  const long = notification(await sentTo('ana@mail.test'), { more: 'x'.repeat(5_000_000) })
  const server = await imapServer(1, () => long)
  await read(server.url)
  expect(await suppressed()).toHaveLength(1)
})

test('of a flooded mailbox a run reads a part, fifty at a time; the next one goes on', async () => {
  const found = new Map([
    [4_999, notification(await sentTo('ana@mail.test'))],
    [5_001, notification(await sentTo('ben@mail.test'))],
  ])
  const server = await imapServer(5_060, (uid) => found.get(uid) ?? autoReply('bounces@board.test'))
  await read(server.url)
  expect([await suppressed(), server.uids.length]).toEqual([[expect.stringContaining('ana@')], 60])
  expect(server.commands.filter((command) => /^FETCH (?!1:50 )/.test(command))).toEqual([])
  await read(server.url)
  expect([(await suppressed()).length, server.uids.length]).toEqual([2, 0])
}, 60_000)

test('a mailbox that is away, or refuses the password, leaves a warning and no dead task', async () => {
  const server = await imapServer(1, () => '')
  const warning = ['the mailbox for bounces was not read to its end']
  for (const url of [
    server.url.replace(/:\d+/, `:${await freePort()}`),
    server.url.replace('secret', 'wrong'),
  ])
    expect(await read(url)).toEqual(warning)
  expect(server.uids).toEqual([1])
  const { rows } = await sql`select from pgboss.job where state <> 'completed'`.execute(app.db)
  expect(rows).toEqual([])
})
