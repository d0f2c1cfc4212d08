import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { createAdministrator } from '#features/accounts/server/administrators.ts'
import type { SiteSettings } from '#features/admin/contract.ts'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { refreshPayStatistics } from '#features/salaries/server/refresh.ts'
import { enqueueTask } from '#server/lib/tasks/queue.ts'
import { backgroundTasks } from '#server/worker.ts'
import { publicUrl, testApp, type TestApp } from '../app.ts'
import { mailsTo, runTasks } from '../mailbox.ts'
import { providerBrowser, providersSetting, startProvider } from '../provider-sign-in.ts'
import { asVisitor, callerOf, type Caller } from '../sign-in.ts'
import { upload } from '../upload-cv.ts'

const password = 'correct horse battery staple'
export const people = {
  physician: 'physician@mail.test',
  employer: 'employer@mail.test',
  administrator: 'administrator@mail.test',
}

/** A small board filled through the product, so that every table has rows. */
export async function fillBoard(): Promise<TestApp> {
  const dataset = await startDataset()
  const provider = await startProvider('clinic', [
    { subject: 'pat', givenName: 'Pat', familyName: 'Provider', email: 'pat@mail.test', emailVerified: true, about: '' },
  ])
  const board = await testApp({
    env: {
      RATE_LIMITS: 'off',
      IMPORT_ALLOWED_HOSTS: dataset.host,
      OIDC_PROVIDERS: providersSetting(provider),
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  try {
    await fill(board, `http://${dataset.host}/items.json`)
    return board
  } finally {
    await provider.stop()
    dataset.stop()
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
  await visitor.post('/api/auth/login', { email: people.physician, password: 'a guess', website: '' })
  await ok(visitor.post('/api/auth/forgot-password', { email: people.employer, website: '' }))
  await ok(visitor.post('/api/subscribe', { email: 'reader@mail.test' }))

  await ok(physician.post('/api/alerts', { search: { specialty: 'Cardiology' }, frequency: 'weekly' }))
  await importJobs(board, administrator, datasetUrl)
  const posted = await postJobs(visitor, employer)
  // A new employer's first posting waits for review.
  await ok(administrator.post(`/api/admin/postings/${posted}/approval`))
  await runRecurring(board)
  await decide(board, administrator)
  await write(board, { visitor, physician, employer, jobId: posted })
  await look(board, visitor, posted)
  await mergeDuplicates(board, administrator)

  await refreshPayStatistics(board.db)
  await changeSettings(administrator)
  await ok(administrator.post('/api/admin/reload'))
  await runRecurring(board)
  // Changes after the segments exist leave a delta and tombstones.
  const { updatedAt } = await ok(employer.get(`/api/job-postings/${posted}`))
  await ok(employer.put(`/api/job-postings/${posted}`, { title: 'Cardiologist with a view', updatedAt }))
}

/** Fails unless the call succeeds. */
async function ok<T = Record<string, unknown>>(answering: Promise<LightMyRequestResponse>): Promise<T> {
  const answer = await answering
  if (answer.statusCode >= 400) throw new Error(`${answer.raw.req.url} answered ${answer.statusCode}: ${answer.body}`)
  return answer.headers['content-type']?.toString().includes('json') ? answer.json<T>() : (undefined as T)
}

async function becomeAdministrator(board: TestApp): Promise<Caller> {
  const { link } = await createAdministrator(board.db, people.administrator, { publicUrl, mail: false })
  const token = new URL(link ?? '').searchParams.get('token')
  await ok(asVisitor(board).post('/api/auth/reset-password', { token, password }))
  return logIn(board, people.administrator)
}

/** Signs up and confirms the address. */
async function register(board: TestApp, who: { email: string; role: string; companyName?: string; organizationType?: string }) {
  await ok(asVisitor(board).post('/api/auth/register', { firstName: 'Alex', lastName: 'Example', password, website: '', ...who }))
  await runTasks(board)
  const [mail] = await mailsTo(board, who.email)
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const caller = await logIn(board, who.email)
  await ok(caller.post('/api/auth/verify-email', { token }))
  return caller
}

export async function logIn(board: TestApp, email: string): Promise<Caller> {
  const answer = await asVisitor(board).post('/api/auth/login', { email, password, website: '' })
  await ok(Promise.resolve(answer))
  return callerOf(board.app, { cookie: answer.cookies.map((it) => `${it.name}=${it.value}`).join('; ') })
}

async function changeSettings(administrator: Caller): Promise<void> {
  const settingsUrl = '/api/admin/settings'
  const { publishing } = await ok<SiteSettings>(administrator.get(settingsUrl))
  await ok(
    administrator.put(`${settingsUrl}/publishing`, { account: 'immediate', public: 'immediate', version: publishing.version }),
  )
}

/** A server with twelve similar jobs. */
async function startDataset(): Promise<{ host: string; stop: () => void }> {
  const items = Array.from({ length: 12 }, (_, number) => item(number))
  const server = createServer((_, response) => response.end(JSON.stringify(items)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

const item = (number: number) => ({
  id: `${1_000_000 + number}`,
  jobUrl: `https://boards.example.org/jobs/view/${1_000_000 + number}`,
  title: `Cardiologist, team ${number}`,
  companyName: 'Larkfield Heart Group',
  location: 'Boise, ID',
  contractType: 'Full-time',
  salary: '$400,000.00/yr - $450,000.00/yr',
  applyUrl: `https://larkfield.example.org/apply/${number}`,
  description: `A physician for team ${number} of the Larkfield Heart Group in Boise, who sees patients on four days a week.`,
})

async function importJobs(board: TestApp, administrator: Caller, url: string): Promise<void> {
  const source = { name: 'Larkfield', url, mapping: {}, schedule: 'daily', isComplete: true, structuredDataAllowed: true }
  const { id } = await ok<{ id: string }>(administrator.post('/api/admin/import-sources', source))
  await ok(administrator.post(`/api/admin/import-sources/${id}/run`))
  await runTasks(board)
  await ok(administrator.post('/api/admin/source-decisions', { action: 'approve', source: 'Larkfield' }))
  await runTasks(board)
}

/** @returns the id of the employer's posting. */
async function postJobs(visitor: Caller, employer: Caller): Promise<string> {
  const publicForm = {
    title: 'Family Physician',
    company: 'Lakeside Clinic',
    specialty: 'Family Medicine',
    city: 'Reno',
    state: 'NV',
    employmentType: 'full-time',
    description: 'See patients of all ages in a clinic by the lake.',
    setting: ['Clinic'],
    schedule: ['Days'],
    applyUrl: 'https://lakeside.example/apply',
    contactEmail: 'jobs@lakeside.test',
  }
  await ok(visitor.post('/employers/post', publicForm))
  await ok(visitor.post('/employers/post', { ...publicForm, title: 'Family Physician, evenings' }))
  const accountForm = {
    title: 'Cardiologist',
    specialty: 'Cardiology',
    location: 'Boise, ID',
    description: 'Join three cardiologists in a growing practice.',
    salaryMin: '400000',
    salaryMax: '450000',
    jobType: 'full-time',
    company: 'Boise Heart',
    applyUrl: 'https://heart.example/apply',
  }
  await ok(employer.post('/api/posting-drafts', { form: { title: 'Half-done', setting: ['Clinic'] } }))
  const { id } = await ok<{ id: string }>(
    employer.post('/api/job-postings', { ...accountForm, idempotencyKey: 'the-first-posting' }),
  )
  await ok(employer.get('/api/widget'))
  return id
}

/** Every recurring task, and what it enqueues. */
async function runRecurring(board: TestApp): Promise<void> {
  const { settings, db, storage } = board
  const handlers = backgroundTasks({ settings, db, storage, transport: null, log: { info() {}, warn() {}, error() {} } })
  for (const { task, cron } of handlers) if (cron !== undefined) await enqueueTask(db, task, {})
  await runTasks(board)
}

async function decide(board: TestApp, administrator: Caller): Promise<void> {
  type Queue = { items: { posting: { id: string; title: string } }[] }
  const { items } = await ok<Queue>(administrator.get('/api/admin/queue?kind=pending'))
  const first = items.find((it) => it.posting.title.startsWith('Family'))
  await ok(administrator.post(`/api/admin/postings/${first?.posting.id}/approval`))
  await ok(asVisitor(board).get(`/api/jobs/${first?.posting.id}`))
}

type Writing = { visitor: Caller; physician: Caller; employer: Caller; jobId: string }

async function write(board: TestApp, { visitor, physician, employer, jobId }: Writing): Promise<void> {
  await ok(upload(physician, pdfFile(), 'cv.pdf'))
  await ok(physician.post('/api/favorites', { jobId }))
  await ok(physician.put(`/api/favorites/${jobId}`, { note: 'Ask about the view.' }))
  const words = { name: 'Alex Example', email: people.physician, jobId, jobTitle: 'Cardiologist' }
  const inquiry = { ...words, message: 'Is the position still open, and may I visit?', attachCv: true }
  const { id } = await ok<{ id: string }>(physician.post('/api/job-inquiry', inquiry))
  await ok(employer.get(`/api/inbox/${id}/cv`))
  await ok(employer.post(`/api/inbox/${id}/replies`, { message: 'It is. Come on Tuesday.' }))
  await ok(visitor.post('/api/job-report', { ...words, reason: 'The link leads to something else.' }))
  await runTasks(board)
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

async function look(board: TestApp, visitor: Caller, jobId: string): Promise<void> {
  const headers = { 'user-agent': browser, 'x-forwarded-for': '203.0.113.1' }
  await ok(visitor.call({ method: 'POST', url: '/api/insights/events', headers, payload: { jobId, kind: 'view' } }))
  await ok((await logIn(board, people.employer)).get(`/api/insights/postings/${jobId}?days=7`))
}

async function mergeDuplicates(board: TestApp, administrator: Caller): Promise<void> {
  await runRecurring(board)
  const { pairs } = await ok<{ pairs: { id: string }[] }>(administrator.get('/api/admin/duplicates'))
  await ok(administrator.post(`/api/admin/duplicates/${pairs[0]?.id}/merge`, { takeFromOther: [] }))
}
