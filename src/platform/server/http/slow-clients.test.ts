import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutSlowClients } from './slow-clients.ts'

/** More than the kernel takes from us while nobody reads. */
const answer = Buffer.alloc(20_000_000, 'x')

const server = createServer((request, response) => {
  // A slow handler is not the client's fault.
  if (request.url === '/thinks') globalThis.setTimeout(() => response.end('done'), 1_500)
  else request.resume().once('end', () => response.end(request.url === '/large' ? answer : 'read'))
})
cutSlowClients(server, { checkMs: 50, graceMs: 400, bytesPerSecond: 10_000_000 })
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function open(head: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`${head}\r\nhost: board.test\r\n`)
  return socket
}

test('a body that comes byte by byte, and an answer that nobody reads, end with their connection', async () => {
  const sender = open('POST / HTTP/1.1')
  sender.write('content-length: 1000\r\n\r\n')
  const dripping = setInterval(() => sender.write('x'), 50)
  const reader = open('GET /large HTTP/1.1')
  reader.write('\r\n')

  await new Promise((resolve) => sender.resume().once('close', resolve))
  await expect.poll(count, { timeout: 10_000 }).toBe(0)

  clearInterval(dripping)
  reader.destroy()
  function count() {
    return new Promise((resolve) => server.getConnections((_, connections) => resolve(connections)))
  }
})

test('clients that wait for us, or read a large answer at once, are answered', async () => {
  const { port } = server.address() as AddressInfo
  const read = async (path: string) =>
    (await (await fetch(`http://127.0.0.1:${port}/${path}`)).arrayBuffer()).byteLength
  // Neither waits for the other: on a busy machine that would be slow reading.
  expect(await Promise.all([read('thinks'), read('large')])).toEqual([4, answer.length])
})
