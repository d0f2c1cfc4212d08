import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setMailIdentity } from '#platform/server/mail/render.ts'
import { enqueueMail, deliverMailTask, type MailMessage } from '#platform/server/mail/outbox.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import { readSettings } from '#platform/server/settings.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { untilLocked } from '#test/at-once.ts'
import { databaseForFile } from '#test/database.ts'
import { mailsTo, makeTasksDue, noticeDeadWorkers, runTasks } from '#test/mailbox.ts'
import { production } from '#test/production.ts'
import { startProgram } from '#test/processes/spawn.ts'
import { mailServer, smtpError, type MailServer } from './smtp.ts'

const database = databaseForFile()
beforeAll(() => {
  const colors = { light: '#000000', dark: '#ffffff' }
  const operator = { operator: 'The operator', postalAddress: '1 Main St' }
  setMailIdentity({ name: 'Board', publicUrl: 'https://board.test', ...operator, colors })
})
beforeEach(async () => {
  await sql`truncate mails, pgboss.job`.execute(database.db)
})

test('a mail arrives, once per cause, and can be unsubscribed with one click', async () => {
  const server = await mailServer()
  await enqueue({ unsubscribeUrl: 'https://board.test/one-click' })
  await enqueue({ content: { subject: 'Another', blocks: [] } })

  await deliver(server.url)
  await deliver(server.url)

  expect(server.accepted).toHaveLength(1)
  expect(server.accepted[0]?.mail).toMatchObject({
    subject: 'Hello',
    from: { name: 'Board', address: 'no-reply@board.test' },
    to: [{ address: 'ana@example.org' }],
    messageId: expect.stringMatching(/^<[\da-f-]{36}@board\.test>$/),
    html: expect.stringMatching(/Some words[^]*1 Main St/),
    text: expect.stringMatching(/Some words[^]*Unsubscribe: https:\/\/board\.test\/one-click/),
    headers: expect.arrayContaining([
      expect.objectContaining({ key: 'list-unsubscribe', value: '<https://board.test/one-click>' }),
      expect.objectContaining({
        key: 'list-unsubscribe-post',
        value: 'List-Unsubscribe=One-Click',
      }),
    ]) as unknown,
  })
})

test('two workers and a superfluous task send one mail', async () => {
  let answer: (() => void) | undefined
  const server = await mailServer({
    onMailFrom: (_address, _session, callback) => void (answer = callback),
  })
  await enqueue()
  const [mail] = await findMails(database.db, { limit: 1 })
  await enqueueTask(database.db, deliverMailTask, { id: mail?.id ?? '' })

  const workers = [deliver(server.url), deliver(server.url)]
  await untilLocked(database)
  await expect.poll(() => answer).toBeDefined()
  answer?.()
  await Promise.all(workers)

  await expectOneSent(server, 1)
})

test('a mail that was accepted while the database failed is not sent again', async () => {
  const accepted: string[] = []
  const server = await mailServer({
    onData(stream, _session, callback) {
      const accept = async () => {
        accepted.push('a mail')
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
        `.execute(database.db)
        callback()
      }
      stream.resume().once('end', () => void accept())
    },
  })
  await enqueue()

  await deliver(server.url)
  await deliverAgain(server.url)

  expect(accepted).toHaveLength(1)
  expect(await states()).toMatchObject([{ state: 'sent', attempts: 1 }])
})

test('a transaction that is rolled back sends nothing', async () => {
  const server = await mailServer()
  const failing = database.db.transaction().execute(async (transaction) => {
    await enqueue({}, transaction)
    throw new Error('the cause came to nothing')
  })
  await expect(failing).rejects.toThrow('came to nothing')
  await deliver(server.url)
  expect([...server.accepted, ...(await states())]).toEqual([])
})

test('a server that is unreachable, or refuses for a moment, loses nothing', async () => {
  await enqueue()
  await deliver('smtp://127.0.0.1:1')
  expect(await states()).toEqual([
    { state: 'queued', attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') },
  ])

  let refusals = 0
  const server = await mailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(refusals++ === 0 ? smtpError(451, 'Try again later') : null),
  })
  await deliver(server.url)
  expect(refusals, 'before its time').toBe(0)
  await deliverAgain(server.url)
  expect(await states()).toEqual([
    { state: 'queued', attempts: 2, last_error: expect.stringContaining('Try again later') },
  ])
  await deliverAgain(server.url)
  await expectOneSent(server, 3)
})

test.each([
  ['recipient', { onRcptTo: refuse }, 'dead', 1],
  ['message', { onData: refuse }, 'dead', 1],
  // The operator's to fix.
  ['sender', { onMailFrom: refuse }, 'queued', 2],
])(
  'after a %s that is refused for good the mail is %3$s, with the words of the server',
  async (_part, hooks, state, attempts) => {
    const server = await mailServer(hooks)
    await enqueue()
    await deliver(server.url)
    await deliverAgain(server.url)
    expect(await states()).toEqual([
      { state, attempts, last_error: expect.stringContaining('No such person here') },
    ])
  },
)

test('after the last attempt a mail is dead', async () => {
  await enqueue()

  for (let attempt = 0; attempt < deliverMailTask.retries + 2; attempt++)
    await deliverAgain('smtp://127.0.0.1:1')

  expect(await states()).toMatchObject([{ state: 'dead', attempts: deliverMailTask.retries + 1 }])
})

test('a server that dies during a message gets it again, whole and once', async () => {
  const dying = await mailServer({
    onData: (stream) => void stream.once('data', () => dying.cut()),
  })
  await enqueue({ content: { subject: 'Long', blocks: longText } })

  await deliver(dying.url)
  expect(await states()).toMatchObject([{ state: 'queued', attempts: 1 }])
  const server = await mailServer()
  await deliverAgain(server.url)

  expect(server.accepted[0]?.mail.text).toContain('the end of it')
  await expectOneSent(server, 2)
})

test('a worker that is killed while sending leaves the mail to others', async () => {
  const asked = Promise.withResolvers<void>()
  const silent = await mailServer({ onMailFrom: () => asked.resolve() })
  await enqueue()
  const worker = startProgram([
    'test/mail/hold-mail.ts',
    JSON.stringify(database.connection),
    silent.url,
  ])
  await asked.promise
  worker.kill('SIGKILL')
  await worker.exited
  expect(await states()).toMatchObject([{ state: 'queued', attempts: 0 }])

  await noticeDeadWorkers(database)
  const server = await mailServer()
  await deliverAgain(server.url)

  await expectOneSent(server, 1)
})

test('a mail sent twice after a crash has the same Message-ID', async () => {
  const server = await mailServer()
  await enqueue()
  await deliver(server.url)
  // As if the process had died between acceptance and commit.
  await sql`update mails set state = 'queued'`.execute(database.db)
  await sql`update pgboss.job set state = 'retry', completed_on = null`.execute(database.db)

  await deliver(server.url)

  const ids = server.accepted.map(({ mail }) => mail.messageId)
  expect(ids).toEqual([expect.any(String), ids[0]])
})

test('names and subjects cannot add headers', async () => {
  const { mail } = await delivered({
    replyTo: { name: 'Eve\r\nBcc: all@example.org', address: 'eve@example.org' },
    content: { subject: 'Hello\r\nBcc: all@example.org\r\n\r\nbody', blocks: [] },
  })
  const replyTo = [{ name: 'Eve Bcc: all@example.org', address: 'eve@example.org' }]
  expect(mail).toMatchObject({ subject: 'Hello Bcc: all@example.org body', replyTo })
  expect(mail.headers.map((header) => header.key)).not.toContain('bcc')
})

test('a long subject is cut between characters', async () => {
  const { mail } = await delivered({ content: { subject: '🙂'.repeat(40), blocks: [] } })
  expect(mail.subject).toBe(`${'🙂'.repeat(29)}…`)
})

test.each([
  'not an address',
  'a@example.org, b@example.org',
  'a@example.org\r\nBcc: b@example.org',
])('nothing is mailed to %j', async (to) =>
  expect(enqueue({ to })).rejects.toThrow('Invalid email'),
)

test('a secret is blanked once it is sent, but not in a demo', async () => {
  const server = await mailServer()
  await enqueue({ sensitive: true })
  await deliver(server.url, {
    ...production,
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://board.test',
  })
  await enqueue({ cause: 'test:2', sensitive: true, to: 'demo@example.org' })
  await deliver(server.url)

  expect(server.accepted[0]?.mail.text).toContain('Some words')
  expect(await mailsTo(database, 'ana@example.org')).toMatchObject([
    { subject: 'Hello', html: '', text: '' },
  ])
  expect(await mailsTo(database, 'Demo@example.org')).toMatchObject([
    { text: expect.stringContaining('Some words') },
  ])
})

const enqueue = (overrides: Partial<MailMessage> = {}, db = database.db) =>
  enqueueMail(db, {
    cause: 'test:1',
    to: 'ana@example.org',
    content: { subject: 'Hello', blocks: [{ kind: 'text', text: 'Some words' }] },
    ...overrides,
  })

/** More than a server gets in one piece. */
const longText = ['word '.repeat(100_000), 'the end of it'].map((text) => ({
  kind: 'text' as const,
  text,
}))

function refuse(_what: unknown, _session: unknown, callback: (error: Error) => void): void {
  callback(smtpError(550, 'No such person here'))
}

const deliver = (SMTP_URL: string, env: Record<string, string> = {}) =>
  runTasks({
    ...database,
    settings: readSettings({
      SECRET: 'x'.repeat(32),
      SMTP_URL,
      MAIL_FROM: 'Board <no-reply@board.test>',
      ...env,
    }),
  })

/** The only mail that arrives. */
async function delivered(overrides: Partial<MailMessage>): Promise<MailServer['accepted'][number]> {
  const server = await mailServer()
  await enqueue(overrides)
  await deliver(server.url)
  const [first = expect.fail('nothing arrived'), ...others] = server.accepted
  expect(others).toEqual([])
  return first
}

async function deliverAgain(url: string): Promise<void> {
  await makeTasksDue(database)
  await deliver(url)
}

const states = async () =>
  (await findMails(database.db, { limit: 10 })).map(({ state, attempts, last_error }) => ({
    state,
    attempts,
    last_error,
  }))

async function expectOneSent(
  { accepted }: Pick<MailServer, 'accepted'>,
  attempts: number,
): Promise<void> {
  expect(accepted).toHaveLength(1)
  expect(await states()).toMatchObject([{ state: 'sent', attempts }])
}

test('an invitation is a part of its own, whose method is that of its body', async () => {
  const calendar =
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Board//Test//EN\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n'
  const sent = await delivered({ calendar })
  expect(sent.raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL/m)
  const text = (content: unknown) =>
    new TextDecoder().decode(content as ArrayBuffer).replaceAll(/\r?\n/g, '\r\n')
  expect(
    sent.mail.attachments.map((attachment) => `${attachment.mimeType} ${text(attachment.content)}`),
  ).toEqual([`text/calendar ${calendar}`, `application/ics ${calendar}`])
})
