import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { posting as importedItem } from '#test/fixtures/imports.ts'
import { jobRow, addJobs } from '#test/factories.ts'
import { importSource, keepSource, openBoard } from '#test/imports.ts'
import { setPublishing } from '#test/publishing.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import { accountPost, posting, publicPost } from '../postings.fixture.ts'
import { expirePostings } from './tasks.ts'

/**
 * Every way in which a posting is created or changed, through the API: each writes an event, and no status changes without one.
 */

const board = await openBoard()
const visitor = asVisitor(board)
const employer = await signIn(board, 'employer')
afterAll(() => board.close())

async function historyOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ step: string }>`
    select concat_ws(' ', actor, action, coalesce(from_status, '-') || '>' || to_status) as step
    from posting_events where job_id = ${id} order by id
  `.execute(board.db)
  return rows.map((it) => it.step)
}
const policies = (account: 'immediate' | 'review', open: 'immediate' | 'review') =>
  setPublishing(board.admin, { account, public: open })
const idOf = (answer: { json: () => unknown }) => (answer.json() as { job: { id: string } }).job.id
const url = (id: string) => `/api/job-postings/${id}`

test('a posting that needs no review is inserted live with both events; others wait', async () => {
  await policies('immediate', 'immediate')
  expect(await historyOf(idOf(await visitor.post('/employers/post', publicPost())))).toEqual([
    'author submit ->pending',
    'policy publish pending>active',
  ])
  const live = idOf(await employer.post('/api/jobs', accountPost()))
  expect(await historyOf(live)).toEqual(['owner submit ->pending', 'policy publish pending>active'])
  const { rows } = await sql`select xmin::text as born, posted_at = updated_at as once from jobs where id = ${live}`.execute(
    board.db,
  )
  expect(rows).toMatchObject([{ once: true }])
  await policies('review', 'review')
  expect(await historyOf(idOf(await employer.post('/api/jobs', accountPost())))).toEqual(['owner submit ->pending'])
  expect(await historyOf(idOf(await visitor.post('/employers/post', publicPost())))).toEqual(['author submit ->pending'])
  await policies('immediate', 'review')
})

test('the dashboard: created inactive, activated, deactivated, edited, deleted', async () => {
  const { id } = (await employer.post('/api/job-postings', posting({ isActive: false }))).json<{ id: string }>()
  for (const isActive of [true, false, true]) expect((await employer.put(url(id), { isActive })).statusCode).toBe(200)
  const { updatedAt } = (await employer.get(url(id))).json<{ updatedAt: string }>()
  expect((await employer.put(url(id), { title: 'Changed', updatedAt })).statusCode).toBe(200)
  expect((await employer.post(`${url(id)}/renew`)).statusCode).toBe(409)
  expect((await employer.delete(url(id))).statusCode).toBe(200)
  expect(await historyOf(id)).toEqual([
    'owner submit ->pending',
    'policy publish pending>active',
    'owner deactivate active>inactive',
    'owner activate inactive>active',
    'owner deactivate active>inactive',
    'owner activate inactive>active',
    'owner edit active>active',
    'owner remove active>removed',
  ])
})

test('an import, its moderators, and its source', async () => {
  const source = await keepSource(board, { name: 'Larkfield feed' })
  board.publish([1, 2, 3].map((it) => importedItem(it)))
  await importSource(board, source)
  const { rows } = await sql<{ id: string }>`select id from jobs where channel = 'import' order by title`.execute(board.db)
  const [first = '', second = '', third = ''] = rows.map((it) => it.id)
  await board.admin.post(`/api/admin/postings/${first}/decision`, { action: 'approve' })
  await board.admin.post(`/api/admin/postings/${third}/decision`, { action: 'reject', reason: 'Not for physicians.' })
  for (const numbers of [[3], [1, 3]]) {
    board.publish([...numbers, 4, 5].map((it) => importedItem(it)))
    await importSource(board, source)
  }
  expect(await historyOf(first)).toEqual([
    'operator import ->pending',
    'administrator approve pending>active',
    'source unlist active>expired',
    'source relist expired>active',
  ])
  expect(await historyOf(second)).toEqual(['operator import ->pending', 'source withdraw pending>removed'])
  expect(await historyOf(third)).toEqual(['operator import ->pending', 'administrator reject pending>rejected'])
})

test('time, and an account that is suspended, reinstated and deleted', async () => {
  const other = await signIn(board, 'employer')
  const [over, open] = [idOf(await other.post('/api/jobs', accountPost())), idOf(await other.post('/api/jobs', accountPost()))]
  await sql`update jobs set expires_at = now() - interval '1 hour' where id = ${over}`.execute(board.db)
  await expirePostings(board.db, board.settings)
  const account = `/api/admin/users/${other.user.id}`
  const revision = async () => (await board.admin.get(account)).json<{ revision: number }>().revision
  await board.admin.post(`${account}/suspend`, { reason: 'content', revision: await revision() })
  await board.admin.post(`${account}/reinstate`, { revision: await revision() })
  const start = ['owner submit ->pending', 'policy publish pending>active']
  expect(await historyOf(over)).toEqual([...start, 'clock expire active>expired'])
  expect(await historyOf(open)).toEqual([
    ...start,
    'administrator suspend active>inactive',
    'administrator reinstate inactive>active',
  ])
})

test('of two simultaneous calls, one is refused or changes nothing, and the history has one event', async () => {
  const job = jobRow({ status: 'pending', channel: 'public' })
  await addJobs(board.db, [job])
  const answers = await Promise.all([
    board.admin.post(`/api/admin/postings/${job.id}/decision`, { action: 'approve' }),
    board.admin.post(`/api/admin/postings/${job.id}/decision`, { action: 'reject', reason: 'No.' }),
  ])
  expect(new Set(answers.map((it) => it.statusCode))).toEqual(new Set([200, 409]))
  expect(await historyOf(job.id)).toHaveLength(2)
})

test('afterwards the status of every job matches its events, and each event starts where the last ended', async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from jobs j
    where j.status is distinct from (select to_status from posting_events e where e.job_id = j.id order by id desc limit 1)
  `.execute(board.db)
  expect(rows).toEqual([{ n: 0 }])
  const { rows: torn } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from_status, lag(to_status) over (partition by job_id order by id) as before from posting_events
    ) steps where from_status is distinct from before
  `.execute(board.db)
  expect(torn).toEqual([{ n: 0 }])
})
