import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { applied, move, ours, write } from '#test/applications.ts'
import { keyOf } from '#test/by-key.ts'
import { serverForTest } from '#test/for-test.ts'
import { freePort } from '#test/free-port.ts'
import { app, block, employer, hiringForFile, job, physician } from '#test/hiring.ts'
import { writtenTo } from '#test/mailbox.ts'
import { posting } from '#test/posting-forms.ts'
import { startProgram } from '#test/processes/spawn.ts'
import { signIn } from '#test/sign-in.ts'
import { deliver, type Sending } from './hooks.ts'

/** What is sent, to whom, how often, and where it never goes. */

hiringForFile()

type Sent = { headers: IncomingHttpHeaders; body: string }

const listed = async () =>
  (await employer.get('/api/connections')).json<ResponseOf<'GET /api/connections'>>().hooks

/** A hook of the employer to this address; tests have no public ones. */
async function hookTo(url: string, events?: string[]) {
  const address = 'https://hooks.mail.test/in'
  const made = await employer.post('/api/connections/hooks', { url: address, events })
  const { id, secret } = made.json<{ id: string; secret: string }>()
  await sql`update hooks set url = ${url} where id = ${id}`.execute(app.db)
  const press = (body: { delivery?: string | undefined } = {}, by = employer) =>
    by.post(`/api/connections/hooks/${id}/deliveries`, body)
  const log = async () => (await listed()).find((hook) => hook.id === id)?.deliveries ?? []
  const run = (more: Partial<Sending> = { explicit: true }) =>
    deliver({ ...app.settings, db: app.db, publicUrl: 'https://board.test', ...more }, id)
  const due = () =>
    sql`update hook_deliveries set due_at = now() where due_at is not null`.execute(app.db)
  return { id, secret, press, log, run, due }
}

async function hooked(status: number | RequestListener = 204) {
  const sent: Sent[] = []
  const origin = await serverForTest((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      sent.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      if (typeof status === 'function') status(request, response)
      else response.writeHead(status).end()
    })
  })
  return { sent, ...(await hookTo(`${origin}/in`)) }
}

const types = (sent: Sent[]) => sent.map(({ body }) => (JSON.parse(body) as { type: string }).type)

test('applications, messages, moves and postings are told with ids alone, signed over id, time and body', async () => {
  const { sent, secret, run, log, press, id: hookId } = await hooked()
  const chosen = ['message.received', 'posting.changed']
  const other = await hookTo('http://127.0.0.1:9/', chosen)
  const tasks = sql<{ key: string }>`
    delete from pgboss.job where name = 'deliver-hook' returning singleton_key as key
  `
  // A worker makes the queue; here a test does.
  await press()
  await run()
  await tasks.execute(app.db)
  sent.length = 0
  const id = await applied({ message: 'My secret wish.' })
  await write(physician, id, 'May I visit?')
  await move(id, 'closed', (await ours(id)).version, 'filled')
  await employer.put(`/api/job-postings/${job.id}`, { isActive: false })
  const keys = (await tasks.execute(app.db)).rows.map(({ key }) => key)
  expect(keys.toSorted()).toEqual([hookId, other.id].toSorted())
  expect((await other.log()).map(({ event }) => event)).toEqual(chosen.toReversed())
  expect((await listed())[1]?.events).toEqual(chosen)
  await run()
  expect(types(sent)).toEqual([
    'application.received',
    'message.received',
    'application.moved',
    'posting.changed',
  ])
  expect(sent.map(({ body }) => body).join()).not.toMatch(/secret|visit|@/)
  expect(JSON.parse(sent[2]?.body ?? '')).toMatchObject({
    data: { applicationId: id, postingId: job.id, reference: null, stage: 'closed' },
  })
  for (const { headers, body } of sent) {
    const { 'webhook-id': sentId, 'webhook-timestamp': at, 'webhook-signature': given } = headers
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const made = createHmac('sha256', key).update(`${String(sentId)}.${String(at)}.${body}`)
    expect(given).toBe(`v1,${made.digest('base64')}`)
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60)
  }
  expect((await log()).map(({ state }) => state)).toEqual(Array(5).fill('delivered'))
  const { rows } = await sql<{ row: string }>`select hooks::text as row from hooks`.execute(app.db)
  expect(rows.map(({ row }) => row).join()).not.toContain(secret.slice(6))
})

test('a failure is tried again with growing pauses and the same id, given up in the end, and sent anew by a press', async () => {
  const state = { status: 500 }
  const { sent, run, log, due, press } = await hooked((_, response) =>
    response.writeHead(state.status).end(),
  )
  await applied()
  await write(physician, await applied({ jobId: job.id }), 'Again')
  const pauses: number[] = []
  for (let round = 0; round < 8; round++) {
    await run()
    const [waiting] = (await log()).toReversed()
    pauses.push(
      waiting?.nextAt ? Math.round((Date.parse(waiting.nextAt) - Date.now()) / 60_000) : 0,
    )
    await sql`update hook_deliveries set due_at = now() where due_at is not null and attempts > 0`.execute(
      app.db,
    )
    await sql`update hook_deliveries set due_at = now() + interval '1 day' where attempts = 0`.execute(
      app.db,
    )
  }
  expect(pauses).toEqual([1, 5, 30, 120, 360, 720, 1440, 0])
  const ids = new Set(sent.map(({ headers }) => headers['webhook-id']))
  expect([sent.length, ids.size]).toEqual([8, 1])
  const failed = (await log()).find((delivery) => delivery.state === 'failed')
  expect(failed).toMatchObject({ attempts: 8, answer: '500', nextAt: null })

  state.status = 200
  expect((await press({ delivery: failed?.id })).statusCode).toBe(200)
  await due()
  await run()
  expect(sent.filter(({ headers }) => ids.has(headers['webhook-id']))).toHaveLength(9)
  expect((await log()).map((delivery) => delivery.state)).toEqual(['delivered', 'delivered'])
})

test('410 switches a hook off and tells the owners, and a test switches it on', async () => {
  const { sent, run, id, press, log } = await hooked(410)
  await applied()
  await run()
  expect(await listed()).toMatchObject([{ id, isOff: true }])
  const subjects = (await writtenTo(app, employer.user.email)).map(({ subject }) => subject)
  expect(subjects).toContain('A hook of your organization was switched off')
  await write(physician, await applied(), 'More')
  await run()
  expect(sent).toHaveLength(1)
  expect((await press()).statusCode).toBe(200)
  expect(await listed()).toMatchObject([{ isOff: false }])
  expect((await log())[0]).toMatchObject({ event: 'test', state: 'waiting' })
})

test('nothing goes to a private address, after a redirect, or waits for ever', async () => {
  const refuse = async (url: string) =>
    (await employer.post('/api/connections/hooks', { url })).statusCode
  const bad = [
    'http://hooks.mail.test',
    'https://10.0.0.7/x',
    'https://[::1]/',
    'https://a:b@mail.test/',
    'x',
  ]
  expect(await Promise.all(bad.map(refuse))).toEqual(bad.map(() => 400))

  const inside = await hooked((_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  )
  await applied()
  await inside.run()
  expect((await inside.log())[0]?.answer).toBe('302: redirects are not followed')
  expect(inside.sent).toHaveLength(1)
  const retry = async (url: string, more: Partial<Sending> = {}) => {
    await sql`update hooks set url = ${url}`.execute(app.db)
    await inside.due()
    await inside.run(more)
    return (await inside.log())[0]?.answer
  }
  // Resolved when it is sent.
  for (const host of ['localhost', '169.254.169.254', 'nobody.invalid'])
    expect(await retry(`https://${host}/x`)).toBe(`no public address of ${host} was found`)
  const silent = await serverForTest(() => {})
  expect(await retry(silent, { explicit: true, answerMs: 100 })).toBe('no answer within 60 seconds')
  expect(inside.sent).toHaveLength(1)
})

test('what its sender blocked meanwhile is not told, nor anything of others or of a suspended organization', async () => {
  const { sent, run, log, press, id: hookId } = await hooked()
  const id = await applied()
  await block(physician, id)
  await run()
  expect([sent, await log()]).toEqual([[], []])

  await press()
  const suspend = (at: string | null) =>
    sql`update organizations set suspended_at = ${at}`.execute(app.db)
  await suspend('2026-01-01')
  await run()
  expect(sent).toEqual([])
  await suspend(null)
  await run()
  expect(types(sent)).toEqual(['test'])
  const rival = await signIn(app, 'employer')
  expect((await press({}, rival)).statusCode).toBe(404)
  expect((await rival.delete(`/api/connections/${hookId}`)).statusCode).toBe(404)
})

test('the example of 30 lines posts, hears of an applicant, reads and closes over HTTP', async () => {
  const example = 'docs/examples/own-system.mjs'
  expect((await readFile(example, 'utf8')).trim().split('\n').length).toBeLessThanOrEqual(30)
  const [board, port] = [await freePort(), await freePort()]
  await app.app.listen({ port: board, host: '127.0.0.1' })
  const { secret, run, log } = await hookTo(`http://127.0.0.1:${port}/`)
  const keys = [await keyOf(app, employer, 'postings'), await keyOf(app, employer, 'applications')]
  const program = startProgram([example], {
    BOARD: `http://127.0.0.1:${board}`,
    PORT: String(port),
    HOOK_SECRET: secret,
    POSTINGS_KEY: keys[0]?.secret ?? '',
    APPLICATIONS_KEY: keys[1]?.secret ?? '',
    OPENING: JSON.stringify(posting()),
  })
  onTestFinished(() => program.kill('SIGKILL'))
  await program.line(/^posted active$/)
  const [mine] = (await employer.get('/api/job-postings?q=REQ-7')).json<{ id: string }[]>()
  await applied({ jobId: mine?.id })
  await run()
  await program.line(/^closed REQ-7 for Alex Example$/)
  await run()
  const answered = (await log()).map(({ event, answer }) => `${event} ${answer}`)
  expect(answered).toEqual(
    ['posting.changed', 'application.received', 'posting.changed'].map((event) => `${event} 204`),
  )
})
