import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { boardForFile, checkSource, importSource, keepSource, uploadDataset } from '#test/imports.ts'
import type { ImportCheck } from '#features/imports/contract.ts'
import type { Mapping } from '#features/imports/model.ts'

const board = boardForFile()

const text = 'A physician sees patients in our clinic, four days a week, with colleagues who teach.'
const table = [
  'Ref,Job,Hirer,Town,State,Story,Money',
  ...Array.from(
    { length: 30 },
    (_, it) => `r${it},Cardiologist ${it},Lakeside,Boise,ID,${text.replaceAll(',', ';')} ${it},"$400,000 a year"`,
  ),
  'n1,Registered Nurse,Lakeside,Boise,ID,A nurse for our ward,',
  'r1,Cardiologist 1,Lakeside,Boise,ID,Again,',
].join('\n')

const item = (number: number, changes: object = {}) => ({
  id: `p-${number}`,
  positionName: 'Cardiologist',
  company: `Clinic ${number}`,
  location: 'Austin, TX',
  salary: '$400,000 - $450,000 a year',
  jobType: ['Full-time', 'Permanent'],
  url: `https://jobs.example.org/view/${number}`,
  description: 'See patients in clinic four days a week.',
  postingDateParsed: '2026-02-20T12:00:00Z',
  ...changes,
})

test('an uploaded table is mapped by suggestion, checked as a whole, and imported', async () => {
  const uploaded = await uploadDataset(board, table)
  expect(uploaded.statusCode, uploaded.body).toBe(200)
  const { url, size } = uploaded.json<{ url: string; size: number }>()
  expect(size).toBe(Buffer.byteLength(table))

  const { suggested } = (await checkSource(board, await keepSource(board, { url })))?.report ?? {}
  expect(suggested).toMatchObject({ employer: { path: 'Hirer' }, description: { path: 'Story' } })
  const mapping: Mapping = { ...suggested, pay: { path: 'Money' } }
  const id = await keepSource(board, { name: 'Lakeside', url, mapping, isComplete: false })
  const check = await checkSource(board, id)
  expect(check).toMatchObject({ status: 'finished', message: 'Of 32 rows, 30 would be imported and 2 skipped.' })
  const { report } = check as ImportCheck
  expect(report?.columns.find((it) => it.path === 'Money')).toMatchObject({
    filled: 30,
    becomes: 'pay',
    samples: ['$400,000 a year'],
  })
  expect(report?.groups.map(({ kind, reason, count }) => [kind, reason, count])).toEqual([
    ['ready', null, 30],
    ['skipped', 'not a job for physicians', 1],
    ['skipped', 'already imported', 1],
  ])
  expect(report?.groups[1]?.samples).toEqual([{ row: 31, title: 'Registered Nurse', detail: '' }])
  expect((await sql`select from jobs`.execute(board.db)).rows).toEqual([])

  const run = await importSource(board, id)
  expect((await sql`select from jobs where source = 'Lakeside' and comp_min = 400000`.execute(board.db)).rows).toHaveLength(30)
  expect(run.report?.groups.map((it) => it.count)).toEqual([30, 1, 1])
  for (const named of [run.id, check?.id]) {
    const file = await board.admin.get(`/api/admin/imports/${named}/rows.csv`)
    expect(file.body).toContain('31,Skipped,not a job for physicians,Registered Nurse,')
  }
})

test.each([
  ['a web page', '<!doctype html><p>Jobs', /web page/],
  ['nothing', '', /empty/],
  ['a header alone', 'Title,City\n', /no rows/],
])('%s is refused at once', async (_, content, words) => {
  const answer = await uploadDataset(board, content)
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, expect.stringMatching(words)])
})

test('a check says what is wrong with an address', async () => {
  const lost = await checkSource(board, await keepSource(board, { url: 'upload:01900000-0000-7000-8000-000000000000' }))
  expect(lost).toMatchObject({ status: 'failed', message: 'The uploaded file is no longer here: upload it again.' })
})

test('a doubtful row waits, and what is imported already is a duplicate, until a moderator has answered for its source', async () => {
  const id = await keepSource(board, { name: 'Ohio list' })
  board.publish([item(20, { location: 'Sprngfeld Hights, OH' }), item(21)])
  const groups = async () =>
    (await checkSource(board, id))?.report?.groups.map(({ reason, samples }) => [reason, samples[0]?.detail])
  const line = (place: string, number: number) =>
    `Clinic ${number} · ${place} · Cardiology · Permanent · $400,000–$450,000 a year · posted February 20, 2026`
  expect(await groups()).toEqual([
    [null, line('Austin, TX', 21)],
    ['No city of this name is known.', 'Sprngfeld Hights, OH'],
  ])
  await sql`
    insert into fact_answers (source, fact, words, value) values
      ('Ohio list', 'place', 'sprngfeld hights, oh', '{"city": "Springfield", "state": "OH"}')
  `.execute(board.db)
  expect(await groups()).toEqual([[null, line('Springfield, OH', 20)]])
  expect(await importSource(board, id)).toMatchObject({ imported: 2, doubtful: 0 })
  expect(await groups()).toEqual([['already imported', 'same source id']])
})
