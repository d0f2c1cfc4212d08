import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { BoundedStreams } from './bounded-streams.ts'

afterEach(() => vi.useRealTimers())

/** Longer than a stream's buffer. */
async function* longText() {
  for (let piece = 0; piece < 10; piece++) yield 'x'.repeat(200_000)
}

async function* brokenText() {
  yield 'the beginning'
  throw new Error('the database is gone')
}

test('a text comes whole, and its place is free again', async () => {
  const streams = new BoundedStreams(1)
  const stream = streams.open(longText())
  let length = 0
  for await (const chunk of stream) length += (chunk as Buffer).length
  expect(length).toBe(2_000_000)
  expect(streams.isFull).toBe(false)
})

test('a client that leaves early frees the place', async () => {
  const streams = new BoundedStreams(1)
  const stream = streams.open(longText())
  await once(stream, 'readable')
  stream.read()
  expect(streams.isFull).toBe(true)
  stream.destroy()
  await expect.poll(() => streams.isFull).toBe(false)
})

test('a text that breaks off says so, and frees the place', async () => {
  const streams = new BoundedStreams(1)
  await expect(streams.open(brokenText()).toArray()).rejects.toThrow('the database is gone')
  expect(streams.isFull).toBe(false)
})

test('a client that reads nothing for a minute is disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const streams = new BoundedStreams(1)
  const stream = streams.open(longText())
  const broken = once(stream, 'error')
  await once(stream, 'readable')
  stream.read(1)
  vi.advanceTimersByTime(59_000)
  expect(stream.destroyed).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(await broken).toMatchObject([{ message: 'The client is idle' }])
  await expect.poll(() => streams.isFull).toBe(false)
})
