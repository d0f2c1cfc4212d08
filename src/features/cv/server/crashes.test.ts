import { sql } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { appForFile } from '#test/app.ts'
import { makeTasksDue, runTasks } from '#test/mailbox.ts'
import { signInForEach } from '#test/sign-in.ts'
import { docxFile, pdfFile } from '#test/cv-files.ts'
import { sweep } from './service.ts'
import { removeCvs, storedKeys, upload } from '#test/upload-cv.ts'

/**
 * Wherever a process dies or the storage fails during an upload or a removal, the CV on file can be
 * read, and after the sweep the storage holds exactly the files that have rows.
 */

const site = appForFile({ env: { RATE_LIMITS: 'off' } })
const physician = signInForEach(site, 'physician')
beforeEach(async () => {
  await removeCvs(site)
  await upload(physician, pdfFile(), 'first.pdf')
})
afterEach(mend)

/** Makes a step of the storage fail, before or after its work. */
function storageFails(step: 'put' | 'remove', afterwards: boolean): void {
  const method = site.storage[step].bind(site.storage) as (...args: unknown[]) => unknown
  vi.spyOn(site.storage, step).mockImplementation(async (...args: unknown[]) => {
    if (afterwards) await method(...args)
    throw new Error('the storage is gone')
  })
}

/** Makes the database fail in the middle of a transaction. */
async function databaseFails(event: string): Promise<void> {
  const refuse = sql`create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`
  await refuse.execute(site.db)
  await sql`create trigger fail before ${sql.raw(event)} on cv_files for each row execute function fail()`.execute(
    site.db,
  )
}

async function mend(): Promise<void> {
  vi.restoreAllMocks()
  await sql`drop trigger if exists fail on cv_files`.execute(site.db)
}

async function expectOnFile(content: Buffer): Promise<void> {
  expect((await physician.get('/api/profile/cv/download')).rawPayload).toEqual(content)
}

async function runSweep(): Promise<void> {
  await enqueueTask(site.db, sweep, {})
  await runTasks(site)
}

async function makeEverythingOld(): Promise<void> {
  for (const key of await storedKeys(site))
    await utimes(join(site.settings.dataDir, 'files', key), new Date(0), new Date(0))
}

test.each<[string, () => unknown]>([
  ['before the file is stored', () => storageFails('put', false)],
  ['after the file is stored', () => storageFails('put', true)],
  ['in the transaction, at the insert,', () => databaseFails('insert')],
  ['in the transaction, at the update,', () => databaseFails('update')],
  ['in the transaction, at the delete,', () => databaseFails('delete')],
])('an upload that ends %s changes nothing', async (_, fail) => {
  await fail()
  expect((await upload(physician, docxFile(), 'second.docx')).statusCode).toBe(500)
  await mend()
  await expectOnFile(pdfFile())
  await makeEverythingOld()
  await runSweep()
  const { rows } = await sql<{
    key: string
  }>`select 'cv/' || id as key from cv_files order by id`.execute(site.db)
  expect(await storedKeys(site)).toEqual(rows.map(({ key }) => key))
})

test.each([false, true])(
  'the earlier file is removed again when the storage fails (done already: %s)',
  async (afterwards) => {
    expect((await upload(physician, docxFile(), 'second.docx')).statusCode).toBe(200)
    storageFails('remove', afterwards)
    await runTasks(site)
    await mend()
    await expectOnFile(docxFile())

    await makeTasksDue(site)
    await runTasks(site)
    expect(await storedKeys(site)).toHaveLength(1)
    await expectOnFile(docxFile())
  },
)

test('a deletion that fails in the transaction deletes nothing', async () => {
  await databaseFails('delete')
  expect((await physician.delete('/api/profile/cv')).statusCode).toBe(500)
  await runTasks(site)
  await expectOnFile(pdfFile())
})

test('the sweep keeps today’s files, whose rows may still be inserted, and removes older ones', async () => {
  const bytes = (async function* () {
    yield Buffer.from('orphan')
  })()
  await site.storage.put(`cv/${randomUUIDv7()}`, bytes, {
    maxBytes: 100,
    inspect: async () => true,
  })
  await runSweep()
  expect(await storedKeys(site)).toHaveLength(2)
  await makeEverythingOld()
  await runSweep()
  expect(await storedKeys(site)).toHaveLength(1)
  await expectOnFile(pdfFile())
})
