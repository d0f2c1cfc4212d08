import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'

/** A call with a limit of ten, and no other effect without a body. */
const ask = { method: 'POST', url: '/api/auth/forgot-password', payload: {} } as const

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
  expect(codes.at(-1)).toBe(400)
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
  expect(new Set(codes)).toEqual(new Set([400]))
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
  expect([await statusFrom(0), await statusFrom(1)]).toEqual([400, 400])
  redis.kill('SIGKILL')
  await exited
  expect([await statusFrom(0), await statusFrom(1)]).toEqual([400, 400])
})
