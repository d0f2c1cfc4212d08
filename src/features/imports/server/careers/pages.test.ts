import type { RequestListener, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { answerBoards, boardPaths, opening, type Opening } from '#test/fixtures/boards.ts'
import { serveLocally, type LocalServer } from '#test/for-test.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { answered, signIn, type SignedIn } from '#test/sign-in.ts'
import { importDataset } from '../runs/import-dataset.ts'
import { startDueImports } from '../runs/run-tasks.ts'
import type { CareersPage, CareersPages } from '#features/imports/contract-pages.ts'

/** An employer connects a careers page, and its openings are the employer's postings. */

const employer = 'Lakeshore Clinic'
let site: LocalServer
let app: TestApp
let owner: SignedIn
let open: Opening[]
let answer: RequestListener | undefined

beforeAll(async () => {
  const boards = answerBoards(employer, () => open)
  site = await serveLocally((request, response) => (answer ?? boards)(request, response))
  app = await testApp({
    env: { RATE_LIMITS: 'off', EMPLOYER_PAGE_HOSTS: new URL(site.origin).host },
  })
})
afterAll(async () => {
  await app.close()
  await site.close()
})
beforeEach(async () => {
  await sql`
    truncate jobs, import_keys, imports, import_sources, import_checks, fact_answers, mails,
      name_grants, users, organizations, pgboss.job cascade
  `.execute(app.db)
  owner = await signIn(app, 'employer', { companyName: employer })
  open = [opening(1), opening(2), opening(3, { title: 'Registered Nurse', text: 'Nurse.' })]
  answer = undefined
})

const path = '/api/employer/sources'
const pagesOf = async (person = owner) => (await person.get(path)).json<CareersPages>().pages
const addressOf = (board: keyof typeof boardPaths) => site.origin + boardPaths[board]

async function connect(board: keyof typeof boardPaths = 'greenhouse', person = owner) {
  const [status, page] = await answered(person.post(path, { url: addressOf(board) }))
  expect([status, page]).toEqual([200, expect.anything()])
  await runTasks(app)
  return (await pagesOf(person)).find(({ id }) => id === (page as CareersPage).id) as CareersPage
}

async function run({ id }: CareersPage, leftOut: string[] = [], person = owner) {
  expect((await person.post(`${path}/${id}/run`, { leftOut })).statusCode).toBe(200)
  await runTasks(app)
  return (await pagesOf(person)).find((page) => page.id === id) as CareersPage
}

type Row = Record<string, unknown> & { id: string; title: string }
async function jobs(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, title, employer, city, status, channel, owner_id, comp_min::integer as pay, requisition,
      source, follows_page, apply_url, apply_until, expires_at
    from jobs order by owner_id nulls last, source_url, title, id
  `.execute(app.db)
  return rows
}
const titles = async (status = 'active') =>
  (await jobs()).filter((job) => job['status'] === status).map(({ title }) => title)

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
    open = [opening(1, change), opening(2, { title: 'Interventional Cardiologist' })]
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
    open = [opening(1), opening(2), opening(3), opening(4)]
    const page = await connect()
    await run(page)
    open = open.slice(1)
    expect((await run(page)).lastRun).toMatchObject({ closed: 1 })
    expect(await titles('expired')).toEqual(['Cardiologist 1'])
    // The board has given it another id.
    open = [...open, opening(9, { title: 'Cardiologist 1', number: 'R-1' })]
    await run(page)
    expect(await titles('expired')).toEqual([])
    expect(await titles()).toHaveLength(4)
  })

  it('ends a posting with the last day that it states, and follows it', async () => {
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    open = [opening(1, { until: inDays(20) }), opening(2), opening(3, { until: inDays(200) })]
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
    open = [opening(1, { until: inDays(30) }), opening(2), opening(3, { until: inDays(200) })]
    expect((await run(page)).lastRun).toMatchObject({ changed: 1 })
    expect(await ends()).toEqual([
      [inDays(30), true],
      [null, 60],
      [inDays(200), 60],
    ])
    open = [opening(1, { until: inDays(-1) }), opening(2), opening(3)]
    await run(page)
    expect(await titles('expired')).toEqual(['Cardiologist 1'])
    expect((await ends())[2]).toEqual([null, 60])
  })

  it('leaves out the specialties that the employer does not bring', async () => {
    open = [opening(1), opening(2), opening(3), opening(4, { title: 'Psychiatrist' })]
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
    open = [opening(1, { pay: '$430,000 a year' }), opening(2)]
    await run(page)
    expect(await jobs()).toMatchObject([{ follows_page: true }, { follows_page: true }])
  })

  it('makes two postings of two openings with one number', async () => {
    open = [opening(1), opening(2, { number: 'R-1', city: 'Nampa' })]
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

describe('the gate of names', () => {
  const own = (person: SignedIn, name: string) =>
    sql`
      insert into name_grants (id, name, organization_id, kind, authority, granted_at)
      values (gen_random_uuid(), ${name}, organization_of(${person.user.id}), 'own', 'administrator', now())
    `.execute(app.db)

  it('holds the postings of an employer whom nobody knows', async () => {
    const stranger = await signIn(app, 'employer', { companyName: employer, trusted: false })
    await run(await connect('greenhouse', stranger), [], stranger)
    expect(await titles('pending')).toHaveLength(2)
  })

  it('refuses a name and rows of another organization', async () => {
    const other = await signIn(app, 'employer', { companyName: 'Ridge Hospital' })
    await own(other, 'Ridge Hospital')
    const asked = { url: addressOf('greenhouse'), employer: 'Ridge Hospital' }
    expect(await answered(owner.post(path, asked))).toEqual([
      409,
      expect.objectContaining({ error: 'This name belongs to another organization.' }),
    ])
    open = [opening(1), opening(2, { employer: 'Ridge Hospital' })]
    await run(await connect())
    expect(await titles()).toEqual(['Cardiologist 1'])
    await run(await connect('greenhouse', other), [], other)
    expect(await titles('pending')).toEqual(['Cardiologist 1'])
  })

  it('asks a moderator once about a page in a name that nobody knows', async () => {
    open = [opening(1, { employer: 'LSC Holdings' }), opening(2, { employer: 'LSC Holdings' })]
    await run(await connect())
    expect(await jobs()).toMatchObject([{ employer, status: 'pending' }, { status: 'pending' }])
    const { rows } = await sql`select doubtful, facts #>> '{employer,words}' as words from job_facts
      `.execute(app.db)
    expect(rows[0]).toEqual({ doubtful: ['employer'], words: 'LSC Holdings' })
  })

  it('stops with the name, and closes nothing', async () => {
    const page = await connect()
    await run(page)
    const other = await signIn(app, 'employer', { companyName: 'Ridge Hospital' })
    await sql`update name_grants set withdrawn_at = now()`.execute(app.db)
    await own(other, employer)
    open = []
    expect((await run(page)).lastRun).toMatchObject({
      status: 'failed',
      message: `The name ${employer} belongs to another organization.`,
    })
    expect(await titles()).toHaveLength(2)
  })

  it('lets edits of a text wait where nobody vouches any more', async () => {
    const page = await connect()
    await run(page)
    await sql`update name_grants set withdrawn_at = now()`.execute(app.db)
    open = [opening(1, { title: 'Chief Cardiologist' }), opening(2)]
    await run(page)
    expect(await titles()).toEqual(['Cardiologist 1', 'Cardiologist 2'])
    open = [opening(1, { title: 'Head Cardiologist' }), opening(2)]
    await run(page)
    const { rows } = await sql`select fields ->> 'title' as title from waiting_edits`.execute(
      app.db,
    )
    expect(rows).toEqual([{ title: 'Head Cardiologist' }])
  })

  it('goes on with the first owner after a colleague has left', async () => {
    const colleague = await signIn(app, 'employer')
    await sql`
      update organization_members set organization_id = organization_of(${owner.user.id}), seat = 'recruiter'
      where user_id = ${colleague.user.id}
    `.execute(app.db)
    const page = await connect('greenhouse', colleague)
    await run(page, [], colleague)
    expect(await jobs()).toMatchObject([{ owner_id: colleague.user.id }, {}])
    const seat = `/api/organization/members/${colleague.user.id}`
    expect((await owner.delete(seat)).statusCode).toBe(200)
    open = [...open, opening(5)]
    expect((await colleague.post(`${path}/${page.id}/run`, { leftOut: [] })).statusCode).toBe(404)
    await run(page)
    expect((await jobs()).map((job) => job['owner_id'])).toEqual(Array(3).fill(owner.user.id))
  })

  it('is in nobody’s way, and leaves nothing to the next with the same name', async () => {
    const stranger = await signIn(app, 'employer', { companyName: employer, trusted: false })
    const page = await connect('greenhouse', stranger)
    const answer = { fact: 'specialty', value: { specialty: 'Psychiatry' } }
    const said = { fact: 'specialty', words: 'Cardiologist 1', answer }
    expect(await answered(stranger.put(`${path}/${page.id}/answers`, said))).toMatchObject([
      200,
      {},
    ])
    await run(page, [], stranger)
    await stranger.delete(`${path}/${page.id}`)
    await connect('greenhouse', stranger)
    await run(await connect())
    expect(await titles()).toEqual(['Cardiologist 1', 'Cardiologist 2'])
    const { rows } =
      await sql`select from fact_answers join import_sources on name = source`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('counts the pages of all seats together, also at once', async () => {
    const colleagues = [await signIn(app, 'employer'), await signIn(app, 'employer')]
    await sql`
      update organization_members set organization_id = organization_of(${owner.user.id}), seat = 'assigned'
      where user_id = any (${colleagues.map(({ user }) => user.id)}::uuid[])
    `.execute(app.db)
    await Promise.all(
      [owner, ...colleagues].flatMap((person, seat) =>
        Array.from({ length: 6 }, (_, page) =>
          person.post(path, { url: `${addressOf('greenhouse')}&page=${seat}-${page}` }),
        ),
      ),
    )
    const { rows } = await sql`select count(*)::integer as n from import_sources`.execute(app.db)
    expect(rows).toEqual([{ n: 10 }])
  })

  it('lets a colleague do what the seat may', async () => {
    const page = await connect()
    for (const [seat, shown, status] of [
      ['reader', 1, 403],
      ['assigned', 0, 404],
      ['recruiter', 1, 200],
    ] as const) {
      const colleague = await signIn(app, 'employer')
      await sql`
        update organization_members set organization_id = organization_of(${owner.user.id}), seat = ${seat}
        where user_id = ${colleague.user.id}
      `.execute(app.db)
      expect(await pagesOf(colleague), seat).toHaveLength(shown)
      if (seat === 'recruiter') {
        const outsider = await signIn(app, 'recruiter')
        expect(await pagesOf(outsider)).toEqual([])
        expect((await outsider.delete(`${path}/${page.id}`)).statusCode).toBe(404)
      }
      expect((await colleague.delete(`${path}/${page.id}`)).statusCode, seat).toBe(status)
    }
  })

  it('takes over what an import had added under a vouched name, and nobody else’s', async () => {
    const listed = (name: string, number: number) => ({
      id: number,
      title: `Cardiologist ${number}`,
      company: name,
      location: 'Boise, ID',
      url: `https://boards.greenhouse.io/lakeshore/jobs/${number}`,
      description: 'A physician sees patients in clinic.',
    })
    const items = [listed(employer, 1), listed('Ridge Hospital', 2)]
    await importDataset(app.db, { items }, { allowedHosts: [], sourceName: 'A list' })
    await run(await connect())
    expect(await jobs()).toMatchObject([
      { title: 'Cardiologist 1', owner_id: owner.user.id, status: 'active', follows_page: true },
      { employer, title: 'Cardiologist 2', owner_id: owner.user.id },
      { employer: 'Ridge Hospital', owner_id: null, status: 'pending', follows_page: false },
    ])
    // The list ends what it added, and not what follows the page.
    const ended = items.map((item) => ({ ...item, status: 'closed' }))
    await importDataset(app.db, { items: ended }, { allowedHosts: [], sourceName: 'A list' })
    expect(await titles()).toEqual(['Cardiologist 1', 'Cardiologist 2'])
    expect((await jobs())[2]).toMatchObject({ status: 'removed' })
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
      answer = broken
      const { lastRun } = await run(connected)
      expect(lastRun, what).toMatchObject({ ...end, message: expect.stringMatching(message) })
    }
    expect(await titles()).toHaveLength(2)
  })

  it('is cut off where it has no end', async () => {
    const connected = await connect('smartRecruiters')
    answer = (_, response) =>
      response.end(JSON.stringify({ totalFound: 1_000_000, content: noOpenings }))
    expect((await run(connected)).lastRun).toMatchObject({
      status: 'stopped',
      message: expect.stringContaining('more than 5,000 rows'),
    })
  })

  it('five failures in a row stop it, and its owners get a mail', async () => {
    const connected = await connect()
    answer = (_, response) => response.writeHead(404).end()
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
