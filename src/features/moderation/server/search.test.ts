import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { referenceCode, type JobStatus } from '#features/jobs/model.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import * as board from '#test/moderation.ts'
import { signIn } from '#test/sign-in.ts'

/** A moderator finds any posting, and acts on it. */

board.openForFile()

const find = async (q: string) =>
  (await board.admin.get(`/api/admin/postings?q=${encodeURIComponent(q)}`))
    .json<ResponseOf<'GET /api/admin/postings'>>()
    .postings.map(({ id }) => id)
const itemsOf = async (id: string) =>
  (await board.admin.get(`/api/admin/postings/${id}`)).json<
    ResponseOf<'GET /api/admin/postings/:id'>
  >().items

test.each<JobStatus>(['pending', 'active', 'inactive', 'expired', 'rejected', 'removed'])(
  'a posting that is %s is found by reference, title, employer, and who posted it with or without an account',
  async (status) => {
    const owner = await signIn(board.app, 'employer', { lastName: `Zephyrine${status}` })
    const words = { title: `Chief of ${status}ology`, employer: `Quux ${status} 100% Clinic` }
    const [own, guests, imported] = [
      jobRow({
        status,
        owner_id: owner.user.id,
        channel: 'account',
        contact_email: 'somewhere@else.test',
        ...words,
      }),
      jobRow({ status, channel: 'public', contact_email: `guest.${status}@mail.test` }),
      jobRow({ status, title: `Zookeeper of ${status}` }),
    ]
    await addJobs(board.app.db, [own, guests, imported])
    const code = referenceCode(own.id)
    for (const q of [
      code,
      code.toLowerCase(),
      code.slice(3),
      `${status}ology`,
      `quux chief ${status}`,
      owner.user.email,
    ])
      expect(await find(q), q).toEqual([own.id])
    expect(await find(`zephyrine${status}`)).toEqual([own.id])
    expect(await find(`Guest.${status}@mail.test`)).toEqual([guests.id])
    expect(await find(`zookeeper ${status}`)).toEqual([imported.id])
    for (const q of ['', '100_ clinic', "nothing's like it"]) expect(await find(q), q).toEqual([])
  },
)

test('a live posting is read, corrected and taken down by who found it; what waits about it is listed with it', async () => {
  const { id } = await board.posting('active')
  expect(await itemsOf(id)).toMatchObject([{ kind: 'posting', holds: [] }])
  await board.report(id)
  expect(await itemsOf(id)).toMatchObject([{ kind: 'report', reports: [{}] }])
  expect((await board.decide(id, 'remove', { reason: 'Deceit.' })).statusCode).toBe(200)
  const [item] = await itemsOf(id)
  expect(item).toMatchObject({
    posting: { status: 'removed' },
    holds: [{ reason: 'removed', note: 'Deceit.', by: 'Alex Example' }],
  })
  expect((await board.admin.get(`/api/admin/postings/${board.nobodysId}`)).statusCode).toBe(404)
  const pending = await board.posting('pending')
  expect(await itemsOf(pending.id)).toMatchObject([{ kind: 'pending' }])
})

test('a search reads indexes', async () => {
  const plans = [
    sql`select id from jobs where right(id::text, 6) = 'abcdef'`,
    sql`
      select id from jobs where channel <> 'import'
        and lower(title || ' ' || employer || ' ' || coalesce(contact_email, '')) like '%word%'
    `,
  ]
  await board.app.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    for (const [index, plan] of plans.entries()) {
      const { rows } = await sql`explain ${plan}`.execute(trx)
      expect(JSON.stringify(rows)).toContain(['jobs_reference', 'jobs_posted_words'][index])
    }
  })
})
