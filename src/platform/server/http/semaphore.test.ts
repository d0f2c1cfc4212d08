import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { costLimits } from './admission.ts'
import { Semaphore } from './semaphore.ts'

let semaphore: Semaphore
let began: string[]
let endings: (() => void)[]

beforeEach(() => {
  semaphore = new Semaphore({
    atOnce: 1,
    waiting: 4,
    refusal: { message: 'Later', retryAfterSeconds: 2 },
  })
  began = []
  endings = []
})

/** Work that lasts until it is ended; resolves with its name or 'refused'. */
const call = (network: string, name: string): Promise<string> =>
  semaphore
    .run(network, async () => {
      began.push(name)
      await new Promise<void>((resolve) => endings.push(resolve))
      return name
    })
    .catch(
      (error: { code: string; retryAfterSeconds: number }) =>
        `${error.code} ${error.retryAfterSeconds}`,
    )

const soon = () => new Promise((resolve) => setImmediate(resolve))

async function endAll(calls: Promise<string>[]): Promise<string[]> {
  for (let left = calls.length; left > 0; left--) {
    await soon()
    endings.shift()?.()
  }
  return Promise.all(calls)
}

test('the network that waits for least comes first, and of each the oldest call', async () => {
  const calls = [
    call('a', 'a1'),
    call('a', 'a2'),
    call('a', 'a3'),
    call('b', 'b1'),
    call('c', 'c1'),
  ]
  await endAll(calls)
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('while calls are refused the newest comes first', async () => {
  const calls = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => call('a', name))
  await endAll(calls)
  expect(began).toEqual(['a1', 'a6', 'a5', 'a4', 'a3'])
})

test('of those who ask again and again, one after the other, nobody starves', async () => {
  const waits: number[] = []
  let served = 0
  const visitor = async () => {
    for (let calls = 0; calls < 20; calls++) {
      const before = served
      await semaphore.run('a', () => Promise.resolve(served++))
      waits.push(served - before)
    }
  }
  await Promise.all(Array.from({ length: 5 }, visitor))
  // Everybody else is served at most twice meanwhile.
  expect(Math.max(...waits)).toBeLessThan(10)
})

test('a full queue refuses the oldest call of the network that waits for most', async () => {
  const calls = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => call('a', name))
  calls.push(call('b', 'b1'), call('b', 'b2'), call('c', 'c1'))
  const refused = 'UNAVAILABLE 2'
  expect(await endAll(calls)).toEqual([
    'a1',
    ...Array<string>(4).fill(refused),
    'a6',
    'b1',
    'b2',
    'c1',
  ])
  expect(semaphore.refused).toBe(4)
})

test('work that fails gives its place back', async () => {
  await expect(semaphore.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await endAll([call('a', 'next')])).toEqual(['next'])
})

function fakeClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const responseOf = () => new EventEmitter() as unknown as ServerResponse

test('a call that would wait long for a place is refused, and takes none later', async () => {
  fakeClock()
  const outcomes: string[] = []
  const enter = (name: string) => {
    const response = responseOf()
    void semaphore.enter('a', response).then(
      () => outcomes.push(`${name} entered`),
      () => outcomes.push(`${name} refused`),
    )
    return response
  }
  const stopped = enter('stopped')
  enter('late')
  await soon()
  vi.advanceTimersByTime(9_000)
  enter('next')
  await soon()
  vi.advanceTimersByTime(1_500)
  await soon()
  expect(outcomes).toEqual(['stopped entered', 'late refused'])
  stopped.emit('close')
  await soon()
  vi.advanceTimersByTime(20_000)
  await soon()
  expect(outcomes).toEqual(['stopped entered', 'late refused', 'next entered'])
})

const serviceMs = 14

/**
 * Searches that take 14 ms and come at a steady rate, each from another network or all from one.
 * The process sees what came and what is done every few milliseconds, and pauses every five
 * seconds.
 * @returns how many were refused, and the 95th percentile of the others' times.
 */
async function simulate(rate: number, { networks = 1, pauseMs = 0, lumpMs = 1 }) {
  const [pauseAt, seconds] = [1_000, 20]
  const busy = new Semaphore(costLimits(2).search)
  let working: { until: number; response: ServerResponse }[] = []
  const times: number[] = []
  // Calls that are let in later read the time of then.
  let now = 0
  for (let sent = 0; now < seconds * 1000; now += lumpMs) {
    if (now % 5_000 >= pauseAt && now % 5_000 < pauseAt + pauseMs) continue
    for (const it of working) if (it.until <= now) it.response.emit('prefinish')
    working = working.filter((candidate) => candidate.until > now)
    for (; (sent * 1000) / rate <= now; sent++) {
      const came = (sent * 1000) / rate
      const response = responseOf()
      void busy.enter(String(sent % networks), response).then(
        () => {
          times.push(now + serviceMs - came)
          working.push({ until: now + serviceMs, response })
        },
        () => {},
      )
    }
    await Promise.resolve()
    await soon()
  }
  return {
    refused: busy.refused,
    p95: times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0,
  }
}

test.each([1, 1_000])(
  'after pauses of the process nobody is refused (networks: %i)',
  async (networks) => {
    // Two processors do 143 a second.
    expect((await simulate(70, { networks, pauseMs: 450 })).refused).toBe(0)
  },
)

test.each([
  [1, 1],
  [20, 1],
  [1, 1_000],
  [20, 1_000],
])(
  'at five times the load an answer takes twice the time at most, if the process looks every %i ms (networks: %i)',
  async (lumpMs, networks) => {
    const flood = await simulate(700, { networks, lumpMs })
    expect(flood.refused).toBeGreaterThan(5_000)
    expect(flood.p95).toBeLessThan(2.2 * (serviceMs + lumpMs))
  },
)
