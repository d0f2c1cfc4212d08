import { expect, test } from 'vitest'
import { jobRow } from '../factories.ts'
import { appForTest } from '../app.ts'
import { asVisitor } from '../sign-in.ts'

test('without the database, pages and answers that are cached are sent as possibly outdated, and everything else is a 503', async () => {
  const board = await appForTest({ jobs: [jobRow({ title: 'Neurologist in Boise' })] })
  const cached = ['/jobs', '/api/jobs?keyword=neurologist']
  // Nothing is cached before the node hears of changes.
  await expect
    .poll(async () => (await board.get('/jobs')).payload)
    .toContain('Neurologist in Boise')
  for (const url of cached) expect((await board.get(url)).statusCode).toBe(200)

  await board.loseDatabase()

  for (const url of cached) {
    const answer = await board.get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.payload).toContain('Neurologist in Boise')
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      warning: '110 - "Response is Stale"',
    })
  }
  expect((await board.get('/jobs')).payload).toContain(
    'This page was saved earlier and may be out of date.',
  )
  for (const url of [
    '/jobs?keyword=cardiology',
    '/api/jobs?keyword=cardiology',
    '/api/facets?state=TX',
    '/api/suggest?q=cardio',
  ]) {
    const answer = await board.get(url)
    expect(answer, url).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
    if (url.startsWith('/api'))
      expect(Object.keys(answer.json<object>())).toEqual(['success', 'error', 'code', 'requestId'])
    else expect(answer.body).toContain('Failed to load job listings. Please try again.')
    expect(answer.body).not.toMatch(/driver|kysely|stack trace|select \S+ from/i)
  }
  const login = await asVisitor(board).post('/api/auth/login', {
    email: 'ana@example.org',
    password: 'a long password',
  })
  expect([login.statusCode, login.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }])
})
