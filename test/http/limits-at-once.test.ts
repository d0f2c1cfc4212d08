import type { LightMyRequestResponse } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { maxAlerts } from '#features/alerts/model.ts'
import { maxFavorites } from '#features/favorites/model.ts'
import { maxSavedReplies } from '#features/inquiries/model.ts'
import { appForFile } from '../app.ts'
import { atOnce } from '../at-once.ts'
import { jobRow } from '../factories.ts'
import { asVisitor, signIn } from '../sign-in.ts'

/**
 * What is allowed so often for each account holds for calls at once, too: none counts before
 * another has added.
 */

const calls = 6
const jobs = Array.from({ length: calls }, () => jobRow())
const board = appForFile({ jobs, env: { RATE_LIMITS: 'off' } })

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/**
 * The answers to calls that insert at once: their statuses, the lowest first, and what they say.
 */
async function insert(table: string, call: (n: number) => Promise<LightMyRequestResponse>) {
  const saves = range(calls).map((n) => () => call(n))
  const answers = await atOnce(board, saves, sql`lock table ${sql.table(table)} in share mode`)
  const statuses = answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)
  return { statuses, said: answers.map((answer) => answer.body).join() }
}

const oneSaved = [200, ...range(calls - 1).map(() => 409)]

async function count(from: RawBuilder<unknown>): Promise<number> {
  return (
    (await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(board.db)).rows[0]
      ?.n ?? 0
  )
}

test('job alerts of a proven address', async () => {
  const physician = await signIn(board, 'physician')
  const { id, email } = physician.user
  await sql`
    insert into job_alerts (id, email, user_id, status, search, stored, stored_version, stored_at, frequency, time_zone, due_at, created_at)
    select gen_random_uuid(), ${email}, ${id}, 'active', '?keyword=' || n, '{"query": null}', 'x', now(), 'daily', 'America/New_York', now(), now()
    from generate_series(2, ${maxAlerts}::integer) n
  `.execute(board.db)
  const save = (n: number) => physician.post('/api/alerts', { search: { keyword: `heart ${n}` } })
  const said = expect.stringContaining('You have 50 job alerts, the most allowed.')
  expect(await insert('job_alerts', save)).toEqual({ statuses: oneSaved, said })
  expect(await count(sql`job_alerts where email = ${email}`)).toBe(maxAlerts)
  const { keyword } =
    (await physician.get('/api/alerts')).json<{ alerts: { search: { keyword: string } }[] }>()
      .alerts[0]?.search ?? {}
  expect(
    (await physician.post('/api/alerts', { search: { keyword } })).statusCode,
    'of one that it has',
  ).toBe(200)
})

test('unconfirmed job alerts of an address in a day', async () => {
  const email = 'stranger@mail.test'
  const visitor = asVisitor(board)
  const save = (n: number) =>
    visitor.post('/api/alerts', { search: { keyword: `lung ${n}` }, email })
  for (const n of range(4)) await save(n)
  await insert('job_alerts', (n) => save(10 + n))
  expect(await count(sql`job_alerts where email = ${email}`)).toBe(5)
})

test('saved jobs of a physician', async () => {
  const physician = await signIn(board, 'physician')
  await sql`
    insert into favorites (physician_id, job_id, title, employer, city, state)
    select ${physician.user.id}, gen_random_uuid(), 'x', 'x', 'x', 'TX' from generate_series(2, ${maxFavorites}::integer)
  `.execute(board.db)
  const save = (n: number) => physician.post('/api/favorites', { jobId: jobs[n]?.id })
  const said = expect.stringContaining('You have saved 500 jobs. Remove one to save another.')
  expect(await insert('favorites', save)).toEqual({ statuses: oneSaved, said })
  expect(await count(sql`favorites where physician_id = ${physician.user.id}`)).toBe(maxFavorites)
})

test('drafts of an employer', async () => {
  const employer = await signIn(board, 'employer')
  const save = () => employer.post('/api/posting-drafts', { form: { title: 'Cardiologist' } })
  await save()
  await sql`
    insert into posting_drafts select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
    from posting_drafts d, generate_series(3, 200) where owner_id = ${employer.user.id}
  `.execute(board.db)
  expect((await insert('posting_drafts', save)).statuses).toEqual(oneSaved)
  expect(await count(sql`posting_drafts where owner_id = ${employer.user.id}`)).toBe(200)
})

test('saved replies of a recruiter', async () => {
  const recruiter = await signIn(board, 'recruiter')
  await sql`
    insert into saved_replies (id, owner_id, title, message)
    select gen_random_uuid(), ${recruiter.user.id}, 'Title ' || n, 'Message'
    from generate_series(2, ${maxSavedReplies}::integer) n
  `.execute(board.db)
  const save = (n: number) =>
    recruiter.post('/api/saved-replies', { title: `Reply ${n}`, message: 'Thank you.' })
  const said = expect.stringContaining('You have 50 saved replies. Delete one first.')
  expect(await insert('saved_replies', save)).toEqual({ statuses: oneSaved, said })
})
