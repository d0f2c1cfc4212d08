import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'

/** A call of which ten are allowed; without a body it does nothing else. */
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

test('an address that calls too often is told when to come back, and others are not', async () => {
  const { codes, last } = await statuses({}, [...many('192.0.2.1'), '192.0.2.2'], () => ({}))
  expect(codes.filter((it) => it === 429)).toHaveLength(2)
  expect(codes.at(-1)).toBe(400)
  expect(last?.json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
})

test('nobody gets round it by naming another address', async () => {
  let count = 0
  const { codes } = await statuses({}, many('192.0.2.1'), () => ({ 'x-forwarded-for': `198.51.100.${count++}` }))
  expect(codes).toContain(429)
})

test('behind a trusted proxy people are told apart', async () => {
  let count = 0
  const { codes } = await statuses({ TRUSTED_PROXIES: '192.0.2.0/24' }, many('192.0.2.1'), () => ({
    'x-forwarded-for': `198.51.100.${count++}`,
  }))
  expect(new Set(codes)).toEqual(new Set([400]))
})

test('the addresses of one IPv6 subscriber count together', async () => {
  const { codes } = await statuses(
    {},
    Array.from({ length: 12 }, (_, index) => `2001:db8::${index + 1}`),
    () => ({}),
  )
  expect(codes).toContain(429)
})
