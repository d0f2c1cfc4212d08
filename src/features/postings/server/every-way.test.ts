import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { posting as importedItem } from '#test/fixtures/imports.ts'
import { importSource, keepSource, openBoard } from '#test/imports.ts'
import { idOf, urlOf } from '#test/postings.ts'
import { setPublishing } from '#test/publishing.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import { accountPost, posting, publicPost } from '../postings.fixture.ts'
import { expirePostings } from './tasks.ts'

/**
 * Every way in which a posting is created or changed, through the API: each writes an event, and no status changes without one.
 */

const board = await openBoard()
const employer = await signIn(board, 'employer')
afterAll(() => board.close())

async function historyOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ step: string }>`
    select concat_ws(' ', actor, action, coalesce(from_status, '-') || '>' || to_status) as step
    from posting_events where job_id = ${id} order by id
  `.execute(board.db)
  return rows.map((row) => row.step)
}
const postPublic = async () => idOf(await asVisitor(board).post('/employers/post', publicPost()))
const post = async (by = employer) => idOf(await by.post('/api/jobs', accountPost()))
const decide = (id: string, action: string, reason?: string) =>
  board.admin.post(`/api/admin/postings/${id}/decision`, { action, reason })
const live = ['owner submit ->pending', 'policy publish pending>active']

test('a posting that needs no review is inserted live with both events; others wait', async () => {
  await setPublishing(board.admin, { account: 'immediate', public: 'immediate' })
  expect(await historyOf(await postPublic())).toEqual(['author submit ->pending', 'policy publish pending>active'])
  const id = await post()
  expect(await historyOf(id)).toEqual(live)
  const { rows } = await sql`select posted_at = updated_at as once from jobs where id = ${id}`.execute(board.db)
  expect(rows).toEqual([{ once: true }])
  await setPublishing(board.admin, { account: 'review', public: 'review' })
  expect(await historyOf(await post())).toEqual(['owner submit ->pending'])
  expect(await historyOf(await postPublic())).toEqual(['author submit ->pending'])
  await setPublishing(board.admin, { account: 'immediate', public: 'review' })
})

test('the dashboard: created inactive, activated, deactivated, edited, deleted', async () => {
  const { id } = (await employer.post('/api/job-postings', posting({ isActive: false }))).json<{ id: string }>()
  for (const isActive of [true, false, false, true]) expect((await employer.put(urlOf(id), { isActive })).statusCode).toBe(200)
  const { updatedAt } = (await employer.get(urlOf(id))).json<{ updatedAt: string }>()
  expect((await employer.put(urlOf(id), { title: 'Changed', updatedAt })).statusCode).toBe(200)
  expect((await employer.post(`${urlOf(id)}/renew`)).statusCode).toBe(409)
  expect((await employer.delete(urlOf(id))).statusCode).toBe(200)
  expect(await historyOf(id)).toEqual([
    ...live,
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
  const take = async (...numbers: number[]) => {
    board.publish(numbers.map((number) => importedItem(number)))
    await importSource(board, source)
  }
  await take(1, 2, 3)
  const { rows } = await sql<{ id: string }>`select id from jobs where channel = 'import' order by title`.execute(board.db)
  const [first = '', second = '', third = ''] = rows.map((row) => row.id)
  await decide(first, 'approve')
  await decide(third, 'reject', 'Not for physicians.')
  await take(3, 4, 5)
  await take(1, 3, 4, 5)
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
  const [over, open] = [await post(other), await post(other)]
  await sql`update jobs set expires_at = now() - interval '1 hour' where id = ${over}`.execute(board.db)
  await expirePostings(board.db, board.settings)
  const account = `/api/admin/users/${other.user.id}`
  for (const action of ['suspend', 'reinstate']) {
    const { revision } = (await board.admin.get(account)).json<{ revision: number }>()
    await board.admin.post(`${account}/${action}`, { revision, ...(action === 'suspend' && { reason: 'content' }) })
  }
  expect(await historyOf(over)).toEqual([...live, 'clock expire active>expired'])
  const paused = ['administrator suspend active>inactive', 'administrator reinstate inactive>active']
  expect(await historyOf(open)).toEqual([...live, ...paused])
})

test('afterwards the status of every job matches its events, and each event starts where the last ended', async () => {
  const { rows } = await sql<{ unmatched: number; torn: number }>`
    with steps as (
      select job_id, from_status, to_status, lag(to_status) over history as before, lead(id) over history is null as is_last
      from posting_events window history as (partition by job_id order by id)
    )
    select (select count(*)::integer from jobs left join steps on job_id = id and is_last
        where status is distinct from to_status) as unmatched,
      (select count(*)::integer from steps where from_status is distinct from before) as torn
  `.execute(board.db)
  expect(rows).toEqual([{ unmatched: 0, torn: 0 }])
})
