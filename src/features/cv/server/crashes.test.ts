import { sql } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLocalStorage } from '#platform/server/storage/open-storage.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { temporaryDataDir } from '#test/data-dir.ts'
import { makeTasksDue, runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { docxFile, pdfFile } from './cv-files.fixture.ts'
import { sweepCvFiles } from './service.ts'
import { sweep as sweepTask } from './service.ts'
import { storedKeys, upload } from '#test/upload-cv.ts'

/**
 * Wherever a process dies or the storage fails during an upload or a removal, the CV on file can be read, and after the sweep the
 * storage holds exactly the files that have rows.
 */

let dataDir: Awaited<ReturnType<typeof temporaryDataDir>>
let site: TestApp
let physician: SignedIn
/** The failing step of the storage, and whether it fails after its work. */
let broken: { step: keyof FileStorage; afterwards: boolean } | undefined

beforeAll(async () => {
  dataDir = await temporaryDataDir()
  site = await testApp({ env: { RATE_LIMITS: 'off' }, storage: breakable(openLocalStorage(dataDir.path)) })
})
afterAll(async () => {
  await site.close()
  await dataDir.remove()
})
beforeEach(async () => {
  await sql`truncate cv_files, cv_attachments, cv_openings, waiting_inquiries, inquiry_replies`.execute(site.db)
  await makeEverythingOld()
  await sweepCvFiles(site)
  physician = await signIn(site, 'physician')
  await upload(physician, pdfFile(), 'first.pdf')
})
afterEach(async () => {
  broken = undefined
  await sql`drop trigger if exists fail on cv_files`.execute(site.db)
})

describe('an upload', () => {
  test.each([
    ['before the file is stored', { step: 'put', afterwards: false }],
    ['after the file is stored', { step: 'put', afterwards: true }],
  ] as const)('that ends %s changes nothing', async (_, failure) => {
    broken = failure
    expect((await upload(physician, docxFile(), 'second.docx')).statusCode).toBe(500)
    broken = undefined

    await expectOnFile(pdfFile())
    await expectNoOrphans()
  })

  test.each(['insert', 'update', 'delete'])('that ends in the transaction, at the %s, changes nothing', async (event) => {
    await failAt('cv_files', event)
    expect((await upload(physician, docxFile(), 'second.docx')).statusCode).toBe(500)

    await expectOnFile(pdfFile())
    await expectNoOrphans()
  })
})

describe('the removal of the earlier file', () => {
  test.each([false, true])('is tried again when the storage fails, and may come twice (done already: %s)', async (afterwards) => {
    expect((await upload(physician, docxFile(), 'second.docx')).statusCode).toBe(200)
    broken = { step: 'remove', afterwards }
    await runTasks(site)
    broken = undefined
    await expectOnFile(docxFile())

    await makeTasksDue(site)
    await runTasks(site)
    expect(await storedKeys(site)).toHaveLength(1)
    await expectOnFile(docxFile())
  })
})

test('a deletion that fails in the transaction deletes nothing', async () => {
  await failAt('cv_files', 'delete')
  expect((await physician.delete('/api/profile/cv')).statusCode).toBe(500)

  await runTasks(site)
  await expectOnFile(pdfFile())
})

describe('the sweep', () => {
  const orphan = () => site.storage.put(`cv/${randomUUIDv7()}`, bytes('orphan'), { maxBytes: 100, inspect: async () => true })

  test('runs as a task', async () => {
    await orphan()
    await makeEverythingOld()
    await enqueueTask(site.db, sweepTask, {})
    await runTasks(site)

    expect(await storedKeys(site)).toHaveLength(1)
    await expectOnFile(pdfFile())
  })

  test('keeps today’s files, whose rows may still be inserted', async () => {
    await orphan()
    await sweepCvFiles(site)

    expect(await storedKeys(site)).toHaveLength(2)
  })
})

async function expectOnFile(content: Buffer): Promise<void> {
  expect((await physician.get('/api/profile/cv/download')).rawPayload).toEqual(content)
}

async function expectNoOrphans(): Promise<void> {
  await makeEverythingOld()
  await sweepCvFiles(site)
  const { rows } = await sql<{ key: string }>`select 'cv/' || id as key from cv_files order by id`.execute(site.db)
  expect(await storedKeys(site)).toEqual(rows.map(({ key }) => key))
}

/** Makes the database fail in the middle of a transaction. */
async function failAt(table: string, event: string): Promise<void> {
  await sql`
    create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'the database is gone'; end $$
  `.execute(site.db)
  await sql`create trigger fail before ${sql.raw(event)} on ${sql.ref(table)} for each row execute function fail()`.execute(
    site.db,
  )
}

async function makeEverythingOld(): Promise<void> {
  for (const key of await storedKeys(site)) await utimes(join(dataDir.path, 'files', key), new Date(0), new Date(0))
}

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** The real storage, with failures that a test sets. */
function breakable(storage: FileStorage): FileStorage {
  return new Proxy(storage, {
    get(target, step: keyof FileStorage) {
      const method = target[step] as (...args: unknown[]) => unknown
      return (...args: unknown[]) => {
        if (broken?.step !== step) return method(...args)
        const work = broken.afterwards ? Promise.resolve(method(...args)) : Promise.resolve()
        return work.then(() => Promise.reject(new Error('the storage is gone')))
      }
    },
  })
}
