import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { RenderRequest, TextTransport } from '#shared/rendering.ts'
import { folderForTest } from '#test/for-test.ts'
import { openRenderThreads } from './render-threads.ts'

const site = {
  publicUrl: 'https://board.test',
  demo: false,
  contactFormUrl: null,
  trackerHost: null,
  retentionDays: { inquiries: 1, idleCvs: 1, auditAddresses: 1, mails: 1, closedJobs: 1 },
  landingMinJobs: 5,
}
const nobody: TextTransport = () => Promise.reject(new Error('Nobody answers'))
const asks = (url: string, transport: TextTransport = nobody): RenderRequest => ({
  url,
  site,
  now: 0,
  transport,
})

const headTags = '<script type="module" fetchpriority="low" src="/entry.js"></script>'
const manifest = { 'src/app/web/entry-client.tsx': { file: 'entry.js' } }

/** Renders whatever this function does, in place of the built pages. */
async function threadsFor(render: string, count = 1) {
  const dist = await folderForTest()
  await mkdir(join(dist, 'client/.vite'), { recursive: true })
  await writeFile(join(dist, 'client/.vite/manifest.json'), JSON.stringify(manifest))
  await mkdir(join(dist, 'server'))
  await writeFile(join(dist, 'server/package.json'), '{ "type": "module" }')
  await writeFile(
    join(dist, 'server/entry-server.js'),
    `export async function render(request) { ${render} }`,
  )
  const threads = openRenderThreads({ dist, brandStyle: '' }, count)
  onTestFinished(() => threads.close())
  return {
    close: () => threads.close(),
    async htmlOf(url: string, transport?: TextTransport) {
      const page = await threads.render(asks(url, transport), '')
      return gunzipSync(page.gzip).toString().replace(headTags, '')
    },
  }
}

const html = (expression: string): string =>
  `return { status: 200, html: [${expression}], modules: [] }`

test('each page gets the answers to its own questions', async () => {
  const threads = await threadsFor(
    `const { text } = await request.transport({ method: 'GET', url: request.url }); ${html('request.url + text')}`,
    2,
  )
  const pages = Array.from({ length: 20 }, (_, index) =>
    threads.htmlOf(`/${index}`, ({ url }) =>
      Promise.resolve({ status: 200, text: ` asked ${url} for ${index} äöü` }),
    ),
  )
  const texts = await Promise.all(pages)
  expect(texts).toEqual(texts.map((_, index) => `/${index} asked /${index} for ${index} äöü`))
})

test('a page that fails says why, and so does one whose data fails; the next ones come', async () => {
  const threads = await threadsFor(
    `if (request.url === '/broken') throw new Error('Broken page'); if (request.url === '/data') await request.transport({}); ${html('request.url')}`,
  )
  await expect(threads.htmlOf('/broken')).rejects.toThrow('Broken page')
  await expect(threads.htmlOf('/data')).rejects.toThrow('Nobody answers')
  expect(await threads.htmlOf('/whole')).toBe('/whole')
})

test('a thread that ends takes its pages with it, and another comes', async () => {
  const threads = await threadsFor(
    `if (request.url === '/end') process.exit(3); if (request.url === '/never') await new Promise(() => {}); ${html('request.url')}`,
  )
  for (const page of await Promise.allSettled(
    ['/never', '/end'].map((url) => threads.htmlOf(url)),
  )) {
    expect(page).toMatchObject({
      status: 'rejected',
      reason: new Error('A thread ended'),
    })
  }
  expect(await threads.htmlOf('/next')).toBe('/next')
})

test('what cannot even start is told to each who asks', async () => {
  const threads = openRenderThreads({ dist: '/nowhere', brandStyle: '' }, 1)
  onTestFinished(() => threads.close())
  for (const url of ['/one', '/two'])
    await expect(threads.render(asks(url), '')).rejects.toThrow('nowhere')
})

test('after the end nothing is rendered', async () => {
  const threads = await threadsFor(html('request.url'))
  expect(await threads.htmlOf('/')).toBe('/')
  await threads.close()
  await expect(threads.htmlOf('/')).rejects.toThrow('no rendering thread')
})
