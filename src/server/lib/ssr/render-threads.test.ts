import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { RenderRequest, TextTransport } from '#shared/rendering.ts'
import { temporaryDataDir } from '#test/data-dir.ts'
import { openRenderThreads } from './render-threads.ts'

const site = { publicUrl: 'https://board.test', demo: false, contactFormUrl: null, trackerHost: null }
const nobody: TextTransport = () => Promise.reject(new Error('Nobody answers'))
const asks = (url: string, transport: TextTransport = nobody): RenderRequest => ({ url, nonce: 'n', site, now: 0, transport })

/** Renders whatever this module does, in place of the built pages. */
async function threadsFor(render: string, count = 1) {
  const folder = await temporaryDataDir()
  const file = join(folder.path, 'entry-server.mjs')
  await writeFile(
    file,
    `const wait = (ms) => new Promise((done) => setTimeout(done, ms))\nexport async function render(request) { ${render} }`,
  )
  const threads = openRenderThreads(pathToFileURL(file), count)
  onTestFinished(async () => {
    await threads.close()
    await folder.remove()
  })
  return threads
}

const html = (expression: string): string => `return { status: 200, html: ${expression}, modules: [] }`

test('each page gets the answers to its own questions', async () => {
  const threads = await threadsFor(
    `const { text } = await request.transport({ method: 'GET', url: request.url }); ${html('request.url + text')}`,
    2,
  )
  const pages = Array.from({ length: 20 }, (_, index) =>
    threads.render(asks(`/${index}`, ({ url }) => Promise.resolve({ status: 200, text: ` asked ${url} for ${index}` }))),
  )
  const texts = (await Promise.all(pages)).map((page) => page.html)
  expect(texts).toEqual(texts.map((_, index) => `/${index} asked /${index} for ${index}`))
})

test('a page that fails says why, and so does one whose data fails; the next ones come', async () => {
  const threads = await threadsFor(
    `if (request.url === '/broken') throw new Error('Broken page'); if (request.url === '/data') await request.transport({}); ${html('request.url')}`,
  )
  await expect(threads.render(asks('/broken'))).rejects.toThrow('Broken page')
  await expect(threads.render(asks('/data'))).rejects.toThrow('Nobody answers')
  expect((await threads.render(asks('/whole'))).html).toBe('/whole')
})

test('a thread that ends takes its pages with it, and another comes', async () => {
  const threads = await threadsFor(
    `if (request.url === '/end') process.exit(3); if (request.url === '/slow') await wait(60_000); ${html('request.url')}`,
  )
  for (const page of await Promise.allSettled(['/slow', '/end'].map((url) => threads.render(asks(url))))) {
    expect(page).toMatchObject({ status: 'rejected', reason: new Error('A rendering thread ended') })
  }
  expect((await threads.render(asks('/next'))).html).toBe('/next')
})

test('what cannot even start is told to each who asks', async () => {
  const threads = openRenderThreads(new URL('file:///nowhere/entry-server.mjs'), 1)
  onTestFinished(() => threads.close())
  for (const url of ['/one', '/two']) await expect(threads.render(asks(url))).rejects.toThrow('nowhere')
})

test('after the end nothing is rendered', async () => {
  const threads = await threadsFor(html('request.url'))
  expect((await threads.render(asks('/'))).html).toBe('/')
  await threads.close()
  await expect(threads.render(asks('/'))).rejects.toThrow('no rendering thread')
})
