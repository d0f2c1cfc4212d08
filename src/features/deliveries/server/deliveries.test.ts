import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { enqueueTask, defineTask, handleTask } from '#platform/server/tasks/task.ts'
import { appForFile } from '#test/app.ts'
import { lastAudit } from '#test/audit-log.ts'
import { mailsTo, runTasks, runTasksWith } from '#test/mailbox.ts'
import { answered, signInForFile } from '#test/sign-in.ts'
import type { MailList, TaskList } from '../contract.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
const admin = signInForFile(app, 'admin')
beforeEach(async () => {
  await sql`truncate mails, pgboss.job`.execute(app.db)
})

const secret = 'https://board.test/reset?token=very-secret'

async function deadMail(
  cause: string,
  error: string,
  { to = 'ana@mail.test', sensitive = false } = {},
): Promise<string> {
  await enqueueMail(app.db, {
    cause,
    to,
    sensitive,
    content: {
      subject: `About ${cause}`,
      blocks: [{ kind: 'button', label: 'Open', href: secret }],
    },
  })
  const blanked = sensitive ? sql`, text = '', html = ''` : sql``
  const { rows } = await sql<{ id: string }>`
    update mails set state = 'dead', attempts = 13, last_error = ${error} ${blanked} where cause = ${cause} returning id
  `.execute(app.db)
  await sql`delete from pgboss.job`.execute(app.db)
  return rows[0]?.id ?? ''
}

const resend = (...ids: string[]) => admin.post('/api/admin/mails/resend', { ids })
const list = async (query = '') => (await admin.get(`/api/admin/mails${query}`)).json<MailList>()
const audited = async (action: string) => (await lastAudit(app, `deliveries.${action}`))?.detail

test('dead mails are listed with their reason, the newest first, and without their body', async () => {
  await deadMail('inquiry:1', '550 no such person')
  await deadMail('reset:2', '550 no such person', { sensitive: true })
  const answer = await admin.get('/api/admin/mails')
  const words = { subject: 'About inquiry:1', attempts: 13, lastError: '550 no such person' }
  const mails = [
    { cause: 'reset:2', isBlanked: true },
    { cause: 'inquiry:1', to: 'ana@mail.test', ...words },
  ]
  expect(answer.json()).toMatchObject({
    mails,
    next: null,
    counts: { dead: 2, queued: 0, sent: 0 },
  })
  expect(answer.body).not.toContain('very-secret')
  expect(answer.headers['cache-control']).toBe('private, no-store')
})

test('the list is searched by recipient and by cause, and paged', async () => {
  await deadMail('inquiry:0', 'down', { to: 'p0@mail.test' })
  await sql`
    insert into mails select (jsonb_populate_record(mails, jsonb_build_object('id', uuidv7(), 'cause', 'inquiry:' || n,
      'to_address', 'p' || n || '@mail.test', 'created_at', clock_timestamp()))).* from mails, generate_series(1, 50) n
  `.execute(app.db)
  const first = await list()
  expect(first.mails).toHaveLength(50)
  const rest = await list(`?before=${first.next}`)
  expect([rest.mails.map((mail) => mail.cause), rest.next]).toEqual([['inquiry:0'], null])
  const found = async (query: string) => (await list(query)).mails.map((mail) => mail.cause)
  expect([await found('?q=P17@MAIL'), await found('?q=inquiry:33')]).toEqual([
    ['inquiry:17'],
    ['inquiry:33'],
  ])
  for (const nothing of ['?q=p17_mail', '?state=sent']) expect(await found(nothing)).toEqual([])
  for (const ignored of ['?state=lost', '?before=1'])
    expect(await found(ignored)).toEqual(await found(''))
})

test('a dead mail is sent again once, and the audit log has who resent it', async () => {
  const id = await deadMail('inquiry:1', '550 mailbox full')
  expect((await resend(id)).json()).toEqual({ resent: 1 })
  expect((await list('?state=queued')).mails).toMatchObject([{ id }])
  await runTasks(app)
  expect(await mailsTo(app, 'ana@mail.test')).toMatchObject([{ subject: 'About inquiry:1' }])
  expect(await audited('mails-resent')).toEqual({ mails: [id] })

  expect(await answered(resend(id))).toMatchObject([
    409,
    { error: 'This email was sent in the meantime.' },
  ])
})

test('a waiting mail is tried now', async () => {
  await enqueueMail(app.db, {
    cause: 'a:1',
    to: 'ben@mail.test',
    content: { subject: 'Later', blocks: [] },
  })
  await sql`update pgboss.job set start_after = now() + interval '6 hours'`.execute(app.db)
  const [mail] = (await list('?state=queued')).mails
  await runTasks(app)
  expect(await mailsTo(app, 'ben@mail.test')).toHaveLength(0)
  await resend(mail?.id ?? '')
  await runTasks(app)
  expect(await mailsTo(app, 'ben@mail.test')).toHaveLength(1)
})

test('several are resent at once, but none whose secret was deleted', async () => {
  const id = await deadMail('reset:3', '451 try later', { sensitive: true })
  expect(await answered(resend(id))).toMatchObject([
    409,
    { error: expect.stringContaining('held a secret') },
  ])
  const ids = [
    await deadMail('inquiry:1', '451 try later'),
    await deadMail('inquiry:2', '550 never'),
    id,
  ]
  expect((await resend(...ids)).json()).toEqual({ resent: 2 })
  await runTasks(app)
  expect((await list('?state=sent')).mails.map((mail) => mail.cause)).toEqual([
    'inquiry:2',
    'inquiry:1',
  ])
  expect(await list()).toMatchObject({ mails: [{ id, state: 'dead' }], counts: { dead: 1 } })
})

const greet = defineTask({ name: 'greet', schema: z.object({ name: z.string() }), retries: 0 })

async function deadTask(name: string): Promise<void> {
  await enqueueTask(app.db, greet, { name })
  await runTasksWith(app, [
    handleTask(greet, () => Promise.reject(new Error(`${name} is not at home`))),
  ])
}

const tasks = async (query = '') => (await admin.get(`/api/admin/tasks${query}`)).json<TaskList>()

test('a dead task shows its error, runs when it is retried, and goes when it is discarded', async () => {
  await deadTask('Ana')
  await deadTask('Ben')
  const dead = await tasks()
  expect([dead.tasks.length, dead.isMore]).toEqual([2, false])
  expect(dead.tasks[0]).toMatchObject({
    name: 'greet',
    attempts: 1,
    lastError: 'Ben is not at home',
    data: '{"name": "Ben"}',
  })
  const ana = (await tasks('?q=ana is')).tasks.map((task) => task.id)
  expect(ana).toHaveLength(1)

  expect((await admin.post('/api/admin/tasks/retry', { ids: ana })).json()).toEqual({ retried: 1 })
  expect((await tasks()).tasks).toHaveLength(1)
  const greeted: string[] = []
  await runTasksWith(app, [handleTask(greet, async ({ name }) => void greeted.push(name))])
  expect(greeted).toEqual(['Ana'])
  expect(await audited('tasks-retried')).toMatchObject({ tasks: [{ name: 'greet' }] })
  expect((await admin.post('/api/admin/tasks/retry', { ids: ana })).statusCode).toBe(409)

  const discard = () => admin.delete(`/api/admin/tasks/${dead.tasks[0]?.id}`)
  expect((await discard()).statusCode).toBe(200)
  expect((await tasks()).tasks).toEqual([])
  expect(await audited('task-discarded')).toEqual({ name: 'greet' })
  expect((await discard()).statusCode).toBe(409)
})
