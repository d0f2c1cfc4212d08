import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Specialty } from '#features/jobs/specialties.ts'
import { withQuery } from '#shared/paths.ts'
import type { Db } from '#server/lib/database.ts'
import type { TestApp } from '../app.ts'
import { testApp } from '../app.ts'
import { addJobs, jobRow } from '../factories.ts'

const listOf = (specialty: Specialty): string => withQuery('/api/jobs', { specialty })
const cardiology = listOf('Cardiology')
const psychiatry = listOf('Psychiatry')

async function board(options: Parameters<typeof testApp>[0]): Promise<TestApp> {
  const started = await testApp(options)
  onTestFinished(() => started.close())
  return started
}

/** A change that nobody is told of: an answer that shows it anyway was worked out anew. */
async function retitleInSecret(db: Db, title: string, specialty?: Specialty): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`update jobs set title = ${title} where specialty = ${specialty ?? sql`specialty`}`.execute(transaction)
  })
}

const titlesOf = async ({ get }: TestApp, url: string) =>
  (await get(url)).json<{ jobs: { title: string }[] }>().jobs.map((it) => it.title)

/** From when changes are heard, answers are kept. The search must find a job of the specialty, which has another title afterwards. */
async function answersAreKept(it: TestApp, specialty: Specialty = 'Cardiology', url = listOf(specialty)): Promise<void> {
  expect(await titlesOf(it, url)).not.toEqual([])
  let round = 0
  await expect
    .poll(async () => {
      const before = await titlesOf(it, url)
      await retitleInSecret(it.db, `Title of round ${round++}`, specialty)
      return (await titlesOf(it, url)).join() === before.join()
    })
    .toBe(true)
}

test('a job that is added is in the next list, on the next page and in no other answer', async () => {
  const it = await board({ jobs: [jobRow({ title: 'First' }), jobRow({ specialty: 'Psychiatry' })] })
  await answersAreKept(it)
  await it.get(psychiatry)
  const [first = ''] = await titlesOf(it, cardiology)
  await retitleInSecret(it.db, 'Known')
  expect(await titlesOf(it, cardiology)).not.toContain('Known')

  await addJobs(it.db, [jobRow({ title: 'Second' })])

  await expect.poll(() => titlesOf(it, cardiology)).toEqual(['Second', first])
  await expect.poll(async () => (await it.get('/jobs?specialty=Cardiology')).body).toContain('Second')
  // Nobody asked the database again for a search that the change does not touch.
  expect(await titlesOf(it, psychiatry)).not.toContain('Known')
})

test('a job that is changed is shown as it is now', async () => {
  const job = jobRow({ title: 'Before' })
  const it = await board({ jobs: [job] })
  await answersAreKept(it)
  await sql`update jobs set title = 'Before' where id = ${job.id}`.execute(it.db)
  const showing = async (title: string) => {
    const seen = [
      await it.get(cardiology),
      await it.get(`/api/jobs/${job.id}`),
      await it.get(`/jobs/${job.id}`),
      await it.get('/jobs'),
    ]
    return seen.every(({ body }) => body.includes(title))
  }
  await expect.poll(() => showing('Before')).toBe(true)

  await sql`update jobs set title = 'After' where id = ${job.id}`.execute(it.db)

  await expect.poll(() => showing('After')).toBe(true)
})

test('a job that moves to another specialty leaves one list and enters the other', async () => {
  const job = jobRow()
  const it = await board({ jobs: [job] })
  await answersAreKept(it)
  await it.get(psychiatry)

  await sql`update jobs set specialty = 'Psychiatry', title = 'Moved' where id = ${job.id}`.execute(it.db)

  await expect.poll(() => titlesOf(it, psychiatry)).toEqual(['Moved'])
  expect(await titlesOf(it, cardiology)).toEqual([])
})

test('a job that is deactivated is gone from list, page and address', async () => {
  const job = jobRow({ title: 'Soon gone' })
  const it = await board({ jobs: [job] })
  await answersAreKept(it)
  for (const url of [`/jobs/${job.id}`, '/jobs', `/api/jobs/${job.id}`]) expect((await it.get(url)).statusCode).toBe(200)

  await sql`update jobs set status = 'inactive' where id = ${job.id}`.execute(it.db)

  await expect.poll(async () => (await it.get(`/api/jobs/${job.id}`)).statusCode).toBe(404)
  expect((await it.get(`/jobs/${job.id}`)).statusCode).toBe(404)
  expect(await titlesOf(it, cardiology)).toEqual([])
  expect((await it.get('/jobs')).body).not.toContain(job.id)
})

test('pages of one search stay what the database would say, whatever comes, goes and moves', async () => {
  const row = (minute: number) => jobRow({ title: `Minute ${minute}`, posted_at: new Date(minute * 60_000) })
  const rows = Array.from({ length: 50 }, (_, index) => row(2 * index))
  const it = await board({ jobs: [...rows, jobRow({ specialty: 'Psychiatry' })] })
  await answersAreKept(it, 'Psychiatry')
  const idAt = (index: number) => rows[index]?.id ?? ''
  const changes = [
    () => addJobs(it.db, [row(200)]),
    () => addJobs(it.db, [row(91)]),
    () => addJobs(it.db, [row(91)]),
    () => addJobs(it.db, [row(1)]),
    () => sql`update jobs set status = 'inactive' where id = any(${[idAt(48), idAt(30), idAt(3)]}::uuid[])`.execute(it.db),
    () => sql`update jobs set posted_at = ${new Date(95 * 60_000)} where id = ${idAt(0)}`.execute(it.db),
    () => sql`update jobs set posted_at = ${new Date(0)} where id = ${idAt(47)}`.execute(it.db),
    () => sql`update jobs set title = 'New title' where id = ${idAt(46)}`.execute(it.db),
    () => sql`update jobs set status = 'active' where id = ${idAt(48)}`.execute(it.db),
    () => sql`delete from jobs where posted_at > ${new Date(60 * 60_000)}`.execute(it.db),
  ]
  const pages = [1, 2, 3].map((page) => `${cardiology}&page=${page}`)
  for (const change of changes) {
    await Promise.all(pages.map((url) => titlesOf(it, url)))
    await change()
    const { rows: there } = await sql<{ title: string }>`
      select title from jobs where status = 'active' and specialty = 'Cardiology' order by posted_at desc, id desc limit 60
    `.execute(it.db)
    await expect
      .poll(async () => (await Promise.all(pages.map((url) => titlesOf(it, url)))).flat())
      .toEqual(there.map((job) => job.title))
  }
})

test('a search for new jobs follows those that come and go', async () => {
  const [young, old] = [jobRow({ title: 'Young' }), jobRow({ title: 'Old', posted_at: new Date(Date.now() - 9 * 86_400_000) })]
  const it = await board({ jobs: [young, old, jobRow({ specialty: 'Psychiatry' })] })
  await answersAreKept(it, 'Psychiatry')
  const lately = `${cardiology}&postedWithin=7`
  const found = async () => {
    const { total, jobs } = (await it.get(lately)).json<{ total: number; jobs: { title: string }[] }>()
    return [total, ...jobs.map((job) => job.title)]
  }
  const [, title] = await found()
  expect(await found()).toEqual([1, title])

  await addJobs(it.db, [jobRow({ title: 'Younger' })])
  await expect.poll(found).toEqual([2, 'Younger', title])
  await sql`update jobs set status = 'inactive' where id = any(${[young.id, old.id]}::uuid[])`.execute(it.db)
  await expect.poll(found).toEqual([1, 'Younger'])
})

test('a search for words follows the words of the jobs that change', async () => {
  const it = await board({ jobs: [jobRow(), jobRow({ specialty: 'Psychiatry' })] })
  const heart = '/api/jobs?keyword=electrophysiology'
  await answersAreKept(it)
  expect(await titlesOf(it, heart)).toEqual([])

  await addJobs(it.db, [jobRow({ title: 'Electrophysiology Lead' })])

  await expect.poll(() => titlesOf(it, heart)).toEqual(['Electrophysiology Lead'])
})

test('a page that changed is sent again to who holds the old one', async () => {
  const it = await board({ jobs: [jobRow()] })
  await answersAreKept(it)
  const etag = String((await it.get('/jobs')).headers.etag)
  expect((await it.get('/jobs', { 'if-none-match': etag })).statusCode).toBe(304)

  await addJobs(it.db, [jobRow({ title: 'News' })])

  await expect.poll(async () => (await it.get('/jobs', { 'if-none-match': etag })).statusCode).toBe(200)
})

test('a page is not rendered anew for answers that come out as they were', async () => {
  const it = await board({ jobs: [jobRow(), jobRow({ specialty: 'Psychiatry' })] })
  await answersAreKept(it)
  const renderedAt = async () => /"now":(\d+)/.exec((await it.get('/jobs?specialty=Psychiatry')).body)?.[1]
  const before = await renderedAt()
  expect(before).toBeDefined()

  const passing = jobRow({ specialty: 'Psychiatry' })
  await addJobs(it.db, [passing])
  await sql`delete from jobs where id = ${passing.id}`.execute(it.db)
  await addJobs(it.db, [jobRow({ title: 'Later' })])
  await expect.poll(() => titlesOf(it, cardiology)).toContain('Later')
  expect(await renderedAt()).toBe(before)

  await addJobs(it.db, [jobRow({ specialty: 'Psychiatry' })])
  await expect.poll(renderedAt).not.toBe(before)
})

test('with caches off every answer is worked out anew', async () => {
  const it = await board({ env: { CACHE: 'off' }, jobs: [jobRow()] })
  for (const title of ['One', 'Two']) {
    await retitleInSecret(it.db, title)
    expect(await titlesOf(it, cardiology)).toEqual([title])
    expect((await it.get('/jobs')).body).toContain(`>${title}</a>`)
  }
})

test.each(['/api/jobs?specialty=Cardiology', '/jobs', '/'])(
  '%s: what is kept is sent with the same head as the first time',
  async (url) => {
    const it = await board({ jobs: [jobRow()] })
    await answersAreKept(it, 'Cardiology', '/api/jobs?state=TX')
    for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
      const [first, second, third] = [await it.get(url, headers), await it.get(url, headers), await it.get(url, headers)]

      expect(headOf(second)).toEqual(headOf(first))
      expect(headOf(third)).toEqual(headOf(first))
      expect(third.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
      expect(withoutNonce(third)).toBe(withoutNonce(first))
    }
  },
)

type Answer = Awaited<ReturnType<TestApp['get']>>

const nonceOf = ({ headers }: Answer) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]

const withoutNonce = (answer: Answer): string => {
  const { headers, rawPayload } = answer
  const body = (headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
  const nonce = nonceOf(answer)
  // Not a page.
  if (nonce === undefined) return body
  expect(body).toContain(`nonce="${nonce}"`)
  return body.replaceAll(nonce, 'nonce')
}

/** Without what belongs to one answer, and how its bytes travel. */
function headOf(answer: Answer): Record<string, unknown> {
  const nonce = nonceOf(answer)
  const policy = String(answer.headers['content-security-policy'])
  const {
    'x-request-id': _id,
    date: _date,
    'content-length': _length,
    'transfer-encoding': _encoding,
    ...headers
  } = answer.headers
  return { ...headers, 'content-security-policy': nonce === undefined ? policy : policy.replaceAll(nonce, 'nonce') }
}
