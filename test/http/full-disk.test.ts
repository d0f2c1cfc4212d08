import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { startPostgres } from '#platform/server/postgres/start.ts'
import { appForTest } from '../app.ts'
import { folderForTest, serverForTest } from '../for-test.ts'
import { signIn } from '../sign-in.ts'
import { upload } from '../upload-cv.ts'

const file = pdfFile({ text: 'x'.repeat(200_000) })
const later = { statusCode: 503, headers: { 'retry-after': '5' } }

// Only root may mount.
const mayMount = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(mayMount)('no database is made on a disk without room for it', async () => {
  const dataDir = await folderForTest()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', dataDir])
  onTestFinished(() => void execFileSync('umount', [dataDir]))

  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /^The disk of DATA_DIR .* has \d\d MB free, and a new database takes up to/,
  )
  expect(readdirSync(dataDir)).toEqual([])
})

test.runIf(mayMount)('a full disk refuses uploads until later, and keeps nothing', async () => {
  const board = await appForTest()
  const incoming = join(board.settings.dataDir, 'incoming')
  mkdirSync(incoming)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', incoming])
  onTestFinished(() => void execFileSync('umount', [incoming]))

  expect(await upload(await signIn(board, 'physician'), file, 'cv.pdf')).toMatchObject(later)
  expect(readdirSync(incoming)).toEqual([])
})

test.each([
  [507, 'InsufficientStorage'],
  [403, 'QuotaExceeded'],
])('a store that answers %i %s refuses uploads until later', async (status, code) => {
  const store = await serverForTest((request, response) => {
    request.resume().once('end', () => {
      if (request.method !== 'PUT') return response.end()
      return response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`)
    })
  })
  const key = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const board = await appForTest({
    env: { ...key, S3_BUCKET: 'files', S3_ENDPOINT: store, S3_PATH_STYLE: 'on' },
  })

  expect(await upload(await signIn(board, 'physician'), file, 'cv.pdf')).toMatchObject(later)
})
