import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile, appForTest, publicUrl, type TestApp } from '#test/app.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'

const quoted = jobRow({
  title: 'Somebody else’s words',
  employer: 'Zenith Health',
  source: 'Other Board',
  channel: 'import',
  structured_data_allowed: false,
  description: `${'Long '.repeat(100)}end of their words`,
  contact_email: 'poster@mail.test',
})
const own = jobRow({
  employer: 'lakeside clinic',
  description: 'All of it.',
  contact_email: 'poster@mail.test',
})
const longNamed = jobRow({ employer: `Nord ${'ä'.repeat(190)}` })
const others = Array.from({ length: 8 }, (_, index) =>
  jobRow({ employer: `Mercy ${index % 4}`, specialty: 'Urology' }),
)

const board = appForFile({
  jobs: [quoted, own, jobRow(), longNamed, ...others],
  env: { RATE_LIMITS: 'off' },
})
const limited = appForFile({ jobs: [own] })

type Envelope = { error: string; code: string; requestId: string; details?: object[] }
type JobList = {
  jobs: { id: string; title: string }[]
  total: number
  nextCursor: string | null
  page: number | null
}

const calls = [
  '/api/v1/jobs',
  `/api/v1/jobs/${own.id}`,
  '/api/v1/facets',
  '/api/v1/suggestions?q=card',
  '/api/v1/salaries',
  '/api/v1/salaries/cardiology',
  '/api/v1/employers',
]

test.each(calls)(
  '%s may be read from every origin, once for those who name its version',
  async (url) => {
    const first = await board.get(url, { origin: 'https://elsewhere.test' })
    expect([first.statusCode, first.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(first.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('RateLimit'),
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(first.body).not.toContain('poster@mail.test')
    const again = await board.get(url, {
      'if-none-match': `"other", ${String(first.headers.etag)}`,
    })
    expect([again.statusCode, again.body, again.headers['access-control-allow-origin']]).toEqual([
      304,
      '',
      '*',
    ])
  },
)

test.each(['/api/v1/jobs', '/jobs.json', '/jobs.xml', '/jobs.rss'])(
  'a preflight of %s allows reading',
  async (url) => {
    const headers = { origin: 'https://elsewhere.test', 'access-control-request-method': 'GET' }
    const answer = await board.app.inject({ method: 'OPTIONS', url, headers })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    })
    expect((await board.get('/api/jobs')).headers).not.toHaveProperty('access-control-allow-origin')
  },
)

async function walk<Page extends { nextCursor: string | null }>(
  at: TestApp,
  url: string,
  first?: Page,
): Promise<Page[]> {
  const pages = first ? [first] : [(await at.get(url)).json<Page>()]
  for (
    let cursor = pages[0]?.nextCursor ?? null;
    cursor !== null;
    cursor = pages.at(-1)?.nextCursor ?? null
  )
    pages.push((await at.get(`${url}&cursor=${cursor}`)).json<Page>())
  return pages
}

test('a walk by relevance has each job once, the most relevant first, whatever is posted, renewed or closed meanwhile', async () => {
  const nephrologist = (title: string, more: Parameters<typeof jobRow>[0] = {}) =>
    jobRow({ title, specialty: 'Nephrology', employer: 'Kidney Group', ...more })
  const rounds = [1, 2, 3, 4].map(() => [
    nephrologist('Nephrologist'),
    nephrologist('Physician'),
    nephrologist('Internist with nephrology', { specialty: 'Internal Medicine' }),
  ])
  const order = [0, 1, 2].map((kind) =>
    rounds
      .map((round) => String(round[kind]?.id))
      .toSorted()
      .toReversed(),
  )
  const walked = await appForTest({
    jobs: [...rounds.flat(), jobRow()],
    env: { RATE_LIMITS: 'off' },
  })
  const renew = (id = '') =>
    sql`update jobs set posted_at = now() where id = ${id}`.execute(walked.db)
  const url = '/api/v1/jobs?keyword=nephrology&sortBy=relevance&limit=3'
  const first = (await walked.get(url)).json<
    JobList & { totalPages: number | null; reading: object | null }
  >()
  expect(first).toMatchObject({
    total: 12,
    page: 1,
    totalPages: 4,
    reading: { understood: ['Nephrology'] },
  })

  await addJobs(walked.db, [nephrologist('Nephrologist'), nephrologist('Nephrologist, late')])
  await renew(order[0]?.[3])
  await renew(first.jobs[0]?.id)
  const closed = order[2]?.[1] ?? ''
  await movePosting(walked.db, closed, 'deactivate', 'administrator')
  const seen = (await walk<JobList>(walked, url, first)).flatMap((page) =>
    page.jobs.map((job) => job.id),
  )

  const known = order.flat()
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter((id) => known.includes(id))).toEqual(known.filter((id) => id !== closed))
})

test('a source that did not authorize more is quoted with its first words', async () => {
  const detail = async (id: string) =>
    (await board.get(`/api/v1/jobs/${id}`)).json<{ description: string; isExcerpt: boolean }>()
  expect(await detail(own.id)).toMatchObject({ description: 'All of it.', isExcerpt: false })
  const theirs = await detail(quoted.id)
  expect([theirs.isExcerpt, theirs.description.includes('end of their words')]).toEqual([
    true,
    false,
  ])
})

test('employers come by name, whatever its case, a page at a time', async () => {
  type Employers = {
    employers: { name: string; jobs: number; feedUrl: string }[]
    nextCursor: string | null
  }
  const names = (await walk<Employers>(board, '/api/v1/employers?limit=2')).flatMap(
    ({ employers }) => employers.map((employer) => `${employer.name}: ${employer.jobs}`),
  )
  const mercies = [0, 1, 2, 3].map((index) => `Mercy ${index}: 2`)
  expect(names).toEqual([
    expect.stringMatching(/^lakeside clinic: 2$/i),
    ...mercies,
    `${longNamed.employer}: 1`,
    'Zenith Health: 1',
  ])
  expect((await board.get('/api/v1/employers?q=MERCY%203')).json()).toMatchObject({
    employers: [{ feedUrl: `${publicUrl}/jobs.json?employer=Mercy%203` }],
  })
})

test.each([
  ['/api/v1/jobs?stat=TX', 'stat', 'Unknown parameter “stat”. Did you mean “state”?'],
  [
    '/api/v1/jobs?specialty=Cardiologie',
    'specialty',
    'Unknown specialty “Cardiologie”. Did you mean “Cardiology”?',
  ],
  ['/api/v1/jobs?zzzzzz=1', 'zzzzzz', 'Unknown parameter “zzzzzz”.'],
  ['/api/v1/jobs?limit=500', 'limit', 'limit takes a whole number from 1 to 100.'],
  ['/api/v1/employers?limit=500', 'limit', 'limit takes a whole number from 1 to 100.'],
  ['/api/v1/employers?limit=1&limit=2', 'limit', 'limit takes one value.'],
  ['/api/v1/jobs?state=Texass', 'state', 'Unknown state “Texass”. Did you mean “Texas”?'],
  ['/api/v1/jobs?lenient=yes', 'lenient', 'Unknown lenient “yes”.'],
])('%s names the field and the nearest name', async (url, field, message) => {
  const answer = await board.get(url)
  expect(answer.statusCode).toBe(400)
  expect(answer.json<Envelope>()).toMatchObject({
    code: 'VALIDATION_FAILED',
    error: message,
    details: [{ field, message }],
  })
})

test('what our own pages write is understood', async () => {
  const query =
    'keyword=urologist&state=texas&specialty=urology,cardiology&jobType=&telehealth=&minPay=200000&radius=25&page=1'
  const { jobs, page } = (await board.get(`/api/v1/jobs?${query}&limit=3`)).json<JobList>()
  const site = (await board.get(`/api/jobs?${query}&limit=3`)).json<JobList>()
  expect([page, jobs.length, jobs.map((job) => job.id)]).toEqual([
    1,
    3,
    site.jobs.map((job) => job.id),
  ])
})

describe('wrong calls', () => {
  let cursor: string
  beforeAll(async () => {
    cursor = (await board.get('/api/v1/jobs?limit=2')).json<JobList>().nextCursor ?? ''
  })

  test.each<[string, string, number?, string?, Record<string, string>?]>([
    ['a cursor that nobody made', '/api/v1/jobs?cursor=nonsense'],
    ['a cursor with control characters', '/api/v1/jobs?cursor=%01%02'],
    ['a cursor in another spelling', '/api/v1/jobs?cursor=CURSOR%3D'],
    ['a cursor of another search', '/api/v1/jobs?specialty=Urology&cursor=CURSOR'],
    ['a cursor of another call', '/api/v1/employers?cursor=CURSOR'],
    ['two cursors', '/api/v1/jobs?cursor=CURSOR&cursor=CURSOR'],
    ['a cursor of another order', '/api/v1/jobs?sortBy=relevance&cursor=CURSOR'],
    ['a cursor with an order by date', '/api/v1/jobs?sortBy=recent&cursor=CURSOR'],
    ['a cursor with a page', '/api/v1/jobs?page=2&cursor=CURSOR'],
    ['an unknown parameter of a call without any', '/api/v1/salaries?state=TX'],
    ['an unknown value among known ones', '/api/v1/facets?jobType=locums,weekly'],
    ['a page beyond all', '/api/v1/jobs?page=0'],
    ['a keyword beyond all length', `/api/v1/jobs?keyword=${'a'.repeat(1_601)}`],
    ['an unknown job', '/api/v1/jobs/nothing', 404, 'NOT_FOUND'],
    ['an unknown specialty', '/api/v1/salaries/wizardry', 404, 'NOT_FOUND'],
    ['an unknown call', '/api/v1/nothing', 404, 'NOT_FOUND'],
    ['an unknown version', '/api/v2/jobs', 404, 'NOT_FOUND'],
    ['an Accept that nobody offers', '/api/v1/jobs', 406, 'NOT_ACCEPTABLE', { accept: 'text/csv' }],
    ['a refused JSON', '/api/v1/jobs', 406, 'NOT_ACCEPTABLE', { accept: 'application/json;q=0' }],
    ['a malformed path', '/api/v1/jobs/%E0%A4%A', 404, 'NOT_FOUND'],
  ])('%s', async (_, url, status = 400, code = 'VALIDATION_FAILED', headers = {}) => {
    const asked = url.replaceAll('CURSOR', cursor)
    const answer = await board.get(asked, headers)
    const { error, details: _details, ...more } = answer.json<Envelope>()
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([
      status,
      '*',
    ])
    expect(more).toEqual({ success: false, code, requestId: answer.headers['x-request-id'] })
    expect(error).not.toMatch(/select|\bat \//)
    if (status === 406) return

    const problem = await board.get(asked, { accept: 'application/json, application/problem+json' })
    expect(problem.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(problem.json()).toMatchObject({
      type: `${publicUrl}/developers#${code.toLowerCase().replaceAll('_', '-')}`,
      status,
      detail: error,
      code,
      instance: `urn:uuid:${String(problem.headers['x-request-id'])}`,
    })
  })

  test('writing is not allowed', async () => {
    const answer = await board.app.inject({ method: 'POST', url: '/api/v1/jobs', payload: {} })
    expect([answer.statusCode, answer.headers.allow, answer.json<Envelope>().code]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'METHOD_NOT_ALLOWED',
    ])
  })

  test('the cursor of a job that was closed leads on', async () => {
    const first = (await board.get('/api/v1/jobs?specialty=Urology&limit=3')).json<JobList>()
    await movePosting(board.db, first.jobs[2]?.id ?? '', 'deactivate', 'administrator')
    const second = await board.get(
      `/api/v1/jobs?specialty=Urology&limit=3&cursor=${first.nextCursor}`,
    )
    expect(second.json<JobList>().jobs).toHaveLength(3)
  })
})

test('in a burst, what is over the limit of all calls together is refused with the time to wait', async () => {
  const answers = []
  for (let call = 0; call < 602; call++) answers.push(await limited.get(calls[call % 3] ?? ''))
  expect(answers.findIndex((answer) => answer.statusCode !== 200)).toBe(600)
  expect(answers[0]?.headers).toMatchObject({
    'ratelimit-policy': '"v1";q=600;w=60',
    ratelimit: expect.stringMatching(/^"v1";r=\d+;t=\d+$/),
  })
  const refused = answers.at(-1)
  expect([refused?.statusCode, refused?.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }])
  expect(refused?.headers).toMatchObject({
    'retry-after': expect.stringMatching(/^[1-9]/),
    'access-control-allow-origin': '*',
    ratelimit: expect.stringMatching(/^"v1";r=0;t=\d+$/),
  })
  // Over a socket, cached answers go out before the framework.
  const url = new URL(calls[0] ?? '', await limited.app.listen({ port: 0, host: '127.0.0.1' }))
  expect((await fetch(url)).status).toBe(429)
})
