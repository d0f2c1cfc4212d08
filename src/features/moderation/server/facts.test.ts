import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { FactName, Facts, FactValues } from '#features/imports/facts.ts'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import { posting as item } from '#test/fixtures/imports.ts'
import { runTasks } from '#test/mailbox.ts'
import * as board from '#test/moderation.ts'
import { answered, signIn } from '#test/sign-in.ts'
import type { SeveralDecided } from '../contract.ts'

board.openForFile()

type Doubts = Partial<{ [Name in FactName]: { words: string; suggestion?: FactValues[Name] } }>

const reasonOf = (fact: string) =>
  ({ place: 'unknown-city', pay: 'pay-implausible' })[fact] ?? `${fact}-unclear`

/** A waiting import with doubtful facts; its id. */
async function waiting(source: string, doubts: Doubts): Promise<string> {
  const job = {
    channel: 'import',
    source,
    contact_email: null,
    posted_at: new Date('2026-11-01T00:00:00Z'),
  } as const
  const { id } = await board.posting('pending', {
    ...job,
    ...(doubts.pay && { comp_min: null, comp_max: null }),
  })
  const stated = { state: 'stated', words: 'x' } as const
  const facts = {
    place: stated,
    profession: stated,
    specialty: stated,
    pay: stated,
    type: stated,
    schedule: stated,
  }
  const doubtful = Object.entries(doubts).map(([fact, doubt]) => [
    fact,
    { state: 'doubtful', reason: reasonOf(fact), ...doubt },
  ])
  await sql`
    insert into job_facts (job_id, source, facts, doubtful)
    values (${id}, ${source}, ${JSON.stringify({ ...facts, ...Object.fromEntries(doubtful) } as Facts)}, ${Object.keys(doubts)})
  `.execute(board.app.db)
  return id
}

/** The queue has the oldest of those that say the same. */
const doubtsOf = async (source: string, id: string) =>
  (await board.queue(`?source=${source}`)).items.find((item) => item.posting.id === id)?.doubts

type Answer = { fact: FactName; value: unknown }
const answer = (id: string, given: Answer, words: string, all = false) =>
  board.admin.post(`/api/admin/postings/${id}/fact-answers`, { answer: given, words, all })
type Settled = { decisionId: string; answered: number; left: number }
/** An answer for all that say the same. */
const settle = async (id: string, given: Answer, words: string) =>
  (await answer(id, given, words, true)).json<Settled>()

const place = (city: string, state = 'CA'): Answer => ({ fact: 'place', value: { city, state } })

const citiesOf = async (...ids: string[]) =>
  (await Promise.all(ids.map(board.stored))).map((job) => job.city)
const plainImport = async (source: string) =>
  (await board.posting('pending', { channel: 'import', source })).id
const take = (sourceName: string, ...items: ReturnType<typeof item>[]) =>
  importDataset(
    board.app.db,
    { items },
    { allowedHosts: [], sourceName, now: new Date('2026-11-21T12:00:00Z') },
  )
const undone = async (decisionId: string) => (await board.undo(decisionId)).statusCode

test('the queue proposes no town of a name that several states have', async () => {
  const items = [item(9_000, { location: 'Springfield' })]
  await importDataset(board.app.db, { items }, { allowedHosts: [], sourceName: 'Springfield' })
  const { items: queued } = await board.queue('?source=Springfield')
  expect(queued[0]?.doubts).toMatchObject([
    { fact: 'place', words: 'Springfield', suggestion: null },
  ])
})

test('the queue shows what is doubtful beside the source’s words, with how many say the same', async () => {
  const suggestion = { city: 'San Francisco', state: 'CA' } as const
  const id = await waiting('Shown', {
    place: { words: 'Bay Area, CA', suggestion },
    pay: { words: '$60' },
  })
  await waiting('Shown', { place: { words: 'bay  area, CA' } })
  await waiting('Shown', { place: { words: 'North Bay, CA' } })
  const plain = await plainImport('Shown')
  expect(await doubtsOf('Shown', id)).toEqual([
    {
      fact: 'place',
      words: 'Bay Area, CA',
      reason: 'No city of this name is known.',
      suggestion: { fact: 'place', value: suggestion },
      same: 2,
    },
    {
      fact: 'pay',
      words: '$60',
      reason: 'This amount is outside the usual range for this work.',
      suggestion: null,
      same: 1,
    },
  ])
  expect(await doubtsOf('Shown', plain)).toEqual([])
  const found = async (doubt: string) =>
    (await board.queue(`?source=Shown&doubt=${doubt}`)).counts.pending
  expect(
    await Promise.all(['any', 'place', 'pay', 'specialty', 'none', 'nonsense'].map(found)),
  ).toEqual([3, 3, 1, 0, 1, 4])
  expect((await board.sources()).sources).toContainEqual({
    source: 'Shown',
    pending: 4,
    doubtful: 3,
  })
})

test('a moderator sees the contact details that visitors do not', async () => {
  const withheld = 'Call Ann Lee at (512) 555-0147 or write to ann@larkfield.example.'
  await take('Contacts', item(901, { description: `A physician for our clinic. ${withheld}` }))
  const posting = { description: 'A physician for our clinic.' }
  expect((await board.queue('?source=Contacts')).items).toMatchObject([
    { withheld: [withheld], posting },
  ])
})

test('what a moderator corrected survives the next import', async () => {
  const corrected = item(902, { location: 'Boise, UT' })
  await take('Corrected', corrected)
  const [waits = expect.fail()] = (await board.queue('?source=Corrected')).items
  expect(waits.doubts).toMatchObject([{ fact: 'place', words: 'Boise, UT' }])
  expect((await answer(waits.posting.id, place('Provo', 'UT'), 'Boise, UT')).statusCode).toBe(200)
  expect(await take('Corrected', corrected)).toMatchObject({
    imported: 0,
    reasons: { duplicate: 1 },
  })
  expect(await board.stored(waits.posting.id)).toMatchObject({ city: 'Provo', state: 'UT' })
  expect((await board.queue('?source=Corrected')).items.map((item) => item.doubts)).toEqual([[]])
})

test('nothing goes live with a doubtful fact, whoever approves it how', async () => {
  const held = await waiting('Held', { place: { words: 'Bay Area' }, pay: { words: '$60' } })
  const ids = [held, await plainImport('Held')]
  expect(await answered(board.decide(held, 'approve'))).toMatchObject([
    409,
    { error: 'A fact is doubtful: location, pay.' },
  ])
  const several = (
    await board.admin.post('/api/admin/decisions', { action: 'approve', ids })
  ).json<SeveralDecided>()
  expect(several).toMatchObject({ decisionIds: [expect.any(String)], failed: [{ id: held }] })
  expect((await board.stored(held)).status).toBe('pending')
  const source = { action: 'approve', source: 'Held' }
  expect((await board.admin.post('/api/admin/source-decisions', source)).statusCode).toBe(409)
  // The form settles what it changes, and only that.
  const edit = async (changes: object) => {
    const { updatedAt } =
      (await board.queue('?source=Held')).items.find((item) => item.posting.id === held)?.posting ??
      {}
    const body = { changes: { ...changes, updatedAt } }
    expect((await board.admin.put(`/api/admin/postings/${held}`, body)).statusCode).toBe(200)
  }
  await edit({ location: 'Oakland, CA' })
  expect(await answered(board.decide(held, 'approve'))).toMatchObject([
    409,
    { error: 'A fact is doubtful: pay.' },
  ])
  await edit({ salaryMin: '250000' })
  expect((await board.decide(held, 'approve')).statusCode).toBe(200)
  expect(await board.stored(held)).toMatchObject({ status: 'active', city: 'Oakland' })
})

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
