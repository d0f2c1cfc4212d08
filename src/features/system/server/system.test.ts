import { sql } from 'kysely'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { signInForFile } from '#test/sign-in.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { addSample, type NodeSample } from './queries.ts'
import { checkDependency } from './routes.ts'

const board = appForFile({
  env: {
    SMTP_URL: `smtp://mailer:hidden-word@127.0.0.1:${await freePort()}`,
    APIFY_TOKEN: 'hidden-word',
    METRICS_TOKEN: 'a hidden-word of the monitor',
  },
})
const admin = signInForFile(board, 'admin')

const read = async () => (await admin.get('/api/admin/system')).json<ResponseOf<'GET /api/admin/system'>>()

test('the figures count this node’s requests before its first sample is stored', async () => {
  await board.get('/api/jobs')
  await board.get('/nothing-here-at-all')
  const { nodes, day } = await read()

  expect(nodes).toEqual([expect.objectContaining({ isThis: true, version: expect.stringMatching(/^\d+\.\d+\.\d+/) })])
  expect(day).toHaveLength(96)
  expect(day.at(-1)?.requests).toBeGreaterThanOrEqual(2)
  expect(day.at(-1)?.p95Ms).toBeGreaterThan(0)
})

test('the figures count what is refused before it is handled', async () => {
  const url = await board.app.listen()
  const refusedOf = async () => (await read()).day.reduce((sum, point) => sum + point.refused, 0)
  const before = await refusedOf()
  const lock = await board.db.startTransaction().execute()
  await sql`lock table jobs, segments in access exclusive mode`.execute(lock)
  const crowd = Array.from({ length: 20 * availableParallelism() }, (_, n) => fetch(`${url}/api/jobs?keyword=word${n}`))
  // Beyond four processors it is the limit of one address.
  const refusals = [429, 503]
  expect(refusals).toContain((await Promise.race(crowd)).status)
  await lock.rollback().execute()
  const refused = (await Promise.all(crowd)).filter(({ status }) => refusals.includes(status))
  await expect.poll(refusedOf).toBe(before + refused.length)
})

test('samples of all nodes make the day: counts and memory are summed, times are the highest', async () => {
  const at = new Date(Date.now() - 3 * 60 * 60_000)
  const before = await read()
  await addSample(board.db, { ...quiet, node: 'one', at, p95Ms: 40 })
  await addSample(board.db, { ...quiet, node: 'two', at, p95Ms: 90 })
  const { nodes, day } = await read()

  expect(nodes.map((node) => node.node)).toEqual(expect.arrayContaining(['one', 'two']))
  const [was, is] = [before.day, day].map((points) => points.find((point) => point.p95Ms === 90))
  expect(was).toBeUndefined()
  expect(is).toMatchObject({ requests: 20, cached: 10, refused: 2, memoryMb: 600 })
})

test('a stored sample deletes those of more than a day ago, of every node', async () => {
  await addSample(board.db, { ...quiet, node: 'old', at: new Date(Date.now() - 26 * 60 * 60_000) })
  await addSample(board.db, { ...quiet, node: 'new', at: new Date() })
  const { rows } = await sql<{ node: string }>`select node from node_samples where node in ('old', 'new')`.execute(board.db)
  expect(rows).toEqual([{ node: 'new' }])
})

test('a dependency that does not answer is down, one that no setting names is not used', async () => {
  const { dependencies } = await read()
  const inState = (wanted: string) => dependencies.filter((it) => it.state === wanted).map((dependency) => dependency.name)
  expect(inState('up')).toEqual(['PostgreSQL', 'Files'])
  expect(inState('down')).toEqual(['Mail server'])
  expect(inState('unused')).toEqual(['Replicas', 'Bounce mailbox', 'ClamAV'])
})

test('a dependency that says nothing is down after two seconds', async () => {
  const mute = { name: 'Mute', check: () => new Promise<string>(() => {}) }
  expect(await checkDependency(mute)).toMatchObject({ state: 'down', detail: 'no answer within 2 s' })
})

test('settings are shown, secrets and passwords are not', async () => {
  const { settings, ...others } = await read()
  const valueOf = (name: string) => settings.find((setting) => setting.name === name)?.value
  expect(JSON.stringify([settings, others])).not.toContain('hidden-word')
  expect(JSON.stringify(settings)).not.toContain('x'.repeat(32))
  expect(valueOf('SECRET')).toBe('•••')
  expect(valueOf('SMTP_URL')).toMatch(/^smtp:\/\/•••@127\.0\.0\.1:\d+$/)
  expect(valueOf('PUBLIC_URL')).toBe('https://board.test')
  expect(settings.find((setting) => setting.name === 'CACHE_MB')).toMatchObject({ value: '128', isDefault: true })
})

const counts = { requests: 10, cached: 5, failed: 0, refused: 1 }
const load = { p50Ms: 1, p95Ms: 2, memoryMb: 300, cpuPercent: 5 }
const quiet: Omit<NodeSample, 'node' | 'at'> = { version: '1.0.0', startedAt: new Date(0), ...counts, ...load }
