import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import * as board from '#test/postings.ts'
import { signIn, type Caller } from '#test/sign-in.ts'
import type { CsvPreview, Draft } from '../contract-dashboard.ts'
import type { PostingDetail } from '../contract.ts'
import { accountPost, posting } from '#test/posting-forms.ts'

board.openForFile()

const drafts = async (caller: Caller = board.employer) =>
  (await caller.get('/api/posting-drafts')).json<Draft[]>()
const saveDraft = async (form: object) =>
  (await board.employer.post('/api/posting-drafts', { form })).json<Draft>()

test('a draft is private to its owner', async () => {
  const saved = await saveDraft({ title: 'Mine' })
  const url = `/api/posting-drafts/${saved.id}`
  for (const other of [await signIn(board.app, 'employer'), board.admin]) {
    expect((await other.put(url, { form: {}, updatedAt: saved.updatedAt })).statusCode).toBe(404)
    expect((await other.delete(url)).statusCode).toBe(404)
    expect(await drafts(other)).toEqual([])
  }
  expect(await drafts()).toMatchObject([{ title: 'Mine' }])
})

test('posting a draft deletes it, and no other tab posts it again', async () => {
  const { id } = await saveDraft(accountPost())
  const isKept = async () => (await drafts()).some((draft) => draft.id === id)
  const posted = async (form: object) =>
    (await board.employer.post('/api/jobs', accountPost({ draftId: id, ...form }))).statusCode
  expect([await posted({ title: '' }), await isKept()]).toEqual([400, true])
  expect([await posted({}), await isKept()]).toEqual([200, false])
  expect(await posted({})).toBe(409)
  expect(
    (await board.employer.post('/api/job-postings', posting({ draftId: id }))).statusCode,
  ).toBe(409)
})

test('a duplicate is a draft that can be posted unchanged, without the last day', async () => {
  const applyUntil = board.dayIn(9)
  const original = await board.create({ benefits: ['CME Allowance'], applyUntil })
  const copy = (
    await board.employer.post(`/api/job-postings/${original.id}/duplicate`)
  ).json<Draft>()
  expect(copy).toMatchObject({
    kind: 'posting',
    title: 'Hospitalist',
    form: { benefits: ['CME Allowance'], location: 'Denver, CO', applyUntil: '' },
  })
  const posted = (
    await board.employer.post('/api/job-postings', { ...copy.form, draftId: copy.id })
  ).json<PostingDetail>()
  const { id, referenceId, createdAt, updatedAt, postedAt, expiresAt } = posted
  expect(posted).toEqual({
    ...original,
    id,
    referenceId,
    createdAt,
    updatedAt,
    postedAt,
    expiresAt,
    applyUntil: '',
  })
  expect(id).not.toBe(original.id)
})

const heading =
  'Job Title,Medical Specialty,City,State,Job Description,Type,Min Salary,Max Salary,Benefits,Internal Code'
const file = (...rows: string[]) => [heading, ...rows].join('\r\n')
const good =
  'Hospitalist,Internal Medicine,Denver,Colorado,"A long, quoted description of the job.",Full Time,"250,000",300000,CME Allowance; Paid Time Off,A1'
const preview = (csv: string, more: object = {}, by: Caller = board.employer) =>
  by.post('/api/job-postings/csv/preview', { csv, ...more })
const previewed = async (...asked: Parameters<typeof preview>) =>
  (await preview(...asked)).json<CsvPreview>()
const wrongFields = ({ rows }: CsvPreview) =>
  rows.map((row) => row.errors.map(({ field }) => field))
const upload = (csv: string, by: Caller, more: object) =>
  by.post('/api/job-postings/csv', { csv, ...more })
/** Whose company stands for the one that a row does not name. */
const searchFirm = () => signIn(board.app, 'recruiter', { companyName: 'Search Firm' })

test('a preview lists the column mapping and the errors by line', async () => {
  const wrong = '"Short","Astrology",Denver,CO,too short,nonsense,,,,'
  const { columns, mapping, rows, valid, invalid } = await previewed(file(good, '', wrong))
  expect(columns).toHaveLength(10)
  expect(mapping.join(' ')).toBe(
    'title specialty city state description jobType salaryMin salaryMax benefits ',
  )
  expect({ valid, invalid }).toEqual({ valid: 1, invalid: 1 })
  expect(
    rows.map(({ line, errors }) => [
      line,
      ...errors.map(({ field, message }) => `${field}: ${message}`),
    ]),
  ).toEqual([
    [2],
    [
      4,
      'specialty: Please choose a specialty from the list',
      'description: Description must be at least 20 characters',
      'jobType: Job type is required',
    ],
  ])
})

test('cells say it as physicians do', async () => {
  const specialties = ['IM', 'fm', 'OB-GYN', 'Family Practice', 'Internist', 'FM/IM', 'Hospital']
  const read = await previewed(
    file(...specialties.map((specialty) => good.replace('Internal Medicine', specialty))),
  )
  expect(wrongFields(read)).toEqual([[], [], [], [], [], ['specialty'], ['specialty']])
  const visas = ['H-1B,W-2', 'J-1 waiver,1099', 'perhaps,W2', 'yes,', 'no,'].map(
    (row) => `${good},${row}`,
  )
  const other = await previewed([`${heading},Visa,Payroll`, ...visas].join('\n'))
  expect(wrongFields(other)).toEqual([[], [], ['visaSupport'], [], []])
  const benefits = ['relo; PTO', 'sign on'].map((row) =>
    good.replace('CME Allowance; Paid Time Off', row),
  )
  expect(wrongFields(await previewed(file(...benefits)))).toEqual([[], []])
})

test('a row has a last day as spreadsheets write it, and several places, parted by semicolons, or errors', async () => {
  const applyUntil = board.dayIn(30)
  const [year, month, date] = applyUntil.split('-').map(Number)
  const right = `${month}/${date}/${year},"Tulsa, OK; Maine"`
  const cells = [
    right,
    `${board.dayIn(-2)},`,
    `${board.dayIn(90)},`,
    'soon,',
    ',"Nowhereville, TX"',
  ]
  const csv = [
    `${heading},Closing date,Further locations`,
    ...cells.map((cell) => `${good},${cell}`),
  ].join('\n')
  const read = await previewed(csv)
  expect(wrongFields(read)).toEqual([
    [],
    ['applyUntil'],
    ['applyUntil'],
    ['applyUntil'],
    ['furtherLocations'],
  ])
  const recruiter = await searchFirm()
  const { created } = (await upload(csv, recruiter, { mapping: read.mapping })).json<{
    created: { id: string }[]
  }>()
  const stored = { applyUntil, furtherLocations: ['Tulsa, OK', 'Maine'] }
  expect(await board.read(created[0]?.id ?? '', recruiter)).toMatchObject(stored)
})

test('the table of a recruiter is understood as it is', async () => {
  const csv = [
    'Pos. Title,Client / Hospital,City,ST,Spec.,Emp. Type,Comp,Visa?,Notes,Link',
    'IM Outpt,Granite Clinic,Granite Falls,MN,IM,FT,250k,H-1B,"Monday to Friday, 18 patients a day",https://jobs.example.com/1',
    'OB/GYN,River Clinic,Stillwater,OK,OB/GYN,FT,"$350,000 - 400,000",no,"Call 1:4, a new unit",https://jobs.example.com/2',
  ].join('\n')
  const read = await previewed(csv)
  expect(read.mapping.join(' ')).toBe(
    'title company city state specialty jobType compensation visaSupport description applyUrl',
  )
  expect([read.valid, wrongFields(read)]).toEqual([2, [[], []]])
})

test('a table without a specialty column takes it from titles that name one, and places and addresses as they are typed', async () => {
  const rows = [
    'Noninvasive Cardiologist,Findlay OH,granite.example/1',
    'Hospitalist (nights),"Toledo, Ohio 43604",jobs@granite.example',
    'Day doctor,West Virginia,granite.example/3',
  ].map((row) => `${row},Granite Clinic,FT,A long description of the job.`)
  const read = await previewed(
    ['Position,Where,Link,Client,Emp. Type,Comments', ...rows].join('\n'),
  )
  expect(read.mapping.join(' ')).toBe('title location applyUrl company jobType description')
  expect(read.rows.map((row) => row.values['specialty'])).toEqual([
    'Cardiology',
    'Internal Medicine',
    '',
  ])
  const errors = read.rows.map((row) =>
    row.errors.map((error) => `${error.field}: ${error.suggestion}`),
  )
  expect(errors).toEqual([
    [],
    ['applyUrl: mailto:jobs@granite.example'],
    ['specialty: undefined', 'location: undefined'],
  ])
  // One value for the rows whose titles name none changes no other row.
  const instead = [{ field: 'specialty', value: '', use: 'Family Medicine' }]
  const mended = await previewed(
    ['Position,Where,Link,Client,Emp. Type,Comments', ...rows].join('\n'),
    { instead },
  )
  expect(mended.rows.map((row) => row.values['specialty'])).toEqual([
    'Cardiology',
    'Internal Medicine',
    'Family Medicine',
  ])
})

test('one decision about a value holds for every row that has it', async () => {
  const csv = file(
    ...['FM/IM', 'FM/IM', 'Cardiolgy', ''].map((row) => good.replace('Internal Medicine', row)),
  )
  const suggestions = async (...instead: { field: string; value: string; use: string }[]) =>
    (await previewed(csv, { instead })).rows.map((row) =>
      row.errors.map(({ suggestion }) => suggestion ?? 'none'),
    )
  expect(await suggestions()).toEqual([
    ['Family Medicine'],
    ['Family Medicine'],
    ['Cardiology'],
    ['none'],
  ])
  const family = { field: 'specialty', value: 'FM/IM', use: 'Family Medicine' }
  expect(await suggestions(family)).toEqual([[], [], ['Cardiology'], ['none']])
  const wrong = { field: 'specialty', value: '', use: 'Cardiolgy' }
  const heart = { field: 'specialty', value: 'Cardiolgy', use: 'Cardiology' }
  expect(await suggestions(family, wrong, heart)).toEqual([[], [], [], []])
})

test('an error names the column that the file has, not the field that was made of it', async () => {
  const { rows } = await previewed(
    file(good.replace('Colorado', 'Colorada'), good.replace('Denver', '')),
  )
  expect(rows.map((row) => row.errors)).toMatchObject([
    [{ field: 'state', suggestion: 'CO' }],
    [{ field: 'city' }],
  ])
})

test('a preview posts nothing and names doubles; the upload posts the valid rows once, with one mail', async () => {
  const recruiter = await searchFirm()
  const csv = file(good, good.replace('Hospitalist', 'Nocturnist'), 'Broken,,,,,,,,,')
  const { mapping } = await previewed(csv, {}, recruiter)
  const doubles = async () =>
    (await previewed(file(good, good), {}, recruiter)).rows.map((row) =>
      row.notes.map(({ text }) => text).join(),
    )
  expect(await doubles()).toEqual(['', 'Line 2 is the same. It would be posted again.'])
  expect((await recruiter.get('/api/job-postings')).json()).toEqual([])
  const send = async () =>
    (await upload(csv, recruiter, { mapping, idempotencyKey: 'upload-0001' })).json<object>()
  const answer = await send()
  expect(answer).toMatchObject({ created: [{ line: 2 }, { line: 3 }], failed: [{ line: 4 }] })
  expect(await send()).toEqual(answer)
  const read = {
    company: 'Search Firm',
    location: 'Denver, CO',
    salaryMin: '250,000',
    salaryMax: '300000',
    status: 'active',
  }
  const list = (await recruiter.get('/api/job-postings?sort=title')).json()
  expect(list).toMatchObject([{ title: 'Hospitalist', ...read }, { title: 'Nocturnist' }])
  const again = 'You have posted this already. It would be posted again.'
  expect(await doubles()).toEqual([again, again])
  expect((await board.mailed(recruiter.user.email)).map((mail) => mail.subject)).toEqual([
    '2 job postings are live',
  ])
})

test.each<[csv: string, error: string, mapping?: string[]]>([
  ['', 'The file is empty'],
  ['Title\n', 'The file has a heading, but no rows.'],
  [
    'PK\u0003\u0004\0xl/workbook.xml',
    'This is not a text file. Save the table as CSV and upload that.',
  ],
  [
    'Title,Specialty\na,b\n"never closed,x',
    'We could not read this CSV file. A quotation mark may be missing after line 2.',
  ],
  [`${'Title,'.repeat(299)}Title\nx`, 'The file has 300 columns; at most 100 can be read.'],
  [`Title\n${'x\n'.repeat(501)}`, 'The file has 501 rows; at most 500 can be posted at once.'],
  ['A,B\nx,y', "Two columns fill 'Job title'.", ['title', 'title']],
  ['A,B\nx,y', 'These columns are not in this file. Please choose the file again.', ['title']],
  ['A\nx', 'Invalid option', ['owner_id']],
])('the file %j is refused as a whole: %s', async (csv, error, mapping) => {
  const answer = await preview(csv, { mapping })
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
    400,
    expect.stringContaining(error),
  ])
})

test('every column has samples, and one value can stand for all rows, also of the upload', async () => {
  const csv = [
    'Position,Employer,Where,Pay,Apply,Details,Shift code',
    'Nocturnist,River Clinic,"Boise, ID","$280,000 - $320,000",https://jobs.example.com/1,A long description of the job.,N1',
    'Day doctor,River Clinic,"Boise, ID",Competitive,jobs.example.com/2,A long description of the job.,D1',
  ].join('\n')
  const { mapping, samples, valid } = await previewed(csv)
  expect([mapping.at(-1), samples.at(-1), valid]).toEqual([null, ['N1', 'D1'], 0])
  const same = { specialty: 'Internal Medicine', jobType: 'FT', company: 'Not used' }
  const instead = Object.entries(same).map(([field, use]) => ({ field, value: '', use }))
  const recruiter = await signIn(board.app, 'recruiter')
  await upload(csv, recruiter, { mapping, instead })
  expect((await recruiter.get('/api/job-postings?sort=title')).json()).toMatchObject([
    { title: 'Day doctor', specialty: 'Internal Medicine', salaryMin: 'Competitive' },
    {
      title: 'Nocturnist',
      company: 'River Clinic',
      jobType: 'full-time',
      salaryMin: '$280,000 - $320,000',
      salaryMax: '',
    },
  ])
  expect(
    (await preview(csv, { instead: [{ field: 'owner_id', value: '', use: 'x' }] })).statusCode,
  ).toBe(400)
})

test('a preview of the longest file lets other requests go on', async () => {
  const row = good
    .replace('A long, quoted', `A long, quoted ${'word '.repeat(330)}`)
    .replace('Internal Medicine', 'Cardiolgy')
  const csv = file(...Array.from({ length: 500 }, () => row))
  const preview = previewed(csv)
  // How much it computes until others get their turn. How long that takes depends on what else the
  // machine does.
  const turns: number[] = []
  for (let isDone = false; !isDone;) {
    const before = process.threadCpuUsage()
    isDone = await Promise.race([preview.then(() => true), setTimeout(1, false)])
    turns.push(process.threadCpuUsage(before).user)
  }
  expect((await preview).invalid).toBe(500)
  expect(Math.max(...turns)).toBeLessThan(turns.reduce((sum, turn) => sum + turn) / 2)
})
