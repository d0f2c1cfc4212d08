import { createWriteStream } from 'node:fs'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { writeArchive, type Manifest, type Part } from '#platform/server/backup/archive.ts'
import { makeBackup } from '#platform/server/backup/backup.ts'
import { placeOf } from '#platform/server/backup/places.ts'
import { restoreBackup } from '#platform/server/backup/restore.ts'
import { connectDatabase } from '#platform/server/connect-database.ts'
import { embeddedServerRole } from '#platform/server/server-role.ts'
import { readSettings } from '#platform/server/settings.ts'
import { openStorage } from '#platform/server/storage/open-storage.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { testApp, type TestApp } from './app.ts'
import { temporaryDataDir } from './data-dir.ts'
import { emptyDatabase } from './database.ts'
import { runTasks } from './mailbox.ts'
import { catalogOf } from './releases/dump.ts'
import { fillBoard, logIn, people } from './releases/fill-board.ts'
import { startS3Server, type S3Server } from './s3-server.ts'
import { asVisitor, type Caller } from './sign-in.ts'
import { storedKeys, upload } from './upload-cv.ts'

const backupKey = 'k'.repeat(40)

let board: TestApp
let physician: Caller
let s3: S3Server
let folder: Awaited<ReturnType<typeof temporaryDataDir>>
beforeAll(async () => {
  board = await fillBoard()
  physician = await logIn(board, people.physician)
  s3 = await startS3Server()
  folder = await temporaryDataDir()
}, 120_000)
afterAll(async () => {
  await board.close()
  await s3.close()
  await folder.remove()
})

const storeKeys = () => ({
  S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  S3_ENDPOINT: s3.settings.endpoint ?? '',
  S3_PATH_STYLE: 'on',
})

/** The running board as its server sees it. */
async function openBoard(env: Record<string, string> = {}) {
  const settings = readSettings({ SECRET: board.settings.secrets[0], DATA_DIR: board.settings.dataDir, ...storeKeys(), ...env })
  const storage = await openStorage(settings)
  onTestFinished(() => storage.close())
  const connection = { ...board.connection, user: embeddedServerRole }
  const makeBackupTo = (to: string, files: FileStorage = storage.raw) => makeBackup({ connection, files, settings }, placeOf(to))
  return { storage, makeBackupTo }
}

/** An empty database whose owner is no superuser, and an empty file store. */
async function emptyPlace(env: Record<string, string> = {}) {
  const { db, connection } = await emptyDatabase()
  const { host = '', database } = connection
  await sql`
    do $$ begin create role restore_owner login; exception when duplicate_object then null; end $$
  `.execute(db)
  await sql`alter database ${sql.id(String(database))} owner to restore_owner`.execute(db)
  const dataDir = await temporaryDataDir()
  const urlFor = (role: string) => `postgres://${role}@${encodeURIComponent(host)}/${database}`
  const settings = readSettings({
    SECRET: board.settings.secrets[0],
    DATA_DIR: dataDir.path,
    DATABASE_URL: urlFor('whitecoat_server'),
    DATABASE_OWNER_URL: urlFor('restore_owner'),
    ...storeKeys(),
    ...env,
  })
  const connected = await connectDatabase(settings)
  const storage = await openStorage(settings)
  onTestFinished(async () => {
    storage.close()
    await connected.close()
    await dataDir.remove()
  })
  const restore = (from: string, files: FileStorage = storage.raw) =>
    restoreBackup({ database: connected, files, settings }, placeOf(from))
  const countTables = async () =>
    (await sql`select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db)).rows.length
  return { db, connection, settings, storage, connected, restore, countTables }
}

test('a backup that is made during changes has the rows and files of one moment, and a restored site works with them', async () => {
  await upload(physician, pdfFile({ text: 'before' }), 'before.pdf')
  await runTasks(board)
  const held = await storedKeys(board)
  const { makeBackupTo, storage } = await openBoard({ BACKUP_KEY: backupKey })
  const size = await makeBackupTo('s3://files/nightly/one.backup', {
    ...storage.raw,
    // Between the snapshot of the database and the files: a file whose row is gone stays until the backup is over.
    async *list() {
      await upload(physician, pdfFile({ text: 'during' }), 'during.pdf')
      await runTasks(board)
      expect(await storedKeys(board)).toEqual(expect.arrayContaining(held))
      yield* storage.raw.list()
    },
  })

  const place = await emptyPlace({ BACKUP_KEY: backupKey })
  expect(await place.restore('s3://files/nightly/one.backup')).toEqual(size)
  expect(await catalogOf(place.db)).toEqual(await catalogOf(board.db))
  expect(await storedKeys(place)).toEqual(expect.arrayContaining(held))
  const { rows: cvs } = await sql<{ id: string; size: number }>`select id, size from cv_files`.execute(place.db)
  expect(cvs.length).toBeGreaterThan(0)
  for (const { id, size: bytes } of cvs) {
    const stored = await place.storage.get(`cv/${id}`)
    expect(stored && (await buffer(stored.content)).length).toBe(bytes)
  }
  const restored = await testApp({ database: { ...place, drop: async () => {} }, storage: place.storage })
  onTestFinished(() => restored.close())
  expect((await asVisitor(restored).get('/api/jobs?keyword=view')).json()).toMatchObject({ total: 1 })
  const administrator = await logIn(restored, people.administrator)
  expect((await administrator.post('/api/admin/audit/verification', { after: null })).json()).toMatchObject({ broken: null })
  // Triggers are back.
  await expect(sql`delete from audit_log`.execute(place.db)).rejects.toThrow('audit')
})

describe('what cannot be restored is refused with one line, and nothing changes:', () => {
  const path = (name: string) => join(folder.path, name)
  const manifest: Manifest = { madeAt: new Date().toISOString(), migrations: [], keyId: '' }
  async function write(name: string, parts: Part[], key?: string): Promise<void> {
    async function* all() {
      yield* parts
    }
    await writeArchive(all(), key, createWriteStream(path(name)))
  }
  beforeAll(async () => {
    const settings = readSettings({ SECRET: board.settings.secrets[0], DATA_DIR: board.settings.dataDir })
    const storage = await openStorage(settings)
    await makeBackup({ connection: board.connection, files: storage.raw, settings }, placeOf(path('whole')))
    storage.close()
    const whole = await readFile(path('whole'))
    await writeFile(path('cut off'), whole)
    await truncate(path('cut off'), whole.length - 1000)
    const middle = Math.floor(whole.length / 2)
    whole[middle] = (whole[middle] ?? 0) ^ 1
    await writeFile(path('changed'), whole)
    await writeFile(path('foreign'), 'select 1;')
    await write('without its end', [{ kind: 'manifest', manifest }])
    await write('newer', [{ kind: 'manifest', manifest: { ...manifest, migrations: ['9999-later'] } }, { kind: 'last' }])
    await write('encrypted', [{ kind: 'manifest', manifest }, { kind: 'last' }], backupKey)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['cut off', {}, /^The backup is damaged or incomplete/],
    ['changed', {}, /^The backup is damaged or incomplete/],
    ['foreign', {}, /^The file is no backup/],
    ['without its end', {}, /its end is missing/],
    ['missing', {}, /^There is no backup at/],
    ['newer', {}, /newer version \(it has 9999-later\)/],
    ['encrypted', {}, /set BACKUP_KEY/],
    ['encrypted', { BACKUP_KEY: 'x'.repeat(40) }, /^BACKUP_KEY does not open/],
    ['whole', { SECRET: 'y'.repeat(40) }, /another SECRET/],
  ])('%s %j', async (name, env, message) => {
    const place = await emptyPlace(env)
    await expect(place.restore(path(name))).rejects.toThrow(message)
    expect(await place.countTables()).toBe(0)
    expect(await storedKeys(place)).toEqual([])
  })

  test('a database or file store that is not empty', async () => {
    const place = await emptyPlace()
    await place.storage.raw.put('cv/one', [Buffer.from('x')] as unknown as AsyncIterable<Buffer>, {
      maxBytes: 9,
      inspect: async () => undefined,
    })
    await expect(place.restore(path('whole'))).rejects.toThrow('The file store is not empty (cv/one)')
    expect(await place.countTables()).toBe(0)

    await sql`create table another_product (id int)`.execute(place.db)
    await expect(place.restore(path('whole'))).rejects.toThrow('The database is not empty')
    expect(await place.countTables()).toBe(1)
  })

  test('a restore that was broken off', async () => {
    const place = await emptyPlace()
    const failing: FileStorage = { ...place.storage.raw, put: async () => Promise.reject(new Error('the disk is full')) }
    await expect(place.restore(path('whole'), failing)).rejects.toThrow('the disk is full')
    await expect(place.connected.migrate()).rejects.toThrow('broken off')
    await expect(place.restore(path('whole'))).rejects.toThrow('broken off')
  })

  test('a backup in place of another one, or during another one', async () => {
    const { makeBackupTo, storage } = await openBoard()
    await expect(makeBackupTo(path('whole'))).rejects.toThrow('There is a file at this place')
    const slow: FileStorage = {
      ...storage.raw,
      async *list() {
        await expect(makeBackupTo(path('second'))).rejects.toThrow('Another backup is under way')
        yield* storage.raw.list()
      },
    }
    await makeBackupTo(path('first'), slow)
    expect((await readdir(folder.path)).filter((it) => /second|part/.test(it))).toEqual([])
  })
})
