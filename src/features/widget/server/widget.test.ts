import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { publicUrl, appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
let employer: SignedIn
let id: string
beforeAll(async () => {
  employer = await signIn(board, 'employer', { companyName: 'Heart & <b>Soul</b>' })
  id = await widgetOf(employer)
})

const widgetOf = async (who: SignedIn) => (await who.get('/api/widget')).json<{ id: string }>().id
const show = (query: string) => board.get(`/widget?${query}`)
const titles = (html: string) =>
  [...html.matchAll(/<li><a [^>]*>([^<]*)</g)].map(([, title]) => title)

async function post(overrides: Parameters<typeof jobRow>[0] = {}) {
  const job = jobRow({
    owner_id: employer.user.id,
    channel: 'account',
    contact_email: 'poster@mail.test',
    ...overrides,
  })
  await addJobs(board.db, [job])
  return job
}

test('an account has one public id, which does not reveal the account; its list says that there are no open positions', async () => {
  expect(id).toMatch(/^[\w-]{12}$/)
  expect(await widgetOf(employer)).toBe(id)
  expect(await widgetOf(await signIn(board, 'recruiter'))).not.toBe(id)
  const answer = (await employer.get('/api/widget')).body
  expect(answer).not.toContain(employer.user.id)
  expect(JSON.parse(answer)).toMatchObject({ scriptUrl: `${publicUrl}/widget.js` })

  const { headers, body } = await show(`company=${id}`)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('There are no open positions at the moment.')
  expect(body).toContain(
    '<h1 id="heading">Open positions at Heart &amp; &lt;b&gt;Soul&lt;/b&gt;</h1>',
  )
})

test('it lists the employer’s active jobs, the newest first, with links that open in a new tab', async () => {
  const old = await post({
    title: 'Old "one"',
    posted_at: new Date(Date.now() - 60_000),
    specialty: 'Urology',
  })
  const fresh = await post({
    title: '<script>alert(1)</script>',
    comp_min: 300_000,
    comp_max: 320_000,
  })
  await post({ title: 'Waiting', status: 'pending' })
  await addJobs(board.db, [jobRow({ title: 'Of somebody else' })])
  const { body } = await show(`company=${id}`)
  expect(titles(body)).toEqual(['&lt;script&gt;alert(1)&lt;/script&gt;', 'Old &quot;one&quot;'])
  expect(body).toContain(
    `<a href="${publicUrl}/jobs/${fresh.id}" target="_blank" rel="noopener noreferrer">`,
  )
  expect(body).toContain(
    'Lakeside Clinic · Austin, TX · Full-time · <span class="pay">$300,000 - $320,000 a year</span>',
  )
  for (const secret of ['poster@mail.test', employer.user.email, employer.user.id])
    expect(body).not.toContain(secret)

  expect(titles((await show(`company=${id}&jobs=1`)).body)).toHaveLength(1)
  expect(titles((await show(`company=${id}&specialty=Urology`)).body)).toEqual([
    'Old &quot;one&quot;',
  ])
  expect((await show(`company=${id}&theme=dark`)).body).toContain('data-theme="dark"')
  await sql`update jobs set status = 'inactive' where id = ${old.id}`.execute(board.db)
  expect(titles((await show(`company=${id}`)).body)).toHaveLength(1)
})

test.each(['jobs=0', 'jobs=1000', 'jobs=many', 'theme=pink', 'jobs='])(
  '%s falls back to what is usual',
  async (option) => {
    const { statusCode, body } = await show(`company=${id}&${option}`)
    expect([statusCode, body]).toEqual([200, expect.stringContaining('data-theme="auto"')])
  },
)

test.each([
  '',
  'company=nobody',
  'company=',
  'company=x&specialty=Urology',
  'company=ID&specialty=Wizardry',
])('%j finds nothing, in words', async (query) => {
  const answer = await show(query.replace('ID', id))
  expect([answer.statusCode, answer.body]).toEqual([
    404,
    expect.stringContaining('We could not find this list.'),
  ])
  expect(answer.headers['content-security-policy']).toContain('frame-ancestors *')
})

test('any site may frame the list, which runs only its own script and uses no cookie', async () => {
  const answer = await show(`company=${id}`)
  expect(answer.headers).not.toHaveProperty('x-frame-options')
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect(answer.headers).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
    'cache-control': 'public, max-age=60',
  })
  expect(
    (await board.get(`/widget?company=${id}`, { 'if-none-match': String(answer.headers.etag) }))
      .statusCode,
  ).toBe(304)
  expect(String(answer.headers['content-security-policy'])).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
  )
  const script = await board.get('/widget.js')
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
  })
})

test('the id is part of the data export, and is deleted with the account', async () => {
  expect((await employer.get('/api/account/export')).json()).toMatchObject({ widget: { id } })
  await sql`delete from users where id = ${employer.user.id}`.execute(board.db)
  expect((await show(`company=${id}`)).statusCode).toBe(404)
})
