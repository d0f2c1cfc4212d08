import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../app.ts'

test('healthz and readyz answer', async () => {
  const board = await testApp()
  onTestFinished(() => board.close())
  expect((await board.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await board.get('/readyz')).json()).toEqual({ status: 'ready' })
})

test('a server without its database is alive but not ready', async () => {
  const board = await testApp()
  onTestFinished(() => board.close())
  await board.loseDatabase()
  expect((await board.get('/healthz')).statusCode).toBe(200)
  const answer = await board.get('/readyz')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
})
