import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addJobs, jobRow } from '#test/factories.ts'
import { posting } from '#test/fixtures/imports.ts'
import { boardForFile, createSource, sourceFields } from '#test/imports.ts'
import { failedTasks, runTasks } from '#test/mailbox.ts'
import type { ImportSource } from '#features/imports/contract-sources.ts'

const board = boardForFile()

const sourcesUrl = '/api/admin/import-sources'

const put = ({ id, ...source }: ImportSource, changes: object) =>
  board.admin.put(`${sourcesUrl}/${id}`, { ...source, ...changes })
const problems = (answer: { json: <T>() => T }) =>
  answer.json<{ details?: { field: string; message: string }[] }>().details

async function auditOf(id: string) {
  const { rows } = await sql<{ action: string; actor_id: string }>`
    select action, actor_id from audit_log where subject = ${`import-source:${id}`} order by id
  `.execute(board.db)
  return rows
}

describe('a source', () => {
  test('is kept, found, changed and deleted, and the audit log says by whom', async () => {
    const created = await createSource(board, {
      mapping: { title: { path: 'jobs[0].name' }, employer: { value: 'Lakeside Clinic' } },
    })
    expect(created).toMatchObject({
      mapping: { title: { path: 'jobs.0.name' } },
      version: 1,
      lastRun: null,
      nextRunAt: null,
    })
    expect((await board.admin.get(`${sourcesUrl}/${created.id}`)).json()).toEqual(created)
    const changed = (await put(created, { isComplete: true, mapping: {} })).json<ImportSource>()
    expect(changed).toEqual({ ...created, isComplete: true, mapping: {}, version: 2 })
    const { sources } = (await board.admin.get(sourcesUrl)).json<{ sources: ImportSource[] }>()
    expect(sources).toContainEqual(changed)
    expect((await board.admin.delete(`${sourcesUrl}/${created.id}`)).json()).toEqual({
      success: true,
    })
    expect((await board.admin.get(`${sourcesUrl}/${created.id}`)).statusCode).toBe(404)
    const log = await auditOf(created.id)
    expect(log.map((entry) => entry.action)).toEqual([
      'imports.source-created',
      'imports.source-changed',
      'imports.source-deleted',
    ])
    expect(new Set(log.map((row) => row.actor_id))).toEqual(new Set([board.admin.user.id]))
  })

  test('is not overwritten by somebody who read it before it was changed', async () => {
    const source = await createSource(board)
    const theirs = (await put(source, { schedule: 'weekly' })).json<ImportSource>()
    const late = await put(source, { schedule: 'hourly' })
    expect([late.statusCode, late.json<{ current: unknown }>().current]).toEqual([409, theirs])
  })

  test('has its next time when its schedule is set, and keeps it through other changes', async () => {
    const source = await createSource(board, { schedule: 'daily' })
    const inADay = Date.now() + 86_400_000
    expect(Math.abs(Date.parse(source.nextRunAt ?? '') - inADay)).toBeLessThan(60_000)
    const same = (await put(source, { isComplete: true })).json<ImportSource>()
    expect(same.nextRunAt).toBe(source.nextRunAt)
    expect((await put(same, { schedule: 'never' })).json()).toMatchObject({ nextRunAt: null })
  })

  test('has a name of its own', async () => {
    const { name, url } = await createSource(board)
    const again = await board.admin.post(sourcesUrl, sourceFields({ url, name: ` ${name}\n` }))
    expect([again.statusCode, problems(again)]).toEqual([
      409,
      [{ field: 'name', message: 'A source already has this name.' }],
    ])
  })

  test.each<[object, string, RegExp]>([
    [{ name: ' ' }, 'name', /Name is required/],
    [{ name: 'Manual' }, 'name', /posted by hand/],
    [{ url: 'javascript:alert(1)' }, 'url', /valid Apify dataset URL/],
    [{ url: 'https://metadata.internal/items' }, 'url', /not allowed/],
    [{ url: 'http://169.254.169.254/latest' }, 'url', /not allowed/],
    [{ schedule: 'yearly' }, 'schedule', /choose a schedule/],
    [{ mapping: { salary: { path: 'pay' } } }, 'mapping', /./],
    [{ mapping: { title: { path: ' ' } } }, 'mapping.title', /choose where/],
    [
      { mapping: { title: { path: 'a', value: 'b' } } },
      'mapping.title',
      /a path, a value or a fallback/,
    ],
    [{ mapping: { title: { path: 'x'.repeat(201) } } }, 'mapping.title', /path is too long/],
  ])('%j is refused', async (fields, field, message) => {
    const answer = await board.admin.post(sourcesUrl, sourceFields({ url: board.url, ...fields }))
    expect(answer.statusCode).toBe(400)
    const problem = problems(answer)?.find((problem) => problem.field.startsWith(field))
    expect(problem?.message).toMatch(message)
  })

  test('that is being imported is not imported twice at once, nor deleted', async () => {
    const { id } = await createSource(board)
    const answers = [
      await board.admin.post(`${sourcesUrl}/${id}/run`),
      await board.admin.post(`${sourcesUrl}/${id}/run`),
    ]
    answers.push(await board.admin.delete(`${sourcesUrl}/${id}`))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 409, 409])
    expect((await board.admin.get(`${sourcesUrl}/${id}`)).json()).toMatchObject({
      lastRun: { status: 'running' },
    })
    const { runId } = answers[0]?.json<{ runId: string }>() ?? {}
    expect((await board.admin.post(`/api/admin/imports/${runId}/cancel`)).statusCode).toBe(200)
    expect((await board.admin.delete(`${sourcesUrl}/${id}`)).statusCode).toBe(200)
  })

  test('is checked when it is saved, and again when it is to be read in another way', async () => {
    const source = await createSource(board)
    const checks = async () =>
      (
        await sql`select id, status, mapping from import_checks where source_name = ${source.name}`.execute(
          board.db,
        )
      ).rows
    const first = await checks()
    expect(first).toMatchObject([{ status: 'running', mapping: {} }])
    const saved = (await put(source, { isComplete: true })).json<ImportSource>()
    expect(await checks()).toEqual(first)
    const mapping = { employer: { value: 'Lakeside Clinic' } }
    expect((await put(saved, { mapping })).statusCode).toBe(200)
    await runTasks(board)
    expect(await checks()).toMatchObject([{ status: 'finished', mapping }])
  })

  test('that is deleted while somebody starts its import is not found', async () => {
    const { id } = await createSource(board)
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const run = await board.db.transaction().execute(async (trx) => {
      await sql`delete from import_sources where id = ${id}`.execute(trx)
      const answering = board.admin.post(`${sourcesUrl}/${id}/run`)
      await expect.poll(async () => (await waiting.execute(board.db)).rows).toHaveLength(1)
      return { answering }
    })
    expect((await run.answering).statusCode).toBe(404)
  })

  test('that nobody has is not found, nor is a run', async () => {
    const nobodys = '01900000-0000-7000-8000-000000000000'
    const { admin } = board
    const answers = [
      ...['import-sources', 'imports'].map((path) => admin.get(`/api/admin/${path}/${nobodys}`)),
      ...['import-sources/ID/run', 'import-sources/ID/check', 'imports/ID/cancel'].map((path) =>
        admin.post(`/api/admin/${path.replace('ID', nobodys)}`),
      ),
      admin.put(`${sourcesUrl}/${nobodys}`, sourceFields({ url: board.url, version: 1 })),
      admin.delete(`${sourcesUrl}/${nobodys}`),
    ]
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(
      answers.map(() => 404),
    )
  })
})

/** The kinds of structured data on a job's page, as a visitor gets it. */
async function markupOf(id: string): Promise<string[]> {
  const { body } = await board.get(`/jobs/${id}`)
  return [...body.matchAll(/<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/gs)].map(
    ([, json = '']) => (JSON.parse(json) as { '@type': string })['@type'],
  )
}

describe('the authorization for structured data', () => {
  test('reaches the pages of jobs that are here already, and the audit log', async () => {
    const source = await createSource(board)
    const job = jobRow({ source: source.name, structured_data_allowed: false })
    await addJobs(board.db, [job])
    await expect.poll(() => markupOf(job.id)).toEqual(['BreadcrumbList'])
    const authorized = (await put(source, { structuredDataAllowed: true })).json<ImportSource>()
    // Out of the caches, too.
    await expect.poll(() => markupOf(job.id)).toEqual(['BreadcrumbList', 'JobPosting'])
    await put(authorized, { structuredDataAllowed: false })
    await expect.poll(() => markupOf(job.id)).toEqual(['BreadcrumbList'])
    expect((await auditOf(source.id)).map((entry) => entry.action)).toEqual([
      'imports.source-created',
      'imports.source-changed',
      'imports.structured-data-authorized',
      'imports.source-changed',
      'imports.structured-data-withdrawn',
    ])
  })

  test('reaches more jobs than one statement changes, also after a node has stopped', async () => {
    const source = await createSource(board)
    const job = () =>
      jobRow({ status: 'pending', source: source.name, structured_data_allowed: false })
    await addJobs(board.db, Array.from({ length: 1600 }, job))
    const allowed = sql`select from jobs where source = ${source.name} and structured_data_allowed`
    await put(source, { structuredDataAllowed: true })
    expect((await allowed.execute(board.db)).rows).toHaveLength(500)
    await runTasks(board, { stopping: AbortSignal.abort() })
    expect((await allowed.execute(board.db)).rows).toHaveLength(1000)
    expect(await failedTasks(board)).toEqual([])
    await runTasks(board)
    expect((await allowed.execute(board.db)).rows).toHaveLength(1600)
  })

  test('goes with its source, and is given to jobs from before a source was kept', async () => {
    const job = jobRow({ source: 'Indeed', structured_data_allowed: false })
    await addJobs(board.db, [job])
    const source = await createSource(board, { name: 'Indeed', structuredDataAllowed: true })
    await expect.poll(() => markupOf(job.id)).toContain('JobPosting')
    await board.admin.delete(`${sourcesUrl}/${source.id}`)
    await expect.poll(() => markupOf(job.id)).not.toContain('JobPosting')
    expect((await board.get(`/api/jobs/${job.id}`)).statusCode).toBe(200)
  })

  test('holds for what is imported afterwards', async () => {
    const source = await createSource(board, { structuredDataAllowed: true })
    board.publish([posting(1), posting(2)])
    expect((await board.admin.post(`${sourcesUrl}/${source.id}/run`)).statusCode).toBe(200)
    await runTasks(board)
    const { rows } =
      await sql`select structured_data_allowed from jobs where source = ${source.name}`.execute(
        board.db,
      )
    expect(rows).toEqual([{ structured_data_allowed: true }, { structured_data_allowed: true }])
    const { lastRun } = (await board.admin.get(`${sourcesUrl}/${source.id}`)).json<ImportSource>()
    expect(lastRun).toMatchObject({ status: 'finished', imported: 2, skipped: 0 })
    expect((await auditOf(source.id)).at(-1)?.action).toBe('imports.source-run')
  })
})
