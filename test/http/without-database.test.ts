import { expect, test } from 'vitest'
import { jobRow } from '../factories.ts'
import { appForTest } from '../app.ts'

test('without the database, pages and answers that are cached are sent as possibly outdated, and everything else is a 503', async () => {
  const board = await appForTest({ jobs: [jobRow({ title: 'Neurologist in Boise' })] })
  const cached = ['/jobs', '/api/jobs?keyword=neurologist']
  // Nothing is cached before the node hears of changes.
  await expect.poll(async () => (await board.get('/jobs')).payload).toContain('Neurologist in Boise')
  for (const url of cached) expect((await board.get(url)).statusCode).toBe(200)

  await board.loseDatabase()

  for (const url of cached) {
    const answer = await board.get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.payload).toContain('Neurologist in Boise')
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', warning: '110 - "Response is Stale"' })
  }
  expect((await board.get('/jobs')).payload).toContain('This page was saved earlier and may be out of date.')
  for (const url of ['/jobs?keyword=cardiology', '/api/jobs?keyword=cardiology']) {
    const answer = await board.get(url)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
  }
  const login = await board.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'ana@example.org', password: 'a long password' },
  })
  expect(login.statusCode).toBe(503)
  expect(login.json()).toMatchObject({ code: 'UNAVAILABLE' })
})
