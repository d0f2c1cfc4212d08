import fastify from 'fastify'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { drainOf } from './health.ts'

test('a server that stops sends its answers to the end, also to a slow reader, and does not wait for idle connections', async () => {
  const app = fastify({ forceCloseConnections: 'idle' })
  app.decorate('lifecycle', { stopping: false })
  // More than the kernel's buffers take.
  const size = 32 * 1024 * 1024
  app.get('/', () => Buffer.alloc(size))
  app.get('/small', () => 'x')
  const drain = drainOf(app)
  const url = await app.listen()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = async (path: string) =>
    ((await once(get(url + path, { agent }), 'response')) as [IncomingMessage])[0]
  const silent = connect((app.server.address() as AddressInfo).port)
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  const [slow, quick] = [await ask('/'), await ask('/small')]
  await once(quick.resume(), 'end')

  const ended = drain(0)
  let read = 0
  await expect.poll(() => app.server.listening).toBe(false)
  for await (const part of slow) read += (part as Buffer).length
  await ended

  expect(read).toBe(size)
  expect(app.lifecycle.stopping).toBe(true)
})
