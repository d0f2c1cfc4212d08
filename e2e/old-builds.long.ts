import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { copyCluster } from '#test/kept-cluster.ts'
import { cleanup, nodeServer } from '#test/cluster/servers.ts'
import { filledForms, openForm, type FilledForm } from './filled-forms.ts'
import { field, fillIn } from './forms.ts'

/*
 * Tabs that stay open while the site is built and started anew. Two deploys later the site still
 * has the files of their build; after the third it has them no longer.
 */

test.setTimeout(20 * 60_000)

test.afterAll(() => cleanup.disposeAsync())

/** A real build of a change that all pages load. @returns what it loads on demand. */
function build(sources: string, count: number): string[] {
  const changed = readFileSync('src/app/web/app.tsx', 'utf8').replace(
    'You are offline',
    `You are offline ${count}`,
  )
  writeFileSync(join(sources, 'src/app/web/app.tsx'), changed)
  const options = { cwd: sources, env: { ...process.env, NODE_ENV: 'production' } }
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], options)
  const manifest = readFileSync(join(sources, 'dist/client/.vite/manifest.json'), 'utf8')
  return Object.values(
    JSON.parse(manifest) as Record<string, { file: string; isDynamicEntry?: boolean }>,
  ).flatMap(({ file, isDynamicEntry }) => (isDynamicEntry ? [`/${file}`] : []))
}

async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'old-builds-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  // PostgreSQL runs as another user, who has to pass through.
  chmodSync(folder, 0o711)
  const sources = join(folder, 'sources')
  mkdirSync(sources)
  const copy = 'git ls-files -coz --exclude-standard | xargs -0 cp --parents -t "$0"'
  execFileSync('sh', ['-c', copy, sources])
  symlinkSync(resolve('node_modules'), join(sources, 'node_modules'))
  const lazy = build(sources, 1)
  await copyCluster(join(folder, 'node'))
  const server = await nodeServer(folder, 'node', {}, { demo: true, sources })
  const password = () =>
    /admin@demo\.example +(\S+)/.exec(readFileSync(join(folder, 'node.log'), 'utf8'))?.[1]
  await expect.poll(password).toBeDefined()
  process.env['E2E_DEMO_PASSWORD'] = password() ?? ''
  async function deploy(count: number): Promise<void> {
    await server.stop()
    const same = build(sources, count).filter((file) => lazy.includes(file))
    expect(same.length).toBeLessThan(lazy.length / 2)
    await server.start()
  }
  return { origin: server.origin, lazy, deploy }
}

/** Loads files as the page itself would. @returns those that do not come. */
const missing = (page: Page, files: readonly string[]): Promise<string[]> =>
  page.evaluate(async (all) => {
    const results = await Promise.allSettled(all.map((file) => import(file) as Promise<unknown>))
    return all.filter((_, index) => results[index]?.status === 'rejected')
  }, files)

async function visitEach(browser: Browser, baseURL: string) {
  const tabs = []
  for (const [name, filled] of Object.entries(filledForms)) {
    const page = await (await browser.newContext({ baseURL })).newPage()
    await filled.visit(page)
    tabs.push({ name, filled, page })
  }
  return tabs
}

async function fillEach(page: Page, filled: FilledForm) {
  const { typed, rest, secret, submit } = filled
  const form = await openForm(page, filled)
  const password = { ...(secret && { [secret]: process.env['E2E_DEMO_PASSWORD'] ?? '' }) }
  await fillIn(form, { ...typed, ...rest, ...password })
  return {
    async isThere() {
      for (const [label, text] of Object.entries(typed))
        await expect(field(form, label)).toHaveValue(text)
    },
    /** @returns the status of the answer. */
    async save() {
      const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await form.getByRole('button', { name: submit, exact: true }).click()
      return (await saved).status()
    },
  }
}

test('tabs of a build load its parts and save their forms two deploys later, and keep and save what was typed after three', async ({
  browser,
}) => {
  const { origin, lazy, deploy } = await startSite()
  expect(lazy.length).toBeGreaterThan(50)
  const kept = await visitEach(browser, origin)
  const gone = await visitEach(browser, origin)
  const forms = new Map<string, Awaited<ReturnType<typeof fillEach>>>()
  for (const { name, filled, page } of gone) forms.set(name, await fillEach(page, filled))

  await deploy(2)
  await deploy(3)
  for (const { name, filled, page } of kept) {
    await test.step(`${name}, two deploys later`, async () => {
      const form = await fillEach(page, filled)
      expect(await missing(page, lazy)).toEqual([])
      await form.isThere()
      expect(await form.save()).toBeLessThan(300)
      await expect(page.getByText('We could not show this page')).toHaveCount(0)
    })
  }

  await deploy(4)
  for (const { name, page } of gone) {
    await test.step(`${name}, three deploys later`, async () => {
      expect((await missing(page, lazy)).length).toBeGreaterThan(lazy.length / 2)
      await forms.get(name)?.isThere()
      expect(await forms.get(name)?.save()).toBeLessThan(300)
      await expect(page.getByText('We could not show this page')).toHaveCount(0)
    })
  }
})
