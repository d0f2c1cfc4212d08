import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { referenceCode } from '#features/jobs/model.ts'
import { appForFile } from '#test/app.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { setPublishing } from '#test/publishing.ts'
import { asVisitor, signIn, type Caller } from '#test/sign-in.ts'
import { accountPost, publicPost } from '../postings.fixture.ts'
import { approvePosting } from './public.ts'
import type { PostingsTables } from './tables.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let visitor: Caller
beforeAll(async () => {
  visitor = asVisitor(board)
})

const storedJob = (id: string) =>
  board.db.withTables<PostingsTables>().selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countJobs = async (title: string): Promise<number> =>
  (await board.db.withTables<PostingsTables>().selectFrom('jobs').select('id').where('title', '=', title).execute()).length

test('every text of a posting is shown in its order, and its words are searched', async () => {
  const texts = ['Quoll summary.', 'Numbat opening.', 'The numbered description, with a bilby.', 'Wombat in full.'] as const
  const [brief, briefDescription, description, fullDescription] = texts
  const answer = await visitor.post('/employers/post', publicPost({ brief, briefDescription, description, fullDescription }))
  const { id } = answer.json<{ job: { id: string } }>().job
  await approvePosting(board.db, board.settings, id, { actorId: (await signIn(board, 'admin')).user.id })
  for (const keyword of ['quoll', 'numbat', 'bilby', 'wombat']) {
    const { jobs } = (await visitor.get(`/api/jobs?keyword=${keyword}`)).json<{ jobs: { id: string }[] }>()
    expect([keyword, jobs.map((it) => it.id)]).toEqual([keyword, [id]])
  }
  const { body } = await board.get(`/jobs/${id}`)
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
  const places = [brief, description, briefDescription, fullDescription].map((it) => main.indexOf(it))
  expect(places.every((it) => it > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a public posting waits for review, and only its author’s browser sees the confirmation', async () => {
  const answer = await visitor.post('/employers/post', publicPost({ title: 'Confirmed Physician' }))
  expect(answer.statusCode).toBe(200)
  const { success, message, job } = answer.json()
  expect({ success, message, status: job.status }).toEqual({
    success: true,
    message: 'Your job posting will be reviewed and published within 24 hours.',
    status: 'pending',
  })
  expect((await visitor.get(`/api/jobs/${job.id}`)).statusCode).toBe(404)
  expect((await visitor.get(`/api/jobs/${job.id}/posted`)).statusCode).toBe(404)

  const cookie = answer.cookies.find((it) => it.name === '__Host-posted')
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  const headers = { cookie: `__Host-posted=${cookie?.value}` }
  const posted = await board.get(`/api/jobs/${job.id}/posted`, headers)
  expect(posted.headers['cache-control']).toContain('no-store')
  expect(posted.json()).toEqual({
    id: job.id,
    title: 'Confirmed Physician',
    company: 'Lakeside Clinic',
    city: 'Austin',
    state: 'TX',
    specialty: 'Family Medicine',
    status: 'pending',
    channel: 'public',
    isOwn: false,
  })
  expect((await board.get(`/api/jobs/${job.id}/posted`, { cookie: `__Host-posted=${'x'.repeat(43)}` })).statusCode).toBe(404)
  expect((await board.get(`/api/jobs/${job.id}`, headers)).statusCode).toBe(404)

  const elsewhere = (await visitor.post('/employers/post', publicPost())).json()
  expect((await board.get(`/api/jobs/${elsewhere.job.id}/posted`, headers)).statusCode).toBe(404)

  const second = await visitor.call({ method: 'POST', url: '/employers/post', headers, payload: publicPost() })
  expect(second.cookies.find((it) => it.name === '__Host-posted')?.value).toBe(cookie?.value)
})

test('the author gets a mail with a manage link; the database stores only its hash', async () => {
  const { job } = (await visitor.post('/employers/post', publicPost({ contactEmail: 'Author@Mail.test' }))).json()
  await runTasks(board)
  const [mail] = await mailsTo(board, 'author@mail.test')
  expect(mail?.subject).toBe(`We received your job posting: ${referenceCode(job.id)}`)
  const token = /https:\/\/board\.test\/employers\/manage\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await visitor.get(`/api/manage-posting?token=${token}`)).json()).toMatchObject({ posting: { id: job.id } })
  const { rows } = await sql<{ row: string }>`select row_to_json(l)::text as row from posting_links l`.execute(board.db)
  expect(rows.map((it) => it.row).join()).not.toContain(token)
})

test('every field of the form is stored', async () => {
  const said = {
    specialty: 'Other',
    specialtyOther: 'Wilderness Medicine',
    organizationType: 'Clinic',
    payroll: '1099',
    duration: 'Part-time',
    setting: ['Telemedicine', 'Clinic'],
    schedule: ['Days', 'Call'],
    benefits: ['CME Allowance'],
    visaSupport: 'J1',
    ehr: 'Epic',
    newGraduatesAcceptable: true,
    facilityZip: '78701',
    publicEmail: 'office@lakeside.test',
    logoUrl: 'https://lakeside.example/logo.png',
  }
  const texts = {
    briefDescription: 'Work outdoors.',
    fullDescription: '<p>One.</p><ul><li>Two</li></ul>',
    jobDuties: '- Round\n- Teach',
  }
  const form = publicPost({ ...said, ...texts, employmentType: 'part-time' })
  const { job } = (await visitor.post('/employers/post', form)).json()
  expect((await (await signIn(board, 'admin')).get(`/api/job-postings/${job.id}`)).json()).toMatchObject({
    ...said,
    jobType: 'part-time',
    salaryMin: '250000',
    salaryMax: '300000',
    pay: '$250,000–$300,000 a year',
    brief: 'Work outdoors.',
    fullDescription: 'One.\n\n• Two',
    jobDuties: '• Round\n• Teach',
    applyUrl: 'https://lakeside.example/apply',
    contactEmail: 'jobs@lakeside.test',
  })
  expect(await storedJob(job.id)).toMatchObject({
    channel: 'public',
    owner_id: null,
    pay_annual: 300_000,
    telehealth: true,
    lat: expect.closeTo(30.27, 0),
  })
})

test('pasted markup becomes readable plain text', async () => {
  const description =
    '<div><h2>About us</h2><p>We care.<br>Always.</p><ul><li>Lake view</li><li>No call</li></ul><script>alert(1)</script><img src=x onerror=alert(1)></div>'
  const { job } = (await visitor.post('/employers/post', publicPost({ description }))).json()
  expect((await storedJob(job.id)).description).toBe('About us\n\nWe care.\nAlways.\n\n• Lake view\n• No call')
  const typed = 'Patients < 18 years, > 2 visits <call us>\n\n\n\n- One\n* Two 🩺'
  const other = (await visitor.post('/employers/post', publicPost({ description: typed }))).json()
  expect((await storedJob(other.job.id)).description).toBe('Patients < 18 years, > 2 visits <call us>\n\n• One\n• Two 🩺')
  expect((await visitor.post('/employers/post', publicPost({ description: '<p> </p>' }))).json()).toMatchObject({
    details: [{ field: 'description', message: 'Description is required' }],
  })
})

test('a filled honeypot posts nothing', async () => {
  const answer = await visitor.post('/employers/post', publicPost({ title: 'Trapped', website: 'https://spam.example' }))
  expect(answer.statusCode).toBe(400)
  expect(await countJobs('Trapped')).toBe(0)
})

test('a double click posts once, also when both requests arrive together', async () => {
  const form = publicPost({ title: 'Clicked Twice', idempotencyKey: 'form-0001' })
  const answers = await Promise.all([visitor.post('/employers/post', form), visitor.post('/employers/post', form)])
  const later = await visitor.post('/employers/post', form)
  expect(new Set([...answers, later].map((it) => it.json().job.id)).size).toBe(1)
  expect(await countJobs('Clicked Twice')).toBe(1)
  expect((await visitor.post('/employers/post', { ...form, title: 'Something Else' })).statusCode).toBe(409)
  expect(await countJobs('Something Else')).toBe(0)
})

test('accounts do not share keys', async () => {
  const [one, other] = [await signIn(board, 'employer'), await signIn(board, 'employer')]
  const form = accountPost({ title: 'By Key', idempotencyKey: 'account-0001' })
  const ids = [one, one, other].map(async (caller) => (await caller.post('/api/jobs', form)).json().job.id as string)
  const [first, again, theirs] = await Promise.all(ids)
  expect([again === first, theirs === first]).toEqual([true, false])
})

test('an employer’s posting is live at once, with the account’s address and a confirming mail', async () => {
  const employer = await signIn(board, 'employer')
  const answer = await employer.post('/api/jobs', accountPost({ title: 'Live Cardiologist', contactEmail: '' }))
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'Your job posting is now live and visible to physicians.',
    job: { status: 'active' },
  })
  const { id } = answer.json().job
  const shown = await visitor.get(`/api/jobs/${id}`)
  expect(shown.json()).toMatchObject({
    title: 'Live Cardiologist',
    compMin: 400_000,
    compMax: 450_000,
    userType: 'employer',
    state: 'ID',
  })
  expect(shown.body).not.toContain(employer.user.email)
  expect(await storedJob(id)).toMatchObject({
    owner_id: employer.user.id,
    channel: 'account',
    contact_email: employer.user.email,
  })
  const days = (Date.parse(shown.json().expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(60, 1)
  await runTasks(board)
  const [mail] = await mailsTo(board, employer.user.email)
  expect(mail?.subject).toBe('Your job posting is live: Live Cardiologist')
  expect(mail?.text).toContain(`https://board.test/employer/jobs/${id}`)
  expect(mail?.text).not.toContain('token=')
})

test('a recruiter posts for a named client, and the job shows a recruiter', async () => {
  const recruiter = await signIn(board, 'recruiter', { companyName: 'Search Firm' })
  const { job } = (await recruiter.post('/api/jobs', accountPost({ company: 'Client Hospital' }))).json()
  expect((await visitor.get(`/api/jobs/${job.id}`)).json()).toMatchObject({ employer: 'Client Hospital', userType: 'recruiter' })
})

test('an account without company and address gets both errors at once', async () => {
  const recruiter = await signIn(board, 'recruiter')
  await sql`update users set email = null, company_name = null where id = ${recruiter.user.id}`.execute(board.db)
  const form = { title: 'Cardiologist', specialty: 'Cardiology', location: 'Austin, TX', jobType: 'full-time' }
  const { description } = accountPost()
  const answer = await recruiter.post('/api/job-postings', { ...form, description })
  expect([answer.statusCode, answer.json<{ details: unknown }>().details]).toEqual([
    400,
    [
      { field: 'company', message: 'Company name is required' },
      { field: 'contactEmail', message: 'Contact email is required' },
    ],
  ])
  const filled = { ...form, description, company: 'Client Hospital', contactEmail: 'office@client.example' }
  expect((await recruiter.post('/api/job-postings', filled)).statusCode).toBe(200)
  expect((await recruiter.post('/api/jobs', accountPost())).json()).toMatchObject({ error: 'Contact email is required' })
})

test('a signed-in employer’s public posting is pending, and appears in the dashboard', async () => {
  const employer = await signIn(board, 'employer')
  const { job } = (await employer.post('/employers/post', publicPost())).json()
  expect(job.status).toBe('pending')
  expect((await employer.get('/api/job-postings')).json()).toMatchObject([{ id: job.id, status: 'pending', channel: 'public' }])
})

test('an error in the middle rolls everything back, and the same form can be sent again', async () => {
  const form = publicPost({ title: 'Torn', idempotencyKey: 'torn-0001' })
  await sql`alter table mails rename to mails_away`.execute(board.db)
  expect((await visitor.post('/employers/post', form)).statusCode).toBe(500)
  await sql`alter table mails_away rename to mails`.execute(board.db)
  expect(await countJobs('Torn')).toBe(0)
  const { rows } = await sql`select 1 from posting_keys where key = 'torn-0001'`.execute(board.db)
  expect(rows).toEqual([])
  expect((await visitor.post('/employers/post', form)).statusCode).toBe(200)
})

test('a policy change applies to later postings and to the answer’s message at once', async () => {
  const admin = await signIn(board, 'admin')
  const employer = await signIn(board, 'employer')
  expect((await visitor.get('/api/posting-policy')).json()).toMatchObject({
    account: 'immediate',
    public: 'review',
    import: 'review',
  })
  expect((await setPublishing(admin, { account: 'review', public: 'immediate' })).statusCode).toBe(200)
  expect((await visitor.get('/api/posting-policy')).json()).toMatchObject({
    account: 'review',
    public: 'immediate',
    import: 'review',
  })
  expect((await visitor.post('/employers/post', publicPost())).json()).toMatchObject({ job: { status: 'active' } })
  expect((await employer.post('/api/jobs', accountPost())).json()).toMatchObject({
    message: 'Your job posting will be reviewed and published within 24 hours.',
    job: { status: 'pending' },
  })
  await setPublishing(admin, { account: 'immediate', public: 'review' })
  const { rows } = await sql<{ changed_by: string }>`select * from site_setting_changes where key = 'posting-policies'`.execute(
    board.db,
  )
  expect(rows.length).toBeGreaterThanOrEqual(2)
  expect(rows.every((it) => it.changed_by === admin.user.id)).toBe(true)
})
