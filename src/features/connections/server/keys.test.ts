import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { PostingDetail } from '#features/postings/contract.ts'
import { appForTest } from '#test/app.ts'
import { keyOf } from '#test/by-key.ts'
import { writtenTo } from '#test/mailbox.ts'
import { posting } from '#test/posting-forms.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import * as team from '#test/team.ts'
import { clinic, member, setSeat } from '#test/team.ts'

/** What a program does with a key for postings, and when a key works. */

team.openForFile()
const { app } = team

let owner: SignedIn
let key: Awaited<ReturnType<typeof keyOf>>
beforeEach(async () => {
  owner = await clinic('Mile High Hospital')
  key = await keyOf(app, owner, 'postings')
})

const path = '/api/v1/postings/REQ%2F7'
const form = (more: object = {}) => {
  const { title, ...fields } = posting(more)
  return { title, ...fields }
}
const put = async (more: object = {}) => {
  const answer = await key.call('PUT', path, form(more))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<PostingDetail>()
}
const refusal = async (body: object, url = path) => {
  const answer = await key.call('PUT', url, body)
  return `${answer.statusCode} ${answer.body}`
}
const own = async () => (await owner.get('/api/job-postings')).json<PostingDetail[]>()
const moderate = (action: string, id: string) =>
  team.admin.post(`/api/admin/postings/${id}/decision`, { action, reason: 'Fee from doctors' })

test('fifty equal calls at once make one posting, with one mail; another one changes nothing', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => key.call('PUT', path, form())))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.json<PostingDetail>().id)).size).toBe(1)
  expect(await own()).toMatchObject([{ title: 'Hospitalist', status: 'active' }])
  expect(await writtenTo(app, owner.user.email)).toHaveLength(1)

  const [first] = await own()
  expect(await put()).toMatchObject({ id: first?.id, updatedAt: first?.updatedAt })
  const edited = await put({ title: 'Nocturnist' })
  expect(edited).toMatchObject({ id: first?.id, title: 'Nocturnist', requisition: 'REQ/7' })
})

test('a posting is read and closed by its number in any case, and the next PUT opens it', async () => {
  expect((await key.call('GET', path)).statusCode).toBe(404)
  const { id } = await put()
  expect((await key.call('GET', path.toLowerCase().replace('%2f', '%2F'))).json()).toMatchObject({
    id,
  })
  for (let round = 0; round < 2; round++)
    expect((await key.call('DELETE', path)).statusCode).toBe(200)
  expect((await key.call('GET', path)).json()).toMatchObject({ status: 'inactive' })
  expect(await put()).toMatchObject({ id, status: 'active' })
})

test('what the form refuses is refused with its field, and a posting under another name waits', async () => {
  expect(await refusal(form({ title: 7 }))).toMatch(/^400 .*Job title is required/)
  expect(await refusal(form({ title: 'x'.repeat(1000) }))).toMatch(/^400 .*too long/i)
  expect(await refusal(form({ titel: 'x' }))).toMatch(/^400 .*titel/i)
  expect(await refusal(form(), `/api/v1/postings/${'9'.repeat(61)}`)).toMatch(/^400 .*reference/)
  expect(await refusal(form({ description: 'x'.repeat(2_000_000) }))).toMatch(/^413 .*too large/i)
  expect(await put({ company: 'Nobody’s Clinic' })).toMatchObject({ status: 'pending' })
  expect((await key.call('DELETE', path)).statusCode).toBe(200)
  expect(await own()).toEqual([])
})

test('what a moderator rejected or took down is not posted again under its number', async () => {
  const { id } = await put({ company: 'Nobody’s Clinic' })
  await moderate('reject', id)
  expect(await refusal(form())).toMatch(/^409 .*A moderator rejected the posting with this number/)
  await moderate('remove', id)
  expect(await refusal(form())).toMatch(/^409 .*was taken down/i)
})

test('a key works as long as its maker is an owner, nobody is suspended, and nobody revokes it', async () => {
  const status = async () => (await key.call('GET', path)).statusCode
  const suspend = (table: string, at: string | null) =>
    sql`update ${sql.table(table)} set suspended_at = ${at} where ${
      table === 'users'
        ? sql`id = ${owner.user.id}`
        : sql`id in (select organization_id from organization_members where user_id = ${owner.user.id})`
    }`.execute(app.db)
  expect(await status()).toBe(404)
  for (const table of ['users', 'organizations']) {
    await suspend(table, '2026-01-01')
    expect(await status(), table).toBe(401)
    await suspend(table, null)
  }
  expect(await status()).toBe(404)

  const other = await member(owner, 'owner')
  const { call } = await keyOf(app, other, 'postings')
  expect(await setSeat(owner, other, 'recruiter')).toBe(200)
  expect((await call('GET', path)).statusCode).toBe(401)
  const mails = await writtenTo(app, owner.user.email)
  expect(mails.map(({ subject }) => subject)).toContain('Keys of your organization stopped working')

  expect((await other.delete(`/api/connections/${key.id}`)).statusCode).toBe(403)
  expect(await status()).toBe(404)
  expect((await owner.delete(`/api/connections/${key.id}`)).statusCode).toBe(200)
  expect(await status()).toBe(401)
})

test('a key opens its own calls only, a cookie none of them, and the database has a hash', async () => {
  const calls = ['/api/v1/applications', '/api/job-postings', '/api/connections']
  const statuses = calls.map(async (url) => (await key.call('GET', url)).statusCode)
  expect(await Promise.all(statuses)).toEqual([403, 401, 401])
  expect((await owner.get(path)).statusCode).toBe(401)
  const rival = await keyOf(app, await clinic('Rival'), 'postings')
  await put()
  expect((await rival.call('GET', path)).statusCode).toBe(404)

  const { rows } = await sql<{ row: string }>`select api_keys::text as row from api_keys`.execute(
    app.db,
  )
  expect(rows.map(({ row }) => row).join()).not.toContain(key.secret.slice(4))
  const listed = await owner.get('/api/connections')
  expect(listed.json()).toMatchObject({
    keys: [{ name: 'Our postings', scope: 'postings', madeBy: 'Alex Example', works: true }],
  })
  expect(listed.body).not.toContain(key.secret)
  expect(listed.json<{ keys: { usedAt: string | null }[] }>().keys[0]?.usedAt).not.toBeNull()
  expect((await (await signIn(app, 'physician')).get('/api/connections')).statusCode).toBe(403)
})

test('neither a key nor the secret of a hook stands in the log', async () => {
  const lines: string[] = []
  const logStream = new Writable({
    write(line: Buffer, _, done) {
      lines.push(line.toString())
      done()
    },
  })
  const env = { LOG_LEVEL: 'trace', ACCESS_LOG: 'on', RATE_LIMITS: 'off' }
  const board = await appForTest({ env, logStream })
  const maker = await signIn(board, 'employer', { companyName: 'Quiet Hospital' })
  const { secret, call } = await keyOf(board, maker, 'postings')
  const url = 'https://hooks.mail.test/in'
  const hook = (await maker.post('/api/connections/hooks', { url })).json<{ secret: string }>()
  for (const used of ['/api/v1/applications', path, `/api/v1/postings/${secret}`])
    await call('PUT', used, form({ title: secret }))
  // The database is gone, so that calls fail in the server.
  await board.loseDatabase()
  expect((await call('PUT', path, form())).statusCode).toBeGreaterThanOrEqual(500)
  const log = lines.join('')
  expect(log).toContain('/api/v1/postings/')
  for (const hidden of [secret, hook.secret]) expect(log).not.toContain(hidden.slice(8))
})
