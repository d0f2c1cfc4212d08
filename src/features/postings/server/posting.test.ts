import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as board from '#test/postings.ts'
import { letSpeak, signIn } from '#test/sign-in.ts'
import { accountPost, publicPost } from '#test/posting-forms.ts'
import type { JobDetail } from '#features/jobs/contract.ts'
import { jobOfForm } from '../job-of-form.ts'

board.openForFile()

const countJobs = async (title: string) =>
  (await sql`select from jobs where title = ${title}`.execute(board.app.db)).rows.length

test('every text of a posting is shown in its order, and its words are searched', async () => {
  const texts = [
    'Quoll summary.',
    'Numbat opening.',
    'The numbered description, with a bilby.',
    'Wombat in full.',
  ] as const
  const [brief, briefDescription, description, fullDescription] = texts
  const id = await board.postPublic({ brief, briefDescription, description, fullDescription })
  expect((await board.decide(id, 'approve')).statusCode).toBe(200)
  for (const keyword of ['quoll', 'numbat', 'bilby', 'wombat'])
    expect((await board.visitor.get(`/api/jobs?keyword=${keyword}`)).json()).toMatchObject({
      jobs: [{ id }],
      total: 1,
    })
  const { body } = await board.app.get(`/jobs/${id}`)
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
  const places = [brief, description, briefDescription, fullDescription].map((text) =>
    main.indexOf(text),
  )
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a preview is the page that the posting gets', async () => {
  const form = publicPost({
    brief: '',
    briefDescription: 'Numbat opening.',
    fullDescription: 'Call is 1:5 from home. CME: $4,000 and 5 days.',
    compMin: '250,000',
    compMax: '300,000',
    specialty: 'Other',
    specialtyOther: 'Wilderness Medicine',
    furtherLocations: ['Boise, ID'],
    startDateText: 'July 2027',
    applyUntil: board.dayIn(9),
    setting: ['Telemedicine'],
    facilityCity: 'Dallas',
    visaSupport: 'J1',
    benefits: ['CME Allowance'],
    newGraduatesAcceptable: true,
    notice: '90 days',
    nonCompete: 'not stated',
  })
  const id = await board.postPublic(form)
  await board.decide(id, 'approve')
  const page: JobDetail = (await board.visitor.get(`/api/jobs/${id}`)).json()
  const ofPublished = {
    mapPoint: null,
    descriptionSnippet: '',
    referenceId: '',
    expiresAt: null,
    zip: null,
  }
  expect(jobOfForm(form, 0)).toEqual({
    ...page,
    ...ofPublished,
    id: '',
    facilityZip: null,
    postedAt: new Date(0).toISOString(),
    updatedAt: new Date(0).toISOString(),
  })
})

test('a public posting waits for review, and only its author’s browser sees the confirmation', async () => {
  // Omitted choices get the form's defaults.
  const {
    specialty: _left,
    employmentType: _out,
    duration: _too,
    ...form
  } = publicPost({ title: 'Confirmed Physician' })
  const answer = await board.visitor.post('/employers/post', form)
  const { job } = answer.json()
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'Your job posting will be reviewed and published within 24 hours.',
    job: { status: 'pending' },
  })
  const cookie = answer.cookies.find((cookie) => cookie.name === '__Host-posted')
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  // It does not manage the posting.
  expect((await board.visitor.get(`/api/manage-posting?token=${cookie?.value}`)).statusCode).toBe(
    404,
  )
  const headers = { cookie: `__Host-posted=${cookie?.value}` }
  const posted = await board.app.get(`/api/jobs/${job.id}/posted`, headers)
  expect(posted.headers['cache-control']).toContain('no-store')
  const said = {
    title: 'Confirmed Physician',
    company: 'Lakeside Clinic',
    city: 'Austin',
    state: 'TX',
  }
  const rest = {
    id: job.id,
    specialty: 'Family Medicine',
    status: 'pending',
    channel: 'public',
    isOwn: false,
  }
  expect(posted.json()).toEqual({ ...said, ...rest })
  for (const [path, sent] of [
    [job.id, {}],
    [job.id, headers],
    [`${job.id}/posted`, {}],
    [`${job.id}/posted`, { cookie: `__Host-posted=${'x'.repeat(43)}` }],
    [`${await board.postPublic()}/posted`, headers],
  ] as const)
    expect((await board.app.get(`/api/jobs/${path}`, sent)).statusCode).toBe(404)

  const second = await board.visitor.call({
    method: 'POST',
    url: '/employers/post',
    headers,
    payload: publicPost(),
  })
  expect(second.cookies.find((cookie) => cookie.name === '__Host-posted')?.value).toBe(
    cookie?.value,
  )
})

test('every field of the form is stored; typed text keeps its signs, and gets its paragraphs and lists', async () => {
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
    description: 'Patients < 18 years, > 2 visits <call us>\n\n\n\n- One\n* Two 🩺',
  }
  const id = await board.postPublic({ ...said, ...texts, employmentType: 'part-time' })
  expect(await board.read(id, board.admin)).toMatchObject({
    ...said,
    jobType: 'part-time',
    salaryMin: '250000',
    salaryMax: '300000',
    pay: '$250,000 - $300,000 a year',
    brief: 'Work outdoors.',
    fullDescription: 'One.\n\n• Two',
    jobDuties: '• Round\n• Teach',
    description: 'Patients < 18 years, > 2 visits <call us>\n\n• One\n• Two 🩺',
    applyUrl: 'https://lakeside.example/apply',
    contactEmail: 'jobs@lakeside.test',
  })
  expect(await board.stored(id)).toMatchObject({
    channel: 'public',
    owner_id: null,
    pay_annual: 300_000,
    telehealth: true,
    lat: expect.closeTo(30.27, 0),
  })
})

test('markup without a word is no description, and what is not a form no posting', async () => {
  const message = 'Description is required'
  const refused = await board.visitor.post(
    '/employers/post',
    publicPost({ description: '<p> </p>' }),
  )
  expect(refused.json()).toMatchObject({
    error: message,
    details: [{ field: 'description', message }],
  })
  expect((await board.visitor.post('/employers/post', null)).json()).toMatchObject({
    details: [{ field: '' }],
  })
})

test('a double click posts once, also when both requests arrive together, and accounts do not share keys', async () => {
  const form = { title: 'Clicked Twice', idempotencyKey: 'form-0001' }
  const ids = [
    ...(await Promise.all([board.postPublic(form), board.postPublic(form)])),
    await board.postPublic(form),
  ]
  expect(new Set(ids).size).toBe(1)
  const other = publicPost({ ...form, title: 'Something Else' })
  expect((await board.visitor.post('/employers/post', other)).statusCode).toBe(409)
  expect([await countJobs('Clicked Twice'), await countJobs('Something Else')]).toEqual([1, 0])
  const own = await board.post(form)
  expect([await board.post(form), ids.includes(own)]).toEqual([own, false])
  expect(await board.post(form, await signIn(board.app, 'employer'))).not.toBe(own)
})

test('an employer’s posting is live at once, with the account’s address and a confirming mail', async () => {
  const answer = await board.employer.post(
    '/api/jobs',
    accountPost({ title: 'Live Cardiologist', contactEmail: '' }),
  )
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'Your job posting is now live and visible to physicians.',
    job: { status: 'active' },
  })
  const { id } = answer.json().job
  const job = await board.shown(id)
  const fields = {
    title: 'Live Cardiologist',
    compMin: 400_000,
    compMax: 450_000,
    userType: 'employer',
    state: 'ID',
  }
  expect(job.json()).toMatchObject(fields)
  expect(job.body).not.toContain(board.employer.user.email)
  const { id: ownerId, email } = board.employer.user
  const stored = await board.stored(id)
  expect(stored).toMatchObject({ owner_id: ownerId, channel: 'account', contact_email: email })
  expect(stored.posted_at).toEqual(stored.updated_at)
  expect(board.daysUntil(job.json().expiresAt)).toBeCloseTo(60, 1)
  const mail = (await board.mailed(email)).find(
    (mail) => mail.subject === 'Your job posting is live: Live Cardiologist',
  )
  expect(mail?.text).toContain(`https://board.test/employer/jobs/${id}`)
  expect(mail?.text).not.toContain('token=')
})

test('a recruiter posts for a named client; an account without company and address gets both errors at once', async () => {
  const recruiter = await signIn(board.app, 'recruiter', { companyName: 'Search Firm' })
  await letSpeak(board.app, recruiter.user.id, 'Client Hospital')
  const id = await board.post({ company: 'Client Hospital' }, recruiter)
  expect((await board.shown(id)).json()).toMatchObject({
    employer: 'Client Hospital',
    userType: 'recruiter',
  })
  await sql`update users set email = null, company_name = null where id = ${recruiter.user.id}`.execute(
    board.app.db,
  )
  const { description } = accountPost()
  const form = {
    title: 'Cardiologist',
    specialty: 'Cardiology',
    location: 'Austin, TX',
    jobType: 'full-time',
    description,
  }
  const answer = await recruiter.post('/api/job-postings', form)
  expect([answer.statusCode, answer.json<{ details: unknown }>().details]).toEqual([
    400,
    [
      { field: 'company', message: 'Company name is required' },
      { field: 'contactEmail', message: 'Contact email is required' },
    ],
  ])
  const filled = { ...form, company: 'Client Hospital', contactEmail: 'office@client.example' }
  expect((await recruiter.post('/api/job-postings', filled)).statusCode).toBe(200)
  expect((await recruiter.post('/api/jobs', accountPost())).json()).toMatchObject({
    error: 'Contact email is required',
  })
})

test('the short form stores what its text names, and shows it, as its preview does', async () => {
  const employer = await signIn(board.app, 'employer')
  const description =
    'Night shifts in the hospital. We sponsor J-1 waivers. No weekends. Signing bonus.'
  // As the page sends it, with the empty lists of the longer form.
  const form = accountPost({ description, setting: [], schedule: [] })
  const answer = await employer.post('/api/jobs', form)
  const { id } = answer.json().job
  const said = { schedule: ['Nights'], visaSupport: 'J1', benefits: ['Signing Bonus'] }
  expect(jobOfForm(form, 0, true)).toMatchObject(said)
  expect(await board.read(id, employer)).toMatchObject(said)
  const { read } = (await employer.get(`/api/jobs/${id}/posted`)).json()
  expect(read).toMatchObject(said)
  const typed = accountPost({ title: 'Typed Cardiologist', description, schedule: ['Days'] })
  const other = (await employer.post('/api/jobs', typed)).json().job.id
  expect(await board.read(other, employer)).toMatchObject({ schedule: ['Days'] })
})

test('an error in the middle rolls everything back, and the same form can be sent again', async () => {
  const form = publicPost({ title: 'Torn', idempotencyKey: 'torn-0001' })
  await sql`alter table mails rename to mails_away`.execute(board.app.db)
  expect((await board.visitor.post('/employers/post', form)).statusCode).toBe(500)
  await sql`alter table mails_away rename to mails`.execute(board.app.db)
  expect(await countJobs('Torn')).toBe(0)
  expect(
    (await sql`select from posting_keys where key = 'torn-0001'`.execute(board.app.db)).rows,
  ).toEqual([])
  expect((await board.visitor.post('/employers/post', form)).statusCode).toBe(200)
})

test('each length of the form takes what only the other asks for', async () => {
  const employer = await signIn(board.app, 'employer')
  const longer = { schedule: ['Nights'], benefits: ['CME Allowance'], employmentType: 'locums' }
  const short = accountPost({ ...longer, visaSupport: 'J1', compMin: 300_000, compensation: '' })
  const { job } = (await employer.post('/api/jobs', short)).json()
  expect(await board.read(job.id, employer)).toMatchObject({
    schedule: ['Nights'],
    benefits: ['CME Allowance'],
    visaSupport: 'J1',
    jobType: 'locums',
    salaryMin: '300000',
  })
  const pay = { compMin: '', compMax: '', compensation: 'About $250K' }
  const id = await board.postPublic({ ...pay, duration: '6 months' })
  expect(await board.read(id, board.admin)).toMatchObject({
    duration: '6 months',
    salaryMin: 'About $250K',
    pay: '$250,000 a year',
  })
})
