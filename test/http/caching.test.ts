import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { JobsTables } from '#features/jobs/server/tables.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { withQuery } from '#shared/paths.ts'
import type { Db } from '#platform/server/database.ts'
import { appForTest, type TestApp } from '../app.ts'
import { addJobs, jobRow } from '../factories.ts'

const listOf = (specialty: Specialty): string => withQuery('/api/jobs', { specialty })
const cardiology = listOf('Cardiology')
const psychiatry = listOf('Psychiatry')

/** A change that nobody is told of: an answer that shows it anyway was worked out anew. */
async function retitleInSecret(db: Db, title: string, specialty?: Specialty): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`update jobs set title = ${title} where specialty = ${specialty ?? sql`specialty`}`.execute(
      transaction,
    )
  })
}

const titlesOf = async ({ get }: TestApp, url: string) =>
  (await get(url)).json<{ jobs: { title: string }[] }>().jobs.map((job) => job.title)

/**
 * From when changes are heard, answers are kept. The search must find a job of the specialty, which
 * has another title afterwards.
 */
async function answersAreKept(
  app: TestApp,
  specialty: Specialty = 'Cardiology',
  url = listOf(specialty),
): Promise<void> {
  expect(await titlesOf(app, url)).not.toEqual([])
  let round = 0
  await expect
    .poll(async () => {
      const before = await titlesOf(app, url)
      await retitleInSecret(app.db, `Title of round ${round++}`, specialty)
      return (await titlesOf(app, url)).join() === before.join()
    })
    .toBe(true)
}

test('a job that is changed, moved or deactivated is shown as it is now, on every node, also to who holds a page of before', async () => {
  const job = jobRow({ title: 'Before' })
  const first = await appForTest({ jobs: [job] })
  const nodes = [first, await first.anotherNode()]
  for (const node of nodes) await answersAreKept(node)
  const change = (to: object) =>
    first.db.withTables<JobsTables>().updateTable('jobs').set(to).where('id', '=', job.id).execute()
  // An id may be written in capitals, too.
  const inCapitals = ['/api/jobs', '/api/v1/jobs'].map((path) => `${path}/${job.id.toUpperCase()}`)
  const urls = [cardiology, `/api/jobs/${job.id}`, `/jobs/${job.id}`, '/jobs', ...inCapitals]
  const showing = async (title: string) =>
    (await Promise.all(nodes.flatMap((node) => urls.map((url) => node.get(url))))).every(
      ({ body }) => body.includes(title),
    )
  await change({ title: 'Before' })
  await expect.poll(() => showing('Before')).toBe(true)
  const etag = String((await first.get('/jobs')).headers.etag)
  const again = async () => (await first.get('/jobs', { 'if-none-match': etag })).statusCode
  expect(await again()).toBe(304)

  await change({ title: 'After' })
  await expect.poll(() => showing('After')).toBe(true)
  expect(await again()).toBe(200)

  await change({ specialty: 'Psychiatry', title: 'Moved' })
  for (const node of nodes) {
    await expect.poll(() => titlesOf(node, cardiology)).toEqual([])
    expect(await titlesOf(node, psychiatry)).toEqual(['Moved'])
  }

  await change({ status: 'inactive' })
  for (const node of nodes) {
    // The list was kept, so an empty one says that the node has heard of the change.
    await expect.poll(() => titlesOf(node, psychiatry)).toEqual([])
    expect((await node.get(`/api/jobs/${job.id}`)).statusCode).toBe(410)
    expect((await node.get(`/jobs/${job.id}`)).statusCode).toBe(410)
    expect((await node.get('/jobs')).body).not.toContain(job.id)
  }
})

test('no page of a search shows what has been taken down, nor how a job was before', async () => {
  const row = (minute: number) =>
    jobRow({ title: `Minute ${minute}`, posted_at: new Date(minute * 60_000) })
  const rows = Array.from({ length: 50 }, (_, index) => row(index))
  const it = await appForTest({ jobs: [...rows, jobRow({ specialty: 'Psychiatry' })] })
  await answersAreKept(it, 'Psychiatry')
  const idAt = (index: number) => rows[index]?.id ?? ''
  const changes = [
    [[48, 20, 3], sql`update jobs set status = 'inactive'`],
    [[46], sql`update jobs set title = 'New title'`],
    [[21, 1], sql`delete from jobs`],
  ] as const
  const pages = [1, 2, 3].map((page) => `${cardiology}&page=${page}`)
  const shown = async () => (await Promise.all(pages.map((url) => titlesOf(it, url)))).flat()
  for (const [minutes, change] of changes) {
    const gone = minutes.map((minute) => `Minute ${minute}`)
    expect(await shown()).toEqual(expect.arrayContaining(gone))
    await sql`${change} where id = any(${minutes.map(idAt)}::uuid[])`.execute(it.db)
    await expect
      .poll(async () => (await shown()).filter((title) => gone.includes(title)))
      .toEqual([])
  }
  await sql`update jobs set status = 'inactive' where specialty = 'Cardiology'`.execute(it.db)
  await expect.poll(shown).toEqual([])
})

test('a change of very many jobs at once is heard', async () => {
  const it = await appForTest({ jobs: Array.from({ length: 201 }, () => jobRow()) })
  await answersAreKept(it)
  await sql`update jobs set title = 'All of them'`.execute(it.db)
  await expect
    .poll(async () => new Set(await titlesOf(it, cardiology)))
    .toEqual(new Set(['All of them']))
})

test('what was cached before changes could not be heard is not sent afterwards', async () => {
  const it = await appForTest({ jobs: [jobRow()] })
  await answersAreKept(it)
  await retitleInSecret(it.db, 'Missed')
  expect(await titlesOf(it, cardiology)).not.toEqual(['Missed'])
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'
  `.execute(it.db)
  await expect.poll(() => titlesOf(it, cardiology)).toEqual(['Missed'])
  await answersAreKept(it)
})

/** Stops the monotonic clock; the function returned moves it by seconds. */
function stopClock(): (seconds: number) => void {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (seconds) => void (now += seconds * 1000)
}

test('a page that expires is rendered anew if its data changed, and after an hour', async () => {
  const job = jobRow({ title: 'Oldcomer' })
  const it = await appForTest({ jobs: [job] })
  await answersAreKept(it, 'Cardiology', '/api/jobs?state=TX')
  const pass = stopClock()
  pass(31)
  // A page carries the time of its rendering, so equal bytes were rendered once.
  const first = await it.get('/jobs')
  const page = async () => (await it.get('/jobs')).body
  pass(31)
  expect(await page()).toBe(first.body)
  expect((await it.get('/jobs', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(
    304,
  )

  await addJobs(it.db, [jobRow({ title: 'Newcomer', posted_at: new Date() })])
  pass(29)
  expect(await page()).toBe(first.body)
  pass(2)
  const second = await page()
  expect(second).toContain('Newcomer')
  pass(31)
  expect(await page()).toBe(second)

  pass(3600)
  expect(await page()).not.toBe(second)
  pass(31)
  await sql`update jobs set title = 'Edited' where id = ${job.id}`.execute(it.db)
  await expect.poll(page).toContain('Edited')
})

test('a list is half a minute old at most, and a total alone five minutes', async () => {
  const it = await appForTest({ jobs: [jobRow()] })
  await answersAreKept(it)
  const found = async (limit: number) =>
    (await it.get(`${cardiology}&limit=${limit}`)).json<{
      jobs: unknown[]
      total: number
      totalPages: number
    }>()
  const page = async () => (await it.get('/jobs?specialty=Cardiology&minPay=900000')).body
  const pass = stopClock()
  pass(31)
  expect(await page()).toContain('1 job<')
  expect([await found(0), await found(1)]).toMatchObject([
    { jobs: [], total: 1, totalPages: 0 },
    { total: 1, totalPages: 1 },
  ])
  await addJobs(it.db, [jobRow()])
  pass(31)
  expect([await found(0), await found(1)]).toMatchObject([{ total: 1 }, { total: 2 }])
  expect(await page()).toContain('2 jobs<')
  pass(300)
  expect(await found(0)).toMatchObject({ total: 2 })
})

test('with caches off every answer is worked out anew', async () => {
  const it = await appForTest({ env: { CACHE: 'off' }, jobs: [jobRow()] })
  for (const title of ['One', 'Two']) {
    await retitleInSecret(it.db, title)
    expect(await titlesOf(it, cardiology)).toEqual([title])
    expect((await it.get('/jobs')).body).toContain(`>${title}</a>`)
  }
})

test('what is cached is sent with the same head as the first time, and nothing of one visitor', async () => {
  const it = await appForTest({ jobs: [jobRow()] })
  await answersAreKept(it, 'Cardiology', '/api/jobs?state=TX')
  const origin = await it.app.listen({ port: 0, host: '127.0.0.1' })
  for (const url of [cardiology, '/jobs', '/']) {
    const bodies = new Set<string>()
    for (const encoding of ['identity', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding, cookie: 'session=nonsense; signed_in=1' }
      const [first, second] = [
        await fetch(origin + url, { headers }),
        await fetch(origin + url, { headers }),
      ]

      expect(headOf(second)).toEqual(headOf(first))
      expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
      bodies.add(await first.text()).add(await second.text())
      expect(bodies.size, url).toBe(1)
      const again = await fetch(origin + url, {
        headers: { ...headers, 'if-none-match': String(first.headers.get('etag')) },
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
      const head = await fetch(origin + url, { headers, method: 'HEAD' })
      expect([head.status, await head.text(), headOf(head)]).toEqual([200, '', headOf(first)])
    }
  }
})

/** Without what belongs to one answer, and how its bytes travel. */
function headOf({ headers }: Response): Record<string, string> {
  const ofOne = new Set([
    'x-request-id',
    'date',
    'content-length',
    'transfer-encoding',
    'connection',
    'keep-alive',
  ])
  return Object.fromEntries([...headers].filter(([name]) => !ofOne.has(name)))
}
