import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { appForFile, testApp, type TestApp } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'

/** A call with a limit of ten, and no other effect for an unknown address. */
const ask = { method: 'POST', url: '/api/alerts/link', payload: { email: 'nobody@mail.test' } } as const

async function statuses(env: Record<string, string>, addresses: string[], headers: (address: string) => Record<string, string>) {
  const { app, close } = await testApp({ env })
  onTestFinished(close)
  const answers = []
  for (const remoteAddress of addresses)
    answers.push(await app.inject({ ...ask, remoteAddress, headers: headers(remoteAddress) }))
  return { codes: answers.map((it) => it.statusCode), last: answers.find((it) => it.statusCode === 429) }
}

const many = (address: string) => Array.from({ length: 12 }, () => address)

test('an address over the limit gets Retry-After, and others are served', async () => {
  const { codes, last } = await statuses({}, [...many('192.0.2.1'), '192.0.2.2'], () => ({}))
  expect(codes.filter((it) => it === 429)).toHaveLength(2)
  expect(codes.at(-1)).toBe(200)
  expect(last?.json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
})

test('a forged X-Forwarded-For does not help', async () => {
  let count = 0
  const { codes } = await statuses({}, many('192.0.2.1'), () => ({ 'x-forwarded-for': `198.51.100.${count++}` }))
  expect(codes).toContain(429)
})

test('behind a trusted proxy, clients are counted separately', async () => {
  let count = 0
  const { codes } = await statuses({ TRUSTED_PROXIES: '192.0.2.0/24' }, many('192.0.2.1'), () => ({
    'x-forwarded-for': `198.51.100.${count++}`,
  }))
  expect(new Set(codes)).toEqual(new Set([200]))
})

describe('behind a trusted proxy', () => {
  let board: TestApp
  beforeAll(async () => {
    board = await testApp({ env: { TRUSTED_PROXIES: '192.0.2.0/24', RATE_LIMITS: 'off' } })
  })
  afterAll(() => board.close())

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:51234', '198.51.100.7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['::ffff:198.51.100.7', '::ffff:198.51.100.7'],
    ['198.51.100.7, 192.0.2.9:443', '198.51.100.7'],
    ['garbage, 198.51.100.7', '198.51.100.7'],
    // What cannot be read is the proxy's own call.
    ['198.51.100.7, garbage', '192.0.2.1'],
    ['198.51.100.7, garbage, 192.0.2.9', '192.0.2.9'],
    ['garbage', '192.0.2.1'],
    ['unknown', '192.0.2.1'],
    ['198.51.100.7:x', '192.0.2.1'],
    ['1.2.3', '192.0.2.1'],
    ["'; drop table users", '192.0.2.1'],
    ['', '192.0.2.1'],
  ])('a trusted proxy says ‘%s’: the client is %s', async (forwarded, address) => {
    const email = `${crypto.randomUUID()}@mail.test`
    const person = { email, password: 'a long enough passphrase', firstName: 'A', lastName: 'B', role: 'physician' }
    const answer = await board.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: person,
      remoteAddress: '192.0.2.1',
      headers: { 'x-forwarded-for': forwarded },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { rows } = await sql<{ ip: string }>`select ip from sessions order by created_at desc limit 1`.execute(board.db)
    expect(rows[0]?.ip).toBe(address)
  })
})

test.each([{}, { TRUSTED_PROXIES: 'fe80::/10' }])(
  'a client that is connected over a link-local address is served (%j)',
  async (env) => {
    const board = await testApp({ env })
    const payload = { email: 'local@mail.test', password: 'a long enough passphrase', firstName: 'A', lastName: 'B' }
    const answer = await board.app.inject({ method: 'POST', url: '/api/auth/register', payload, remoteAddress: 'fe80::7%eth0' })
    expect(answer.statusCode, answer.body).toBe(200)
    const { rows } = await sql<{ ip: string }>`select ip from sessions`.execute(board.db)
    expect(rows).toEqual([{ ip: 'fe80::7' }])
    await board.close()
  },
)

test('the addresses of one IPv6 subscriber count together', async () => {
  const { codes } = await statuses(
    {},
    Array.from({ length: 12 }, (_, index) => `2001:db8::${index + 1}`),
    () => ({}),
  )
  expect(codes).toContain(429)
})

test('where a call mails someone, a customer’s /48 counts together; elsewhere each /64 for itself', async () => {
  const networks = Array.from({ length: 25 }, (_, index) => `2001:db8:7:${index + 1}::1`)
  expect((await statuses({}, networks, () => ({}))).codes).toContain(429)
  const { app, close } = await testApp()
  onTestFinished(close)
  const codes = []
  for (const remoteAddress of networks)
    codes.push((await app.inject({ method: 'POST', url: '/api/auth/login', payload: {}, remoteAddress })).statusCode)
  expect(new Set(codes)).toEqual(new Set([400]))
})

describe('many people behind one address', () => {
  const board = appForFile()
  let addresses = 0
  /** An address that has reached its limit. */
  async function busy(): Promise<string> {
    const address = `198.51.100.${++addresses}`
    for (let n = 0; n < 10; n++) expect((await send(address)).statusCode).toBe(200)
    return address
  }
  const send = (
    remoteAddress: string,
    headers: Record<string, string> = {},
    more: Partial<typeof ask | { url: string; payload: object }> = {},
  ) => board.app.inject({ ...ask, ...more, remoteAddress, headers })
  type Refusal = { code: string; current?: { challenge: Challenge } }

  async function solved(remoteAddress: string, more = {}): Promise<{ 'proof-of-work': string }> {
    const refused = await send(remoteAddress, {}, more)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const challenge = refused.json<Refusal>().current?.challenge
    if (!challenge) throw new Error(refused.body)
    const solution = await solveChallenge({ challenge, deriveKey })
    return { 'proof-of-work': btoa(JSON.stringify({ challenge, solution })) }
  }

  test('beyond the limit a proof of work stands for a refusal, and is accepted once, on whichever node', async () => {
    const address = await busy()
    const proof = await solved(address)
    expect((await send(address, proof)).statusCode).toBe(200)
    expect((await send(address, proof)).statusCode).toBe(429)
    const other = await solved(address)
    const node = await board.anotherNode()
    const there = { ...ask, remoteAddress: address }
    for (let n = 0; n < 10; n++) expect((await node.app.inject(there)).statusCode).toBe(200)
    expect((await node.app.inject({ ...there, headers: other })).statusCode).toBe(200)
    expect((await send(address, other)).statusCode).toBe(429)
  })

  test('a proof is good for its call and its address, and only if we signed its challenge', async () => {
    const [address, neighbor] = [await busy(), await busy()]
    const proof = await solved(address)
    expect((await send(neighbor, proof)).statusCode).toBe(429)
    const sendMessage = { url: '/api/contact', payload: { name: 'A', email: 'a@mail.test', message: 'A question for you.' } }
    for (let n = 0; n < 5; n++) expect((await send(address, {}, sendMessage)).statusCode).toBe(200)
    expect((await send(address, proof, sendMessage)).statusCode).toBe(429)
    const { challenge, solution } = JSON.parse(atob(proof['proof-of-work'])) as { challenge: Challenge; solution: object }
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }
    for (const forged of [
      { challenge: easier, solution },
      { challenge, solution: { counter: 1, derivedKey: '00' } },
      { challenge },
      null,
      [],
    ])
      expect((await send(address, { 'proof-of-work': btoa(JSON.stringify(forged)) })).statusCode).toBe(429)
    expect((await send(address, { 'proof-of-work': 'no JSON' })).statusCode).toBe(429)
    expect((await send(address, proof)).statusCode).toBe(200)
  })

  test('an expired challenge is worth nothing', async () => {
    const address = await busy()
    const proof = await solved(address)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await send(address, proof)).statusCode).toBe(429)
  })

  test('the more calls there are, the more work each takes; at last all are refused', async () => {
    const address = await busy()
    const last = async () => (await send(address)).json<Refusal>()
    const keysOf = async () => {
      const { challenge } = (await last()).current ?? {}
      return challenge && (await solveChallenge({ challenge, deriveKey }))?.counter
    }
    const first = (await keysOf()) ?? 0
    for (let n = 0; n < 60; n++) await last()
    expect(await keysOf()).toBeGreaterThan(2 * first)
    for (let n = 0; n < 250; n++) await last()
    expect(await last()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await last()).current).toBeUndefined()
  })

  test('invalid forms count a twenty-fifth', async () => {
    const empty = { payload: {} }
    for (let n = 0; n < 100; n++) expect((await send('203.0.113.1', {}, empty)).statusCode).toBe(400)
    expect((await send('203.0.113.1')).headers['ratelimit']).toContain('r=9;')
    for (let n = 0; n < 150; n++) await send('203.0.113.1', {}, empty)
    expect((await send('203.0.113.1', {}, empty)).statusCode).toBe(429)
  })

  test('without JavaScript the limit stays', async () => {
    const form = { url: '/subscribe', payload: 'email=reader%40mail.test' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    const codes = []
    for (let n = 0; n < 11; n++) codes.push((await send('203.0.113.2', headers, form as object)).statusCode)
    expect(codes.indexOf(429)).toBe(10)
  })
})

/** npm has no Redis, so this runs where it is installed. */
const hasRedis = (() => {
  try {
    return execFileSync('redis-server', ['--version']).length > 0
  } catch {
    return false
  }
})()

test.skipIf(!hasRedis)('two nodes count together in Redis, and go on without it', async () => {
  const port = await freePort()
  const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], { stdio: 'pipe' })
  const exited = once(redis, 'exit')
  await new Promise<void>((resolve) => {
    redis.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve())
  })
  const env = { REDIS_URL: `redis://127.0.0.1:${port}` }
  const nodes = [await testApp({ env }), await testApp({ env })]
  onTestFinished(async () => {
    redis.kill()
    for (const node of nodes) await node.close()
  })
  const statusFrom = async (node: number) =>
    (await nodes[node % 2]?.app.inject({ ...ask, remoteAddress: '192.0.2.1' }))?.statusCode
  const codes = []
  for (let call = 0; call < 12; call++) codes.push(await statusFrom(call))
  expect(codes.filter((it) => it === 429)).toHaveLength(2)
  // A counter that hangs must not hold the calls either.
  redis.kill('SIGSTOP')
  expect([await statusFrom(0), await statusFrom(1)]).toEqual([200, 200])
  redis.kill('SIGKILL')
  await exited
  expect([await statusFrom(0), await statusFrom(1)]).toEqual([200, 200])
})
