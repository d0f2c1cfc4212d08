import { beforeEach, expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

let semaphore: Semaphore
let began: string[]
let endings: (() => void)[]

beforeEach(() => {
  semaphore = new Semaphore({ atOnce: 1, waiting: 4 })
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
    .catch((error: { code: string; retryAfterSeconds: number }) => `${error.code} ${error.retryAfterSeconds}`)

async function endAll(calls: Promise<string>[]): Promise<string[]> {
  for (let left = calls.length; left > 0; left--) {
    endings.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return Promise.all(calls)
}

test('networks take turns, and each keeps its own order', async () => {
  const calls = [call('a', 'a1'), call('a', 'a2'), call('a', 'a3'), call('b', 'b1'), call('b', 'b2')]
  await endAll(calls)
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

test('a full queue makes room for a network that waits for less', async () => {
  const calls = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((it) => call('a', it))
  calls.push(call('b', 'b1'), call('b', 'b2'), call('b', 'b3'))
  expect(await endAll(calls)).toEqual(['a1', 'a2', 'a3', ...Array<string>(3).fill('UNAVAILABLE 2'), 'b1', 'b2', 'UNAVAILABLE 2'])
  expect(semaphore.refused).toBe(4)
})

test('work that fails gives its place back', async () => {
  await expect(semaphore.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await endAll([call('a', 'next')])).toEqual(['next'])
})
