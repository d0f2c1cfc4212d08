import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FactName, Facts, FactValues } from '#features/imports/facts.ts'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { posting as item } from '#test/fixtures/imports.ts'
import { runTasks } from '#test/mailbox.ts'
import { nobodysId, openBoard } from '#test/moderation.ts'
import type { Board } from '#test/moderation.ts'
import { signIn } from '#test/sign-in.ts'
import type { SeveralDecided } from '../contract.ts'

let board: Board
beforeAll(async () => {
  board = await openBoard()
})
afterAll(() => board.app.close())

type Doubts = Partial<{ [Name in FactName]: { words: string; suggestion?: FactValues[Name] } }>

const reasons = {
  place: 'unknown-city',
  profession: 'profession-unclear',
  specialty: 'specialty-unclear',
  pay: 'pay-implausible',
}

/** A waiting import with doubtful facts; its id. */
async function waiting(source: string, doubts: Doubts): Promise<string> {
  const job = { channel: 'import', source, contact_email: null, posted_at: new Date('2026-11-01T00:00:00Z') } as const
  const { id } = await board.posting('pending', { ...job, ...(doubts.pay && { comp_min: null, comp_max: null }) })
  const stated = { state: 'stated', words: 'x' } as const
  const facts = { place: stated, profession: stated, specialty: stated, pay: stated, type: stated, schedule: stated }
  const doubtful = Object.entries(doubts).map(([fact, doubt]) => [
    fact,
    { state: 'doubtful', reason: reasons[fact as keyof typeof reasons], ...doubt },
  ])
  await sql`
    insert into job_facts (job_id, source, facts, doubtful)
    values (${id}, ${source}, ${JSON.stringify({ ...facts, ...Object.fromEntries(doubtful) } as Facts)}, ${Object.keys(doubts)})
  `.execute(board.app.db)
  return id
}

/** Of the posting itself: in the plain queue another one may stand for it. */
async function doubtsOf(source: string, id: string) {
  const { items } = await board.queue(`?source=${encodeURIComponent(source)}`)
  const found = [...items]
  for (const {
    doubts: [doubt],
  } of items.filter((it) => (it.doubts[0]?.same ?? 1) > 1)) {
    const query = new URLSearchParams({ source, doubt: doubt?.fact ?? '', words: doubt?.words ?? '' })
    found.push(...(await board.queue(`?${query.toString()}`)).items)
  }
  return found.find((it) => it.posting.id === id)?.doubts
}

type Answer = { fact: FactName; value: unknown }
const answer = (id: string, given: Answer, words: string, all = false) =>
  board.admin.post(`/api/admin/postings/${id}/fact-answers`, { answer: given, words, all })

const place = (city: string, state = 'CA'): Answer => ({ fact: 'place', value: { city, state } })

const row = async (id: string) =>
  (
    await sql<Record<string, unknown>>`
      select status, city, state, specialty, comp_min, comp_max, comp_unit, pay_annual, lat from jobs where id = ${id}
    `.execute(board.app.db)
  ).rows[0]

test('the queue shows what is doubtful beside the source’s words, with how many say the same', async () => {
  const suggestion = { city: 'San Francisco', state: 'CA' } as const
  const id = await waiting('Shown', { place: { words: 'Bay Area, CA', suggestion }, pay: { words: '$60' } })
  await waiting('Shown', { place: { words: 'bay  area, CA' } })
  await waiting('Shown', { place: { words: 'North Bay, CA' } })
  const plain = (await board.posting('pending', { channel: 'import', source: 'Shown' })).id
  expect(await doubtsOf('Shown', id)).toEqual([
    {
      fact: 'place',
      words: 'Bay Area, CA',
      reason: 'No city of this name is known.',
      suggestion: { fact: 'place', value: suggestion },
      same: 2,
    },
    { fact: 'pay', words: '$60', reason: 'This amount is outside the usual range for this work.', suggestion: null, same: 1 },
  ])
  expect(await doubtsOf('Shown', plain)).toEqual([])
  const found = async (doubt: string) => (await board.queue(`?source=Shown&doubt=${doubt}`)).counts.pending
  expect(await Promise.all(['any', 'place', 'pay', 'specialty', 'none', 'nonsense'].map(found))).toEqual([3, 3, 1, 0, 1, 4])
  const { sources } = (await board.admin.get('/api/admin/queue/sources')).json<ResponseOf<'GET /api/admin/queue/sources'>>()
  expect(sources).toContainEqual({ source: 'Shown', pending: 4, doubtful: 3 })
})

test('a moderator sees the contact details that visitors do not', async () => {
  const description = 'A physician for our clinic. Call Ann Lee at (512) 555-0147 or write to ann@larkfield.example.'
  await importDataset(board.app.db, { items: [item(901, { description })] }, { allowedHosts: [], sourceName: 'Contacts' })
  const [waits] = (await board.queue('?source=Contacts')).items
  expect(waits?.withheld).toEqual(['Call Ann Lee at (512) 555-0147 or write to ann@larkfield.example.'])
  expect(waits?.posting.description).toBe('A physician for our clinic.')
})

test('what a moderator corrected survives the next import', async () => {
  const items = [item(902, { location: 'Boise, UT' })]
  const take = () => importDataset(board.app.db, { items }, { allowedHosts: [], sourceName: 'Corrected' })
  await take()
  const [waits] = (await board.queue('?source=Corrected')).items
  const id = waits?.posting.id ?? ''
  expect(waits?.doubts).toMatchObject([{ fact: 'place', words: 'Boise, UT' }])
  expect((await answer(id, place('Provo', 'UT'), 'Boise, UT')).statusCode).toBe(200)
  expect(await take()).toMatchObject({ imported: 0, reasons: { duplicate: 1 } })
  expect(await row(id)).toMatchObject({ city: 'Provo', state: 'UT' })
  expect((await board.queue('?source=Corrected')).items.map((it) => it.doubts)).toEqual([[]])
})

test('nothing goes live with a doubtful fact, whoever approves it how', async () => {
  const held = await waiting('Held', { place: { words: 'Bay Area' }, pay: { words: '$60' } })
  const plain = (await board.posting('pending', { channel: 'import', source: 'Held' })).id
  const refused = await board.decide(held, 'approve')
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { error: 'A fact is doubtful: place, pay.' }])
  const several = (
    await board.admin.post('/api/admin/decisions', { action: 'approve', ids: [held, plain] })
  ).json<SeveralDecided>()
  expect(several).toMatchObject({ decisionIds: [expect.any(String)], failed: [{ id: held }] })
  expect((await row(held))?.['status']).toBe('pending')
  const source = { action: 'approve', source: 'Held' }
  expect((await board.admin.post('/api/admin/source-decisions', source)).statusCode).toBe(409)
  // The form settles what it changes, and only that.
  const edit = async (changes: object) => {
    const { updatedAt } = (await board.queue('?source=Held')).items.find((it) => it.posting.id === held)?.posting ?? {}
    return board.admin.put(`/api/admin/postings/${held}`, { changes: { ...changes, updatedAt }, approves: true })
  }
  expect((await edit({ location: 'Oakland, CA' })).json()).toMatchObject({ error: 'A fact is doubtful: pay.' })
  expect((await row(held))?.['city']).toBe('Austin')
  expect((await edit({ location: 'Oakland, CA', salaryMin: '250000' })).statusCode).toBe(200)
  expect(await row(held)).toMatchObject({ status: 'active', city: 'Oakland' })
})

describe('an answer', () => {
  test('corrects the posting, is in the history, and can be taken back', async () => {
    const id = await waiting('Single', { place: { words: 'Bay Area' }, pay: { words: '$60' } })
    const same = await waiting('Single', { place: { words: 'Bay Area' } })
    const placed = (await answer(id, place('Oakland'), 'Bay Area')).json<{ decisionId: string }>()
    expect(placed).toMatchObject({ success: true, answered: 1 })
    const pay = { fact: 'pay', value: { min: 300_000, max: 350_000, unit: 'YEAR' } } as const
    const paid = (await answer(id, pay, '$60')).json<{ decisionId: string }>()
    expect(await row(id)).toMatchObject({
      status: 'pending',
      city: 'Oakland',
      state: 'CA',
      lat: expect.closeTo(37.8, 0) as number,
      comp_min: '300000.00',
      pay_annual: 350_000,
    })
    expect(await doubtsOf('Single', id)).toEqual([])
    expect(await doubtsOf('Single', same)).toHaveLength(1)
    const history = (await board.admin.get('/api/admin/decisions?action=answer')).json<ResponseOf<'GET /api/admin/decisions'>>()
    expect(history.items.slice(0, 2)).toMatchObject([
      { jobId: id, answer: { fact: 'pay', words: '$60', text: '$300,000–$350,000 a year' }, count: null, canUndo: true },
      { jobId: id, answer: { fact: 'place', words: 'Bay Area', text: 'Oakland, CA' }, canUndo: false },
    ])
    expect((await board.undo(placed.decisionId)).statusCode).toBe(409)
    for (const it of [paid, placed]) expect((await board.undo(it.decisionId)).statusCode).toBe(200)
    expect(await row(id)).toMatchObject({ city: 'Austin', state: 'TX', comp_min: null, pay_annual: null })
    expect((await doubtsOf('Single', id))?.map((it) => it.fact)).toEqual(['place', 'pay'])
  })

  test('holds for later imports of the source, and for no other', async () => {
    const words = 'Greater Bay, CA'
    const id = await waiting('Many', { place: { words } })
    const elsewhere = await waiting('Other', { place: { words } })
    const { decisionId } = (await answer(id, place('Oakland'), words, true)).json<{ decisionId: string }>()
    expect([(await row(id))?.['city'], (await row(elsewhere))?.['city']]).toEqual(['Oakland', 'Austin'])
    expect((await board.decide(id, 'approve')).statusCode).toBe(200)

    await sql`update fact_answers set words = 'austin, tx' where source = 'Many'`.execute(board.app.db)
    const options = { allowedHosts: [], sourceName: 'Many', now: new Date('2026-11-21T12:00:00Z') }
    await importDataset(board.app.db, { items: [item(1, { location: 'Austin, TX' })] }, options)
    const { rows } = await sql`select city from jobs where source = 'Many' and title like '%team 1'`.execute(board.app.db)
    expect(rows).toEqual([{ city: 'Oakland' }])
    // What went live stays.
    expect((await board.undo(decisionId)).statusCode).toBe(409)
    expect((await row(id))?.['city']).toBe('Oakland')
  })

  test('is one decision for all that wait for the same, the first at once and the others soon after', async () => {
    const words = 'Saint Louis, NM'
    const ids: string[] = []
    for (let count = 0; count < 12; count++) ids.push(await waiting('Alike', { place: { words } }))
    const both = await waiting('Alike', { specialty: { words: 'Hosp' }, place: { words } })
    const certain = (await board.posting('pending', { channel: 'import', source: 'Alike' })).id
    const { items, counts, totalPages } = await board.queue('?source=Alike')
    expect(items).toHaveLength(3)
    expect(new Set(items.map((it) => it.doubts[0]?.same))).toEqual(new Set([1, 12, undefined]))
    expect([counts.pending, totalPages]).toEqual([14, 1])
    expect((await board.queue('?source=Alike&doubt=place')).items.map((it) => it.doubts[0]?.same)).toEqual([12, 1])
    expect((await board.queue('?source=Alike&doubt=none')).items.map((it) => it.posting.id)).toEqual([certain])
    const each = await board.queue(`?source=Alike&doubt=place&words=${encodeURIComponent('saint  louis, nm')}`)
    expect(each.items.map((it) => it.posting.id).toSorted()).toEqual(ids.toSorted())

    const cities = async () => {
      const rows = await Promise.all([...ids, both].map(row))
      return rows.filter((it) => it?.['city'] === 'Oakland').length
    }
    const settled = (await answer(ids[0] ?? '', place('Oakland'), words, true)).json<{
      decisionId: string
      answered: number
      left: number
    }>()
    expect([settled.answered, settled.left, await cities()]).toEqual([12, 9, 3])
    await runTasks(board.app)
    expect(await cities()).toBe(13)
    expect((await board.undo(settled.decisionId)).statusCode).toBe(200)
    expect((await row(ids[0] ?? ''))?.['city']).toBe('Austin')
    expect(await cities()).toBe(10)
    await runTasks(board.app)
    expect(await cities()).toBe(0)

    // Taken back before the others had their turn.
    const again = (await answer(ids[0] ?? '', place('Oakland'), words, true)).json<{ decisionId: string }>()
    expect((await board.undo(again.decisionId)).statusCode).toBe(200)
    await runTasks(board.app)
    expect(await cities()).toBe(0)
  })

  test('that is taken back leaves what somebody answered since', async () => {
    const words = 'Twice Town, NM'
    const first = await waiting('Since', { place: { words } })
    const { decisionId } = (await answer(first, place('Oakland'), words, true)).json<{ decisionId: string }>()
    // A row that came in while the answer was given.
    const second = await waiting('Since', { place: { words } })
    expect((await answer(second, place('Fresno'), words, true)).statusCode).toBe(200)
    expect((await board.undo(decisionId)).statusCode).toBe(200)
    const { rows } = await sql`select value from fact_answers where source = 'Since'`.execute(board.app.db)
    expect(rows).toEqual([{ value: { city: 'Fresno', state: 'CA' } }])
    expect([(await row(first))?.['city'], (await row(second))?.['city']]).toEqual(['Austin', 'Fresno'])
  })

  test('reaches no further once its moderator is dismissed, and never a posting of their own', async () => {
    const words = 'Kansas City, OH'
    const moderator = await signIn(board.app, 'moderator')
    const ids: string[] = []
    for (let count = 0; count < 6; count++) ids.push(await waiting('Dismissed', { place: { words } }))
    const [own = '', first = '', last = ''] = [ids[0], ids[1], ids.at(-1)]
    await sql`update jobs set owner_id = ${moderator.user.id} where id = ${own}`.execute(board.app.db)
    const settle = (id: string) =>
      moderator.post(`/api/admin/postings/${id}/fact-answers`, { answer: place('Oakland'), words, all: true })
    expect((await settle(own)).statusCode).toBe(409)
    expect((await settle(first)).statusCode).toBe(200)
    await sql`update users set role = 'physician' where id = ${moderator.user.id}`.execute(board.app.db)
    await runTasks(board.app)
    const cities = await Promise.all([own, first, last].map(async (id) => (await row(id))?.['city'] === 'Oakland'))
    expect(cities).toEqual([false, true, false])
  })

  test('has no rows left of what waits no more', async () => {
    const words = 'Nowhere, NM'
    const ids = [await waiting('Ended', { place: { words } }), await waiting('Ended', { place: { words } })]
    const same = async () => (await board.queue('?source=Ended')).items.map((it) => it.doubts[0]?.same)
    expect(await same()).toEqual([2])
    const { decisionId } = (await board.decide(ids[0] ?? '', 'reject', { reason: 'Closed.' })).json<{ decisionId: string }>()
    expect(await same()).toEqual([1])
    await board.undo(decisionId)
    expect(await same()).toEqual([2])
  })

  test('that it is no job for physicians rejects it, with all that say the same, until that is taken back', async () => {
    const words = 'Physician Practice RN'
    const ids = [await waiting('Nurses', { profession: { words } }), await waiting('Nurses', { profession: { words } })]
    const statuses = async () => Promise.all(ids.map(async (it) => (await row(it))?.['status']))
    const given = { fact: 'profession', value: 'other' } as const
    const { decisionId } = (await answer(ids[0] ?? '', given, words, true)).json<{ decisionId: string }>()
    expect(await statuses()).toEqual(['rejected', 'rejected'])
    const kept = async () => (await sql`select from fact_answers where source = 'Nurses'`.execute(board.app.db)).rows.length
    expect(await kept()).toBe(1)
    expect((await board.undo(decisionId)).statusCode).toBe(200)
    expect(await statuses()).toEqual(['pending', 'pending'])
    expect(await kept()).toBe(0)
    expect(await doubtsOf('Nurses', ids[0] ?? '')).toHaveLength(1)
    expect((await answer(ids[0] ?? '', { fact: 'profession', value: 'physician' }, words)).statusCode).toBe(200)
    expect((await board.decide(ids[0] ?? '', 'approve')).statusCode).toBe(200)
  })

  test('of two moderators at once counts once, and the other learns what it is', async () => {
    const id = await waiting('Twice', { place: { words: 'Bay Area' } })
    const answers = await Promise.all([answer(id, place('Oakland'), 'Bay Area'), answer(id, place('Oakland'), 'Bay Area')])
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find((it) => it.statusCode === 409)?.json()).toMatchObject({
      error: 'Another moderator already settled the place.',
    })
    const approved = await waiting('Twice', { place: { words: 'Bay Area' } })
    await board.decide(approved, 'reject', { reason: 'Too short.' })
    expect((await answer(approved, place('Oakland'), 'Bay Area')).json()).toMatchObject({
      error: "This posting is no longer waiting. It is now 'Rejected'.",
    })
  })

  test('is refused if it cannot be true', async () => {
    const id = await waiting('Wrong', { place: { words: 'Bay Area' }, pay: { words: '$60' } })
    const refused = async (given: Answer, words: string) => {
      const reply = await answer(id, given, words)
      return [reply.statusCode, reply.json<{ error: string }>().error]
    }
    expect(await refused(place('Nowhereville'), 'Bay Area')).toEqual([400, 'No place Nowhereville, CA is known.'])
    expect(await refused(place('Austin', 'CA'), 'Bay Area')).toEqual([400, 'No place Austin, CA is known.'])
    expect(await refused({ fact: 'pay', value: { min: 3, max: 2, unit: 'HOUR' } }, '$60')).toEqual([
      400,
      'The lowest pay is above the highest',
    ])
    expect(await refused({ fact: 'specialty', value: { specialty: 'Plumbing' } }, 'x')).toEqual([400, expect.any(String)])
    expect(await refused(place('Oakland'), 'Los Angeles area')).toEqual([
      409,
      'The source now says something else about the place. Please read it again.',
    ])
    expect((await answer(nobodysId, place('Oakland'), 'Bay Area')).statusCode).toBe(404)
    expect((await row(id))?.['city']).toBe('Austin')
  })
})

test('places are suggested as they are typed, known ones only', async () => {
  const places = async (q: string) =>
    (await board.admin.get(`/api/admin/places?q=${encodeURIComponent(q)}`)).json<{ places: unknown[] }>().places
  expect((await places('oakl'))[0]).toEqual({ city: 'Oakland', state: 'CA' })
  expect(await places('Oakland, t')).toContainEqual({ city: 'Oakland', state: 'TN' })
  expect((await places('saint lou'))[0]).toMatchObject({ state: 'MO' })
  expect(await places('94607')).toEqual([{ city: 'Oakland', state: 'CA', zip: '94607' }])
  expect(await places('zzzz')).toEqual([])
  expect(await places('')).toEqual([])
})
