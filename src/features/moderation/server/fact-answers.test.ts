import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { posting as item } from '#test/fixtures/imports.ts'
import { runTasks } from '#test/mailbox.ts'
import * as board from '#test/moderation.ts'
import { answered, signIn } from '#test/sign-in.ts'
import {
  answer,
  citiesOf,
  doubtsOf,
  place,
  plainImport,
  settle,
  take,
  undone,
  waiting,
  type Answer,
  type Settled,
} from '#test/doubts.ts'

board.openForFile()

describe('an answer', () => {
  test('corrects the posting, is in the history, and can be taken back', async () => {
    const id = await waiting('Single', { place: { words: 'Bay Area' }, pay: { words: '$60' } })
    const same = await waiting('Single', { place: { words: 'Bay Area' } })
    const placed = (await answer(id, place('Oakland'), 'Bay Area')).json<Settled>()
    expect(placed).toMatchObject({ success: true, answered: 1 })
    const pay = { fact: 'pay', value: { min: 300_000, max: 350_000, unit: 'YEAR' } } as const
    const paid = (await answer(id, pay, '$60')).json<Settled>()
    expect(await board.stored(id)).toMatchObject({
      status: 'pending',
      city: 'Oakland',
      state: 'CA',
      lat: expect.closeTo(37.8, 0) as number,
      comp_min: '300000.00',
      pay_annual: 350_000,
    })
    expect([await doubtsOf('Single', id), (await doubtsOf('Single', same))?.length]).toEqual([
      [],
      1,
    ])
    expect((await board.decisions('?action=answer')).items.slice(0, 2)).toMatchObject([
      {
        jobId: id,
        answer: { fact: 'pay', words: '$60', text: '$300,000 - $350,000 a year' },
        count: null,
        canUndo: true,
      },
      {
        jobId: id,
        answer: { fact: 'place', words: 'Bay Area', text: 'Oakland, CA' },
        canUndo: false,
      },
    ])
    const [first, second] = [placed.decisionId, paid.decisionId]
    expect([await undone(first), await undone(second), await undone(first)]).toEqual([
      409, 200, 200,
    ])
    expect(await board.stored(id)).toMatchObject({
      city: 'Austin',
      state: 'TX',
      comp_min: null,
      pay_annual: null,
    })
    expect((await doubtsOf('Single', id))?.map((doubt) => doubt.fact)).toEqual(['place', 'pay'])
  })

  test('holds for later imports of the source, and for no other', async () => {
    const words = 'Greater Bay, CA'
    const id = await waiting('Many', { place: { words } })
    const elsewhere = await waiting('Other', { place: { words } })
    const { decisionId } = await settle(id, place('Oakland'), words)
    expect(await citiesOf(id, elsewhere)).toEqual(['Oakland', 'Austin'])
    expect((await board.decide(id, 'approve')).statusCode).toBe(200)

    await sql`update fact_answers set words = 'austin, tx' where source = 'Many'`.execute(
      board.app.db,
    )
    await take('Many', item(1, { location: 'Austin, TX' }))
    const { rows } =
      await sql`select city from jobs where source = 'Many' and title like '%team 1'`.execute(
        board.app.db,
      )
    expect(rows).toEqual([{ city: 'Oakland' }])
    // What went live stays.
    expect([await undone(decisionId), ...(await citiesOf(id))]).toEqual([409, 'Oakland'])
  })

  test('is one decision for all that wait for the same, the first at once and the others soon after', async () => {
    const words = 'Saint Louis, NM'
    const ids: string[] = []
    for (let count = 0; count < 12; count++) ids.push(await waiting('Alike', { place: { words } }))
    const [first = ''] = ids
    const both = await waiting('Alike', { specialty: { words: 'Hosp' }, place: { words } })
    const certain = await plainImport('Alike')
    const listed = (query = '') => board.queue(`?source=Alike${query}`)
    const { items, counts, totalPages } = await listed()
    expect(items.map((item) => item.doubts[0]?.same ?? 0).toSorted((a, b) => a - b)).toEqual([
      0, 1, 12,
    ])
    expect([counts.pending, totalPages]).toEqual([14, 1])
    expect((await listed('&doubt=place')).items.map((item) => item.doubts[0]?.same)).toEqual([
      12, 1,
    ])
    expect((await listed('&doubt=none')).items.map((item) => item.posting.id)).toEqual([certain])
    const each = await listed(`&doubt=place&words=${encodeURIComponent('saint  louis, nm')}`)
    expect(each.items.map((item) => item.posting.id).toSorted()).toEqual(ids.toSorted())

    const moved = async () =>
      (await citiesOf(...ids, both)).filter((city) => city === 'Oakland').length
    const { decisionId, answered, left } = await settle(first, place('Oakland'), words)
    expect([answered, left, await moved()]).toEqual([12, 9, 3])
    await runTasks(board.app)
    expect(await moved()).toBe(13)
    expect(await undone(decisionId)).toBe(200)
    expect([...(await citiesOf(first)), await moved()]).toEqual(['Austin', 10])
    await runTasks(board.app)
    expect(await moved()).toBe(0)

    // Taken back before the others had their turn.
    const again = await settle(first, place('Oakland'), words)
    expect(await undone(again.decisionId)).toBe(200)
    await runTasks(board.app)
    expect(await moved()).toBe(0)
  })

  test('that is taken back leaves what somebody answered since', async () => {
    const words = 'Twice Town, NM'
    const first = await waiting('Since', { place: { words } })
    const { decisionId } = await settle(first, place('Oakland'), words)
    // A row that came in while the answer was given.
    const second = await waiting('Since', { place: { words } })
    expect(await settle(second, place('Fresno'), words)).toMatchObject({ answered: 1 })
    expect(await undone(decisionId)).toBe(200)
    const { rows } = await sql`select value from fact_answers where source = 'Since'`.execute(
      board.app.db,
    )
    expect(rows).toEqual([{ value: { city: 'Fresno', state: 'CA' } }])
    expect(await citiesOf(first, second)).toEqual(['Austin', 'Fresno'])
  })

  test('reaches no further once its moderator is dismissed, and never a posting of their own', async () => {
    const words = 'Kansas City, OH'
    const moderator = await signIn(board.app, 'moderator')
    const ids: string[] = []
    for (let count = 0; count < 6; count++)
      ids.push(await waiting('Dismissed', { place: { words } }))
    const [own = '', first = '', last = ''] = [ids[0], ids[1], ids.at(-1)]
    await sql`update jobs set owner_id = ${moderator.user.id} where id = ${own}`.execute(
      board.app.db,
    )
    const settles = async (id: string) =>
      (
        await moderator.post(`/api/admin/postings/${id}/fact-answers`, {
          answer: place('Oakland'),
          words,
          all: true,
        })
      ).statusCode
    expect([await settles(own), await settles(first)]).toEqual([409, 200])
    await sql`update users set role = 'physician' where id = ${moderator.user.id}`.execute(
      board.app.db,
    )
    await runTasks(board.app)
    expect(await citiesOf(own, first, last)).toEqual(['Austin', 'Oakland', 'Austin'])
  })

  test('has no rows left of what waits no more', async () => {
    const words = 'Nowhere, NM'
    const [id] = [
      await waiting('Ended', { place: { words } }),
      await waiting('Ended', { place: { words } }),
    ]
    const same = async () =>
      (await board.queue('?source=Ended')).items.map((item) => item.doubts[0]?.same)
    expect(await same()).toEqual([2])
    const { decisionId } = (await board.decide(id, 'reject', { reason: 'Closed.' })).json<{
      decisionId: string
    }>()
    expect(await same()).toEqual([1])
    await board.undo(decisionId)
    expect(await same()).toEqual([2])
  })

  test('that it is no job for physicians rejects it, with all that say the same, until that is taken back', async () => {
    const words = 'Physician Practice RN'
    const ids = [
      await waiting('Nurses', { profession: { words } }),
      await waiting('Nurses', { profession: { words } }),
    ]
    const [first = ''] = ids
    const state = async () => {
      const { rows } = await sql`select from fact_answers where source = 'Nurses'`.execute(
        board.app.db,
      )
      return {
        statuses: (await Promise.all(ids.map(board.stored))).map((job) => job.status),
        answers: rows.length,
      }
    }
    const { decisionId } = await settle(first, { fact: 'profession', value: 'other' }, words)
    expect(await state()).toEqual({ statuses: ['rejected', 'rejected'], answers: 1 })
    expect(await undone(decisionId)).toBe(200)
    expect(await state()).toEqual({ statuses: ['pending', 'pending'], answers: 0 })
    expect(await doubtsOf('Nurses', first)).toHaveLength(1)
    expect(
      (await answer(first, { fact: 'profession', value: 'physician' }, words)).statusCode,
    ).toBe(200)
    expect((await board.decide(first, 'approve')).statusCode).toBe(200)
  })

  test('of two moderators at once counts once, and the other learns what it is', async () => {
    const id = await waiting('Twice', { place: { words: 'Bay Area' } })
    const answers = await Promise.all([
      answer(id, place('Oakland'), 'Bay Area'),
      answer(id, place('Oakland'), 'Bay Area'),
    ])
    const [one, other] = answers.toSorted((a, b) => a.statusCode - b.statusCode)
    const error = 'Another moderator already settled the location.'
    expect([one?.statusCode, other?.statusCode, other?.json()]).toMatchObject([200, 409, { error }])
    const rejected = await waiting('Twice', { place: { words: 'Bay Area' } })
    await board.decide(rejected, 'reject', { reason: 'Too short.' })
    expect((await answer(rejected, place('Oakland'), 'Bay Area')).json()).toMatchObject({
      error: "This posting is no longer waiting. It is now 'Rejected'.",
    })
    expect((await answer(board.nobodysId, place('Oakland'), 'Bay Area')).statusCode).toBe(404)
  })

  const outdated = 'The source now says something else about the location. Please read it again.'
  test.each<[Answer, words: string, status: number, error: unknown]>([
    [place('Nowhereville'), 'Bay Area', 400, 'No location Nowhereville, CA is known.'],
    [place('Austin', 'CA'), 'Bay Area', 400, 'No location Austin, CA is known.'],
    [
      { fact: 'pay', value: { min: 3, max: 2, unit: 'HOUR' } },
      '$60',
      400,
      'The lowest pay is above the highest',
    ],
    [{ fact: 'specialty', value: { specialty: 'Plumbing' } }, 'x', 400, expect.any(String)],
    [place('Oakland'), 'Los Angeles area', 409, outdated],
  ])('that cannot be true is refused: %j for %j', async (given, words, status, error) => {
    const id = await waiting('Wrong', { place: { words: 'Bay Area' }, pay: { words: '$60' } })
    expect(await answered(answer(id, given, words))).toMatchObject([status, { error }])
    expect(await citiesOf(id)).toEqual(['Austin'])
  })
})
