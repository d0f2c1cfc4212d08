import { generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#platform/server/settings.ts'
import { testApp } from '#test/app.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'
import { announceToGoogle, googleIndexingOf } from './search-engines.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const told: string[] = []
let calls = 0
let refusal: number | undefined
/** Grants a token only for an assertion that the account's key signed for it. */
const peer = createServer((request, response) => {
  void answer(request).then(({ status, body }) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )
})

type Answer = { status: number; body: unknown }

async function answer(request: IncomingMessage): Promise<Answer> {
  const body = await text(request)
  if (request.url === '/token') return grant(new URLSearchParams(body))
  calls++
  if (refusal !== undefined) return { status: refusal, body: {} }
  if (request.headers.authorization !== 'Bearer granted') return { status: 401, body: {} }
  const { url, type } = JSON.parse(body) as { url: string; type: string }
  told.push(`${type} ${url}`)
  return { status: 200, body: {} }
}

function grant(form: URLSearchParams): Answer {
  const [header = '', claims = '', signature = ''] = form.get('assertion')?.split('.') ?? []
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const { iss, aud, scope, iat, exp } = read(claims)
  const now = Date.now() / 1000
  const isRight =
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    read(header)['alg'] === 'RS256' &&
    verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url')) &&
    iss === 'board@project.test' &&
    aud === tokenUri &&
    scope === 'https://www.googleapis.com/auth/indexing' &&
    Math.abs(Number(iat) - now) < 60 &&
    Number(exp) - Number(iat) <= 3600
  return isRight ? { status: 200, body: { access_token: 'granted' } } : { status: 400, body: { error: 'invalid_grant' } }
}

await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
const tokenUri = `${address}/token`
const board = await testApp()
afterAll(async () => {
  peer.close()
  await board.close()
})

const keyOf = (key: typeof privateKey) =>
  JSON.stringify({
    type: 'service_account',
    client_email: 'board@project.test',
    private_key: key.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: tokenUri,
  })
const secret = 'kX9vQ2mR7tLw4zPc8sBd6fGh1jNy5uEa'
const indexing = (key = privateKey, appMode: 'demo' | 'production' = 'production') => {
  const { googleIndexingKey } = readSettings({ SECRET: secret, GOOGLE_INDEXING_KEY: keyOf(key) })
  const google = googleIndexingOf({ appMode, googleIndexingKey, publicUrl: 'https://board.test' })
  return google && { ...google, api: `${address}/publish` }
}
const page = (id: string) => `https://board.test/jobs/${id}`
const queued = async () =>
  (await sql<{ job_id: string }>`select job_id from google_index_queue`.execute(board.db)).rows.map((it) => it.job_id)
/** As if the time of the hold were over. */
const wait = (seconds: number) =>
  sql`update google_index_queue set held_until = held_until - ${seconds} * interval '1 second'`.execute(board.db)

beforeEach(async () => {
  await sql`delete from google_index_queue`.execute(board.db)
  told.length = 0
  calls = 0
  refusal = undefined
})

test('jobs that are published and closed are told once, those without structured data not at all', async () => {
  const [one, other, pending, foreign] = [
    jobRow(),
    jobRow(),
    jobRow({ status: 'pending' }),
    jobRow({ structured_data_allowed: false }),
  ]
  await addJobs(board.db, [one, other, pending, foreign])
  await announceToGoogle(board.db, indexing())
  expect(told.toSorted()).toEqual([`URL_UPDATED ${page(one.id)}`, `URL_UPDATED ${page(other.id)}`].toSorted())
  told.length = 0
  await movePosting(board.db, one.id, 'deactivate', 'administrator')
  await announceToGoogle(board.db, indexing())
  await announceToGoogle(board.db, indexing())
  expect(told).toEqual([`URL_DELETED ${page(one.id)}`])
  expect(await queued()).toEqual([])
})

test('a quota that is used up holds the queue for half an hour, and is no failure', async () => {
  await addJobs(board.db, [jobRow(), jobRow()])
  refusal = 429
  await announceToGoogle(board.db, indexing())
  refusal = undefined
  // Nor does what is published meanwhile ask again.
  await addJobs(board.db, [jobRow()])
  await wait(1700)
  await announceToGoogle(board.db, indexing())
  expect([calls, told]).toEqual([1, []])
  await wait(200)
  await announceToGoogle(board.db, indexing())
  expect([told.length, await queued()]).toEqual([3, []])
})

test.each([401, 403, 500, 503])('%i fails the task, and holds the queue, too', async (status) => {
  await addJobs(board.db, [jobRow()])
  refusal = status
  await expect(announceToGoogle(board.db, indexing())).rejects.toThrow(`Google answered ${status}`)
  await wait(1700)
  await announceToGoogle(board.db, indexing())
  expect(calls).toBe(1)
  refusal = undefined
  await wait(200)
  await announceToGoogle(board.db, indexing())
  expect(told).toHaveLength(1)
})

test('a page that Google takes for wrong keeps no other waiting', async () => {
  await addJobs(board.db, [jobRow(), jobRow()])
  refusal = 400
  await announceToGoogle(board.db, indexing())
  expect([calls, await queued()]).toEqual([2, []])
})

test('a key that Google does not know fails the task, and its error holds nothing of the key', async () => {
  await addJobs(board.db, [jobRow()])
  const error: unknown = await announceToGoogle(board.db, indexing(stranger)).catch((it: unknown) => it)
  expect(String(error)).toBe('Error: Google answered 400')
  expect([calls, (await queued()).length]).toEqual([0, 1])
})

test('nothing leaves a demo or a site without a key, and what waited for a week is forgotten', async () => {
  const old = jobRow()
  await addJobs(board.db, [old, jobRow()])
  await sql`update google_index_queue set queued_at = now() - interval '8 days' where job_id = ${old.id}`.execute(board.db)
  await announceToGoogle(board.db, indexing())
  expect(told).toHaveLength(1)
  expect(told).not.toContain(`URL_UPDATED ${page(old.id)}`)
  await addJobs(board.db, [jobRow()])
  await announceToGoogle(board.db, indexing(privateKey, 'demo'))
  await announceToGoogle(board.db, indexing())
  expect([calls, await queued()]).toEqual([1, []])
})

test.each(['{}', 'no JSON', keyOf(privateKey).replace('PRIVATE KEY', 'KEY'), keyOf(privateKey).replace('http:', 'ftp:')])(
  'a wrong key is refused without its text',
  (value) => {
    expect(() => readSettings({ SECRET: secret, GOOGLE_INDEXING_KEY: value })).toThrow(
      'Wrong settings: GOOGLE_INDEXING_KEY must be the JSON key of a service account.',
    )
  },
)
