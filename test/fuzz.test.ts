import type { LightMyRequestResponse } from 'fastify'
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
import { drawnRound, type Drawn, type JsonSchema, type Route } from './fuzz-requests.ts'
import { production } from './production.ts'
import { jobRow } from './factories.ts'
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
