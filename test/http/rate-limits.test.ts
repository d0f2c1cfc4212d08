import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { appForFile, appForTest, type TestApp } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { formOf } from '#test/upload-cv.ts'

/** A call with a limit of ten, and no other effect for an unknown address. */
const ask = {
  method: 'POST',
  url: '/api/alerts/link',
  payload: { email: 'nobody@mail.test' },
} as const

const board = appForFile()

/** What these addresses get, one after the other. */
async function statuses(
  addresses: string[],
  { on = board, headers = () => ({}), call = {} }: Asking = {},
) {
  const codes: number[] = []
  for (const remoteAddress of addresses)
    codes.push(
      (await on.app.inject({ ...ask, ...call, remoteAddress, headers: headers() })).statusCode,
    )
  return codes
}
type Asking = { on?: TestApp; headers?: () => Record<string, string>; call?: object }

const many = (address: string, times = 12) => Array.from({ length: times }, () => address)

let forged = 0
/** Another client each time, says who calls. */
const forwarding = () => ({ 'x-forwarded-for': `198.51.100.${++forged}` })

test('an address over the limit gets Retry-After, and others are served', async () => {
  expect((await statuses(many('192.0.2.1'))).filter((status) => status === 429)).toHaveLength(2)
  expect(await statuses(['192.0.2.2'])).toEqual([200])
  const refused = await board.app.inject({ ...ask, remoteAddress: '192.0.2.1' })
  expect(refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test.each([
  ['a forged X-Forwarded-For does not help', many('192.0.2.3'), forwarding],
  [
    'the addresses of one IPv6 subscriber count together',
    Array.from({ length: 12 }, (_, n) => `2001:db8::${n + 1}`),
    () => ({}),
  ],
])('%s', async (_, addresses, headers) =>
  expect(await statuses(addresses, { headers })).toContain(429),
)

test('where a call mails someone, a customer’s /48 counts together; elsewhere each /64 for itself', async () => {
  const networks = Array.from({ length: 25 }, (_, index) => `2001:db8:7:${index + 1}::1`)
  expect(await statuses(networks)).toContain(429)
  const call = { url: '/api/auth/login', payload: {} }
  expect(new Set(await statuses(networks, { call }))).toEqual(new Set([400]))
})

describe('behind a trusted proxy', () => {
  const env = { TRUSTED_PROXIES: '192.0.2.0/24' }
  const proxied = appForFile({ env })

  test('clients are counted separately', async () => {
    expect(
      new Set(await statuses(many('192.0.2.1'), { on: proxied, headers: forwarding })),
    ).toEqual(new Set([200]))
  })

  test('the client is who the proxy says, or the proxy where that cannot be read', async () => {
    const unreadable = [
      'garbage',
      'unknown',
      '198.51.100.7, garbage',
      '198.51.100.7:x',
      '1.2.3',
      "'; drop table users",
      '',
    ]
    const said: Record<string, string> = {
      ...Object.fromEntries(unreadable.map((forwarded) => [forwarded, '192.0.2.1'])),
      '198.51.100.7': '198.51.100.7',
      '198.51.100.7:51234': '198.51.100.7',
      '[2001:db8::7]:51234': '2001:db8::7',
      '[2001:db8::7]': '2001:db8::7',
      'fe80::7%eth0': 'fe80::7',
      '::ffff:198.51.100.7': '::ffff:198.51.100.7',
      '198.51.100.7, 192.0.2.9:443': '198.51.100.7',
      'garbage, 198.51.100.7': '198.51.100.7',
      '198.51.100.7, garbage, 192.0.2.9': '192.0.2.9',
    }
    const unlimited = await appForTest({ env: { ...env, RATE_LIMITS: 'off' } })
    const admin = await signIn(unlimited, 'admin')
    const found: Record<string, string | undefined> = {}
    for (const forwarded of Object.keys(said))
      found[forwarded] = await addressOf(unlimited, admin, '192.0.2.1', forwarded)
    expect(found).toEqual(said)
  })
})

test.each([{}, { TRUSTED_PROXIES: 'fe80::/10' }])(
  'a client that is connected over a link-local address is served (%j)',
  async (env) => {
    const local = await appForTest({ env })
    expect(await addressOf(local, await signIn(local, 'admin'), 'fe80::7%eth0')).toBe('fe80::7')
  },
)

/** The client’s address in the audit log. */
async function addressOf(
  on: TestApp,
  admin: SignedIn,
  remoteAddress: string,
  forwarded?: string,
): Promise<string | undefined> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const done = await admin.call({
    method: 'POST',
    url: '/api/admin/reload',
    remoteAddress,
    headers,
  })
  expect(done.statusCode, done.body).toBe(200)
  const { rows } = await sql<{
    ip: string
  }>`select ip from audit_addresses order by entry_id desc limit 1`.execute(on.db)
  return rows[0]?.ip
}

describe('many people behind one address', () => {
  let addresses = 0
  /** An address that has reached its limit. */
  async function busy(): Promise<string> {
    const address = `203.0.113.${100 + ++addresses}`
    expect(new Set(await codesOf(10, address))).toEqual(new Set([200]))
    return address
  }
  const send = (
    remoteAddress: string,
    headers: Record<string, string> = {},
    more: Partial<typeof ask | { url: string; payload: object }> = {},
  ) => board.app.inject({ ...ask, ...more, remoteAddress, headers })
  const codesOf = (
    times: number,
    address: string,
    headers: Record<string, string> = {},
    call: object = {},
  ) => statuses(many(address, times), { headers: () => headers, call })
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
    const sendMessage = {
      url: '/api/contact',
      payload: { name: 'A', email: 'a@mail.test', message: 'A question for you.' },
    }
    expect(await codesOf(5, address, {}, sendMessage)).toEqual([200, 200, 200, 200, 200])
    expect((await send(address, proof, sendMessage)).statusCode).toBe(429)
    const { challenge, solution } = JSON.parse(atob(proof['proof-of-work'])) as {
      challenge: Challenge
      solution: object
    }
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }
    const wrong = { counter: 1, derivedKey: '00' }
    const forged = [
      { challenge: easier, solution },
      { challenge, solution: wrong },
      { challenge },
      null,
      [],
    ]
    for (const header of [...forged.map((it) => btoa(JSON.stringify(it))), 'no JSON'])
      expect((await send(address, { 'proof-of-work': header })).statusCode, header).toBe(429)
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
    await codesOf(60, address)
    expect(await keysOf()).toBeGreaterThan(2 * first)
    await codesOf(250, address)
    expect(await last()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await last()).current).toBeUndefined()
  })

  test('invalid forms count a twenty-fifth', async () => {
    const empty = { payload: {} }
    expect(new Set(await codesOf(100, '203.0.113.1', {}, empty))).toEqual(new Set([400]))
    expect((await send('203.0.113.1')).headers['ratelimit']).toContain('r=9;')
    expect((await codesOf(151, '203.0.113.1', {}, empty)).at(-1)).toBe(429)
  })

  test('without JavaScript the limit stays', async () => {
    const form = { url: '/subscribe', payload: 'email=reader%40mail.test' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    expect((await codesOf(11, '203.0.113.2', headers, form)).indexOf(429)).toBe(10)
  })
})

describe('strangers who write about one posting', () => {
  const jobId: string = randomUUID()
  const writing = (n: number, about = jobId) => ({
    url: '/api/job-inquiry',
    payload: {
      name: 'Ada',
      email: `ada${n}@mail.test`,
      message: 'Is the position still open?',
      jobId: about,
    },
  })
  type Refused = { error: string; current?: { challenge: Challenge } }

  test('prove their work from the fourth of a network within an hour on, and from the twenty-first of all', async () => {
    await addJobs(board.db, [jobRow({ id: jobId })])
    const other = jobRow()
    await addJobs(board.db, [other])
    const person = await signIn(board, 'physician')
    let count = 0
    const write = (remoteAddress: string, headers = {}, about = jobId) =>
      board.app.inject({ ...ask, ...writing(++count, about), remoteAddress, headers })
    const codes = async (times: number, address: string, about = jobId) => {
      const found: number[] = []
      for (let n = 0; n < times; n++) found.push((await write(address, {}, about)).statusCode)
      return found
    }
    expect(await codes(4, '203.0.113.70')).toEqual([200, 200, 200, 429])
    expect(await codes(1, '203.0.113.70', other.id)).toEqual([200])
    const refused = await write('203.0.113.70')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const { error, current } = refused.json<Refused>()
    expect(error).toContain('Please sign in, turn on JavaScript, or try again in 60 minutes.')
    const challenge = current?.challenge ?? expect.fail()
    const proof = {
      'proof-of-work': btoa(
        JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }),
      ),
    }
    expect([
      (await write('203.0.113.71', proof)).statusCode,
      (await write('203.0.113.70', proof)).statusCode,
    ]).toEqual([200, 200])
    expect((await write('203.0.113.70', proof)).statusCode).toBe(429)
    // Who is signed in is no stranger.
    const signedIn = { ...writing(0).payload, email: person.user.email }
    for (let n = 0; n < 4; n++)
      expect(
        (await person.post('/api/job-inquiry', { ...signedIn, message: `Question ${n}.` }))
          .statusCode,
      ).toBe(200)
    const fresh = await Promise.all(
      Array.from({ length: 20 }, (_, n) => codes(1, `198.51.100.${100 + n}`)),
    )
    expect(fresh.flat().filter((code) => code === 429).length).toBeGreaterThan(0)
    expect(await codes(1, '198.51.100.200')).toEqual([429])
    expect(await codes(1, '198.51.100.200', other.id)).toEqual([200])
  })

  test('without JavaScript a page says it', async () => {
    const { headers, payload } = await formOf(
      Object.entries(writing(99).payload).map(([field, content]) => ({ field, content })),
    )
    const call = {
      method: 'POST',
      url: '/api/job-inquiry/form',
      remoteAddress: '198.51.100.201',
      payload,
    } as const
    const page = await board.app.inject({ ...call, headers: { ...headers, accept: 'text/html' } })
    expect([page.statusCode, page.body]).toEqual([
      429,
      expect.stringContaining('Please sign in, turn on JavaScript'),
    ])
  })
})
