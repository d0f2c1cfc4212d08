import { expect, onTestFinished, test } from 'vitest'
import { createBaseApp } from '#platform/server/http/app-base.ts'

async function baseApp() {
  const app = await createBaseApp({
    logLevel: 'silent',
    publicUrl: 'https://board.test',
    trustedProxies: [],
    accessLog: false,
    rateLimits: true,
    redisUrl: undefined,
  })
  onTestFinished(() => app.close())
  return app
}

test('the server does not start with a route without access', async () => {
  const app = await baseApp()
  app.get('/open', { config: { access: 'public' } }, () => ({}))
  app.get('/forgotten', () => ({}))
  await expect(app.ready()).rejects.toThrow('GET /forgotten')
})

test('other callers are refused', async () => {
  const app = await baseApp()
  app.get('/mine', { config: { access: 'signed-in' } }, () => ({}))
  app.get('/theirs', { config: { access: ['admin'] } }, () => ({}))
  for (const url of ['/mine', '/theirs']) {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', error: 'Please log in.' })
  }
})
