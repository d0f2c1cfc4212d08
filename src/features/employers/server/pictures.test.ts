import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { beforeAll, expect, test } from 'vitest'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { slugOf } from '#shared/paths.ts'
import { runTasks } from '#test/mailbox.ts'
import type { SignedIn } from '#test/sign-in.ts'
import * as team from '#test/team.ts'
import { storedKeys } from '#test/upload-cv.ts'
import { sweepPicturesTask } from './pictures.ts'

team.openForFile()
const name = 'Birchwood Hospital'
let owner: SignedIn
let jobId: string

beforeAll(async () => {
  owner = await team.clinic(name)
  await team.verify(owner)
  jobId = (await team.post(owner, { company: name })).id
})

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

/**
 * A gray PNG that says something in a text chunk; `bytes` are its pixels if it lies about its size.
 */
function png(width: number, height: number, bytes = (width * 3 + 1) * height): Buffer {
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])])),
    chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const headers = { 'content-type': 'application/octet-stream' }
const uploadBy = (person: SignedIn, payload: Buffer) =>
  person.call({ method: 'PUT', url: '/api/organization/logo', headers, payload })
const logoOf = async (person: SignedIn) =>
  (await person.get('/api/organization')).json<{ logoId: string | null }>().logoId
const pictureOf = async (id: string | null, size: number) =>
  (await team.app.get(`/logos/${id}/${size}`)).rawPayload
const statusOf = async (id: string | null) => (await team.app.get(`/logos/${id}/96`)).statusCode
const page = async (path: string) => (await team.fresh(path)).body

test('it is drawn anew in two sizes, and shown wherever the employer is', async () => {
  const file = png(600, 300)
  for (const same of [file, await new Transformer(file).jpeg(), await new Transformer(file).webp()])
    expect((await uploadBy(owner, same)).statusCode).toBe(200)
  const id = await logoOf(owner)
  for (const width of [96, 320]) {
    const { headers: sent, rawPayload } = await team.app.get(`/logos/${id}/${width}`)
    expect(sent).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
    })
    expect(await new Transformer(rawPayload).metadata()).toMatchObject({
      width,
      height: width / 2,
      format: 'webp',
    })
    expect(rawPayload.includes('script')).toBe(false)
  }
  const employer = `/employers/${slugOf(name)}`
  await expect
    .poll(async () => JSON.parse(await page(`/api${employer}`)))
    .toMatchObject({ logoId: id })
  expect(JSON.parse(await page(`/api/jobs/${jobId}`))).toMatchObject({ logoId: id })
  const structured = `"logo":"https://board.test/logos/${id}/320"`
  expect(await page(`/jobs/${jobId}`)).toContain(`src="/logos/${id}/96"`)
  for (const path of [`/jobs/${jobId}`, employer]) expect(await page(path)).toContain(structured)
})

test('it keeps its direction and small sizes, has at most two megabytes, and is for a verified organization', async () => {
  await uploadBy(owner, png(40, 20))
  const drawn = await pictureOf(await logoOf(owner), 320)
  expect(await new Transformer(drawn).metadata()).toMatchObject({ width: 40, height: 20 })
  expect((await uploadBy(owner, png(2000, 1))).statusCode).toBe(200)
  expect((await uploadBy(owner, Buffer.alloc(2 * 1024 * 1024 + 1))).statusCode).toBe(413)
  expect((await uploadBy(await team.clinic('Unknown Clinic'), png(10, 10))).statusCode).toBe(409)
})

const jpeg = new Transformer(png(600, 300)).jpegSync()
const webp = new Transformer(png(600, 300)).webpSync()
const kinds = 'A logo is a PNG, JPEG or WebP image.'
const tooLarge = 'This image is too large: at most 16 megapixels, such as 4000 × 4000.'
const damaged = 'This image is damaged. Please save it again, and upload that.'
test.each([
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), kinds],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), kinds],
  ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;'), kinds],
  ['nothing', Buffer.alloc(0), kinds],
  ['40 megapixels', png(8000, 5000), tooLarge],
  ['a bomb', png(60_000, 60_000, 1_000_000), tooLarge],
  ['less than it says', png(3000, 3000, 1000), damaged],
  ['half a PNG', png(600, 300).subarray(0, 100), damaged],
  ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), damaged],
  ['half a WebP', webp.subarray(0, webp.length / 2), damaged],
])('it is not %s', async (_what, file, error) => {
  const before = await logoOf(owner)
  const answer = await uploadBy(owner, file)
  expect([answer.statusCode, answer.json().details[0].message]).toEqual([400, error])
  expect(await logoOf(owner)).toBe(before)
})

test('photos are drawn anew, six at most, each with its text, and stand on the page of the verified organization alone', async () => {
  const add = (alt: string, payload = jpeg, person = owner) =>
    person.call({
      method: 'POST',
      url: `/api/organization/photos?alt=${encodeURIComponent(alt)}`,
      headers,
      payload,
    })
  const employer = `/employers/${slugOf(name)}`
  const shown = async () =>
    JSON.parse(await page(`/api${employer}`)).photos as { id: string; alt: string }[]
  const codes = []
  for (const alt of ['The ward', '', ' ', '2', '3', '4', '5', '6', '7'])
    codes.push((await add(alt)).statusCode)
  expect(codes).toEqual([200, 400, 400, 200, 200, 200, 200, 200, 409])
  const refusedFile = (await add('8', Buffer.from('<svg/>'))).json().details
  expect(refusedFile).toEqual([
    { field: 'photo', message: 'A photo is a PNG, JPEG or WebP image.' },
  ])
  expect((await add('Ours', jpeg, await team.clinic('Another Clinic'))).statusCode).toBe(409)
  await expect
    .poll(async () => (await shown()).map(({ alt }) => alt))
    .toEqual(['The ward', '2', '3', '4', '5', '6'])
  const [ward, second] = await shown()
  const photo = async (id = ward?.id, size = 640) => team.app.get(`/photos/${id}/${size}`)
  expect(await new Transformer((await photo()).rawPayload).metadata()).toMatchObject({
    width: 600,
    height: 300,
    format: 'webp',
  })
  expect((await photo()).headers['content-type']).toBe('image/webp')
  expect(await page(employer)).toContain('alt="The ward"')
  expect(await statusOf(ward?.id ?? null)).toBe(404)

  expect((await owner.delete(`/api/organization/photos/${ward?.id}`)).statusCode).toBe(200)
  expect([(await photo()).statusCode, (await photo(second?.id, 1280)).statusCode]).toEqual([
    404, 200,
  ])
  await team.verify(owner, false)
  expect((await photo(second?.id)).statusCode).toBe(404)
  await expect.poll(shown).toEqual([])
  await team.verify(owner)
})

test('it is gone at once when it is removed, and its files a day later', async () => {
  await uploadBy(owner, png(10, 10))
  const id = await logoOf(owner)
  expect(await team.verify(owner, false)).toBe(200)
  expect(await statusOf(id)).toBe(404)
  expect(await team.verify(owner)).toBe(200)
  expect(await statusOf(id)).toBe(200)
  expect((await owner.delete('/api/organization/logo')).statusCode).toBe(200)
  expect(await statusOf(id)).toBe(404)
  await uploadBy(owner, png(10, 10))
  const keys = async () => [
    ...(await storedKeys(team.app, 'logo-320')),
    ...(await storedKeys(team.app, 'logo-96')),
  ]
  for (const key of await keys())
    await utimes(join(team.app.settings.dataDir, 'files', key), new Date(0), new Date(0))
  await enqueueTask(team.app.db, sweepPicturesTask, {})
  await runTasks(team.app)
  const kept = await logoOf(owner)
  expect(await keys()).toEqual([`logo-320/${kept}`, `logo-96/${kept}`])
})
