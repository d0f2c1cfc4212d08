import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { docxFile, pdfFile } from '#test/cv-files.ts'
import { newSecret } from '#features/accounts/server/secrets.ts'
import { posting } from '#test/posting-forms.ts'
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
 * Hostile input for every route in turn, as every role, made from the contracts with a seed. `npm
 * run fuzz` sends 100,000 requests;
 * `FUZZ_SEED` and `FUZZ_REQUESTS` repeat or change a run. It fails on a 5xx, on an answer that
 * takes ten seconds, on growing memory, and on private data of another person in an answer: two
 * bystanders never call anything, and what only they may read has a mark.
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
  jobs: [
    jobRow(),
    jobRow({ specialty: 'Psychiatry', title: 'Psychiatrist', city: 'Boise', state: 'ID' }),
  ],
})

type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  format?: string
  minimum?: number
  maximum?: number
}

type Route = {
  method: string
  path: string
  query: Record<string, JsonSchema>
  body: JsonSchema | undefined
  isCostly: boolean
}

/**
 * Those that compute a password's hash, rebuild tables, or render the whole board: asked in each
 * eighth round.
 */
const costly =
  /api\/docs|login|register|password|links|reload|reset|account$|\.xml|export|import-apify|csv|\/preview/

/** Every route of the server with what its contract says of it. */
const listRoutes = (): Route[] =>
  board.app.routeList.flatMap(({ method, url, config }) =>
    [method].flat().map((one) => ({
      method: one,
      path: url,
      query: schemaOf(config?.endpoint?.query)?.properties ?? {},
      body: schemaOf(config?.endpoint?.body),
      isCostly: costly.test(url),
    })),
  )

const schemaOf = (type: z.ZodType | undefined): JsonSchema | undefined =>
  type && (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

/** Texts that grow when they are folded, lowered, normalized or decoded. */
const growing = fc.constantFrom(
  ...'\uFDFA \u0149 \u0130 \uFB03 \u1E9E \u023A \u3300 \u2105 \uAC01 \u00BC &nGt; &amp;'.split(' '),
)

const hostileText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(hostileTexts)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(growing, fc.constantFrom(100, 200))
      .map(([text, times]) => text.repeat(times)),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
)

const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 2 ** 53, 1.5, [], {}, [
      [[[]]],
    ]),
  },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 50 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constant(
      JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}') as unknown,
    ),
  },
)

const words =
  'Cardiology Boise ID physician employer admin live read closed weekly pdf job x'.split(' ')

/** Mostly what the schema asks for, sometimes anything. `ids` are of things that exist. */
const valueOf = (schema: JsonSchema, ids: readonly string[], depth = 0): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 9, arbitrary: asAsked(schema, ids, depth) },
    { weight: 1, arbitrary: hostileValue },
  )

function asAsked(schema: JsonSchema, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const next = (it: JsonSchema) => valueOf(it, ids, depth + 1)
  const [choice, ...choices] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (depth > 6) return fc.constant(null)
  if (choice) return fc.oneof(...[choice, ...choices].map(next))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type].flat()
  if (type === 'object' || schema.properties) {
    return fc.record(mapped(schema.properties ?? {}, next), { requiredKeys: [] })
  }
  if (type === 'array') return fc.array(next(schema.items ?? {}), { maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number') {
    const { minimum = -5, maximum = 100_000 } = schema
    return fc.oneof(
      fc.integer({
        min: Math.max(Math.ceil(minimum), -(2 ** 31)),
        max: Math.min(Math.floor(maximum), 2 ** 31 - 1),
      }),
      fc.double(),
    )
  }
  if (schema.format === 'uuid') return fc.constantFrom(...ids)
  if (schema.format === 'email')
    return fc.constantFrom('someone@mail.test', 'a@b.test', `${'x'.repeat(60)}@mail.test`)
  if (schema.format === 'uri')
    return fc.constantFrom('https://jobs.example/apply', 'http://127.0.0.1:9/x', 'https://[::1]/')
  if (schema.format?.startsWith('date'))
    return fc.constantFrom('2026-11-22T00:00:00.000Z', '2026-11-22', '1970-01-01T00:00:00Z')
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
function drawnRound(routes: readonly Route[], people: readonly string[], ids: readonly string[]) {
  const pathPart = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: hostileText },
  )
  const requestOf = (route: Route): fc.Arbitrary<Drawn> => {
    const names = route.path.match(/:\w+|\*/g) ?? []
    const body = route.body ? valueOf(route.body, ids) : hostileValue
    const query = fc.record(
      { ...mapped(route.query, (it) => valueOf(it, ids)), token: hostileText, q: hostileText },
      { requiredKeys: [] },
    )
    const payload = fc.oneof(
      {
        weight: 8,
        arbitrary: body.map((it) => ({ payload: JSON.stringify(it), type: 'application/json' })),
      },
      {
        weight: 1,
        arbitrary: fc.record({ payload: hostileText, type: fc.constantFrom(...contentTypes) }),
      },
      {
        weight: 1,
        arbitrary: body.map((it) => ({
          payload: queryOf(it),
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
        const search = queryOf(fields)
        const hasBody = route.method !== 'GET' && route.method !== 'HEAD'
        return {
          route,
          who,
          options: {
            method: route.method,
            url: search === '' ? path : `${path}?${search}`.slice(0, 60_000),
            headers: {
              ...(hasBody && sent.type !== '' && { 'content-type': sent.type }),
              ...(header !== null && {
                'if-none-match': header,
                'accept-language': header,
                range: header,
              }),
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
const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
const queryOf = (fields: unknown): string =>
  new URLSearchParams(
    Object.entries(fields ?? {}).map(([name, it]) => [name.toWellFormed(), textOf(it)]),
  ).toString()

type Cast = { callers: Record<string, Caller>; ids: string[] }

/**
 * Callers of every role, and two bystanders with marked private data whose ids the callers know.
 */
async function makeCast(): Promise<Cast> {
  const physician = await signIn(board, 'physician')
  const employer = await signIn(board, 'employer', { companyName: 'Callers' })
  const callers = {
    anonymous: asVisitor(board),
    physician,
    employer,
    recruiter: await signIn(board, 'recruiter'),
    'no-role': await signIn(board, null),
    admin: await signIn(board, 'admin'),
  }
  const marked = () => ({ email: `${mark}-${crypto.randomUUID()}@mail.test` })
  const bystander = await signIn(board, 'physician', marked())
  const poster = await signIn(board, 'employer', { ...marked(), companyName: 'Bystanders' })
  const jobIds = await Promise.all([postJob(poster, mark), postJob(employer, 'jobs')])
  await upload(bystander, pdfFile({ text: mark }), `${mark}.pdf`)
  await upload(physician, docxFile(), 'own.docx')
  const sender = {
    name: mark,
    email: bystander.user.email,
    message: `${mark} asks for the call schedule.`,
  }
  await bystander.post('/api/job-inquiry', { ...sender, jobId: jobIds[0], attachCv: true })
  await bystander.post('/api/alerts', { search: { keyword: mark }, frequency: 'weekly' })
  await bystander.put(`/api/favorites/${jobIds[0]}`, { note: mark })
  await poster.post('/api/posting-drafts', { form: { title: mark, setting: ['Clinic'] } })
  return {
    callers,
    ids: [...jobIds, ...(await listIds()), bystander.user.id, poster.user.id, physician.user.id],
  }
}

async function postJob(employer: SignedIn, mailbox: string): Promise<string> {
  const form = posting({
    contactEmail: `${mailbox}@mail.test`,
    idempotencyKey: crypto.randomUUID(),
  })
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
    rows.map(({ name }) =>
      sql<{ id: string }>`select id from ${sql.table(name)} order by id desc limit 1`.execute(
        board.db,
      ),
    ),
  )
  return [
    '01900000-0000-7000-8000-000000000000',
    ...found.flatMap((it) => it.rows.map(({ id }) => id)),
  ]
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function usedMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test(`hostile requests with seed ${seed}`, { timeout: 15 * 60_000 }, async () => {
  const routes = listRoutes()
  const failures: string[] = []
  let baseline: number | undefined
  let sent = 0
  for (let round = 0; (round === 0 || sent < requests) && failures.length < 10; round++) {
    // A new cast replaces accounts that were deleted, demoted or signed out.
    const { callers, ids } = await makeCast()
    const [drawn = []] = fc.sample(drawnRound(routes, Object.keys(callers), ids), {
      seed: seed + round,
      numRuns: 1,
    })
    const asked = drawn.filter(({ route }) => !route.isCostly || round % 8 === 0)
    for (const { route, who, options } of asked) {
      const { status, problem } = await send(callers[who] ?? asVisitor(board), who, options)
      // An earlier request has ended the session or the account.
      if (status === 401 && who !== 'anonymous')
        callers[who] = await signIn(board, who === 'no-role' ? null : (who as Role))
      if (problem === undefined) continue
      const call = JSON.stringify(options).slice(0, 1500)
      failures.push(`${seed + round} ${who} ${route.method} ${route.path}: ${problem}\n${call}`)
    }
    sent += asked.length
    if (sent >= requests / 5) baseline ??= usedMemory()
  }
  const growth = usedMemory() - (baseline ?? 0)
  if (requests > 0) console.log({ seed, sent, growthMB: growth / 1e6 })

  expect(failures.join('\n\n')).toBe('')
  expect(growth).toBeLessThan(maxGrowth)
})

type Sent = { status?: number; problem?: string | undefined }

async function send(caller: Caller, who: string, options: Drawn['options']): Promise<Sent> {
  const answer = await Promise.race([
    caller.call(options),
    setTimeout(timeoutMs, undefined, { ref: false }),
  ])
  return answer
    ? { status: answer.statusCode, problem: problemOf(answer, who) }
    : { problem: `no answer within ${timeoutMs} ms` }
}

function problemOf({ statusCode, body }: LightMyRequestResponse, who: string): string | undefined {
  // 501 is what oEmbed asks for instead of formats that it does not have.
  if (statusCode >= 500 && statusCode !== 501) return `${statusCode} ${body.slice(0, 300)}`
  const at = body.indexOf(mark)
  // Administrators may read everything.
  return at === -1 || who === 'admin'
    ? undefined
    : `private data of a bystander: ${body.slice(Math.max(0, at - 200), at + 100)}`
}

test('a token in another spelling opens nothing, on no route that takes one', async () => {
  const { user, cookie } = await signIn(board, 'physician')
  const { rows } = await sql<{ id: string }>`
    insert into newsletter_subscribers (id, email) values (gen_random_uuid(), ${user.email}) returning id
  `.execute(board.db)
  const subjects = [user.email, ...rows.map(({ id }) => id)]
  const purposes = [
    'alerts.manage',
    'alerts.stop',
    'alerts.confirm',
    'newsletter.confirm',
    'newsletter.unsubscribe',
  ]
  const tokens = purposes.flatMap((purpose) =>
    subjects.map((subject) => signedToken(board.settings.secrets, purpose, subject)),
  )
  const takers = listRoutes().filter(
    ({ query, body }) => query['token'] ?? body?.properties?.['token'],
  )
  const opened = async ({ method, path }: Route, token: string) => {
    const url = `${path.replaceAll(/:\w+/g, user.id)}?token=${encodeURIComponent(token)}`
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const { statusCode } = await asVisitor(board).call({
      method,
      url,
      ...(hasBody && { payload: { token } }),
    })
    return statusCode < 300 ? [`${method} ${url}`] : []
  }
  const openedBy = async (texts: readonly string[]) => {
    const found: string[] = []
    for (const route of takers) for (const text of texts) found.push(...(await opened(route, text)))
    return found
  }
  // What reads a token refuses each spelling; a route may read it another way.
  const some = tokens.flatMap((token) =>
    tokenSpellings(token).filter((_, index) => index % 5 === 0),
  )
  expect(await openedBy([...some, ...tokenSpellings(newSecret())])).toEqual([])
  expect((await openedBy(tokens)).length).toBeGreaterThan(2)

  const session = cookie.split('=')[1] ?? ''
  for (const spelling of tokenSpellings(session)) {
    const answer = await callerOf(board.app, {
      cookie: `__Host-session=${encodeURIComponent(spelling)}`,
    }).get('/api/favorites')
    expect(answer.statusCode, spelling).toBe(401)
  }
})
