import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { drainOf } from '#platform/server/http/health.ts'
import { keepBuild } from '#platform/server/ssr/assets.ts'
import { appForFile, appForTest } from '../app.ts'
import { jobRow } from '../factories.ts'
import { folderForTest } from '../for-test.ts'

const job = jobRow()
const board = appForFile({ jobs: [job, ...Array.from({ length: 20 }, () => jobRow())] })

test.each(
  '/ /jobs /auth /employer/widget /widget/ /api/jobs /api/nothing-here /robots.txt /favicon.svg /healthz'.split(
    ' ',
  ),
)('%s carries the headers that protect it', async (url) => {
  const { headers } = await board.get(url)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': expect.stringContaining('max-age='),
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('set-cookie')
})

test.each(['/', '/jobs', `/jobs/${job.id}`, '/account', '/nothing-here'])(
  '%s runs only scripts of its own, and in the page only what the policy names by its hash',
  async (url) => {
    const { body, headers } = await board.get(url)
    const policy = String(headers['content-security-policy'])
    const sources = (name: string) => new RegExp(`(?:^|; )${name} ([^;]+)`).exec(policy)?.[1]
    const texts = (tag: string) => [
      ...body.matchAll(
        new RegExp(`<${tag}(?![^>]*(?: src=|type="application))[^>]*>([^]*?)</${tag}>`, 'g'),
      ),
    ]
    const hashesOf = (tag: string) =>
      texts(tag).map(
        ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      )
    expect(hashesOf('script')).toHaveLength(1)
    expect(sources('script-src')).toBe(["'self'", ...hashesOf('script')].join(' '))
    expect(sources('style-src')).toBe(["'self'", ...hashesOf('style')].join(' '))
    for (const [, src = ''] of body.matchAll(/<script[^>]* src="([^"]+)"/g))
      expect(src).toMatch(/^\/assets\//)
    expect(body).not.toMatch(/nonce|\son\w+="/)
  },
)

test('a page is the same bytes for every visitor', async () => {
  const zipped = { 'accept-encoding': 'gzip' }
  const [one, other] = [
    await board.get('/jobs', zipped),
    await board.get('/jobs', { ...zipped, cookie: 'signed_in=1' }),
  ]
  expect(other.rawPayload.equals(one.rawPayload)).toBe(true)
  expect(other.headers).toMatchObject({
    etag: one.headers.etag,
    'cache-control': expect.stringContaining('s-maxage='),
  })
})

test.each(['/', '/jobs', `/jobs/${job.id}`, '/api/jobs', `/api/jobs/${job.id}`, '/api/facets'])(
  '%s is sent once to who names what they have',
  async (url) => {
    const first = await board.get(url)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"/)

    const again = await board.get(url, { 'if-none-match': etag })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
    for (const name of ['cache-control', 'content-security-policy'])
      expect(again.headers[name]).toBe(first.headers[name])
    expect((await board.get(url, { 'if-none-match': 'W/"another"' })).statusCode).toBe(200)
  },
)

test.each(['/', '/jobs', '/api/jobs'])('%s is compressed for who understands it', async (url) => {
  const plain = await board.get(url)
  const zipped = await board.get(url, { 'accept-encoding': 'gzip' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: expect.stringContaining('accept-encoding'),
  })
  const text = gunzipSync(zipped.rawPayload).toString()
  expect(text.length).toBe(plain.body.length)
  expect(zipped.rawPayload.length).toBeLessThan(text.length / 2)
})

test.each([
  '/',
  '/jobs',
  `/jobs/${job.id}`,
  '/api/jobs',
  '/sitemap.xml',
  '/robots.txt',
  '/healthz',
])('HEAD %s answers as GET does, without the body', async (url) => {
  const type = (await board.get(url)).headers['content-type']
  const head = await board.app.inject({ method: 'HEAD', url })
  expect(head).toMatchObject({ statusCode: 200, body: '', headers: { 'content-type': type } })
})

test('built files are cached forever; a page of another version gets the styles of this one, which nobody keeps under that name', async () => {
  const { body } = await board.get('/')
  const fileOf = (attribute: string, ending: string) =>
    board.get(new RegExp(`${attribute}="(/assets/[^"]+\\.${ending})"`).exec(body)?.[1] ?? '')
  const forever = 'public, max-age=31536000, immutable'
  const [script, styles] = [await fileOf('src', 'js'), await fileOf('href', 'css')]
  expect(script.headers).toMatchObject({
    'cache-control': forever,
    'content-type': expect.stringMatching(/javascript/),
  })
  expect(styles.headers).toMatchObject({
    'cache-control': forever,
    'content-type': expect.stringContaining('text/css'),
  })
  const other = await board.get('/assets/shared-00000000.css')
  expect(other).toMatchObject({ statusCode: 200, body: styles.body })
  expect(other.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': styles.headers['content-type'],
  })
  expect((await board.get('/assets/shared-00000000.js')).statusCode).toBe(404)
})

test('files of the two builds before come from the file store, and of older ones no more', async () => {
  const keep = async (name: string) => {
    const folder = await folderForTest()
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'assets', name), `// ${name}`)
    await keepBuild(board.storage, folder)
  }
  const statuses = async (...builds: number[]) => {
    const found = []
    for (const n of builds) found.push((await board.get(`/assets/page-0000000${n}.js`)).statusCode)
    return found
  }
  await keep('page-00000001.js')
  const kept = await board.get('/assets/page-00000001.js')
  expect(kept).toMatchObject({ statusCode: 200, body: '// page-00000001.js' })
  expect(kept.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  })
  await keep('page-00000002.js')
  await keep('page-00000003.js')
  expect(await statuses(4, 3, 2, 1)).toEqual([404, 200, 200, 200])
  await keep('page-00000004.js')
  expect(await statuses(4, 3, 2, 1)).toEqual([200, 200, 200, 404])
})

test('whom to tell about a weakness is said where programs look for it, for half a year', async () => {
  const { statusCode, headers, body } = await board.get('/.well-known/security.txt')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m)
  expect(body).toContain('Canonical: https://board.test/.well-known/security.txt')
  const days =
    (Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '') - Date.now()) / (24 * 60 * 60_000)
  expect(days).toSatisfy((value: number) => value > 170 && value < 181)
})

test('TRACE, folders and source control are not served, and pages with a token send no referrer', async () => {
  expect((await board.app.inject({ method: 'TRACE' as 'GET', url: '/' })).statusCode).toBe(404)
  for (const path of ['/assets/', '/.git/config', '/package.json', '/assets/../package.json'])
    expect((await board.get(path)).statusCode, path).toBe(404)
  for (const path of [
    '/employers/manage',
    '/inquiry-cv',
    '/auth/reset',
    '/alerts/confirm',
    '/unsubscribe',
  ])
    expect((await board.get(`${path}?token=secret`)).headers['referrer-policy'], path).toBe(
      'no-referrer',
    )
})

test('files over one connection leave no warning of a leak', async () => {
  const node = await appForTest()
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  drainOf(node.app)
  const url = await node.app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const asset = /\/assets\/[^"]+\.js/.exec((await node.get('/jobs')).body)?.[0] ?? ''
  for (const path of [asset, '/favicon.svg', '/favicon.ico']) {
    for (const coding of ['identity', 'br', 'gzip']) {
      const asked = get(url + path, { agent, headers: { 'accept-encoding': coding } })
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      expect(answer.statusCode, path).toBe(200)
      await once(answer.resume(), 'end')
    }
  }
  expect(warnings).toEqual([])
})
