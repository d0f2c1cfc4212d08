import { expect, test } from 'vitest'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import { posting as item } from '#test/fixtures/imports.ts'
import * as board from '#test/moderation.ts'
import { answered } from '#test/sign-in.ts'
import type { SeveralDecided } from '../contract.ts'
import { answer, doubtsOf, place, plainImport, take, waiting } from '#test/doubts.ts'

board.openForFile()

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
