import type { LightMyRequestResponse } from 'fastify'
import type { QueueItem } from '#features/moderation/contract.ts'
import { createAdministrator } from '#features/accounts/server/administrators.ts'
import type { SiteSettings } from '#features/admin/contract.ts'
import { pdfFile } from '#test/cv-files.ts'
import { planLinkChecks } from '#features/imports/server/runs/queries-jobs.ts'
import { posting, publicPost } from '#test/posting-forms.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { backgroundTasks } from '#app/server/worker.ts'
import { addPasskey, password } from '../account-holders.ts'
import { publicUrl, testApp, type TestApp } from '../app.ts'
import { addAuthenticator } from '../authenticator.ts'
import { browserOf } from '../browser.ts'
import { refreshPayStatistics } from '../factories.ts'
import { dataset, itemsPath, posting as item, serve } from '../fixtures/imports.ts'
import { uploadDataset } from '../imports.ts'
import { mailsTo, runTasks } from '../mailbox.ts'
import { providerBrowser, providersSetting, startProvider } from '../provider-sign-in.ts'
import { asVisitor, callerOf, type Caller } from '../sign-in.ts'
import { upload } from '../upload-cv.ts'
import { replyTo } from '../press.ts'

export const people = {
  physician: 'physician@mail.test',
  employer: 'employer@mail.test',
  administrator: 'administrator@mail.test',
  /** Signs in with a second factor. */
  careful: 'careful@mail.test',
}
/** The poster without an account. */
const contactEmail = 'jobs@lakeside.test'

/** A small board filled through the product, so that every table has rows. */
export async function fillBoard(): Promise<TestApp> {
  const items = Array.from({ length: 12 }, (_, number) =>
    item(number, { location: 'Boise, ID', publishedAt: undefined }),
  )
  const list = await serve(dataset(items))
  const provider = await startProvider('clinic', [
    {
      subject: 'pat',
      givenName: 'Pat',
      familyName: 'Provider',
      email: 'pat@mail.test',
      emailVerified: true,
      about: '',
    },
  ])
  const board = await testApp({
    env: {
      RATE_LIMITS: 'off',
      IMPORT_ALLOWED_HOSTS: new URL(list.origin).host,
      OIDC_PROVIDERS: providersSetting(provider),
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  try {
    await fill(board, list.origin + itemsPath)
    return board
  } finally {
    await Promise.all([provider.stop(), list.close()])
  }
}

async function fill(board: TestApp, datasetUrl: string): Promise<void> {
  const visitor = asVisitor(board)
  const administrator = await becomeAdministrator(board)
  const physician = await register(board, { email: people.physician, role: 'physician' })
  const employer = await register(board, {
    email: people.employer,
    role: 'employer',
    companyName: 'Boise Heart',
    organizationType: 'Clinic',
  })
  await providerBrowser(board).signIn('provider=clinic', 'pat')
  await visitor.post('/api/auth/login', {
    email: people.physician,
    password: 'a guess',
    website: '',
  })
  await ok(
    visitor.post('/api/auth/links', {
      purpose: 'reset-password',
      email: people.employer,
      website: '',
    }),
  )
  await ok(visitor.post('/api/subscribe', { email: 'reader@mail.test' }))
  await ok(
    visitor.post('/api/contact', {
      name: 'Alex',
      email: 'reader@mail.test',
      message: 'How do I post a job here?',
    }),
  )
  await addSecondFactors(board)

  await ok(
    physician.post('/api/alerts', { search: { specialty: 'Cardiology' }, frequency: 'weekly' }),
  )
  await importJobs(board, administrator, datasetUrl)
  await importFile(board, administrator)
  const posted = await postJobs(visitor, employer)
  // A new employer's first posting waits for review.
  await decide(administrator, posted, { action: 'approve' })
  await runRecurring(board)
  await approvePublic(board, administrator)
  await write(board, { visitor, physician, employer, jobId: posted })
  await look(board, visitor, posted)
  await openMailedCv(board, { visitor, physician })
  await ok(physician.post('/api/desk/visits'))
  await ok(
    physician.put('/api/desk/introduction', {
      text: 'I look for a practice by a lake.',
      version: 0,
    }),
  )
  await ok(
    physician.put('/api/profile', { fields: { specialty: ['Cardiology'] }, shown: ['specialty'] }),
  )
  await mergeDuplicates(board, administrator)

  await refreshPayStatistics(board.db)
  await changeSettings(administrator)
  await ok(administrator.post('/api/admin/reload'))
  await runRecurring(board)
  // A demo checks no links.
  await planLinkChecks(board.db)
  // Changes after the segments exist leave a delta and tombstones.
  const { updatedAt } = await ok(employer.get(`/api/job-postings/${posted}`))
  await ok(
    employer.put(`/api/job-postings/${posted}`, { title: 'Cardiologist with a view', updatedAt }),
  )
  const { items } = await ok<{ items: QueueItem[] }>(
    administrator.get('/api/admin/queue?kind=edit'),
  )
  await decide(administrator, posted, { action: 'approve-edit', version: items[0]?.edit?.version })
  // Search engines have not been told of this one.
  await ok(
    employer.post(
      '/api/job-postings',
      heartForm({ title: 'Cardiologist, nights', location: 'Reno, NV' }),
    ),
  )
}

/** An account with a passkey, an authenticator app and its recovery codes. */
async function addSecondFactors(board: TestApp): Promise<void> {
  await register(board, { email: people.careful, role: 'physician' })
  const browser = browserOf(board)
  await ok(browser.post('/api/auth/login', { email: people.careful, password, website: '' }))
  await ok(addPasskey(browser).then(({ answer }) => answer))
  await addAuthenticator({ browser })
}

/** Fails unless the call succeeds. */
async function ok<T = Record<string, unknown>>(
  answering: Promise<LightMyRequestResponse>,
): Promise<T> {
  const answer = await answering
  if (answer.statusCode >= 400)
    throw new Error(`${answer.raw.req.url} answered ${answer.statusCode}: ${answer.body}`)
  return answer.headers['content-type']?.toString().includes('json')
    ? answer.json<T>()
    : (undefined as T)
}

export async function becomeAdministrator(board: TestApp): Promise<Caller> {
  const { link } = await createAdministrator(board.db, people.administrator, {
    publicUrl,
    mail: false,
  })
  const token = new URL(link ?? '').searchParams.get('token')
  await ok(asVisitor(board).put('/api/auth/links', { purpose: 'reset-password', token, password }))
  return logIn(board, people.administrator)
}

/** Signs up and confirms the address. */
async function register(
  board: TestApp,
  who: { email: string; role: string; companyName?: string; organizationType?: string },
) {
  await ok(
    asVisitor(board).post('/api/auth/register', {
      firstName: 'Alex',
      lastName: 'Example',
      password,
      website: '',
      ...who,
    }),
  )
  await runTasks(board)
  const [mail] = await mailsTo(board, who.email)
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const caller = await logIn(board, who.email)
  await ok(caller.put('/api/auth/links', { purpose: 'verify-email', token }))
  return caller
}

export const signInAs = (board: TestApp, email: string): Promise<LightMyRequestResponse> =>
  asVisitor(board).post('/api/auth/login', { email, password, website: '' })

export async function logIn(board: TestApp, email: string): Promise<Caller> {
  const answer = await signInAs(board, email)
  await ok(Promise.resolve(answer))
  return callerOf(board.app, {
    cookie: answer.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; '),
  })
}

async function changeSettings(administrator: Caller): Promise<void> {
  const settingsUrl = '/api/admin/settings'
  const { publishing } = await ok<SiteSettings>(administrator.get(settingsUrl))
  await ok(
    administrator.put(`${settingsUrl}/publishing`, {
      account: 'immediate',
      public: 'immediate',
      version: publishing.version,
    }),
  )
}

async function importJobs(board: TestApp, administrator: Caller, url: string): Promise<void> {
  const source = {
    name: 'Larkfield',
    url,
    mapping: {},
    schedule: 'daily',
    isComplete: true,
    structuredDataAllowed: true,
  }
  const { id } = await ok<{ id: string }>(administrator.post('/api/admin/import-sources', source))
  await ok(administrator.post(`/api/admin/import-sources/${id}/run`))
  await runTasks(board)
  await ok(
    administrator.post('/api/admin/source-decisions', { action: 'approve', source: 'Larkfield' }),
  )
  await runTasks(board)
}

/** An uploaded table with a doubtful fact, which a moderator settles for all of its source. */
async function importFile(board: TestApp, administrator: Caller): Promise<void> {
  const rows = [1, 2].map(
    (it) =>
      `r${it},"Cardiologist, days ${it}",Sagebrush Practice,"Boise, UT",A physician for practice ${it}.`,
  )
  const table = ['id,title,companyName,location,description', ...rows].join('\n')
  const { url } = await ok<{ url: string }>(uploadDataset({ admin: administrator }, table))
  const source = {
    name: 'Sagebrush',
    url,
    mapping: {},
    schedule: 'never',
    isComplete: false,
    structuredDataAllowed: false,
  }
  const { id } = await ok<{ id: string }>(administrator.post('/api/admin/import-sources', source))
  await ok(administrator.post(`/api/admin/import-sources/${id}/check`))
  await ok(administrator.post(`/api/admin/import-sources/${id}/run`))
  await runTasks(board)
  const { items } = await ok<{ items: QueueItem[] }>(
    administrator.get('/api/admin/queue?source=Sagebrush'),
  )
  const answer = { fact: 'place', value: { city: 'Provo', state: 'UT' } }
  await ok(
    administrator.post(`/api/admin/postings/${items[0]?.posting.id}/fact-answers`, {
      answer,
      words: 'Boise, UT',
      all: true,
    }),
  )
  for (const { posting } of items)
    await decide(administrator, posting.id, {
      action: 'reject',
      reason: 'The practice has closed.',
    })
}

const heartForm = (more: object) =>
  posting({
    title: 'Cardiologist',
    specialty: 'Cardiology',
    location: 'Boise, ID',
    company: 'Boise Heart',
    ...more,
  })

/** @returns the id of the employer's posting. */
async function postJobs(visitor: Caller, employer: Caller): Promise<string> {
  for (const title of ['Family Physician', 'Family Physician, evenings'])
    await ok(visitor.post('/employers/post', publicPost({ title, contactEmail })))
  await ok(
    employer.post('/api/posting-drafts', { form: { title: 'Half-done', setting: ['Clinic'] } }),
  )
  const form = heartForm({ idempotencyKey: 'the-first-posting' })
  const { id } = await ok<{ id: string }>(employer.post('/api/job-postings', form))
  await ok(employer.get('/api/widget'))
  return id
}

/** Every recurring task, and what it enqueues. */
async function runRecurring(board: TestApp): Promise<void> {
  const { settings, db, storage } = board
  const handlers = backgroundTasks({
    settings,
    db,
    storage,
    transport: null,
    log: { info() {}, warn() {}, error() {} },
  })
  for (const { task, cron } of handlers) if (cron !== undefined) await enqueueTask(db, task, {})
  await runTasks(board)
}

const decide = (administrator: Caller, id: string, decision: object) =>
  ok(administrator.post(`/api/admin/postings/${id}/decision`, decision))

async function approvePublic(board: TestApp, administrator: Caller): Promise<void> {
  const { items } = await ok<{ items: QueueItem[] }>(
    administrator.get('/api/admin/queue?kind=pending'),
  )
  const id = items.find((it) => it.posting.title.startsWith('Family'))?.posting.id ?? ''
  await decide(administrator, id, { action: 'approve' })
  await ok(asVisitor(board).get(`/api/jobs/${id}`))
}

type Writing = { visitor: Caller; physician: Caller; employer: Caller; jobId: string }

async function write(
  board: TestApp,
  { visitor, physician, employer, jobId }: Writing,
): Promise<void> {
  await ok(upload(physician, pdfFile(), 'cv.pdf'))
  await ok(physician.post('/api/favorites', { jobId }))
  await ok(physician.put(`/api/favorites/${jobId}`, { note: 'Ask about the view.' }))
  const words = { name: 'Alex Example', email: people.physician, jobId, jobTitle: 'Cardiologist' }
  const inquiry = {
    ...words,
    message: 'Is the position still open, and may I visit?',
    attachCv: true,
  }
  const { id } = await ok<{ id: string }>(physician.post('/api/job-inquiry', inquiry))
  await ok(employer.get(`/api/inbox/${id}/cv`))
  await ok(employer.post('/api/presses', replyTo([id], 'It is. Come on Tuesday.')))
  await ok(
    visitor.post('/api/job-report', { ...words, reason: 'The link leads to something else.' }),
  )
  await runTasks(board)
}

/** A CV that a poster without an account opens by the link of a mail. */
async function openMailedCv(
  board: TestApp,
  { visitor, physician }: Pick<Writing, 'visitor' | 'physician'>,
): Promise<void> {
  const links = (await mailsTo(board, contactEmail)).flatMap(
    ({ text }) => /manage\?token=([\w-]+)/.exec(text)?.[1] ?? [],
  )
  type Managed = { posting: { id: string; title: string; status: string } }
  const postings = await Promise.all(
    links.map(async (token) => ({
      token,
      ...(await ok<Managed>(visitor.get(`/api/manage-posting?token=${token}`))),
    })),
  )
  const managed = postings.find((posting) => posting.posting.status === 'active')
  await ok(visitor.post(`/api/manage-posting/confirmation?token=${managed?.token}`))
  const { id: jobId, title: jobTitle } = managed?.posting ?? {}
  const inquiry = {
    name: 'Alex Example',
    email: people.physician,
    jobId,
    jobTitle,
    message: 'Please find my CV attached.',
  }
  await ok(physician.post('/api/job-inquiry', { ...inquiry, attachCv: true }))
  await runTasks(board)
  const mail = (await mailsTo(board, contactEmail)).at(-1)
  const token = decodeURIComponent(
    /\/inquiry-cv\?token=([\w.%-]+)/.exec(mail?.text ?? '')?.[1] ?? '',
  )
  await ok(visitor.post('/api/inquiry-cv', { token }))
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

async function look(board: TestApp, visitor: Caller, jobId: string): Promise<void> {
  const headers = { 'user-agent': browser, 'x-forwarded-for': '203.0.113.1' }
  await ok(
    visitor.call({
      method: 'POST',
      url: '/api/insights/events',
      headers,
      payload: { jobId, kind: 'view' },
    }),
  )
  await ok((await logIn(board, people.employer)).get(`/api/insights?days=7&id=${jobId}`))
}

async function mergeDuplicates(board: TestApp, administrator: Caller): Promise<void> {
  await runRecurring(board)
  const { pairs } = await ok<{ pairs: { id: string }[] }>(
    administrator.get('/api/admin/duplicates'),
  )
  await ok(administrator.post(`/api/admin/duplicates/${pairs[0]?.id}/merge`, {}))
}
