import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import type { CsvPreview, Draft } from '../contract-dashboard.ts'
import type { PostingDetail } from '../contract.ts'
import { accountPost, posting } from '../postings.fixture.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let employer: SignedIn
beforeAll(async () => {
  employer = await signIn(board, 'employer', { companyName: 'Draft Clinic' })
})

const drafts = async (caller = employer) => (await caller.get('/api/posting-drafts')).json() as Draft[]

test('a draft is saved, updated and deleted', async () => {
  const saved = (
    await employer.post('/api/posting-drafts', { form: { title: 'Half-done', setting: ['Clinic'] } })
  ).json() as Draft
  expect(saved).toMatchObject({ kind: 'account', title: 'Half-done', form: { setting: ['Clinic'] } })
  const url = `/api/posting-drafts/${saved.id}`
  const again = await employer.put(url, { form: { title: 'Almost done' }, updatedAt: saved.updatedAt })
  expect(again.json()).toMatchObject({ title: 'Almost done', form: { title: 'Almost done' } })
  const stale = await employer.put(url, { form: { title: 'Stale' }, updatedAt: saved.updatedAt })
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({ current: { title: 'Almost done' } })
  expect((await employer.delete(url)).json()).toEqual({ success: true })
  expect((await employer.delete(url)).json()).toMatchObject({ code: 'NOT_FOUND', error: 'Draft not found.' })
})

test('a draft is private to its owner', async () => {
  const saved = (await employer.post('/api/posting-drafts', { form: { title: 'Mine' } })).json() as Draft
  const url = `/api/posting-drafts/${saved.id}`
  for (const other of [await signIn(board, 'employer'), await signIn(board, 'admin')]) {
    expect((await other.put(url, { form: {}, updatedAt: saved.updatedAt })).statusCode).toBe(404)
    expect((await other.delete(url)).statusCode).toBe(404)
    expect(await drafts(other)).toEqual([])
  }
  expect(await drafts()).toMatchObject([{ title: 'Mine' }])
})

test('posting a draft deletes it, and no other tab posts it again', async () => {
  const saved = (await employer.post('/api/posting-drafts', { form: accountPost() })).json() as Draft
  expect((await employer.post('/api/jobs', accountPost({ draftId: saved.id, title: '' }))).statusCode).toBe(400)
  expect((await drafts()).map((it) => it.id)).toContain(saved.id)
  expect((await employer.post('/api/jobs', accountPost({ draftId: saved.id }))).statusCode).toBe(200)
  expect((await drafts()).map((it) => it.id)).not.toContain(saved.id)
  expect((await employer.post('/api/jobs', accountPost({ draftId: saved.id }))).statusCode).toBe(409)
  expect((await employer.post('/api/job-postings', posting({ draftId: saved.id }))).statusCode).toBe(409)
})

test('a duplicate is a draft that can be posted unchanged', async () => {
  const original = (await employer.post('/api/job-postings', posting({ benefits: ['CME Allowance'] }))).json() as PostingDetail
  const copy = (await employer.post(`/api/job-postings/${original.id}/duplicate`)).json() as Draft
  expect(copy).toMatchObject({
    kind: 'posting',
    title: 'Hospitalist',
    form: { benefits: ['CME Allowance'], location: 'Denver, CO' },
  })
  const posted = (await employer.post('/api/job-postings', { ...copy.form, draftId: copy.id })).json() as PostingDetail
  const { id: _, referenceId: __, createdAt: ___, updatedAt: ____, postedAt: _____, expiresAt: ______, ...same } = original
  expect(posted).toMatchObject(same)
  expect(posted.id).not.toBe(original.id)
})

const heading = 'Job Title,Medical Specialty,City,State,Job Description,Type,Min Salary,Max Salary,Benefits,Internal Code'
const file = (...rows: string[]) => [heading, ...rows].join('\r\n')
const good =
  'Hospitalist,Internal Medicine,Denver,Colorado,"A long, quoted description of the job.",Full Time,"250,000",300000,CME Allowance; Paid Time Off,A1'
const preview = async (csv: string, mapping?: (string | null)[]) =>
  employer.post('/api/job-postings/csv/preview', { csv, ...(mapping && { mapping }) })

test('a preview lists the column mapping and the errors by line', async () => {
  const answer = await preview(
    file(
      good,
      '',
      '"Short","Astrology",Denver,CO,too short,nonsense,,,,',
      '=HYPERLINK("x"),Cardiology,Boise,ID,A long description of the job.,locums,,,,',
    ),
  )
  const { columns, mapping, rows, valid, invalid } = answer.json() as CsvPreview
  expect(columns).toHaveLength(10)
  expect(mapping.join(' ')).toBe('title specialty city state description jobType salaryMin salaryMax benefits ')
  expect({ valid, invalid }).toEqual({ valid: 1, invalid: 2 })
  expect(rows.map((it) => [it.line, it.errors])).toEqual([
    [2, []],
    [
      4,
      [
        { field: 'specialty', message: 'Please choose a specialty from the list' },
        { field: 'description', message: 'Description must be at least 20 characters' },
        { field: 'jobType', message: 'Job type is required' },
      ],
    ],
    [5, [{ field: 'title', message: 'This looks like a spreadsheet formula.' }]],
  ])
})

test('a cell names one specialty as physicians do', async () => {
  for (const [cell, isKnown] of [
    ...['IM', 'fm', 'OB-GYN', 'Family Practice', 'Internist'].map((it) => [it, true] as const),
    ...['FM/IM', 'Hospital'].map((it) => [it, false] as const),
  ]) {
    const { rows } = (await preview(file(good.replace('Internal Medicine', cell)))).json() as CsvPreview
    expect([cell, rows.flatMap((it) => it.errors.map(({ field }) => field))]).toEqual([cell, isKnown ? [] : ['specialty']])
  }
})

test('cells for visa and payroll may say it as physicians do', async () => {
  const rows = ['H-1B,W-2', 'J-1 waiver,1099', 'perhaps,W2', 'yes,', 'no,'].map((it) => `${good},${it}`)
  const { rows: read } = (await preview([`${heading},Visa,Payroll`, ...rows].join('\n'))).json() as CsvPreview
  expect(read.map((it) => it.errors.map(({ field }) => field))).toEqual([[], [], ['visaSupport'], [], []])
})

test('the table of a recruiter is understood as it is', async () => {
  const csv = [
    'Pos. Title,Client / Hospital,City,ST,Spec.,Emp. Type,Comp,Visa?,Notes,Link',
    'IM Outpt,Granite Clinic,Granite Falls,MN,IM,FT,250k,H-1B,"Monday to Friday, 18 patients a day",https://jobs.example.com/1',
    'OB/GYN,River Clinic,Stillwater,OK,OB/GYN,FT,"$350,000 - 400,000",no,"Call 1:4, a new unit",https://jobs.example.com/2',
  ].join('\n')
  const { mapping, rows, valid } = (await preview(csv)).json() as CsvPreview
  expect(mapping.join(' ')).toBe('title company city state specialty jobType compensation visaSupport description applyUrl')
  expect([valid, rows.flatMap((it) => it.errors)]).toEqual([2, []])
})

test('one decision about a value holds for every row that has it', async () => {
  const csv = file(...['FM/IM', 'FM/IM', 'Cardiolgy', ''].map((it) => good.replace('Internal Medicine', it)))
  const read = async (instead: { field: string; value: string; use: string }[]) => {
    const { rows } = (await employer.post('/api/job-postings/csv/preview', { csv, instead })).json() as CsvPreview
    return rows.map((row) => row.errors.map(({ suggestion }) => suggestion ?? 'none'))
  }
  expect(await read([])).toEqual([['Family Medicine'], ['Family Medicine'], ['Cardiology'], ['none']])
  const family = { field: 'specialty', value: 'FM/IM', use: 'Family Medicine' }
  expect(await read([family])).toEqual([[], [], ['Cardiology'], ['none']])
  const wrong = { field: 'specialty', value: '', use: 'Cardiolgy' }
  const heart = { field: 'specialty', value: 'Cardiolgy', use: 'Cardiology' }
  expect(await read([family, wrong, heart])).toEqual([[], [], [], []])
  const recruiter = await signIn(board, 'recruiter', { companyName: 'Search Firm' })
  const { mapping } = (await recruiter.post('/api/job-postings/csv/preview', { csv })).json() as CsvPreview
  const posted = await recruiter.post('/api/job-postings/csv', { csv, mapping, instead: [family] })
  expect(posted.json()).toMatchObject({ created: [{ line: 2 }, { line: 3 }], failed: [{ line: 4 }, { line: 5 }] })
  const list = (await recruiter.get('/api/job-postings')).json<{ specialty: string }[]>()
  expect(list.map((it) => it.specialty)).toEqual(['Family Medicine', 'Family Medicine'])
})

test('an error names the column that the file has, not the field that was made of it', async () => {
  const csv = file(good.replace('Colorado', 'Colorada'), good.replace('Denver', ''))
  const { rows } = (await preview(csv)).json() as CsvPreview
  expect(rows.map((row) => row.errors)).toMatchObject([[{ field: 'state', suggestion: 'CO' }], [{ field: 'city' }]])
})

test('doubles are said before they are posted', async () => {
  const recruiter = await signIn(board, 'recruiter', { companyName: 'Search Firm' })
  const said = async () => {
    const { rows } = (await recruiter.post('/api/job-postings/csv/preview', { csv: file(good, good) })).json() as CsvPreview
    return rows.map((it) => it.double)
  }
  expect(await said()).toEqual([undefined, 'Line 2 is the same.'])
  const { mapping } = (await recruiter.post('/api/job-postings/csv/preview', { csv: file(good) })).json() as CsvPreview
  await recruiter.post('/api/job-postings/csv', { csv: file(good), mapping })
  expect(await said()).toEqual(['You have posted this already.', 'You have posted this already.'])
})

test('a preview posts nothing; the upload posts the valid rows once, with one mail', async () => {
  const recruiter = await signIn(board, 'recruiter', { companyName: 'Search Firm' })
  const csv = file(good, good.replace('Hospitalist', 'Nocturnist'), 'Broken,,,,,,,,,')
  const { mapping } = (await recruiter.post('/api/job-postings/csv/preview', { csv })).json() as CsvPreview
  expect((await recruiter.get('/api/job-postings')).json()).toEqual([])
  const upload = () => recruiter.post('/api/job-postings/csv', { csv, mapping, idempotencyKey: 'upload-0001' })
  const [answer, again] = [await upload(), await upload()]
  expect(answer.json()).toMatchObject({ created: [{ line: 2 }, { line: 3 }], failed: [{ line: 4 }] })
  expect(again.json()).toEqual(answer.json())
  const list = (await recruiter.get('/api/job-postings?sort=title')).json()
  expect(list).toMatchObject([
    {
      title: 'Hospitalist',
      company: 'Search Firm',
      location: 'Denver, CO',
      salaryMin: '250000',
      salaryMax: '300000',
      status: 'active',
    },
    { title: 'Nocturnist' },
  ])
  await runTasks(board)
  expect((await mailsTo(board, recruiter.user.email)).map((it) => it.subject)).toEqual(['2 job postings are live'])
})

test.each([
  ['', 'The file is empty'],
  ['Title\n', 'The file has a heading, but no rows.'],
  ['PK\u0003\u0004\0xl/workbook.xml', 'This is not a text file. Save the table as CSV and upload that.'],
  ['Title,Specialty\na,b\n"never closed,x', 'We could not read this CSV file. A quotation mark may be missing after line 2.'],
  [`${'Title,'.repeat(299)}Title\nx`, 'The file has 300 columns; at most 100 can be read.'],
  [`Title\n${'x\n'.repeat(501)}`, 'The file has 501 rows; at most 500 can be posted at once.'],
])('the file %j is refused as a whole', async (csv, message) => {
  const answer = await preview(csv)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: message })
})

test('a mapping that fills a field twice, or belongs to another file, is refused', async () => {
  expect((await preview('A,B\nx,y', ['title', 'title'])).json()).toMatchObject({ error: "Two columns fill 'Job title'." })
  expect((await preview('A,B\nx,y', ['title'])).json()).toMatchObject({
    error: 'These columns are not in this file. Please choose the file again.',
  })
  expect((await preview('A\nx', ['owner_id'])).statusCode).toBe(400)
})

test('semicolons and a byte order mark are accepted', async () => {
  const csv = `\uFEFFTitle;Specialty;Location;Description;Job type\nSurgeon;General Surgery;Boise, ID;A long description of the job.;locums`
  expect((await preview(csv)).json()).toMatchObject({ valid: 1, rows: [{ values: { title: 'Surgeon', location: 'Boise, ID' } }] })
})

test('common headings fill their fields, every column has samples, and one value can stand for all rows', async () => {
  const csv = [
    'Position,Employer,Where,Pay,Apply,Details,Shift code',
    'Nocturnist,River Clinic,"Boise, ID","$280,000 - $320,000",https://jobs.example.com/1,A long description of the job.,N1',
    'Day doctor,River Clinic,"Boise, ID",Competitive,jobs.example.com/2,A long description of the job.,D1',
  ].join('\n')
  const first = (await preview(csv)).json() as CsvPreview
  expect(first.mapping).toEqual(['title', 'company', 'location', 'compensation', 'applyUrl', 'description', null])
  expect(first.samples).toMatchObject([['Nocturnist', 'Day doctor'], ['River Clinic'], ['Boise, ID'], {}, {}, {}, ['N1', 'D1']])
  expect(first).toMatchObject({ valid: 0, invalid: 2 })

  const same = { specialty: 'Internal Medicine', jobType: 'FT', company: 'Not used' }
  const instead = Object.entries(same).map(([field, use]) => ({ field, value: '', use }))
  const body = { csv, mapping: first.mapping, instead }
  expect((await employer.post('/api/job-postings/csv/preview', body)).json()).toMatchObject({ valid: 2, invalid: 0 })
  const recruiter = await signIn(board, 'recruiter')
  expect((await recruiter.post('/api/job-postings/csv', body)).json()).toMatchObject({ created: [{ line: 2 }, { line: 3 }] })
  expect((await recruiter.get('/api/job-postings?sort=title')).json()).toMatchObject([
    { title: 'Day doctor', specialty: 'Internal Medicine', salaryMin: 'Competitive' },
    { title: 'Nocturnist', company: 'River Clinic', jobType: 'full-time', salaryMin: '280000', salaryMax: '320000' },
  ])
  expect(
    (await employer.post('/api/job-postings/csv/preview', { csv, instead: [{ field: 'owner_id', value: '', use: 'x' }] }))
      .statusCode,
  ).toBe(400)
})

test('a preview of the longest file lets other requests go on', async () => {
  const csv = file(...Array.from({ length: 500 }, () => good.replace('A long, quoted', `A long, quoted ${'word '.repeat(330)}`)))
  await preview(csv)
  const longestShares: number[] = []
  // Others on the machine may hold up one of them.
  for (let round = 0; round < 5; round++) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const start = performance.now()
    delay.enable()
    expect((await preview(csv)).json()).toMatchObject({ valid: 500 })
    delay.disable()
    longestShares.push(delay.max / 1e6 / (performance.now() - start))
  }
  expect(Math.min(...longestShares)).toBeLessThan(0.5)
})
