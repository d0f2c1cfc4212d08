import { request, type IncomingMessage } from 'node:http'
import { availableParallelism } from 'node:os'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Cost } from '#shared/contract.ts'
import { openDatabase } from '../database.ts'
import { AnswerCache } from './answer-cache.ts'
import { serveCachedFirst } from './cached-first.ts'
import { createBaseApp } from './app-base.ts'

const db = openDatabase({ host: '/nowhere' })
/** Of searches. */
const [places, waiting] = [availableParallelism(), 16 * availableParallelism()]
let app: FastifyInstance
let open: FastifyReply[]
let refused: IncomingMessage[]

beforeEach(async () => {
  // Of this server: what is left of another test's must not come here.
  const arrived: FastifyReply[] = []
  open = arrived
  refused = []
  app = await createBaseApp({
    logLevel: 'silent',
    publicUrl: 'https://board.test',
    trustedProxies: [],
    accessLog: false,
    rateLimits: false,
  })
  for (const cost of ['search', 'read'] satisfies Cost[])
    app.get(
      `/${cost}`,
      { config: { access: 'public', cost, cors: true } },
      (_request, reply) => void arrived.push(reply),
    )
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  app.server.closeAllConnections()
  return app.close()
})

const connections = () =>
  new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))

function ask(path: string, headers: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo
  const call = request({ port, path, headers, agent: false }).end()
  call.on('error', () => {})
  const answer = new Promise<IncomingMessage>((resolve) => call.once('response', resolve))
  void answer.then((answer) => answer.statusCode === 503 && refused.push(answer))
  return { answer, leave: () => call.destroy() }
}

const askMany = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ask(`/search?${name}=${n}`))

async function fillPlaces() {
  const calls = askMany(places, 'first')
  await expect.poll(() => open.length).toBe(places)
  return calls
}

/** Although every place for a search is taken. */
async function expectReadAnswered(): Promise<void> {
  const reading = ask('/read')
  await expect.poll(() => open.length).toBe(places + 1)
  await open.at(-1)?.send('read')
  expect((await reading.answer).statusCode).toBe(200)
}

test('what is beyond a class’s limits is refused at once with 503, and other classes are answered', async () => {
  const first = await fillPlaces()
  const before = app.semaphores.search.refused
  askMany(waiting + 2, 'other')
  await expect.poll(() => refused.length).toBe(2)
  expect(app.semaphores.search.refused - before).toBe(2)
  for (const it of refused) {
    expect(it.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(JSON.parse(await text(it))).toMatchObject({ code: 'UNAVAILABLE' })
  }

  await expectReadAnswered()

  await open[0]?.send('found')
  await expect.poll(() => open.length).toBe(places + 2)
  expect(await Promise.race(first.map(async ({ answer }) => (await answer).statusCode))).toBe(200)
})

test('a browser gets a page that says so', async () => {
  await fillPlaces()
  for (let count = 0; count < waiting + 1; count++)
    ask('/search', { accept: 'text/html,*/*;q=0.8' })
  await expect.poll(() => refused.length).toBe(1)
  const [shown] = refused as [IncomingMessage]
  expect(shown.headers['retry-after']).toBe('5')
  expect(await text(shown)).toContain('This site is busy')
})

test('during an overload newcomers are refused before the framework, as it would refuse them', async () => {
  // An overload ends a second after the last refusal.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  serveCachedFirst(app, new AnswerCache({ maxBytes: 0, db, reads: () => (read) => read(db) }), {
    accessLog: false,
  })
  askMany(places + waiting + 1, 'first')
  await expect.poll(() => refused.length).toBe(1)
  const before = app.semaphores.search.refused

  const page = await ask('/search?page', { accept: 'text/html,*/*;q=0.8' }).answer
  const call = await ask('/search?call', { origin: 'https://elsewhere.test' }).answer
  for (const it of [page, call]) {
    expect(it.statusCode).toBe(503)
    expect(it.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
  }
  expect(await text(page)).toContain('This site is busy')
  expect(JSON.parse(await text(call))).toMatchObject({
    code: 'UNAVAILABLE',
    requestId: call.headers['x-request-id'],
  })
  expect(app.semaphores.search.refused - before).toBe(2)
  // What waited is still there: the framework would have put one of them out for each.
  expect(refused.length).toBe(3)

  await expectReadAnswered()
})

test('a visitor who leaves the queue or an answer makes room', async () => {
  const working = await fillPlaces()
  const others = askMany(waiting, 'gone')
  await expect.poll(connections).toBe(places + waiting)
  for (const it of others) it.leave()
  await expect.poll(connections).toBe(places)
  working[0]?.leave()
  ask('/search?next')
  await expect.poll(() => open.map((call) => call.request.url)).toContain('/search?next')
  expect(open.filter((call) => call.request.url.includes('gone'))).toEqual([])
})
