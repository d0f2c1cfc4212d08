import { generateKeyPairSync, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '#platform/server/settings.ts'
import { appForFile, publicUrl } from '#test/app.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'
import { serveLocally } from '#test/for-test.ts'
import {
  announceChanges,
  announceToGoogle,
  googleIndexingOf,
  indexNowOf,
} from './search-engines.ts'

/** What both engines were told. */
const told: unknown[] = []
let calls = 0
let refusal: number | undefined

type Answer = { status: number; body?: unknown }

const engine = await serveLocally((request, response) => {
  void answer(request).then(({ status, body = {} }) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )
})

async function answer(request: IncomingMessage): Promise<Answer> {
  const body = await text(request)
  if (request.url === '/token') return grant(new URLSearchParams(body))
  calls++
  if (refusal !== undefined) return { status: refusal }
  if (request.url !== '/indexnow' && request.headers.authorization !== 'Bearer granted')
    return { status: 401 }
  told.push(JSON.parse(body))
  return { status: 202 }
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** What the account last asserted. */
let asserted: object | undefined

/** Grants a token for an assertion that the account's key signed. */
function grant(form: URLSearchParams): Answer {
  const [header = '', claims = '', signature = ''] = form.get('assertion')?.split('.') ?? []
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
  asserted = { grantType: form.get('grant_type'), ...read(header), ...read(claims) }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  )
  return isSigned
    ? { status: 200, body: { access_token: 'granted' } }
    : { status: 400, body: { error: 'invalid_grant' } }
}

const tokenUri = `${engine.origin}/token`
const board = appForFile()
afterAll(() => engine.close())
beforeEach(async () => {
  await sql`delete from google_index_queue`.execute(board.db)
  await sql`delete from index_now_queue`.execute(board.db)
  told.length = 0
  calls = 0
  refusal = undefined
})

type Mode = 'demo' | 'production'
const page = (id: string) => `${publicUrl}/jobs/${id}`
async function added(...jobs: ReturnType<typeof jobRow>[]): Promise<string[]> {
  await addJobs(board.db, jobs)
  return jobs.map((job) => job.id)
}

describe('IndexNow', () => {
  const indexNow = (appMode: Mode) =>
    indexNowOf({
      secrets: ['x'.repeat(32)],
      publicUrl,
      appMode,
      indexnowUrl: `${engine.origin}/indexnow`,
    })
  const announce = (appMode: Mode = 'production') => announceChanges(board.db, indexNow(appMode))
  const site = {
    host: 'board.test',
    key: indexNow('production')?.key,
    keyLocation: `${publicUrl}/indexnow-key.txt`,
  }

  test('hears once of jobs that are published and closed, also after a failure', async () => {
    const [first = '', second = '', pending = ''] = await added(
      jobRow(),
      jobRow(),
      jobRow({ status: 'pending' }),
    )
    refusal = 503
    await expect(announce()).rejects.toThrow('IndexNow answered 503')
    refusal = undefined
    await announce()
    const [only] = told as [{ urlList: string[] }]
    const urlList = [page(first), page(second)].toSorted()
    expect([told.length, { ...only, urlList: only.urlList.toSorted() }]).toEqual([
      1,
      { ...site, urlList },
    ])
    told.length = 0
    await movePosting(board.db, first, 'deactivate', 'administrator')
    await movePosting(board.db, pending, 'reject', 'administrator')
    await announce()
    await announce()
    expect(told).toEqual([{ ...site, urlList: [page(first)] }])
  })

  test('hears nothing of a demo, whose queue does not grow', async () => {
    await added(jobRow())
    await announce('demo')
    await announce()
    expect(calls).toBe(0)
    expect((await board.get('/indexnow-key.txt')).statusCode).toBe(404)
  })
})

describe('Google', () => {
  const keyOf = (key: typeof privateKey) =>
    JSON.stringify({
      type: 'service_account',
      client_email: 'board@project.test',
      private_key: key.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: tokenUri,
    })
  const settingsWith = (key: string) =>
    readSettings({ SECRET: 'kX9vQ2mR7tLw4zPc8sBd6fGh1jNy5uEa', GOOGLE_INDEXING_KEY: key })
  const announce = (key = privateKey, appMode: Mode = 'production') => {
    const { googleIndexingKey } = settingsWith(keyOf(key))
    const google = googleIndexingOf({ appMode, googleIndexingKey, publicUrl })
    return announceToGoogle(board.db, google && { ...google, api: `${engine.origin}/publish` })
  }
  const queued = async () =>
    (await sql`select from google_index_queue`.execute(board.db)).rows.length
  const updated = (id: string) => ({ url: page(id), type: 'URL_UPDATED' })
  /** As if the time of the hold were over. */
  const wait = (seconds: number) =>
    sql`update google_index_queue set held_until = held_until - ${seconds} * interval '1 second'`.execute(
      board.db,
    )

  test('hears once of jobs that are published and closed, and not of those without structured data', async () => {
    const hidden = [jobRow({ status: 'pending' }), jobRow({ structured_data_allowed: false })]
    const [one = '', other = ''] = await added(jobRow(), jobRow(), ...hidden)
    await announce()
    expect(told).toEqual(expect.arrayContaining([updated(one), updated(other)]))
    expect(told).toHaveLength(2)
    const iat = Math.floor(Date.now() / 1000)
    expect(asserted).toEqual({
      grantType: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      typ: 'JWT',
      alg: 'RS256',
      iss: 'board@project.test',
      aud: tokenUri,
      scope: 'https://www.googleapis.com/auth/indexing',
      iat: expect.closeTo(iat, -2),
      exp: expect.closeTo(iat + 3600, -2),
    })
    told.length = 0
    await movePosting(board.db, one, 'deactivate', 'administrator')
    await announce()
    await announce()
    expect([told, await queued()]).toEqual([[{ url: page(one), type: 'URL_DELETED' }], 0])
  })

  test.each([
    ['a quota that is used up', 429, undefined],
    ['an unknown key', 401, 'Google answered 401'],
    ['a forbidden site', 403, 'Google answered 403'],
    ['a fault', 500, 'Google answered 500'],
    ['an overload', 503, 'Google answered 503'],
  ])('%s holds the queue for half an hour: %i', async (_what, status, error) => {
    await added(jobRow(), jobRow())
    refusal = status
    if (error === undefined) await announce()
    else await expect(announce()).rejects.toThrow(error)
    refusal = undefined
    // Nor does what is published meanwhile ask again.
    await added(jobRow())
    await wait(1700)
    await announce()
    expect([calls, told]).toEqual([1, []])
    await wait(200)
    await announce()
    expect([told.length, await queued()]).toEqual([3, 0])
  })

  test('takes a page for wrong, which keeps no other waiting', async () => {
    await added(jobRow(), jobRow())
    refusal = 400
    await announce()
    expect([calls, await queued()]).toEqual([2, 0])
  })

  test('does not know a key: the task fails, and its error holds nothing of the key', async () => {
    await added(jobRow())
    const error: unknown = await announce(stranger).catch((candidate: unknown) => candidate)
    expect([String(error), calls, await queued()]).toEqual(['Error: Google answered 400', 0, 1])
  })

  test('hears nothing of a demo, nor of what waited for a week', async () => {
    const [old, fresh = ''] = await added(jobRow(), jobRow())
    await sql`update google_index_queue set queued_at = now() - interval '8 days' where job_id = ${old}`.execute(
      board.db,
    )
    await announce()
    expect(told).toEqual([updated(fresh)])
    await added(jobRow())
    await announce(privateKey, 'demo')
    await announce()
    expect([calls, await queued()]).toEqual([1, 0])
  })

  test.each([
    '{}',
    'no JSON',
    keyOf(privateKey).replace('PRIVATE KEY', 'KEY'),
    keyOf(privateKey).replace('http:', 'ftp:'),
  ])('a wrong key is refused without its text', (key) => {
    expect(() => settingsWith(key)).toThrow(
      'Wrong settings: GOOGLE_INDEXING_KEY must be the JSON key of a service account.',
    )
  })
})
