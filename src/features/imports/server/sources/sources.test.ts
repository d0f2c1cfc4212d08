import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { failedTasks, runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'
import type { SignedIn } from '#test/sign-in.ts'
import type { ImportSource } from '#features/imports/contract.ts'

/** What the local server answers at each path. */
const datasets = new Map<string, unknown>()
const server = createServer(({ url = '' }, response) => {
  const items = datasets.get(url)
  response.writeHead(items === undefined ? 404 : 200).end(JSON.stringify(items))
})
let app: TestApp
let admin: SignedIn
let origin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  app = await testApp({ env: { RATE_LIMITS: 'off', IMPORT_ALLOWED_HOSTS: `127.0.0.1:${port}` } })
  admin = await signIn(app, 'admin')
})
afterAll(async () => {
  server.close()
  await app.close()
})

const sourcesUrl = '/api/admin/import-sources'
const nobodysId = '01900000-0000-7000-8000-000000000000'

let count = 0
const sourceOf = (fields: object = {}) => ({
  name: `Feed ${++count}`,
  url: `${origin}/feed-${count}.json`,
  mapping: {},
  schedule: 'never',
  isComplete: false,
  structuredDataAllowed: false,
  ...fields,
})

async function create(fields: object = {}): Promise<ImportSource> {
  const answer = await admin.post(sourcesUrl, sourceOf(fields))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ImportSource>()
}

const put = ({ id, ...source }: ImportSource, changes: object) => admin.put(`${sourcesUrl}/${id}`, { ...source, ...changes })
const problems = (answer: { json: <T>() => T }) => answer.json<{ details?: { field: string; message: string }[] }>().details

async function auditOf(id: string): Promise<{ action: string; actor_id: string; detail: Record<string, unknown> }[]> {
  const { rows } = await sql<{ action: string; actor_id: string; detail: Record<string, unknown> }>`
    select action, actor_id, detail from audit_log where subject = ${`import-source:${id}`} order by id
  `.execute(app.db)
  return rows
}

describe('a source', () => {
  test('is kept, found, changed and deleted, and the audit log says by whom', async () => {
    const created = await create({ mapping: { title: { path: 'jobs[0].name' }, employer: { value: 'Lakeside Clinic' } } })
    expect(created).toMatchObject({ mapping: { title: { path: 'jobs.0.name' } }, version: 1, lastRun: null, nextRunAt: null })
    expect((await admin.get(`${sourcesUrl}/${created.id}`)).json()).toEqual(created)
    const changed = (await put(created, { isComplete: true, mapping: {} })).json<ImportSource>()
    expect(changed).toEqual({ ...created, isComplete: true, mapping: {}, version: 2 })
    const { sources } = (await admin.get(sourcesUrl)).json<{ sources: ImportSource[] }>()
    expect(sources).toContainEqual(changed)
    expect((await admin.delete(`${sourcesUrl}/${created.id}`)).json()).toEqual({ success: true })
    expect((await admin.get(`${sourcesUrl}/${created.id}`)).statusCode).toBe(404)
    const log = await auditOf(created.id)
    expect(log.map((it) => it.action)).toEqual(['imports.source-created', 'imports.source-changed', 'imports.source-deleted'])
    expect(new Set(log.map((it) => it.actor_id))).toEqual(new Set([admin.user.id]))
  })

  test('is not overwritten by somebody who read it before it was changed', async () => {
    const source = await create()
    const theirs = (await put(source, { schedule: 'weekly' })).json<ImportSource>()
    const late = await put(source, { schedule: 'hourly' })
    expect([late.statusCode, late.json<{ current: unknown }>().current]).toEqual([409, theirs])
  })

  test('has its next time when its schedule is set, and keeps it through other changes', async () => {
    const source = await create({ schedule: 'daily' })
    const inADay = Date.now() + 86_400_000
    expect(Math.abs(Date.parse(source.nextRunAt ?? '') - inADay)).toBeLessThan(60_000)
    const same = (await put(source, { isComplete: true })).json<ImportSource>()
    expect(same.nextRunAt).toBe(source.nextRunAt)
    expect((await put(same, { schedule: 'never' })).json()).toMatchObject({ nextRunAt: null })
  })

  test('has a name of its own', async () => {
    const { name } = await create()
    const again = await admin.post(sourcesUrl, sourceOf({ name: ` ${name}\n` }))
    expect([again.statusCode, problems(again)]).toEqual([409, [{ field: 'name', message: 'A source already has this name.' }]])
  })

  test.each<[object, string, RegExp]>([
    [{ name: ' ' }, 'name', /Name is required/],
    [{ name: 'Manual' }, 'name', /posted by hand/],
    [{ url: '' }, 'url', /URL required/],
    [{ url: 'dataset' }, 'url', /valid Apify dataset URL/],
    [{ url: 'javascript:alert(1)' }, 'url', /valid Apify dataset URL/],
    [{ url: 'https://metadata.internal/items' }, 'url', /not allowed/],
    [{ url: 'http://169.254.169.254/latest' }, 'url', /not allowed/],
    [{ schedule: 'yearly' }, 'schedule', /choose a schedule/],
    [{ mapping: { salary: { path: 'pay' } } }, 'mapping', /./],
    [{ mapping: { title: { path: ' ' } } }, 'mapping.title', /choose where/],
    [{ mapping: { title: { path: 'a', value: 'b' } } }, 'mapping.title', /a path, a value or a fallback/],
    [{ mapping: { title: { path: 'x'.repeat(201) } } }, 'mapping.title', /path is too long/],
  ])('%j is refused', async (fields, field, message) => {
    const answer = await admin.post(sourcesUrl, sourceOf(fields))
    expect(answer.statusCode).toBe(400)
    const problem = problems(answer)?.find((it) => it.field.startsWith(field))
    expect(problem?.message).toMatch(message)
  })

  test('that is being imported is not imported twice at once, nor deleted', async () => {
    const { id } = await create()
    const answers = [await admin.post(`${sourcesUrl}/${id}/run`), await admin.post(`${sourcesUrl}/${id}/run`)]
    answers.push(await admin.delete(`${sourcesUrl}/${id}`))
    expect(answers.map((it) => it.statusCode)).toEqual([200, 409, 409])
    expect((await admin.get(`${sourcesUrl}/${id}`)).json()).toMatchObject({ lastRun: { status: 'running' } })
    const { runId } = answers[0]?.json<{ runId: string }>() ?? {}
    expect((await admin.post(`/api/admin/imports/${runId}/cancel`)).statusCode).toBe(200)
    expect((await admin.delete(`${sourcesUrl}/${id}`)).statusCode).toBe(200)
  })

  test('that nobody has is not found', async () => {
    const body = { ...sourceOf(), version: 1 }
    const answers = [
      await admin.get(`${sourcesUrl}/${nobodysId}`),
      await admin.put(`${sourcesUrl}/${nobodysId}`, body),
      await admin.delete(`${sourcesUrl}/${nobodysId}`),
      await admin.post(`${sourcesUrl}/${nobodysId}/run`),
      await admin.post(`${sourcesUrl}/${nobodysId}/check`),
    ]
    expect(answers.map((it) => it.statusCode)).toEqual([404, 404, 404, 404, 404])
  })
})

/** The kinds of structured data on a job's page, as a visitor gets it. */
async function markupOf(id: string): Promise<string[]> {
  const { body } = await app.get(`/jobs/${id}`)
  return [...body.matchAll(/<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/gs)].map(
    ([, json = '']) => (JSON.parse(json) as { '@type': string })['@type'],
  )
}

describe('the authorization for structured data', () => {
  test('reaches the pages of jobs that are here already, and the audit log', async () => {
    const source = await create()
    const job = jobRow({ source: source.name, structured_data_allowed: false })
    await addJobs(app.db, [job])
    await expect.poll(() => markupOf(job.id)).toEqual(['BreadcrumbList'])
    const authorized = (await put(source, { structuredDataAllowed: true })).json<ImportSource>()
    // Out of the caches, too.
    await expect.poll(() => markupOf(job.id)).toEqual(['BreadcrumbList', 'JobPosting'])
    await put(authorized, { structuredDataAllowed: false })
    await expect.poll(() => markupOf(job.id)).toEqual(['BreadcrumbList'])
    expect((await auditOf(source.id)).map((it) => it.action)).toEqual([
      'imports.source-created',
      'imports.source-changed',
      'imports.structured-data-authorized',
      'imports.source-changed',
      'imports.structured-data-withdrawn',
    ])
  })

  /** A source with so many jobs, and how many of them may have markup by now. */
  async function withoutMarkup(length: number) {
    const source = await create()
    await addJobs(
      app.db,
      Array.from({ length }, () => jobRow({ status: 'pending', source: source.name, structured_data_allowed: false })),
    )
    const countAllowed = async () => {
      const { rows } = await sql`select from jobs where source = ${source.name} and structured_data_allowed`.execute(app.db)
      return rows.length
    }
    return { source, countAllowed }
  }

  test('reaches more jobs than one statement changes', async () => {
    const { source, countAllowed } = await withoutMarkup(1100)
    await put(source, { structuredDataAllowed: true })
    expect(await countAllowed()).toBe(500)
    await runTasks(app)
    expect(await countAllowed()).toBe(1100)
  })

  test('goes on reaching jobs after a node has stopped', async () => {
    const { source, countAllowed } = await withoutMarkup(1600)
    await put(source, { structuredDataAllowed: true })
    await runTasks(app, { stopping: AbortSignal.abort() })
    expect(await countAllowed()).toBe(1000)
    expect(await failedTasks(app)).toEqual([])
    await runTasks(app)
    expect(await countAllowed()).toBe(1600)
  })

  test('goes with its source, and is given to jobs from before a source was kept', async () => {
    const job = jobRow({ source: 'Indeed', structured_data_allowed: false })
    await addJobs(app.db, [job])
    const unrecorded = async () => (await admin.get(sourcesUrl)).json<{ unrecorded: { name: string }[] }>().unrecorded
    expect(await unrecorded()).toContainEqual({ name: 'Indeed', structuredDataAllowed: false })
    const source = await create({ name: 'Indeed', structuredDataAllowed: true })
    expect((await unrecorded()).map((it) => it.name)).not.toContain('Indeed')
    await expect.poll(() => markupOf(job.id)).toContain('JobPosting')
    await admin.delete(`${sourcesUrl}/${source.id}`)
    await expect.poll(() => markupOf(job.id)).not.toContain('JobPosting')
    expect((await app.get(`/api/jobs/${job.id}`)).statusCode).toBe(200)
  })

  test('holds for what is imported afterwards', async () => {
    const item = (title: string) => ({
      title,
      company: 'Lakeside Clinic',
      location: 'Austin, TX',
      url: `https://jobs.example.org/${title}`,
      description: `We look for a ${title} to see patients in our clinic.`,
    })
    const source = await create({ structuredDataAllowed: true })
    datasets.set(new URL(source.url).pathname, [item('Nephrologist'), item('Rheumatologist')])
    expect((await admin.post(`${sourcesUrl}/${source.id}/run`)).statusCode).toBe(200)
    await runTasks(app)
    const { rows } = await sql`
      select structured_data_allowed, count(*)::int as n from jobs where source = ${source.name} group by 1
    `.execute(app.db)
    expect(rows).toEqual([{ structured_data_allowed: true, n: 2 }])
    const { lastRun } = (await admin.get(`${sourcesUrl}/${source.id}`)).json<ImportSource>()
    expect(lastRun).toMatchObject({ status: 'finished', imported: 2, skipped: 0 })
    expect((await auditOf(source.id)).at(-1)?.action).toBe('imports.source-run')
  })
})
