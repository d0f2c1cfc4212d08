import type { InjectOptions } from 'fastify'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { docxFile, pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { newSecret } from '#features/accounts/server/secrets.ts'
import { signedToken } from '#platform/server/secret.ts'
import type { Role } from '#shared/contract.ts'
import { appForFile } from './app.ts'
import { production } from './production.ts'
import { jobRow } from './factories.ts'
import { hostileTexts } from './hostile-texts.ts'
import { asVisitor, callerOf, signIn, type Caller, type SignedIn } from './sign-in.ts'
import { tokenSpellings } from './token-spellings.ts'
import { upload } from './upload-cv.ts'

/**
 * Hostile input for every route in turn, as every role, made from the OpenAPI document with a seed. `npm run fuzz` sends 100,000 requests;
 * `FUZZ_SEED` and `FUZZ_REQUESTS` repeat or change a run. It fails on a 5xx, on an answer that takes ten seconds, on growing memory,
 * and on private data of another person in an answer: two bystanders never call anything, and what only they may read has a mark.
 */

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
/** At least one for each route. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 0)
const timeoutMs = 10_000
const mark = 'private-mark-of-a-bystander'
const maxGrowth = 96 * 1024 * 1024

const board = appForFile({
  env: {
    ...production,
    RATE_LIMITS: 'off',
    CACHE_MB: '4',
    IMPORT_ALLOWED_HOSTS: '127.0.0.1:9',
  },
  jobs: [jobRow(), jobRow({ specialty: 'Psychiatry', title: 'Psychiatrist', city: 'Boise', state: 'ID' })],
})

type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  format?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  $ref?: string
}
type Parameter = { name: string; in: string; schema?: JsonSchema }
type Operation = {
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, JsonSchema>; parameters?: Record<string, Parameter> }
}

type Route = { method: string; path: string; query: Record<string, JsonSchema>; body: JsonSchema | undefined; isCostly: boolean }

/** Those that compute a password's hash, rebuild tables, or render the whole board: asked in each eighth round. */
const costly = /api\/docs|login|register|password|links|reload|reset|account$|\.xml|export|import-apify|csv|\/preview/

async function readDocument(url: string): Promise<Document> {
  const answer = await board.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Document>()
}

/** Every route of the server with what the document says of it. */
async function listRoutes(): Promise<{ routes: Route[]; document: Document }> {
  const documents = await Promise.all(['/api/docs/json', '/api/docs/admin.json'].map(readDocument))
  const document: Document = {
    paths: Object.assign({}, ...documents.map((document) => document.paths)) as Document['paths'],
    components: {
      schemas: Object.assign({}, ...documents.map((document) => document.components?.schemas)) as Record<string, JsonSchema>,
      parameters: Object.assign({}, ...documents.map((document) => document.components?.parameters)) as Record<string, Parameter>,
    },
  }
  const routes = board.app.routeList.flatMap((route) =>
    [route.method].flat().map((method) => {
      const operation = document.paths[route.url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const parameters = (operation?.parameters ?? []).map((parameter) =>
        '$ref' in parameter ? document.components?.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] : parameter,
      )
      const queries = parameters.filter((parameter) => parameter?.in === 'query') as Parameter[]
      return {
        method,
        path: route.url,
        query: Object.fromEntries(queries.map(({ name, schema = {} }) => [name, schema])),
        body: Object.values(operation?.requestBody?.content ?? {})[0]?.schema,
        isCostly: costly.test(route.url),
      }
    }),
  )
  return { routes, document }
}

/** Texts that grow when they are folded, lowered, normalized or decoded. */
const growing = fc.constantFrom(...'\uFDFA \u0149 \u0130 \uFB03 \u1E9E \u023A \u3300 \u2105 \uAC01 \u00BC &nGt; &amp;'.split(' '))

const hostileText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(hostileTexts)) },
  { weight: 1, arbitrary: fc.tuple(growing, fc.constantFrom(100, 200)).map(([text, times]) => text.repeat(times)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
)

const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 2 ** 53, 1.5, [], {}, [[[[]]]]) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 50 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constant(JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}') as unknown),
  },
)

const words = 'Cardiology Boise ID physician employer admin live read closed weekly pdf job x'.split(' ')

/** Mostly what the schema asks for, sometimes anything. `ids` are of things that exist. */
function valueOf(given: JsonSchema, ids: readonly string[], document: Document, depth = 0): fc.Arbitrary<unknown> {
  const schema = given.$ref ? (document.components?.schemas?.[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given
  const next = (schema: JsonSchema) => valueOf(schema, ids, document, depth + 1)
  return fc.oneof({ weight: 9, arbitrary: asAsked(schema, ids, next, depth) }, { weight: 1, arbitrary: hostileValue })
}

function asAsked(
  schema: JsonSchema,
  ids: readonly string[],
  next: (it: JsonSchema) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const [choice, ...choices] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (depth > 6) return fc.constant(null)
  if (choice) return fc.oneof(...[choice, ...choices].map(next))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type].flat()
  if (type === 'object' || schema.properties) {
    const properties = Object.entries(schema.properties ?? {}).map(([name, it]) => [name, next(it)] as const)
    return fc.record(Object.fromEntries(properties), { requiredKeys: [] })
  }
  if (type === 'array') return fc.array(next(schema.items ?? {}), { maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number') {
    const { minimum = -5, maximum = 100_000 } = schema
    return fc.oneof(
      fc.integer({ min: Math.max(Math.ceil(minimum), -(2 ** 31)), max: Math.min(Math.floor(maximum), 2 ** 31 - 1) }),
      fc.double(),
    )
  }
  if (schema.format === 'uuid') return fc.constantFrom(...ids)
  if (schema.format === 'email') return fc.constantFrom('someone@mail.test', 'a@b.test', `${'x'.repeat(60)}@mail.test`)
  if (schema.format === 'uri') return fc.constantFrom('https://jobs.example/apply', 'http://127.0.0.1:9/x', 'https://[::1]/')
  if (schema.format?.startsWith('date')) return fc.constantFrom('2026-11-22T00:00:00.000Z', '2026-11-22', '1970-01-01T00:00:00Z')
  return fc.oneof(fc.constantFrom(...words, ...ids), hostileText)
}

type Drawn = { route: Route; who: string; options: InjectOptions & { url: string; method: string } }

const contentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
]

/** A round: one request to each route. */
function drawnRound(routes: readonly Route[], people: readonly string[], ids: readonly string[], document: Document) {
  const pathPart = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, { weight: 2, arbitrary: hostileText })
  const requestOf = (route: Route): fc.Arbitrary<Drawn> => {
    const names = route.path.match(/:\w+|\*/g) ?? []
    const body = route.body ? valueOf(route.body, ids, document) : hostileValue
    const query = fc.record(
      { ...mapped(route.query, (it) => valueOf(it, ids, document)), token: hostileText, q: hostileText },
      { requiredKeys: [] },
    )
    const payload = fc.oneof(
      { weight: 8, arbitrary: body.map((it) => ({ payload: JSON.stringify(it), type: 'application/json' })) },
      { weight: 1, arbitrary: fc.record({ payload: hostileText, type: fc.constantFrom(...contentTypes) }) },
      {
        weight: 1,
        arbitrary: body.map((it) => ({
          payload: new URLSearchParams(textFields(it)).toString(),
          type: 'application/x-www-form-urlencoded',
        })),
      },
    )
    return fc
      .record({
        who: fc.constantFrom(...people),
        parts: fc.array(pathPart, { minLength: names.length, maxLength: names.length }),
        query: fc.oneof({ weight: 3, arbitrary: query }, { weight: 2, arbitrary: fc.constant({}) }),
        sent: payload,
        header: fc.option(
          hostileText.map((it) => encodeURIComponent(it.toWellFormed()).slice(0, 2000)),
          { freq: 8 },
        ),
      })
      .map(({ who, parts, query: fields, sent, header }) => {
        let index = 0
        const path = route.path.replaceAll(/:\w+|\*/g, () => encoded(parts[index++] ?? ''))
        const search = new URLSearchParams(textFields(fields)).toString()
        const hasBody = route.method !== 'GET' && route.method !== 'HEAD'
        return {
          route,
          who,
          options: {
            method: route.method,
            url: search === '' ? path : `${path}?${search}`.slice(0, 60_000),
            headers: {
              ...(hasBody && sent.type !== '' && { 'content-type': sent.type }),
              ...(header !== null && { 'if-none-match': header, 'accept-language': header, range: header }),
            },
            ...(hasBody && { payload: sent.payload.toWellFormed() }),
          },
        }
      })
  }
  return fc.tuple(...routes.map(requestOf))
}

const encoded = (part: string) => encodeURIComponent(part.toWellFormed()) || '-'
const mapped = <A, B>(record: Record<string, A>, change: (it: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, it]) => [name, change(it)]))
const textFields = (value: unknown): [string, string][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).map(([name, it]) => [
        name.toWellFormed(),
        (typeof it === 'string' ? it : (JSON.stringify(it) ?? '')).toWellFormed(),
      ])

type Cast = { callers: Record<string, Caller>; ids: string[] }

/** Callers of every role, and two bystanders with marked private data whose ids the callers know. */
async function makeCast(): Promise<Cast> {
  const verified = { emailVerified: true }
  const physician = await signIn(board, 'physician', verified)
  const employer = await signIn(board, 'employer', { ...verified, companyName: 'Callers' })
  const callers = {
    anonymous: asVisitor(board),
    physician,
    employer,
    recruiter: await signIn(board, 'recruiter', verified),
    'no-role': await signIn(board, null, verified),
    admin: await signIn(board, 'admin', verified),
  }
  const bystander = await signIn(board, 'physician', { ...verified, email: `${mark}-${crypto.randomUUID()}@mail.test` })
  const poster = await signIn(board, 'employer', {
    ...verified,
    email: `${mark}-${crypto.randomUUID()}@mail.test`,
    companyName: 'Bystanders',
  })
  const jobIds = await Promise.all([postJob(poster, mark), postJob(employer, 'jobs')])
  await upload(bystander, pdfFile({ text: mark }), `${mark}.pdf`)
  await upload(physician, docxFile(), 'own.docx')
  const sender = { name: mark, email: bystander.user.email, message: `${mark} asks for the call schedule.` }
  for (const jobId of jobIds.slice(0, 1)) await bystander.post('/api/job-inquiry', { ...sender, jobId, attachCv: true })
  await bystander.post('/api/alerts', { search: { keyword: mark }, frequency: 'weekly' })
  await bystander.put(`/api/favorites/${jobIds[0]}`, { note: mark })
  await poster.post('/api/posting-drafts', { form: { title: mark, setting: ['Clinic'] } })
  return { callers, ids: [...jobIds, ...(await listIds()), bystander.user.id, poster.user.id, physician.user.id] }
}

async function postJob(employer: SignedIn, mailbox: string): Promise<string> {
  const form = {
    title: 'Cardiologist',
    specialty: 'Cardiology',
    location: 'Boise, ID',
    description: 'Join three cardiologists in a growing practice.',
    jobType: 'full-time',
    company: 'Boise Heart',
    contactEmail: `${mailbox}@mail.test`,
    idempotencyKey: crypto.randomUUID(),
  }
  const answer = await employer.post('/api/job-postings', form)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: string }>().id
}

/** Ids of rows of every table that has some. */
async function listIds(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'
  `.execute(board.db)
  const found = await Promise.all(
    rows.map(({ name }) => sql<{ id: string }>`select id from ${sql.table(name)} order by id desc limit 1`.execute(board.db)),
  )
  return ['01900000-0000-7000-8000-000000000000', ...found.flatMap((it) => it.rows.map(({ id }) => id))]
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function usedMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const isRole = (who: string): boolean => who !== 'anonymous'
const roleOf = (who: string) => (who === 'no-role' ? null : (who as Role))

/** What a caller of this role may read of others: administrators everything, and an inquiry's poster the inquiry. */
const mayRead = (who: string): boolean => who === 'admin'

test(`hostile requests with seed ${seed}`, { timeout: 15 * 60_000 }, async () => {
  const { routes, document } = await listRoutes()
  const failures: string[] = []
  const tally = new Map<string, number>()
  let baseline: number | undefined
  let sent = 0
  for (let round = 0; (round === 0 || sent < requests) && failures.length < 10; round++) {
    // A new cast replaces accounts that were deleted, demoted or signed out.
    const { callers, ids } = await makeCast()
    const [drawn = []] = fc.sample(drawnRound(routes, Object.keys(callers), ids, document), { seed: seed + round, numRuns: 1 })
    const asked = drawn.filter(({ route }) => !route.isCostly || round % 8 === 0)
    for (const { route, who, options } of asked) {
      const problem = await send(callers[who] ?? asVisitor(board), who, options)
      // An earlier request has ended the session or the account.
      if (problem.status === '401' && isRole(who)) callers[who] = await signIn(board, roleOf(who))
      tally.set(problem.status, (tally.get(problem.status) ?? 0) + 1)
      if (problem.text !== undefined) {
        failures.push(
          `${seed + round} ${who} ${route.method} ${route.path}: ${problem.text}\n${JSON.stringify(options).slice(0, 1500)}`,
        )
      }
    }
    sent += asked.length
    if (sent >= requests / 5) baseline ??= usedMemory()
  }
  const growth = usedMemory() - (baseline ?? 0)
  if (requests > 0) console.log({ seed, sent, statuses: Object.fromEntries(tally), growthMB: growth / 1e6 })

  expect(failures.join('\n\n')).toBe('')
  expect(growth).toBeLessThan(maxGrowth)
})

async function send(
  caller: Caller,
  who: string,
  options: InjectOptions & { url: string },
): Promise<{ status: string; text?: string }> {
  const timer = Promise.withResolvers<undefined>()
  const timeout = setTimeout(() => timer.resolve(undefined), timeoutMs)
  try {
    const answer = await Promise.race([caller.call(options), timer.promise])
    if (answer === undefined) return { status: 'none', text: `no answer within ${timeoutMs} ms` }
    const status = String(answer.statusCode)
    // 501 is what oEmbed asks for instead of formats that it does not have.
    if (answer.statusCode >= 500 && answer.statusCode !== 501) return { status, text: `${status} ${answer.body.slice(0, 300)}` }
    if (!mayRead(who) && answer.body.includes(mark)) {
      const at = answer.body.indexOf(mark)
      return { status, text: `private data of a bystander: ${answer.body.slice(Math.max(0, at - 200), at + 100)}` }
    }
    return { status }
  } finally {
    clearTimeout(timeout)
  }
}

test('a token in another spelling opens nothing, on no route that takes one', async () => {
  const { routes } = await listRoutes()
  const { user, cookie } = await signIn(board, 'physician')
  const { rows } = await sql<{ id: string }>`
    insert into newsletter_subscribers (id, email) values (gen_random_uuid(), ${user.email}) returning id
  `.execute(board.db)
  const subjects = [user.email, ...rows.map(({ id }) => id)]
  const purposes = ['alerts.manage', 'alerts.stop', 'alerts.confirm', 'newsletter.confirm', 'newsletter.unsubscribe']
  const tokens = purposes.flatMap((purpose) => subjects.map((subject) => signedToken(board.settings.secrets, purpose, subject)))
  const takers = routes.filter(({ query, body }) => query['token'] ?? body?.properties?.['token'])
  const opened = async ({ method, path }: Route, token: string) => {
    const url = `${path.replaceAll(/:\w+/g, user.id)}?token=${encodeURIComponent(token)}`
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const { statusCode } = await asVisitor(board).call({ method, url, ...(hasBody && { payload: { token } }) })
    return statusCode < 300 ? [`${method} ${url}`] : []
  }
  const openedBy = async (texts: readonly string[]) => {
    const found: string[] = []
    for (const route of takers) for (const text of texts) found.push(...(await opened(route, text)))
    return found
  }
  // What reads a token refuses each spelling; a route may read it another way.
  const some = tokens.flatMap((token) => tokenSpellings(token).filter((_, index) => index % 5 === 0))
  expect(await openedBy([...some, ...tokenSpellings(newSecret())])).toEqual([])
  expect((await openedBy(tokens)).length).toBeGreaterThan(2)

  const session = cookie.split('=')[1] ?? ''
  for (const spelling of tokenSpellings(session)) {
    const answer = await callerOf(board.app, { cookie: `__Host-session=${encodeURIComponent(spelling)}` }).get('/api/favorites')
    expect(answer.statusCode, spelling).toBe(401)
  }
})
