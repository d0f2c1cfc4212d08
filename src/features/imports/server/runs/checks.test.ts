import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBoard } from '#test/imports.ts'
import type { Board } from '#test/imports.ts'
import { runTasks } from '#test/mailbox.ts'
import type { ImportRunDetail, Outline } from '#features/imports/contract.ts'
import type { Mapping } from '#features/imports/model.ts'

let board: Board

beforeAll(async () => {
  board = await openBoard()
})
afterAll(() => board.close())

const upload = (content: string) =>
  board.admin.call({
    method: 'POST',
    url: '/api/admin/import-files?name=jobs.csv',
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(content),
  })

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

async function check(url: string, mapping: Mapping): Promise<ImportRunDetail> {
  const started = await board.admin.post('/api/admin/import-checks', { url, mapping })
  expect(started.statusCode, started.body).toBe(200)
  await runTasks(board)
  return (await board.admin.get(`/api/admin/imports/${started.json<{ id: string }>().id}`)).json<ImportRunDetail>()
}

test('an uploaded table is mapped by suggestion, checked as a whole, and imported', async () => {
  const uploaded = await upload(table)
  expect(uploaded.statusCode, uploaded.body).toBe(200)
  const { url, size } = uploaded.json<{ url: string; size: number }>()
  expect(size).toBe(Buffer.byteLength(table))

  const preview = (await board.admin.post('/api/admin/import-preview', { url })).json<{ suggested: Mapping }>()
  expect(preview.suggested).toMatchObject({ employer: { path: 'Hirer' }, description: { path: 'Story' } })
  const mapping: Mapping = { ...preview.suggested, pay: { path: 'Money' } }

  const { status, report, message } = await check(url, mapping)
  expect([status, message]).toEqual(['finished', 'Of 32 rows, 30 would be imported and 2 skipped.'])
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
  expect((await sql`select from jobs`.execute(board.db)).rows).toHaveLength(0)

  const source = { name: 'Lakeside', url, mapping, schedule: 'never', isComplete: false, structuredDataAllowed: false }
  const { id } = (await board.admin.post('/api/admin/import-sources', source)).json<{ id: string }>()
  const { runId } = (await board.admin.post(`/api/admin/import-sources/${id}/run`, {})).json<{ runId: string }>()
  await runTasks(board)
  expect((await sql`select from jobs where source = 'Lakeside' and comp_min = 400000`.execute(board.db)).rows).toHaveLength(30)
  const own = (await board.admin.get(`/api/admin/imports/${runId}`)).json<{ report: Outline }>()
  expect(own.report.groups.map((it) => it.count)).toEqual([30, 1, 1])
  const file = await board.admin.get(`/api/admin/imports/${runId}/rows.csv`)
  expect(file.body).toContain('31,Skipped,not a job for physicians,Registered Nurse,')
})

test.each([
  ['a web page', '<!doctype html><p>Jobs', /web page/],
  ['nothing', '', /empty/],
  ['a header alone', 'Title,City\n', /no rows/],
])('%s is refused at once', async (_, content, words) => {
  const answer = await upload(content)
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, expect.stringMatching(words)])
})

test('a check says what is wrong with an address, and how far a broken file goes', async () => {
  const lost = await check('upload:01900000-0000-7000-8000-000000000000', {})
  expect([lost.status, lost.message]).toEqual(['failed', 'The uploaded file is no longer here: upload it again.'])
  const { url } = (await upload(`${table}\nr99,"Cardiologist`)).json<{ url: string }>()
  expect((await check(url, {})).message).toMatch(
    /^The dataset breaks off after row 32: After line \d+ a cell begins with a quote/,
  )
})
