import type { RequestListener, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { boardPaths, opening } from '#test/fixtures/boards.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { answered } from '#test/sign-in.ts'
import { startDueImports } from '../runs/run-tasks.ts'
import type { CareersPage } from '#features/imports/contract-pages.ts'
import {
  addressOf,
  app,
  careersPageForFile,
  connect,
  employer,
  jobs,
  owner,
  pagesOf,
  path,
  run,
  served,
  titles,
} from '#test/careers-page.ts'

/** An employer connects a careers page, and its openings are the employer's postings. */

careersPageForFile()

const silent = new Set<string>(['lever', 'ashby', 'bambooHr'])
const numberless = new Set<string>([...silent, 'recruitee', 'rss'])

describe('a connected page', () => {
  it.each(Object.keys(boardPaths) as (keyof typeof boardPaths)[])(
    'of %s becomes the postings of its organization',
    async (board) => {
      const page = await connect(board)
      expect(page.check).toMatchObject({
        status: 'finished',
        found: 3,
        physicians: 2,
        kinds: [{ specialty: 'Cardiology', count: 2 }],
        others: [{ reason: 'not a job for physicians', count: 1 }],
      })
      expect(page).toMatchObject({ lastRun: null, nextRunAt: null })
      expect(await jobs()).toEqual([])
      const after = await run(page)
      // A board that names no employer is asked about once: nobody vouches for its address.
      const isSilent = silent.has(board)
      expect(after).toMatchObject({
        postings: isSilent ? { active: 0, pending: 2 } : { active: 2, pending: 0 },
        lastRun: { status: 'finished', imported: 2 },
        nextRunAt: expect.any(String),
      })
      expect(await jobs()).toMatchObject([
        {
          title: 'Cardiologist 1',
          employer,
          city: 'Boise',
          status: isSilent ? 'pending' : 'active',
          channel: 'account',
          owner_id: owner.user.id,
          pay: 400_000,
          ...(!numberless.has(board) && { requisition: 'R-1' }),
        },
        { title: 'Cardiologist 2' },
      ])
      expect((await run(page)).lastRun).toMatchObject({ imported: 0, changed: 0 })
      expect(await jobs()).toHaveLength(2)
    },
  )

  it('changes what the page changes, keeps what was edited here, and starts its period anew', async () => {
    const page = await connect()
    await run(page)
    await sql`update jobs set expires_at = now() + interval '2 days'`.execute(app.db)
    const [first] = await jobs()
    const posting = `/api/job-postings/${first?.id}`
    const { updatedAt } = (await owner.get(posting)).json<{ updatedAt: string }>()
    const edit = { title: 'Cardiologist at the lake', updatedAt }
    expect((await owner.put(posting, edit)).statusCode).toBe(200)
    const change = { title: 'Cardiologist I', pay: '$420,000 - $450,000 a year' }
    served.openings = [opening(1, change), opening(2, { title: 'Interventional Cardiologist' })]
    expect((await run(page)).lastRun).toMatchObject({ changed: 2 })
    expect(await jobs()).toMatchObject([
      { title: 'Cardiologist at the lake', pay: 420_000, status: 'active' },
      { title: 'Interventional Cardiologist', status: 'active' },
    ])
    const { rows } = await sql`select from waiting_edits`.execute(app.db)
    expect(rows).toEqual([])
    for (const job of await jobs())
      expect(Number(job['expires_at'])).toBeGreaterThan(Date.now() + 20 * 86_400_000)
  })

  it('closes what the page closes, and opens it again with its number', async () => {
    served.openings = [opening(1), opening(2), opening(3), opening(4)]
    const page = await connect()
    await run(page)
    served.openings = served.openings.slice(1)
    expect((await run(page)).lastRun).toMatchObject({ closed: 1 })
    expect(await titles('expired')).toEqual(['Cardiologist 1'])
    // The board has given it another id.
    served.openings = [...served.openings, opening(9, { title: 'Cardiologist 1', number: 'R-1' })]
    await run(page)
    expect(await titles('expired')).toEqual([])
    expect(await titles()).toHaveLength(4)
  })

  it('ends a posting with the last day that it states, and follows it', async () => {
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    served.openings = [
      opening(1, { until: inDays(20) }),
      opening(2),
      opening(3, { until: inDays(200) }),
    ]
    const page = await connect('sitemap')
    const localDay = (end: unknown) =>
      (end as Date).toLocaleDateString('en-CA', { timeZone: 'America/Boise' })
    const ends = async () =>
      (await jobs()).map(({ apply_until: day, expires_at: end }) => [
        day,
        localDay(end) === day || Math.round((Number(end) - Date.now()) / 86_400_000),
      ])
    await run(page)
    expect(await ends()).toEqual([
      [inDays(20), true],
      [null, 60],
      [inDays(200), 60],
    ])
    await sql`update jobs set expires_at = now() + interval '9 days', period_ends_at = now() + interval '9 days'`.execute(
      app.db,
    )
    served.openings = [
      opening(1, { until: inDays(30) }),
      opening(2),
      opening(3, { until: inDays(200) }),
    ]
    expect((await run(page)).lastRun).toMatchObject({ changed: 1 })
    expect(await ends()).toEqual([
      [inDays(30), true],
      [null, 60],
      [inDays(200), 60],
    ])
    served.openings = [opening(1, { until: inDays(-1) }), opening(2), opening(3)]
    await run(page)
    expect(await titles('expired')).toEqual(['Cardiologist 1'])
    expect((await ends())[2]).toEqual([null, 60])
  })

  it('leaves out the specialties that the employer does not bring', async () => {
    served.openings = [opening(1), opening(2), opening(3), opening(4, { title: 'Psychiatrist' })]
    const page = await connect()
    await run(page, ['Psychiatry'])
    expect(await titles()).toHaveLength(3)
    await run(page)
    expect(await titles()).toContain('Psychiatrist')
    await run(page, ['Cardiology'])
    expect(await titles()).toEqual(['Psychiatrist'])
  })

  it('speaks for postings that are here already, and adds none beside them', async () => {
    const typed = { specialty: 'Cardiology', location: 'Boise, ID', description: 'A'.repeat(80) }
    const post = (fields: object) =>
      owner.post('/api/job-postings', { ...typed, jobType: 'full-time', ...fields })
    expect((await post({ title: 'Heart doctor', requisition: 'r-1' })).statusCode).toBe(200)
    expect((await post({ title: 'Cardiologist 2' })).statusCode).toBe(200)
    const page = await connect()
    await run(page)
    expect((await jobs()).map(({ title }) => title).toSorted()).toEqual([
      'Cardiologist 2',
      'Heart doctor',
    ])
    served.openings = [opening(1, { pay: '$430,000 a year' }), opening(2)]
    await run(page)
    expect(await jobs()).toMatchObject([{ follows_page: true }, { follows_page: true }])
  })

  it('makes two postings of two openings with one number', async () => {
    served.openings = [opening(1), opening(2, { number: 'R-1', city: 'Nampa' })]
    const page = await connect()
    await run(page)
    await run(page)
    expect(await jobs()).toMatchObject([{ requisition: 'R-1' }, { requisition: null }])
  })

  it('is left alone once it is disconnected, and its postings run out as usual', async () => {
    const page = await connect()
    await run(page)
    expect((await owner.delete(`${path}/${page.id}`)).statusCode).toBe(200)
    expect(await jobs()).toMatchObject([
      { follows_page: false, source: 'manual', status: 'active' },
      {},
    ])
    expect(await pagesOf()).toEqual([])
    await run(await connect())
    expect(await jobs()).toMatchObject([{ follows_page: true }, { follows_page: true }])
  })

  it('is connected once by two presses, and read once', async () => {
    const url = addressOf('greenhouse')
    const both = await Promise.all([owner.post(path, { url }), owner.post(path, { url })])
    expect(new Set(both.map((one) => one.json<CareersPage>().id)).size).toBe(1)
    // A node of the version before does not know this task.
    const { rows: tasks } = await sql`select name from pgboss.job`.execute(app.db)
    expect(tasks).toEqual([{ name: 'check-page' }, { name: 'check-page' }].slice(0, tasks.length))
    await runTasks(app)
    const [page] = await pagesOf()
    const press = () => owner.post(`${path}/${page?.id}/run`, { leftOut: [] })
    const presses = await Promise.all([press(), press()])
    expect(presses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await runTasks(app)
    expect((await sql`select from imports`.execute(app.db)).rows).toHaveLength(1)
    expect(await jobs()).toHaveLength(2)
  })
})

describe('a page that is none', () => {
  const login = (_: unknown, response: ServerResponse) => response.end('<!doctype html><form>')
  const noOpenings = Array.from({ length: 100 }, () => 0)
  const failing: [string, RequestListener, { status?: string; message: RegExp }][] = [
    ['a login page', login, { status: 'failed', message: /web page/ }],
    [
      'an empty list',
      (_, response) => response.end('{"offers": []}'),
      { message: /Nothing was closed/ },
    ],
    ['an empty answer', (_, response) => response.end(), { status: 'failed', message: /empty/ }],
    [
      'a redirect to the metadata of a cloud',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      { status: 'failed', message: /not allowed\.$/ },
    ],
    [
      'a redirect to a login page elsewhere',
      (_, response) => response.writeHead(302, { location: 'https://login.example/' }).end(),
      { status: 'failed', message: /not allowed/ },
    ],
    [
      'a list that is gone',
      (_, response) => response.writeHead(404).end(),
      { message: /^There is no such list of openings \(404\)\.$/ },
    ],
  ]

  it('is told, and closes nothing', async () => {
    const connected = await connect('recruitee')
    await run(connected)
    for (const [what, broken, { message, ...end }] of failing) {
      served.answer = broken
      const { lastRun } = await run(connected)
      expect(lastRun, what).toMatchObject({ ...end, message: expect.stringMatching(message) })
    }
    expect(await titles()).toHaveLength(2)
  })

  it('is cut off where it has no end', async () => {
    const connected = await connect('smartRecruiters')
    served.answer = (_, response) =>
      response.end(JSON.stringify({ totalFound: 1_000_000, content: noOpenings }))
    expect((await run(connected)).lastRun).toMatchObject({
      status: 'stopped',
      message: expect.stringContaining('more than 5,000 rows'),
    })
  })

  it('five failures in a row stop it, and its owners get a mail', async () => {
    const connected = await connect()
    served.answer = (_, response) => response.writeHead(404).end()
    await run(connected)
    for (let time = 1; time < 5; time++) {
      await sql`update import_sources set next_run_at = now() - interval '1 minute'`.execute(app.db)
      await startDueImports(app.db)
      await runTasks(app)
    }
    expect((await pagesOf())[0]).toMatchObject({ nextRunAt: null })
    expect((await mailsTo(app, owner.user.email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('We turned off the import'),
    )
  })

  it('is refused beside its field', async () => {
    for (const url of ['https://lakeshore.example/jobs.xml', 'http://10.0.0.1/v1/boards/x/jobs'])
      expect(await answered(owner.post(path, { url }))).toEqual([
        400,
        expect.objectContaining({ error: expect.stringContaining('We cannot read') }),
      ])
  })
})
