import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { appForFile } from '#test/app.ts'
import { temporaryDataDir } from '#test/data-dir.ts'
import { answered, signInForEach } from '#test/sign-in.ts'
import { storedKeys, upload } from '#test/upload-cv.ts'
import { docxFile, pdfFile } from '#test/cv-files.ts'
import { findActiveContent } from './inspection/check-content.ts'

/** The industry's harmless test file, in two parts so that no scanner removes this source. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const folder = await temporaryDataDir()
afterAll(folder.remove)
const socket = join(folder.path, 'clamd.ctl')
const site = appForFile({
  env: { RATE_LIMITS: 'off', CLAMD_URL: `unix://${socket}`, MEMORY_MB: '512' },
})
const physician = signInForEach(site, 'physician')

describe('a scanner', () => {
  let server: Server
  async function answering(answer: (received: Buffer, connection: Socket) => void): Promise<void> {
    server = createServer((connection) => {
      let received = Buffer.alloc(0)
      connection.on('data', (part: Buffer) => {
        received = Buffer.concat([received, part])
        if (received.subarray(-4).equals(Buffer.alloc(4))) answer(received, connection)
      })
      connection.on('error', () => {})
    })
    await once(server.listen(socket), 'listening')
  }
  const stop = () => once(server.close(), 'close')

  const unavailable = [503, { error: expect.stringContaining('cannot be checked for viruses') }]
  const infected = [400, { error: 'File refused: The virus scanner found a problem in this file.' }]

  test.each([
    ['finds a virus', 'stream: Whitecoat.Test FOUND\0', infected],
    ['gives an error', 'INSTREAM size limit exceeded. ERROR\0', unavailable],
    ['says something else', 'stream: OK, perhaps\0', unavailable],
    ['says nothing', '', unavailable],
    ['is down', null, unavailable],
  ])('that %s lets nothing in', async (_, text, refusal) => {
    await answering((_received, connection) => connection.end(text ?? ''))
    if (text === null) await stop()
    expect(await answered(upload(physician, pdfFile(), 'cv.pdf'))).toMatchObject(refusal)
    if (text !== null) await stop()
    expect(await storedKeys(site)).toEqual([])
  })

  test('gets the whole file in parts', async () => {
    const content = pdfFile({ size: 200_000 })
    let sent = Buffer.alloc(0)
    await answering((received, connection) => {
      let at = 'zINSTREAM\0'.length
      for (let length = received.readUInt32BE(at); length > 0; length = received.readUInt32BE(at)) {
        sent = Buffer.concat([sent, received.subarray(at + 4, at + 4 + length)])
        at += 4 + length
      }
      connection.end('stream: OK\0')
    })
    expect((await upload(physician, content, 'cv.pdf')).statusCode).toBe(200)
    await stop()
    expect(sent.equals(content)).toBe(true)
    expect(await storedKeys(site)).toHaveLength(1)
  })

  test('on 512 MB gets one file at a time', async () => {
    const scans: Socket[] = []
    await answering((_received, connection) => scans.push(connection))
    const uploads = [1, 2, 3].map(() => upload(physician, pdfFile(), 'cv.pdf'))
    const path = join(folder.path, 'cv.pdf')
    await writeFile(path, pdfFile())
    for (const answered of [1, 2, 3]) {
      await expect.poll(() => scans.length).toBe(answered)
      // As long as the checks before the next scan would take.
      for (const _ of [1, 2]) await findActiveContent(path, 'pdf')
      expect(scans).toHaveLength(answered)
      scans.at(-1)?.end('stream: OK\0')
    }
    expect((await Promise.all(uploads)).map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    await stop()
  })
})

const clamd = '/usr/sbin/clamd'

describe.skipIf(!existsSync(clamd))('ClamAV itself, with a signature of our own', () => {
  let daemon: ReturnType<typeof spawn>
  beforeAll(async () => {
    const signatures = join(folder.path, 'signatures')
    await mkdir(signatures)
    await writeFile(
      join(signatures, 'own.ndb'),
      `Whitecoat.Test:0:*:${Buffer.from(eicar).toString('hex')}\n`,
    )
    const config = join(folder.path, 'clamd.conf')
    const lines = [
      `LocalSocket ${socket}`,
      `DatabaseDirectory ${signatures}`,
      'Foreground yes',
      'FixStaleSocket yes',
    ]
    await writeFile(config, lines.join('\n'))
    daemon = spawn(clamd, [`--config-file=${config}`], { stdio: 'ignore' })
    await vi.waitFor(() => access(socket), { timeout: 30_000 })
  })
  afterAll(() => daemon.kill())

  test('refuses the test file, and accepts a CV', async () => {
    await expect
      .poll(async () => (await upload(physician, docxFile(), 'cv.docx')).statusCode, {
        timeout: 20_000,
      })
      .toBe(200)
    const before = await storedKeys(site)
    const answer = await upload(physician, pdfFile({ text: eicar }), 'cv.pdf')
    expect([answer.statusCode, await storedKeys(site)]).toEqual([400, before])
  })
})
