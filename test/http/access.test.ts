import { expect, onTestFinished, test } from 'vitest'
import { createBaseApp } from '#platform/server/http/app-base.ts'
import { appForTest } from '../app.ts'

async function baseApp() {
  const quiet = { logLevel: 'silent', accessLog: false } as const
  const app = await createBaseApp({
    ...quiet,
    publicUrl: 'https://board.test',
    trustedProxies: [],
    rateLimits: true,
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

test('each address of a search, a page, an upload or an export has the cost of its class', async () => {
  const board = await appForTest()
  const costOf = (call: string) =>
    board.app.routeList.find(({ method, url }) => `${String(method)} ${url}` === call)?.config?.cost
  const expected = {
    search: [
      'jobs',
      'facets',
      'job-map',
      'suggest',
      'v1/jobs',
      'v1/facets',
      'v1/suggestions',
      'v1/employers',
    ],
    read: ['jobs/:id', 'auth/user', 'v1/jobs/:id'],
    export: ['account/export', 'inbox.csv'],
  }
  for (const [cost, paths] of Object.entries(expected))
    for (const path of paths) expect([path, costOf(`GET /api/${path}`)]).toEqual([path, cost])
  const others = {
    '/jobs.rss': 'export',
    '/sitemaps/:name': 'export',
    '/jobs.xml': 'feed',
    '/*': 'page',
    '/healthz': undefined,
  }
  for (const [path, cost] of Object.entries(others))
    expect([path, costOf(`GET ${path}`)]).toEqual([path, cost])
  const posts = {
    'profile/cv': 'upload',
    'job-postings/csv': 'upload',
    'auth/login': 'password',
    'job-inquiry': 'write',
  }
  for (const [path, cost] of Object.entries(posts))
    expect([path, costOf(`POST /api/${path}`)]).toEqual([path, cost])
})
