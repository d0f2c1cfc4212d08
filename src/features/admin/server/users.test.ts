import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { signIn, signInForFile, type SignedIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'
import type { UserSummary } from '../contract.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
const admin = signInForFile(app, 'admin', {
  firstName: 'Root',
  lastName: 'Zebra',
  email: 'root@board.test',
})

type Page = { users: UserSummary[]; next: string | null; total: number }
const list = async (query: string) => (await admin.get(`/api/admin/users?${query}`)).json<Page>()
const emails = async (query: string) => (await list(query)).users.map((user) => user.email)

describe('people are found', () => {
  /** Two with the same last name. */
  const alike: SignedIn[] = []

  beforeAll(async () => {
    await signIn(app, 'physician', {
      firstName: 'Anna',
      lastName: 'Müller',
      email: 'anna@clinic.test',
    })
    const company = { email: 'bo@ward.test', companyName: 'Lakeside 100%_Care' }
    alike.push(await signIn(app, 'employer', { firstName: 'Bo', lastName: 'Quist', ...company }))
    alike.push(
      await signIn(app, null, {
        firstName: 'Cy',
        lastName: 'Quist',
        email: 'cy@clinic.test',
        emailVerified: false,
      }),
    )
    await sql`update users set suspended_at = now() where email = 'cy@clinic.test'`.execute(app.db)
    await sql`
      insert into name_grants (id, name, organization_id, kind, authority, granted_at)
      select gen_random_uuid(), company_name, organization_of(id), 'own', 'administrator', now() from users where email = 'bo@ward.test'
    `.execute(app.db)
  })

  test.each([
    ['q=muller', ['anna@clinic.test']],
    ['q=ANNA%20clinic', ['anna@clinic.test']],
    ['q=linic', ['cy@clinic.test', 'anna@clinic.test']],
    ['q=lakeside', ['bo@ward.test']],
    ['q=100%25_care', ['bo@ward.test']],
    ['q=%25', []],
    ['q=cy', ['cy@clinic.test']],
    // Two letters must start a word.
    ['q=is', []],
    ['q=quist&role=employer', ['bo@ward.test']],
    ['q=quist&role=none', ['cy@clinic.test']],
    ['q=quist&email=unverified', ['cy@clinic.test']],
    ['q=quist&email=verified', ['bo@ward.test']],
    ['status=suspended', ['cy@clinic.test']],
    ['q=quist&status=open', ['bo@ward.test']],
    ['hospital=verified', ['bo@ward.test']],
    ['q=quist&sort=name', ['bo@ward.test', 'cy@clinic.test']],
    [`q=nobody`, []],
  ])('%s', async (query, expected) => {
    expect(await emails(query)).toEqual(expected)
  })

  // Unknown filters are ignored.
  test.each(['q=quist', 'q=quist&role=king&sort=age&after=x'])(
    'the newest first: %s',
    async (query) => {
      // Accounts of the same millisecond have no order of creation.
      const newest = alike
        .map(({ user }) => user)
        .toSorted((one, other) => (one.id < other.id ? 1 : -1))
      expect(await emails(query)).toEqual(newest.map((person) => person.email))
    },
  )

  test.each(['newest', 'name'])('page by page, each once, by %s', async (sort) => {
    await sql`
      insert into users (id, email, first_name, last_name, role)
      select gen_random_uuid(), ${sort}::text || '-' || n || '@paged.test', 'No ' || n % 7, 'Paged', 'recruiter' from generate_series(1, 60) n
    `.execute(app.db)
    const first = await list(`q=${sort}-&sort=${sort}`)
    expect(first).toMatchObject({ total: 60, next: first.users.at(-1)?.id })
    const second = await list(`q=${sort}-&sort=${sort}&after=${first.next}`)
    expect(second).toMatchObject({ total: 60, next: null })
    expect(new Set([...first.users, ...second.users].map((user) => user.id)).size).toBe(60)
  })
})

test.each(['moderator', 'none'])(
  'the page says that the list is of accounts with the role %s',
  async (role) => {
    const { body } = await admin.get(`/admin/users?role=${role}`)
    expect(body).toMatch(new RegExp(`<option value="${role}" selected[^>]*>`))
  },
)

test('one account is shown with its related data, and without secrets', async () => {
  const physician = await signIn(app, 'physician', { firstName: 'Dee' })
  const employer = await signIn(app, 'employer')
  const job = jobRow({ owner_id: employer.user.id, contact_email: employer.user.email })
  await addJobs(app.db, [job, jobRow({ owner_id: employer.user.id, status: 'pending' })])
  await sql`update users set password_hash = 'the hash' where id = ${physician.user.id}`.execute(
    app.db,
  )
  await upload(physician, pdfFile(), 'cv.pdf')
  const inquiry = {
    name: 'Dee Example',
    email: physician.user.email,
    message: 'Is it still open?',
    jobId: job.id,
  }
  await physician.post('/api/job-inquiry', inquiry)

  const answer = await admin.get(`/api/admin/users/${physician.user.id}`)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  const related = { sessions: { count: 1 }, inquiries: { sent: 1, received: 0 } }
  expect(answer.json()).toMatchObject({
    firstName: 'Dee',
    hasPassword: true,
    hasCv: true,
    ...related,
  })
  expect(answer.body).not.toContain('the hash')
  const shown = { inquiries: { sent: 0, received: 1 }, postings: { active: 1, pending: 1 } }
  expect((await admin.get(`/api/admin/users/${employer.user.id}`)).json()).toMatchObject(shown)
})

test('an unknown account is not found, and an invalid id is refused', async () => {
  const unknown = '/api/admin/users/01900000-0000-7000-8000-000000000000'
  const change = admin.put(`${unknown}/role`, { role: 'employer', revision: 0 })
  const answers = await Promise.all([admin.get(unknown), change, admin.get('/api/admin/users/me')])
  expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 400])
})
