import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from './answer.ts'
import { openDatabase } from '../database.ts'
import { AnswerCache } from './answer-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => void vi.advanceTimersByTime(ms)

const key = '/api/jobs'
const db = openDatabase({ host: '/nowhere' })
const cacheOf = (maxBytes = 1_000_000) =>
  new AnswerCache({ maxBytes, db, reads: () => (read) => read(db) })

const answerOf = (text: string, { ttl = 60_000, tags = [] as string[] } = {}): Answer => ({
  status: 200,
  headers: {},
  plain: Buffer.from(text),
  tags,
  expiresAt: performance.now() + ttl,
})

/** The number of the answer, each made by counting up. */
function counter(cache: AnswerCache, options?: { ttl?: number; tags?: string[] }) {
  let made = 0
  return async (wait = Promise.resolve()) => {
    const { plain } = await cache.get(key, () => wait.then(() => answerOf(String(++made), options)))
    return Number(plain?.toString())
  }
}

test('an answer is made once, until its time to live ends, also on a machine whose clock is set back', async () => {
  const ask = counter(cacheOf(), { ttl: 20 })
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  expect(await ask()).toBe(1)
  vi.setSystemTime(0)
  pass(40)
  expect(await ask()).toBe(2)
})

test('what was read before a change is given to those who have asked already, and not kept', async () => {
  const cache = cacheOf()
  for (const invalidate of [() => cache.invalidate(['job-a']), () => cache.clear()]) {
    const ask = counter(cache, { tags: ['job-a'] })
    const reading = Promise.withResolvers<void>()
    const early = ask(reading.promise)
    invalidate()
    expect(await ask()).toBe(1)
    reading.resolve()
    expect(await early).toBe(2)
    cache.clear()
    expect(await ask()).toBe(3)
    cache.clear()
  }
})

test('a change of another job leaves what is being made', async () => {
  const cache = cacheOf()
  const ask = counter(cache, { tags: ['job-a'] })
  const reading = Promise.withResolvers<void>()
  const early = ask(reading.promise)
  cache.invalidate(['job-b'])
  reading.resolve()
  expect([await early, await ask()]).toEqual([1, 1])
})

test('an expired answer may be given another time to live, unless it was dropped', async () => {
  const cache = cacheOf()
  const ask = () =>
    cache.get(key, (expired) => {
      if (expired) expired.expiresAt = performance.now() + 20
      return Promise.resolve(expired ?? answerOf('anew', { ttl: 20, tags: ['job-a'] }))
    })
  const first = await ask()
  pass(40)
  expect([await ask(), cache.find(key)]).toEqual([first, first])
  pass(40)
  expect(cache.find(key)).toBeUndefined()
  cache.invalidate(['job-a'])
  expect(await ask()).not.toBe(first)
})

/** A request for the answer as a browser sends it, and a reply that nobody reads. */
function callOf() {
  const raw = { url: key, method: 'GET' }
  const request = {
    raw,
    headers: { 'accept-encoding': 'gzip' },
    routeOptions: { url: key, config: { access: 'public' } },
  }
  const reply = {
    raw: {},
    code: () => reply,
    headers: () => reply,
    header: () => reply,
    send: () => reply,
    getHeaders: () => ({}),
  }
  return { request: request as never, reply: reply as never, key, response: reply.raw }
}

test('an answer that is made again with the same bytes stays, with its compressed copy', async () => {
  const cache = cacheOf()
  const ask = async (text: string): Promise<Answer | undefined> => {
    const call = callOf()
    await cache.send(call, () => Promise.resolve(text.repeat(2_000)), { ttl: 20 })
    return cache.sentIn(call.response)
  }
  const first = await ask('same')
  expect(first?.gzip).toBeDefined()
  pass(40)
  expect(cache.find(key)).toBeUndefined()
  expect([await ask('same'), cache.find(key)]).toEqual([first, first])
  pass(40)
  const other = await ask('other')
  expect(other).not.toBe(first)
  expect(cache.find(key)).toBe(other)
})

test('what a replica says is read again from the primary after a change, but not because changes cannot be heard', async () => {
  const replica = openDatabase({ host: '/nowhere' })
  const cache = new AnswerCache({ maxBytes: 1_000_000, db, reads: () => (read) => read(replica) })
  const ask = async () => {
    const servers: string[] = []
    await cache.send(
      callOf(),
      async (from) => servers.push(from === replica ? 'replica' : 'primary'),
      { tags: () => ['job-a'] },
    )
    return servers
  }
  cache.suspend()
  expect(await ask()).toEqual(['replica'])
  cache.invalidate(['job-a'])
  expect(await ask()).toEqual(['replica', 'primary'])
})

test('answers that expired minutes ago are swept away, but not those that may be extended', async () => {
  const cache = cacheOf()
  const put = (name: string, ttl: number, more: Partial<Answer> = {}) =>
    cache.get(name, () => Promise.resolve({ ...answerOf('x'.repeat(9_000), { ttl }), ...more }))
  const expired = await put('expired', 60_000)
  const extendable = await put('extendable', 60_000)
  await put('valid', 60_000)
  await put('page', 20, { rendered: { at: performance.now(), from: new Map() } })
  pass(40)
  expired.expiresAt -= 400_000
  extendable.expiresAt -= 100_000
  const before = cache.bytes
  cache.sweep()
  expect(before - cache.bytes).toBeGreaterThan(9_000)
  expect(cache.bytes).toBeGreaterThan(27_000)
  let found: Answer | undefined
  await cache.get('page', (expired) => Promise.resolve((found = expired) ?? answerOf('')))
  expect([found?.rendered !== undefined, cache.find('valid') !== undefined]).toEqual([true, true])
})

test('a failure is not cached', async () => {
  const cache = cacheOf()
  await expect(cache.get(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await counter(cache)()).toBe(1)
})

test('the least recently used make room, and nothing is counted that is gone', async () => {
  const cache = cacheOf(35_000)
  const put = (name: string) =>
    cache.get(name, () => Promise.resolve(answerOf('x'.repeat(9_000), { tags: [name] })))
  for (const name of ['a', 'b', 'c']) await put(name)
  expect(cache.find('a')).toBeDefined()
  await put('d')
  expect(['a', 'b', 'c', 'd'].map((name) => cache.find(name) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect(cache.bytes).toBeGreaterThan(27_000)
  expect(cache.bytes).toBeLessThanOrEqual(35_000)
  cache.invalidate(['a', 'c', 'd'])
  expect(cache.bytes).toBe(0)
})

test('many answers of the API leave half of the room to pages, and the other way round', async () => {
  const cache = cacheOf(100_000)
  const put = (name: string, rendered?: Answer['rendered']) =>
    cache.get(name, () =>
      Promise.resolve({ ...answerOf('x'.repeat(9_000)), ...(rendered && { rendered }) }),
    )
  const rendered = { at: performance.now(), from: new Map() }
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  const left = (kind: string) =>
    numbers.filter((number) => cache.find(`${kind} ${number}`) !== undefined)
  for (const it of numbers.slice(0, 4)) await put(`page ${it}`, rendered)
  for (const it of numbers) await put(`answer ${it}`)
  expect([left('page'), left('answer')]).toEqual([numbers.slice(0, 4), numbers.slice(-5)])
  for (const it of numbers) await put(`page ${it}`, rendered)
  expect([left('page'), left('answer')]).toEqual([numbers.slice(-5), numbers.slice(-4)])
})

test('what is larger than the cache is not cached', async () => {
  const cache = cacheOf(5_000)
  await cache.get(key, () => Promise.resolve(answerOf('x'.repeat(9_000))))
  expect([cache.find(key), cache.bytes]).toEqual([undefined, 0])
})

test('switched off, it stores nothing and makes each answer anew', async () => {
  const cache = cacheOf(0)
  let made = 0
  const make = async () => answerOf(`answer ${++made}`)
  await Promise.all([cache.get('/a', make), cache.get('/a', make)])
  expect([made, cache.find('/a'), cache.bytes]).toEqual([2, undefined, 0])
})
