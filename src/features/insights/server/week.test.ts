import { expect, test } from 'vitest'
import type { NewJob } from '#features/jobs/server/public.ts'
import type { PostingAction } from '#features/postings/state-machine.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'

const board = appForFile()
const old = new Date(Date.now() - 20 * 86_400_000)
const pay = (dollars: number, row: Partial<NewJob> = {}) =>
  jobRow({ specialty: 'Cardiology', comp_min: dollars, comp_max: dollars, posted_at: old, ...row })
const weekOf = async (query: string) => {
  const answer = await board.get(`/api/insights/week?specialty=${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ResponseOf<'GET /api/insights/week'>>()
}

test('a week counts what opened and closed, and compares the median pay with that before it', async () => {
  const before = [300_000, 310_000, 320_000, 330_000, 340_000].map((dollars) => pay(dollars))
  const fresh = [400_000, 410_000, 420_000].map((dollars) =>
    pay(dollars, { posted_at: new Date() }),
  )
  const [never, mistaken] = [
    pay(900_000, { status: 'pending' }),
    pay(800_000, { status: 'pending' }),
  ]
  await addJobs(board.db, [...before, ...fresh, never, mistaken])
  const moves = async (id = '', ...actions: PostingAction[]) => {
    for (const action of actions) await movePosting(board.db, id, action, 'administrator')
  }
  await moves(before[0]?.id, 'deactivate')
  await moves(before[1]?.id, 'deactivate', 'activate')
  await moves(never.id, 'reject')
  await moves(mistaken.id, 'approve', 'undo')
  expect(await weekOf('Cardiology')).toEqual({
    opened: 3,
    closed: 1,
    medianPay: 340_000,
    medianPayBefore: 320_000,
  })
  expect(await weekOf('Cardiology&only=counts')).toEqual({
    opened: 3,
    closed: 1,
    medianPay: null,
    medianPayBefore: null,
  })
  expect(await weekOf('Urology')).toEqual({
    opened: 0,
    closed: 0,
    medianPay: null,
    medianPayBefore: null,
  })

  const all = (await board.get('/jobs/specialty/cardiology')).body
  expect(/href="([^"]*)"[^>]*>3 new, 1 closed</.exec(all)?.[1]).toBe(
    '/jobs/specialty/cardiology/this-week',
  )
  const page = (await board.get('/jobs/specialty/cardiology/this-week')).body.replaceAll(
    '<!-- -->',
    '',
  )
  expect(page).toContain('This week: 3 new, 1 closed.')
  expect(page).toContain('moved from $320,000 to $340,000.')
  expect((await board.get('/jobs/specialty/cardiology/tx')).body).not.toContain('This week:')
})

test.each([
  '',
  '?specialty=Alchemy',
  '?specialty=Cardiology&specialty=Urology',
  `?specialty=${'a'.repeat(10_000)}`,
  '?specialty=Cardiology&only=medians',
])('a week of no specialty is refused (%#)', async (query) => {
  expect((await board.get(`/api/insights/week${query}`)).statusCode).toBe(400)
})
