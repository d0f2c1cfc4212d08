import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { makeBackup, type Manifest } from '#platform/server/backup/backup.ts'
import { placeOf } from '#platform/server/backup/places.ts'
import { makeRoles } from '../scripts/commands/make-roles.ts'
import { checkBackup, rehearse, restoreBackup } from '../scripts/commands/restore-backup.ts'
import { connectDatabase, type Connected } from '#platform/server/connect-database.ts'
import { openDatabase } from '#platform/server/database.ts'
import { readSettings } from '#platform/server/settings.ts'
import { openStorage } from '#platform/server/storage/open-storage.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { backgroundTasks } from '#app/server/worker.ts'
import { testApp, type TestApp } from './app.ts'
import { missingPrograms, postgresServer } from './cluster/servers.ts'
import { freshDatabase, migratedCluster, urlOf } from './database.ts'
import { jobRow } from './factories.ts'
import { folderForFile, folderForTest } from './for-test.ts'
import { runTasks } from './mailbox.ts'
import { catalogOf, readRelease } from './releases/dump.ts'
import { becomeAdministrator, logIn, people } from './releases/fill-board.ts'
import { s3ForFile } from './s3-server.ts'
import { asVisitor, signIn } from './sign-in.ts'
import { storedKeys, upload } from './upload-cv.ts'

const s3 = s3ForFile()
const folder = folderForFile()
let embedded: Board
beforeAll(async () => {
  await migratedCluster(path('board'))
  embedded = await openBoard({ DATA_DIR: path('board') }, fillALittle)
}, 180_000)
afterAll(() => embedded.close())

/** Of `testApp`. */
const secret = 'x'.repeat(32)
const path = (name: string) => join(folder.path, name)

const settingsOf = (env: Record<string, string>) =>
  readSettings({
    SECRET: secret,
    ...s3.env,
    // Files are on the disk.
    S3_BUCKET: '',
    ...env,
  })

type Board = {
  app: TestApp
  /** The files as they are stored. */
  raw: FileStorage
  backUp(to: string, files?: FileStorage): ReturnType<typeof makeBackup>
  backUpOnSchedule(to: string, keep: number): Promise<void>
  close(): Promise<void>
}

/** A board on a database of its own. */
async function openBoard(
  env: Record<string, string>,
  fill: (options: Options) => Promise<TestApp>,
): Promise<Board> {
  const settings = settingsOf(env)
  const database = await connectDatabase(settings)
  await database.migrate()
  const app = await fill({ database: await asTest(database) })
  const { raw } = await openStorage(app.settings)
  return {
    app,
    raw,
    backUp: (to, files = raw) => makeBackup({ database, files, settings }, placeOf(to)),
    async backUpOnSchedule(to, keep) {
      const log = { info: () => {}, warn: () => {}, error: () => {} }
      const given = {
        db: app.db,
        storage: app.storage,
        transport: null,
        log,
        backups: { database, files: raw },
      }
      const tasks = backgroundTasks({
        ...given,
        settings: { ...settings, backupTo: to, backupKeep: keep },
      })
      const backingUp = tasks.find(({ task }) => task.name === 'back-up')
      await backingUp?.run({}, { isLastAttempt: false, stopping: new AbortController().signal })
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
}

type Options = NonNullable<Parameters<typeof testApp>[0]>

/**
 * What `expectBoard` looks for. A copy of PostgreSQL's own files does not depend on what is in
 * them.
 */
async function fillALittle(options: Options): Promise<TestApp> {
  const app = await fillWithCv({
    ...options,
    jobs: [jobRow({ title: 'Cardiologist with a view' })],
  })
  await becomeAdministrator(app)
  return app
}

async function fillWithCv(options: Options): Promise<TestApp> {
  const app = await testApp(options)
  await upload(await signIn(app, 'physician'), pdfFile(), 'cv.pdf')
  return app
}

/** For `testApp`, which closes it. */
async function asTest({ owner }: Connected) {
  const db = openDatabase(owner)
  return { db, connection: owner, drop: () => db.destroy() }
}

/** Somewhere to restore to: a new folder with an embedded database, unless `env` names another. */
async function emptyPlace(env: Record<string, string> = {}) {
  const settings = settingsOf({ DATA_DIR: await folderForTest(), ...env })
  const storage = await openStorage(settings)
  onTestFinished(() => storage.close())
  const restore = (from: string, files: FileStorage = storage.raw) =>
    restoreBackup(settings, files, placeOf(from))
  async function open(): Promise<TestApp> {
    const database = await connectDatabase(settings)
    onTestFinished(() => database.close())
    await database.migrate()
    const app = await testApp({ database: await asTest(database), storage })
    onTestFinished(() => app.close())
    return app
  }
  return { settings, storage, restore, open }
}

/** What a restored site has. */
async function expectBoard(restored: TestApp, source: TestApp): Promise<void> {
  expect(await catalogOf(restored.db)).toEqual(await catalogOf(source.db))
  const { rows: cvs } = await sql<{
    id: string
    size: number
  }>`select id, size from cv_files`.execute(restored.db)
  expect(cvs.length).toBeGreaterThan(0)
  for (const { id, size } of cvs) {
    const stored = await restored.storage.get(`cv/${id}`)
    expect(stored && (await buffer(stored.content)).length).toBe(size)
  }
  expect((await asVisitor(restored).get('/api/jobs?keyword=view')).json()).toMatchObject({
    total: 1,
  })
  await logIn(restored, people.administrator)
  await expect(sql`delete from audit_log`.execute(restored.db)).rejects.toThrow('audit')
}

/** Writes every few milliseconds until it is stopped. */
function keepWriting({ db }: TestApp): () => Promise<void> {
  const ending = new AbortController()
  const writing = (async () => {
    while (!ending.signal.aborted) {
      await sql`insert into mails (id, cause, to_address, subject, html, text, sensitive)
        select id, id::text, 'a@b.test', 's', 'h', repeat('t', 500), false from (select gen_random_uuid() as id from generate_series(1, 20)) ids`.execute(
        db,
      )
      await setTimeout(5)
    }
  })()
  return async () => {
    ending.abort()
    await writing
  }
}

test('a backup of the embedded database during changes has the rows and files of one moment, and a restored site works', async () => {
  const { app, raw } = embedded
  const physician = await signIn(app, 'physician')
  await upload(physician, pdfFile({ text: 'before' }), 'before.pdf')
  await runTasks(app)
  const held = await storedKeys(app)
  const stop = keepWriting(app)
  const made = await embedded.backUp('s3://files/nightly/one', {
    ...raw,
    // Between the snapshot of the database and the files: a file whose row is gone stays until the
    // backup is over.
    async *list() {
      await upload(physician, pdfFile({ text: 'during' }), 'during.pdf')
      await runTasks(app)
      expect(await storedKeys(app)).toEqual(expect.arrayContaining(held))
      yield* raw.list()
    },
  })
  await stop()

  const place = await emptyPlace()
  expect(await place.restore('s3://files/nightly/one')).toEqual(made)
  const restored = await place.open()
  expect(await storedKeys(place)).toEqual(expect.arrayContaining(held))
  await expectBoard(restored, app)
}, 180_000)

test('of scheduled backups the newest complete ones stay, and what killed nodes left goes', async () => {
  const complete = ['whitecoat-2026-01-01T02-15-00Z', 'whitecoat-2026-01-02T02-15-00Z']
  const broken = ['whitecoat-2026-01-03T02-15-00Z', 'whitecoat-2026-01-04T02-15-00Z.part-0a1b']
  for (const name of [...complete, ...broken, 'others'])
    await mkdir(path(`nightly/${name}`), { recursive: true })
  for (const name of complete) await writeFile(path(`nightly/${name}/manifest.json`), '{}')

  await embedded.backUpOnSchedule(path('nightly'), 2)

  const [other, earlier, newest, ...more] = (await readdir(path('nightly'))).toSorted()
  expect([other, earlier, more]).toEqual(['others', complete[1], []])
  expect(await readdir(path(`nightly/${newest}`))).toContain('manifest.json')
}, 120_000)

const missing = missingPrograms(['postgres', 'pg_dump', 'pg_restore'])

test.runIf(missing.length === 0)(
  'a backup of an outside database is what pg_dump makes, restores into another one, and lists with pg_restore',
  async () => {
    const server = await postgresServer(path('outside'), {
      settings: { fsync: 'off', full_page_writes: 'off' },
    })
    onTestFinished(() => server.stop())
    const addresses = (name: string) => {
      const as = (role: string) => `postgres://${role}@127.0.0.1:${server.port}/${name}`
      return { DATABASE_OWNER_URL: as('board_owner'), DATABASE_URL: as('board_server') }
    }
    // Rows in every table.
    await server.query(await readRelease())
    await server.query('delete from cv_files')
    const { DATABASE_OWNER_URL: owner, DATABASE_URL } = addresses('whitecoat')
    await makeRoles({ admin: server.url, owner, server: DATABASE_URL })
    const copy = addresses('copy')
    await makeRoles({
      admin: server.url,
      owner: copy.DATABASE_OWNER_URL,
      server: copy.DATABASE_URL,
    })
    // The library of an extension that is there is not loaded in the session of the restore.
    await server.query('create extension pg_trgm; create extension unaccent', 'copy')
    const board = await openBoard(
      { DATA_DIR: path('outside-data'), ...addresses('whitecoat') },
      fillWithCv,
    )
    onTestFinished(() => board.close())
    const stop = keepWriting(board.app)
    const made = await board.backUp(path('dumped'))
    await stop()
    expect((await readdir(path('dumped'))).toSorted()).toEqual([
      'database.dump',
      'files.tar',
      'manifest.json',
    ])

    const { stdout } = await promisify(execFile)('pg_restore', [
      '--list',
      path('dumped/database.dump'),
    ])
    expect(stdout).toContain('TABLE DATA public jobs')
    const place = await emptyPlace(copy)
    expect(await rehearse(place.settings, placeOf(path('dumped')))).toEqual(made)
    expect(await readdir(place.settings.dataDir)).toEqual([])
    expect(await place.restore(path('dumped'))).toEqual(made)
    await expectBoard(await place.open(), board.app)
    await expect(place.restore(path('dumped'))).rejects.toThrow('not empty')
  },
  180_000,
)

test('without client tools that are new enough an outside database is refused with what to install', async () => {
  const { connection, drop } = await freshDatabase()
  onTestFinished(drop)
  const settings = settingsOf({ DATA_DIR: path('tools'), DATABASE_URL: urlOf(connection) })
  const database = await connectDatabase(settings)
  onTestFinished(() => database.close())
  await mkdir(path('old'))
  await writeFile(path('old/pg_dump'), '#!/bin/sh\necho pg_dump 14.1', { mode: 0o755 })
  const before = process.env['PATH']
  onTestFinished(() => void (process.env['PATH'] = before))
  for (const [tools, reason] of [
    [
      path('none'),
      /^pg_dump is not installed: install PostgreSQL's client tools, version 18 or newer\.$/,
    ],
    [
      path('old'),
      /^pg_dump is of PostgreSQL 14, and the database of 18: install client tools, version 18 or newer\.$/,
    ],
  ] as const) {
    process.env['PATH'] = tools
    const making = makeBackup(
      { database, files: embedded.app.storage, settings },
      placeOf(path('undumped')),
    )
    await expect(making).rejects.toThrow(reason)
  }
  expect((await readdir(folder.path)).filter((name) => name.startsWith('undumped'))).toEqual([])
})

describe('what cannot be restored is refused with one line, and nothing changes:', () => {
  /** What came of a second backup during the first. */
  let beside: string
  beforeAll(async () => {
    const { raw } = embedded
    await embedded.backUp(path('whole'), {
      ...raw,
      async *list() {
        beside = await embedded.backUp(path('second')).then(String, String)
        yield* raw.list()
      },
    })
  }, 120_000)

  const manifestWith = async (backup: string, changes: Partial<Manifest>) => {
    const file = join(backup, 'manifest.json')
    await writeFile(
      file,
      JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as Manifest), ...changes }),
    )
  }
  async function changeByte(file: string): Promise<void> {
    const content = await readFile(file)
    content[600] = (content[600] ?? 0) ^ 1
    await writeFile(file, content)
  }

  test.each<
    [name: string, edit: (backup: string) => unknown, message: RegExp, env?: Record<string, string>]
  >([
    [
      'cut off',
      (backup) => truncate(`${backup}/base.tar.gz`, 100_000),
      /^The backup is damaged or incomplete \(base\.tar\.gz/,
    ],
    [
      'changed',
      (backup) => changeByte(`${backup}/files.tar`),
      /^The backup is damaged or incomplete \(files\.tar/,
    ],
    [
      'without files',
      (backup) => rm(`${backup}/files.tar`),
      /^There is no backup at .*, or it lacks files\.tar\.$/,
    ],
    [
      'foreign',
      (backup) => writeFile(`${backup}/manifest.json`, 'select 1;'),
      /^This is no backup/,
    ],
    ['missing', (backup) => rm(backup, { recursive: true }), /^There is no backup at/],
    [
      'of an earlier version',
      (backup) => rm(backup, { recursive: true }).then(() => writeFile(backup, 'WCB1')),
      /^There is no backup at/,
    ],
    [
      'newer',
      (backup) => manifestWith(backup, { migrations: ['9999-later'] }),
      /newer version \(it has 9999-later\)/,
    ],
    [
      'of another PostgreSQL',
      (backup) => manifestWith(backup, { postgres: 17 }),
      /PostgreSQL 17 on .*, which PostgreSQL 18 on .* cannot start/,
    ],
    ['of another secret', () => {}, /made with another SECRET/, { SECRET: 'y5'.repeat(20) }],
  ])('%s', async (name, edit, message, env) => {
    await cp(path('whole'), path(name), { recursive: true })
    await edit(path(name))
    const place = await emptyPlace(env)
    await expect(place.restore(path(name))).rejects.toThrow(message)
    expect(await readdir(place.settings.dataDir)).not.toContain('postgres')
    expect(await storedKeys(place)).toEqual([])
  })

  test('a file store that is not empty; a restore that was broken off: no server starts on it, and no other one fills it', async () => {
    const place = await emptyPlace()
    await place.storage.raw.put('cv/one', [Buffer.from('x')] as unknown as AsyncIterable<Buffer>, {
      maxBytes: 9,
      inspect: async () => undefined,
    })
    await expect(place.restore(path('whole'))).rejects.toThrow(
      'The file store is not empty (cv/one)',
    )
    await place.storage.remove('cv/one')
    const failing: FileStorage = {
      ...place.storage.raw,
      put: async () => Promise.reject(new Error('the disk is full')),
    }
    await expect(place.restore(path('whole'), failing)).rejects.toThrow('the disk is full')
    await expect(place.restore(path('whole'))).rejects.toThrow('The database is not empty')
    await expect(place.open()).rejects.toThrow('broken off')
  }, 60_000)

  test('a backup whose place fails leaves nothing, and none is made in place of another or beside another', async () => {
    const failing: FileStorage = {
      ...embedded.raw,
      async *list() {
        yield* embedded.raw.list()
        throw new Error('the store is away')
      },
    }
    await expect(embedded.backUp(path('failed'), failing)).rejects.toThrow('the store is away')
    expect((await readdir(folder.path)).filter((name) => name.startsWith('failed'))).toEqual([])
    expect((await sql`select from pg_replication_slots`.execute(embedded.app.db)).rows).toEqual([])
    await expect(embedded.backUp(path('whole'))).rejects.toThrow('There is something at this place')
    await expect(embedded.backUp('/proc/backups/one')).rejects.toThrow(
      /^Cannot write to \/proc\/backups \(ENOENT\)\.$/,
    )
    expect(beside).toContain('Another backup is under way')
    expect((await readdir(folder.path)).filter((name) => /second|part/.test(name))).toEqual([])
  }, 60_000)

  // Only root may mount.
  test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'a full disk ends a backup in one line',
    async () => {
      await mkdir(path('disk'))
      await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path('disk')])
      onTestFinished(async () => void (await promisify(execFile)('umount', [path('disk')])))
      await expect(embedded.backUp(path('disk/one'))).rejects.toThrow(
        /^Cannot write to .*disk\/one\.part-.* \(ENOSPC: its disk is full\)\.$/,
      )
      expect(await readdir(path('disk'))).toEqual([])
      // Node ends a process that loses an open file.
      const open = async () =>
        (await readdir('/proc/self/fd')).map((fd) =>
          readlink(`/proc/self/fd/${fd}`).catch(() => ''),
        )
      await expect
        .poll(async () =>
          (await Promise.all(await open())).filter((file) => file.includes('/postgres/')),
        )
        .toEqual([])
    },
  )

  test('a whole one is checked without a place for it', async () => {
    const { settings } = await emptyPlace()
    expect(await checkBackup(settings, placeOf(path('whole')))).toMatchObject({ postgres: 18 })
  })
})
