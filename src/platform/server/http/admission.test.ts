import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { admissionLimits, classOf, createAdmission, type Admission } from './admission.ts'

// One waits, in a burst too.
const limits = { ...admissionLimits(2), search: { atOnce: 2, waiting: 1 / 8 } }
let admission: Admission
const open: ServerResponse[] = []
const server = createServer((incoming, response) => admission.admit(incoming, response, () => void open.push(response)))

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  server.closeAllConnections()
  admission = createAdmission(limits)
  open.length = 0
})

function ask(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  const call = request({ port, path, headers, agent: false }).end()
  const answer = new Promise<IncomingMessage>((resolve, reject) => call.once('response', resolve).once('error', reject))
  answer.catch(() => {})
  return { answer, leave: () => call.destroy() }
}

test('what is beyond a class’s limits is refused at once with 503, and other classes are answered', async () => {
  const first = ask('/api/jobs?q=1')
  await expect.poll(() => open.length).toBe(1)
  ask('/jobs?q=2')
  await expect.poll(() => open.length).toBe(2)
  // One of them waits.
  const others = [ask('/api/jobs?q=3'), ask('/api/jobs?q=4'), ask('/api/jobs?q=5')]
  const refused = await Promise.race(others.map((it) => it.answer))
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
  expect(JSON.parse(await text(refused))).toMatchObject({ code: 'UNAVAILABLE' })
  expect(admission.refused).toMatchObject({ search: expect.any(Number), page: 0 })
  const shown = await ask('/jobs?q=6', { accept: 'text/html' }).answer
  expect(shown.statusCode).toBe(503)
  expect(await text(shown)).toContain('This site is busy')

  const reading = ask('/jobs/1')
  await expect.poll(() => open.length).toBe(3)
  open[2]?.end('read')
  expect((await reading.answer).statusCode).toBe(200)

  open[0]?.end('found')
  expect((await first.answer).statusCode).toBe(200)
  await expect.poll(() => open.length).toBe(4)
  open[3]?.end('its turn')
  const answers = await Promise.all(others.map((it) => it.answer))
  expect(answers.map((it) => it.statusCode).toSorted((one = 0, other = 0) => one - other)).toEqual([200, 503, 503])
})

test('a visitor who leaves the queue or an answer makes room', async () => {
  const working = [ask('/api/jobs?q=1'), ask('/api/jobs?q=2')]
  await expect.poll(() => open.length).toBe(2)
  // One of them waits, and the other is refused.
  const others = [ask('/api/jobs?q=gone'), ask('/api/jobs?q=gone')]
  await Promise.race(others.map((it) => it.answer))
  for (const it of others) it.leave()
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2)
  working[0]?.leave()
  await expect
    .poll(() => {
      ask('/api/jobs?q=next')
      return open.map((it) => it.req.url)
    })
    .toContain('/api/jobs?q=next')
  expect(open.map((it) => it.req.url)).not.toContain('/api/jobs?q=gone')
})

/** Somebody who asks without a connection, so that the clock can be ours. */
function imagine(busy: Admission, url: string, work: (response: EventEmitter) => void) {
  const status: number[] = []
  const response = Object.assign(new EventEmitter(), { writeHead: (it: number) => void status.push(it), end: () => {} })
  const request = { method: 'GET', url, headers: {} } as IncomingMessage
  busy.admit(request, response as unknown as ServerResponse, () => work(response))
  return { status }
}

function fakeClock() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/**
 * Searches that take 28 ms and come at a steady rate. The process sees what came and what is done every few milliseconds, and pauses every five seconds.
 * @returns how many were refused, and the 95th percentile of the others' times.
 */
function simulate({
  rate,
  seconds,
  pauseMs = 0,
  lumpMs = 1,
}: {
  rate: number
  seconds: number
  pauseMs?: number
  lumpMs?: number
}) {
  const [serviceMs, pauseAt] = [28, 1_000]
  fakeClock()
  const busy = createAdmission(admissionLimits(2))
  const working: { until: number; response: EventEmitter }[] = []
  const times: number[] = []
  let [sent, now] = [0, 0]
  for (; now < seconds * 1000; now += lumpMs) {
    vi.advanceTimersByTime(lumpMs)
    if (now % 5_000 >= pauseAt && now % 5_000 < pauseAt + pauseMs) continue
    for (let done = working.findIndex((it) => it.until <= now); done >= 0; done = working.findIndex((it) => it.until <= now))
      working.splice(done, 1)[0]?.response.emit('close')
    for (; (sent * 1000) / rate <= now; sent++) {
      const came = (sent * 1000) / rate
      imagine(busy, '/api/jobs', (response) => {
        times.push(now + serviceMs - came)
        working.push({ until: now + serviceMs, response })
      })
    }
  }
  return { refused: busy.refused.search, p95: times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0 }
}

test('after pauses of the process nobody is refused', () => {
  // Two processors do 143 a second.
  expect(simulate({ rate: 70, seconds: 20, pauseMs: 450 }).refused).toBe(0)
})

test.each([1, 20])(
  'at five times the load an answer takes twice the time at most, if the process looks every %i ms',
  (lumpMs) => {
    const flood = simulate({ rate: 700, seconds: 20, lumpMs })
    expect(flood.refused).toBeGreaterThan(5_000)
    expect(flood.p95).toBeLessThan(2.2 * (28 + lumpMs))
  },
)

test('who would wait long for a place is refused, and takes none later', () => {
  fakeClock()
  const busy = createAdmission({ ...limits, export: { atOnce: 1, waiting: 1 } })
  const working: EventEmitter[] = []
  const ask = () => imagine(busy, '/jobs.xml', (response) => void working.push(response))
  const [stopped, late] = [ask(), ask()]
  vi.advanceTimersByTime(9_000)
  const next = ask()
  vi.advanceTimersByTime(1_500)
  expect([stopped, late, next].map((it) => it.status)).toEqual([[], [503], []])
  working[0]?.emit('close')
  expect(working).toHaveLength(2)
  vi.advanceTimersByTime(20_000)
  expect(next.status).toEqual([])
})

const form = { 'content-type': 'application/json', 'content-length': '90' }
test.each([
  ['GET', '/healthz', {}, undefined],
  ['GET', '/jobs?q=x', {}, 'search'],
  ['GET', '/api/v1/jobs', {}, 'search'],
  ['GET', '/jobs/12/title', {}, 'page'],
  ['GET', '/', {}, 'page'],
  ['GET', '/jobs.xml?state=TX', {}, 'export'],
  ['GET', '/admin/audit.csv', {}, 'export'],
  ['GET', '/assets/entry.js', {}, 'call'],
  ['POST', '/api/auth/login', form, 'call'],
  ['POST', '/api/profile/cv', { 'content-type': 'multipart/form-data; boundary=x' }, 'upload'],
  ['POST', '/api/job-postings/csv', { ...form, 'content-length': '900000' }, 'upload'],
] as const)('%s %s is work of its class', (method, url, headers, expected) => {
  expect(classOf({ method, url, headers })).toBe(expected)
})
