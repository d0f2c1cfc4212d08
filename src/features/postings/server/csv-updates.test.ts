import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addTeam } from '#test/factories.ts'
import * as board from '#test/postings.ts'
import { signIn, type Caller } from '#test/sign-in.ts'
import type { CsvPreview } from '../contract-dashboard.ts'

board.openForFile()

const heading = 'Req ID,Job Title,Specialty,Location,Type,Pay,Job Description,Shift'
const row = (number: string, changes: Record<string, string> = {}) => {
  const cells = {
    title: 'Hospitalist',
    specialty: 'Internal Medicine',
    place: '"Denver, CO"',
    type: 'FT',
    pay: '$250K',
    text: 'A long description of the job.',
    shift: '',
    ...changes,
  }
  return [number, ...Object.values(cells)].join(',')
}
const file = (...rows: string[]) => [heading, ...rows].join('\n')
const url = '/api/job-postings/csv'
const read = async (csv: string, by: Caller) =>
  (await by.post(`${url}/preview`, { csv })).json<CsvPreview>()

type Answer = { created: object[]; updated: { id: string }[]; closed: string[]; failed: object[] }

async function send(csv: string, by: Caller, closes: string[] = []) {
  const { mapping } = await read(csv, by)
  return by.post(url, { csv, mapping, closes })
}
const sent = async (...asked: Parameters<typeof send>) => (await send(...asked)).json<Answer>()
const clinic = () => signIn(board.app, 'employer', { companyName: 'River Clinic' })
const listed = async (by: Caller) =>
  (await by.get('/api/job-postings?sort=title')).json<
    { id: string; title: string; isActive: boolean; salaryMin: string; pay: string }[]
  >()

test('a file adds, changes and closes by its numbers, and the same file again changes nothing', async () => {
  const employer = await clinic()
  const first = file(row('R-1'), row('R-2', { title: 'Nocturnist' }), row('R-3', { title: 'Old' }))
  expect(await sent(first, employer)).toMatchObject({ updated: [], closed: [], failed: [] })
  const [hospitalist, nocturnist, old] = await listed(employer)
  const next = file(
    row('r-1', { pay: '$265K', shift: 'nights' }),
    row('R-2', { title: 'Nocturnist' }),
    row('R-4'),
  )
  const preview = await read(next, employer)
  expect(preview.rows.map(({ update }) => update)).toEqual([
    {
      id: hospitalist?.id,
      changes: expect.arrayContaining([
        { field: 'salaryMin', from: '$250K', to: '$265K' },
        { field: 'schedule', from: '', to: 'Nights' },
      ]),
    },
    { id: nocturnist?.id, changes: [] },
    undefined,
  ])
  expect(preview.missing).toEqual([{ id: old?.id, title: 'Old', location: 'Denver, CO' }])
  const follow = (page: boolean) =>
    sql`update jobs set follows_page = ${page} where id = ${old?.id}`.execute(board.app.db)
  await follow(true)
  expect((await read(next, employer)).missing).toEqual([])
  await follow(false)
  const answer = await sent(next, employer, [old?.id ?? ''])
  expect([answer.created.length, answer.updated, answer.closed]).toEqual([
    1,
    [{ line: 2, id: hospitalist?.id }],
    [old?.id],
  ])
  const after = await listed(employer)
  expect(after.map(({ title, isActive, pay }) => `${title} ${isActive} ${pay}`).toSorted()).toEqual(
    [
      'Hospitalist true $250,000 a year',
      'Hospitalist true $265,000 a year',
      'Nocturnist true $250,000 a year',
      'Old false $250,000 a year',
    ],
  )
  expect((await board.historyOf(hospitalist?.id ?? '', employer))[0]).toMatchObject({
    action: 'edit',
    changed: expect.arrayContaining(['salaryMin', 'schedule']),
  })
  expect(await sent(next, employer)).toMatchObject({ created: [], updated: [], closed: [] })
})

test('an empty cell and a missing column change nothing, and a wrong cell is an error', async () => {
  const employer = await clinic()
  await sent(file(row('A')), employer)
  const short = ['Reference,Comp,Location', 'A,,', 'a ,Competitive,Nowhere'].join('\n')
  expect((await read(short, employer)).rows.map(({ errors }) => errors[0]?.message)).toEqual([
    'This number stands in the file more than once.',
    'This number stands in the file more than once.',
  ])
  expect(await read('Reference,Comp\nA,', employer)).toMatchObject({
    rows: [{ errors: [], update: { changes: [] } }],
  })
  expect(await read('Reference,Location\nA,Nowhere', employer)).toMatchObject({
    rows: [{ errors: [{ field: 'location' }] }],
  })
  await sent('Reference,Comp\nA,Competitive', employer)
  expect(await listed(employer)).toMatchObject([{ title: 'Hospitalist', salaryMin: 'Competitive' }])
})

test('a file reaches what its account manages, and closes only what its preview named', async () => {
  const [employer, stranger, colleague] = [await clinic(), await clinic(), await clinic()]
  await sent(file(row('N-1'), row('N-2', { title: 'Second' })), employer)
  const [mine] = await listed(employer)
  await addTeam(board.app.db, [employer, 'owner'], [colleague, 'reader'])
  const other = await read(file(row('N-1')), stranger)
  expect([other.rows[0]?.update, other.missing]).toEqual([undefined, []])
  expect((await read(file(row('N-1')), colleague)).rows[0]?.update).toBeUndefined()
  expect((await send(file(row('X')), stranger, [mine?.id ?? ''])).statusCode).toBe(409)
  expect((await send(file(row('N-1')), employer, [mine?.id ?? ''])).statusCode).toBe(409)
  expect((await read(file(row('N-9')), employer)).missing).toEqual([])
  const all = (await listed(employer)).map(({ id }) => id)
  expect((await send(file(row('N-9')), employer, all)).statusCode).toBe(409)
  expect((await listed(employer)).every(({ isActive }) => isActive)).toBe(true)
})

test('a number that stands in the file twice is an error in both lines', async () => {
  const { rows } = await read(file(row('T-1'), row('t-1 ')), await clinic())
  const twice = { field: 'requisition', message: 'This number stands in the file more than once.' }
  expect(rows.map(({ errors }) => errors)).toEqual([[twice], [twice]])
})

test('a number of several postings, or of a rejected one, is an error', async () => {
  const employer = await clinic()
  for (const title of ['One', 'Two']) await board.create({ title, requisition: 'S-1' }, employer)
  const { id } = await board.create({ title: 'Three', requisition: 'S-2' }, employer)
  await board.decide(id, 'remove', { reason: 'No such job' })
  expect((await read(file(row('s-1')), employer)).rows[0]?.errors).toEqual([
    { field: 'requisition', message: 'Several of your postings have this number.' },
  ])
  // A removed posting is gone for its poster.
  expect((await read(file(row('S-2')), employer)).rows[0]?.update).toBeUndefined()
})

test('the number is shown and searched, but not of a confidential employer', async () => {
  const employer = await clinic()
  const { id } = await board.create({ requisition: 'ZQ77120' }, employer)
  const secret = await board.create({ requisition: 'ZQ77121', company: 'Confidential' }, employer)
  await board.decide(secret.id, 'approve')
  expect((await board.shown(id)).json()).toMatchObject({ requisition: 'ZQ77120' })
  const found = async (keyword: string) =>
    (await board.visitor.get(`/api/jobs?keyword=${keyword}&strict=true`)).json<{ total: number }>()
      .total
  await expect.poll(() => found('ZQ77120')).toBe(1)
  expect(await found('ZQ77121')).toBe(0)
})

test('a fraction is a job type, and an abbreviation a schedule', async () => {
  const rows = [
    row('F-1', { type: '0.6', shift: '7p-7a' }),
    row('F-2', { type: '1.0 FTE', shift: 'nights' }),
  ]
  await sent(file(...rows), await clinic())
  const { rows: posted } = await sql`
    select employment_type as type, schedule from jobs where requisition in ('F-1', 'F-2') order by requisition
  `.execute(board.app.db)
  expect(posted).toEqual([
    { type: 'part-time', schedule: ['Nights'] },
    { type: 'full-time', schedule: ['Nights'] },
  ])
})

test('another profession and an unknown town are noted, with the town that may be meant', async () => {
  const employer = await clinic()
  const rows = [
    row('P-1', { title: 'Registered Nurse', specialty: 'Nursing' }),
    row('P-2', { title: 'Nurse Practitioner or Physician' }),
    row('P-3', { place: '"Denvre, CO"' }),
  ]
  const { rows: checked } = await read(file(...rows), employer)
  expect(checked.map(({ notes }) => notes.map(({ text, use }) => use ?? text))).toEqual([
    ['The title names another profession, and we list jobs for physicians.'],
    [],
    ['Denver, CO'],
  ])
})
