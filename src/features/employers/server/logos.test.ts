import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { slugOf } from '#shared/paths.ts'
import { appForFile } from '#test/app.ts'
import { runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { storedKeys } from '#test/upload-cv.ts'
import { posting } from '../../postings/postings.fixture.ts'
import { sweepLogosTask } from './logos.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
const name = 'Birchwood Hospital'
let owner: SignedIn
let jobId: string

beforeAll(async () => {
  const admin = await signIn(app, 'admin')
  owner = await signIn(app, 'employer', { companyName: name })
  const { revision } = (await admin.get(`/api/admin/users/${owner.user.id}`)).json<{ revision: number }>()
  await admin.put(`/api/admin/users/${owner.user.id}/verified-hospital`, { verified: true, revision })
  jobId = (await owner.post('/api/job-postings', posting({ company: name }))).json<{ id: string }>().id
})

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A gray PNG that says something in a text chunk; `bytes` are its pixels if it lies about its size. */
function png(width: number, height: number, bytes = (width * 3 + 1) * height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const uploadBy = (person: SignedIn, file: Buffer) =>
  person.call({
    method: 'PUT',
    url: '/api/organization/logo',
    headers: { 'content-type': 'application/octet-stream' },
    payload: file,
  })
const logoOf = async (person: SignedIn) => (await person.get('/api/organization')).json<{ logoId: string | null }>().logoId
const logoKeys = async () => [...(await storedKeys(app, 'logo-320')), ...(await storedKeys(app, 'logo-96'))]
/** Answers are kept for a while. */
const fresh = async (path: string) => {
  await sql`notify cache_invalidation, 'all'`.execute(app.db)
  return app.get(path, { 'cache-control': 'no-cache' })
}

describe('a logo', () => {
  test('is drawn anew in two sizes, and shown wherever the employer is', async () => {
    for (const file of [png(600, 300), await new Transformer(png(600, 300)).jpeg(), await new Transformer(png(600, 300)).webp()])
      expect((await uploadBy(owner, file)).statusCode).toBe(200)
    const id = await logoOf(owner)
    for (const [size, height] of [
      [96, 48],
      [320, 160],
    ]) {
      const answer = await app.get(`/logos/${id}/${size}`)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=86400',
      })
      expect(await new Transformer(answer.rawPayload).metadata()).toMatchObject({ width: size, height, format: 'webp' })
      expect(answer.rawPayload.includes('script')).toBe(false)
    }
    await expect.poll(async () => (await fresh(`/api/employers/${slugOf(name)}`)).json().logoId).toBe(id)
    expect((await fresh(`/api/jobs/${jobId}`)).json()).toMatchObject({ logoId: id })
    const page = (await fresh(`/jobs/${jobId}`)).body
    expect(page).toContain(`src="/logos/${id}/96"`)
    expect(page).toContain(`"logo":"https://board.test/logos/${id}/320"`)
    expect((await fresh(`/employers/${slugOf(name)}`)).body).toContain(`"logo":"https://board.test/logos/${id}/320"`)
  })

  test('keeps its direction and small sizes', async () => {
    await uploadBy(owner, png(40, 20))
    const { rawPayload } = await app.get(`/logos/${await logoOf(owner)}/320`)
    expect(await new Transformer(rawPayload).metadata()).toMatchObject({ width: 40, height: 20 })
    expect((await uploadBy(owner, png(2000, 1))).statusCode).toBe(200)
  })

  const jpeg = new Transformer(png(600, 300)).jpegSync()
  const webp = new Transformer(png(600, 300)).webpSync()
  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'A logo is a PNG, JPEG or WebP image.'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'A logo is a PNG, JPEG or WebP image.',
    ],
    ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;'), 'A logo is a PNG, JPEG or WebP image.'],
    ['nothing', Buffer.alloc(0), 'A logo is a PNG, JPEG or WebP image.'],
    ['40 megapixels', png(8000, 5000), 'This image is too large: at most 16 megapixels, such as 4000 × 4000.'],
    ['a bomb', png(60_000, 60_000, 1_000_000), 'This image is too large: at most 16 megapixels, such as 4000 × 4000.'],
    ['less than it says', png(3000, 3000, 1000), 'This image is damaged. Please save it again, and upload that.'],
    ['half a PNG', png(600, 300).subarray(0, 100), 'This image is damaged. Please save it again, and upload that.'],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'This image is damaged. Please save it again, and upload that.'],
    ['half a WebP', webp.subarray(0, webp.length / 2), 'This image is damaged. Please save it again, and upload that.'],
  ])('is not %s', async (_what, file, error) => {
    const before = await logoOf(owner)
    const answer = await uploadBy(owner, file)
    expect([answer.statusCode, answer.json().details[0].message]).toEqual([400, error])
    expect(await logoOf(owner)).toBe(before)
  })

  test('has at most two megabytes', async () => {
    expect((await uploadBy(owner, Buffer.alloc(2 * 1024 * 1024 + 1))).statusCode).toBe(413)
  })

  test('is for owners of a verified organization', async () => {
    const other = await signIn(app, 'employer', { companyName: 'Unknown Clinic' })
    expect((await uploadBy(other, png(10, 10))).statusCode).toBe(409)
    const reader = await signIn(app, 'employer')
    await sql`insert into organization_members (user_id, organization_id, seat)
      select ${reader.user.id}, organization_id, 'reader' from organization_members where user_id = ${owner.user.id}`.execute(
      app.db,
    )
    expect((await uploadBy(reader, png(10, 10))).statusCode).toBe(403)
    expect((await reader.delete('/api/organization/logo')).statusCode).toBe(403)
  })

  test('is gone at once when it is removed, and its files a day later', async () => {
    await uploadBy(owner, png(10, 10))
    const id = await logoOf(owner)
    await sql`update organizations set verified_at = null where logo_id = ${id}`.execute(app.db)
    expect((await app.get(`/logos/${id}/96`)).statusCode).toBe(404)
    await sql`update organizations set verified_at = now() where logo_id = ${id}`.execute(app.db)
    expect((await app.get(`/logos/${id}/96`)).statusCode).toBe(200)
    expect((await owner.delete('/api/organization/logo')).statusCode).toBe(200)
    expect((await app.get(`/logos/${id}/96`)).statusCode).toBe(404)
    await uploadBy(owner, png(10, 10))
    for (const key of await logoKeys()) await utimes(join(app.settings.dataDir, 'files', key), new Date(0), new Date(0))
    await enqueueTask(app.db, sweepLogosTask, {})
    await runTasks(app)
    const [keys, kept] = [await logoKeys(), await logoOf(owner)]
    expect(keys).toEqual([`logo-320/${kept}`, `logo-96/${kept}`])
  })
})
