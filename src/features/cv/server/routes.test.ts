import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { runTasks } from '#test/mailbox.ts'
import { answered, signIn, signInForEach } from '#test/sign-in.ts'
import { maxCvBytes } from '../model.ts'
import { docFile, docxFile, pdfFile } from '#test/cv-files.ts'
import { findCvSummary } from './public.ts'
import { formOf, storedKeys, upload, type FormPart } from '#test/upload-cv.ts'

const wrongType = 'Invalid file type: Please upload a PDF, DOC, or DOCX file.'
const tooLarge = 'File too large: Please upload a file smaller than 5MB.'
const nothing = { cvFileName: null, cvFileSize: null, cvUploadedAt: null }

const site = appForFile({ env: { RATE_LIMITS: 'off' } })
const physician = signInForEach(site, 'physician')

const download = (caller = physician) => caller.get('/api/profile/cv/download')
const summary = () => findCvSummary(site.db, physician.user.id)
const incoming = () => readdir(join(site.settings.dataDir, 'incoming')).catch(() => [])

describe('a CV', () => {
  test.each([
    ['cv.pdf', pdfFile(), 'application/pdf'],
    ['cv.doc', docFile(), 'application/msword'],
    [
      'cv.docx',
      docxFile(),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])(
    '%s is put on file and comes back byte for byte, to be saved only',
    async (name, content, type) => {
      const answer = await answered(upload(physician, content, name))
      expect(answer).toEqual([200, await summary()])
      expect(answer).toMatchObject([
        200,
        { cvFileName: name, cvFileSize: expect.stringMatching(/^\d+ KB$/) },
      ])

      const saved = await download()
      expect(saved.rawPayload).toEqual(content)
      expect(saved.headers).toMatchObject({
        'content-type': type,
        'content-length': String(content.length),
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
    },
  )

  test('may have five megabytes and no more', async () => {
    const answer = await upload(physician, pdfFile({ size: maxCvBytes }), 'cv.pdf')
    expect(answer.json()).toMatchObject({ cvFileSize: '5.0 MB' })

    const refusal = { error: tooLarge, details: [{ field: 'cv', message: tooLarge }] }
    const refused = await answered(
      upload(physician, pdfFile({ size: maxCvBytes + 1 }), 'other.pdf'),
    )
    expect(refused).toMatchObject([413, refusal])
    expect(await summary()).toMatchObject({ cvFileName: 'cv.pdf' })
  })

  test('is private to its owner, who deletes it with its file; a second deletion is no error', async () => {
    const before = await storedKeys(site)
    const other = await signIn(site, 'physician')
    await upload(physician, pdfFile(), 'mine.pdf')
    expect((await download(other)).statusCode).toBe(404)
    await other.delete('/api/profile/cv')
    expect((await download()).statusCode).toBe(200)
    for (const _ of [1, 2])
      expect((await physician.delete('/api/profile/cv')).json()).toEqual({ success: true })
    await runTasks(site)
    expect(await summary()).toEqual(nothing)
    expect((await download()).statusCode).toBe(404)
    expect(await storedKeys(site)).toEqual(before)
  })

  test('uploaded twice at once ends as one of them, with one file', async () => {
    const before = await storedKeys(site)
    const files = [pdfFile({ text: 'One' }), pdfFile({ text: 'Other' }), docxFile()]
    const names = ['one.pdf', 'other.pdf', 'third.docx']
    const answers = await Promise.all(
      files.map((file, index) => upload(physician, file, names[index] ?? '')),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    await runTasks(site)
    const { cvFileName } = await summary()
    expect((await download()).rawPayload).toEqual(files[names.indexOf(cvFileName ?? '')])
    expect(await storedKeys(site)).toHaveLength(before.length + 1)
  })
})

describe('the name of a CV is only displayed', () => {
  test.each([
    ['CV of Jane Roe, M.D..PDF', 'CV of Jane Roe, M.D..PDF', 'CV of Jane Roe, M.D..PDF'],
    ['../../etc/passwd.pdf', 'passwd.pdf', 'passwd.pdf'],
    [String.raw`C:\Users\jane\CV.pdf`, 'CV.pdf', 'CV.pdf'],
    ['Lebenslauf Müller 医师.pdf', 'Lebenslauf Müller 医师.pdf', 'Lebenslauf Muller __.pdf'],
    [
      'a"; filename=evil.exe; x=".pdf',
      'a"; filename=evil.exe; x=".pdf',
      'a_; filename=evil.exe; x=_.pdf',
    ],
    ['cv\r\nset-cookie: a=b.pdf', 'cv%0D%0Aset-cookie: a=b.pdf', 'cv_0D_0Aset-cookie: a=b.pdf'],
    ['cv\u202Efdp.pdf', 'cvfdp.pdf', 'cvfdp.pdf'],
    ["100% 'mine' (final)*.pdf", "100% 'mine' (final)*.pdf", "100_ 'mine' (final)*.pdf"],
    ['.pdf', 'CV.pdf', 'CV.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('%j', async (given, shown, plain) => {
    await rawUpload(given)

    expect(await summary()).toMatchObject({ cvFileName: shown })
    const full = encodeURIComponent(shown).replaceAll(
      /['()*]/g,
      (match) => `%${match.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    expect((await download()).headers['content-disposition']).toBe(
      `attachment; filename="${plain}"; filename*=UTF-8''${full}`,
    )
  })

  /** Written by hand, because a browser would escape line breaks and quotes. */
  async function rawUpload(name: string): Promise<void> {
    const quoted = name.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\r\n', '%0D%0A')
    const head = `--x\r\ncontent-disposition: form-data; name="cv"; filename="${quoted}"\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), pdfFile(), Buffer.from('\r\n--x--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await physician.call({
      method: 'POST',
      url: '/api/profile/cv',
      headers,
      payload,
    })
    expect(answer.statusCode, answer.body).toBe(200)
  }
})

describe('an upload is refused', () => {
  const pdf = { name: 'cv.pdf', content: pdfFile() }
  const missing = 'Please choose a file to upload.'
  const oneAtATime = 'Please upload one file at a time.'
  const interrupted = 'The upload was interrupted. Please try again.'

  test.each<[string, FormPart[], string, ((payload: Buffer) => Buffer)?]>([
    ['a renamed executable', [{ name: 'cv.pdf', content: Buffer.from('MZ\u0090') }], wrongType],
    ['another field', [{ ...pdf, field: 'file' }], missing],
    ['text instead of a file', [{ content: 'my life' }], missing],
    ['no file chosen', [{ name: '', content: Buffer.alloc(0) }], missing],
    ['an empty form', [], missing],
    ['two files', [pdf, { name: 'second.pdf', content: pdfFile() }], oneAtATime],
    ['a file and a text', [pdf, { field: 'note', content: 'hello' }], oneAtATime],
    ['a text and a file', [{ field: 'note', content: 'hello' }, pdf], missing],
    ['a form that ends too early', [pdf], interrupted, (payload) => payload.subarray(0, -60)],
    ['a form without parts', [pdf], interrupted, () => Buffer.from('hello')],
    ['no bytes', [pdf], missing, () => Buffer.alloc(0)],
  ])('with %s', async (_, parts, error, damage = (payload) => payload) => {
    const before = await storedKeys(site)
    const { headers, payload } = await formOf(parts)
    const call = physician.call({
      method: 'POST',
      url: '/api/profile/cv',
      headers,
      payload: damage(payload),
    })
    const details =
      error === interrupted
        ? {}
        : { code: 'VALIDATION_FAILED', details: [{ field: 'cv', message: error }] }
    expect(await answered(call)).toMatchObject([400, { error, ...details }])
    expect(await summary()).toEqual(nothing)
    expect(await storedKeys(site)).toEqual(before)
    expect(await incoming()).toEqual([])
  })

  test('that is no form', async () => {
    expect((await physician.post('/api/profile/cv', { cv: 'x' })).statusCode).toBe(415)
    expect((await physician.post('/api/profile/cv')).json()).toMatchObject({ error: missing })
  })
})

describe('over a real connection', () => {
  let port: number

  beforeAll(async () => {
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.address() as AddressInfo).port
  })

  const send = (headers: Record<string, string | number>) =>
    httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/profile/cv',
      headers: { ...headers, cookie: physician.cookie, 'sec-fetch-site': 'same-origin' },
    })

  test('an aborted upload leaves nothing behind', async () => {
    const { headers, payload } = await formOf([
      { name: 'cv.pdf', content: pdfFile({ size: 1_000_000 }) },
    ])
    const before = await storedKeys(site)
    const request = send({ ...headers, 'content-length': payload.length }).on('error', () => {})
    request.write(payload.subarray(0, 500_000))
    await expect.poll(incoming).toHaveLength(1)
    request.destroy()

    await expect.poll(incoming).toEqual([])
    expect(await summary()).toEqual(nothing)
    expect(await storedKeys(site)).toEqual(before)
  })

  test('an endless upload is refused while it streams', async () => {
    const { headers, payload } = await formOf([{ name: 'cv.pdf', content: pdfFile() }])
    const request = send(headers).on('error', () => {})
    const answered = once(request, 'response')
    request.write(payload.subarray(0, payload.indexOf('%PDF')))
    for (let sent = 0; sent < maxCvBytes + 1000; sent += 64 * 1024) {
      if (!request.write(Buffer.alloc(64 * 1024)))
        await Promise.race([once(request, 'drain'), answered])
    }
    const [answer] = await answered

    expect(answer.statusCode).toBe(413)
    await expect.poll(incoming).toEqual([])
    request.destroy()
  })
})
