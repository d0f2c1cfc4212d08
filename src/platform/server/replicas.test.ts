import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { Replicas } from './replicas.ts'

test('without replicas nobody asks the primary, and nothing is read elsewhere', async () => {
  let connections = 0
  const primary = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(primary, 'listening')
  onTestFinished(() => void primary.close())
  const { port } = primary.address() as { port: number }
  const replicas = new Replicas({ host: '127.0.0.1', port }, [])
  expect(await replicas.start()).toEqual([])
  expect([replicas.canRead, replicas.statuses, connections]).toEqual([false, [], 0])
  await replicas.close()
})
