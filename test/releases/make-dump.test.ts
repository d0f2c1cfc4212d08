import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../database.ts'
import { dumpDatabase, listEmptyTables, releasesFolder } from './dump.ts'
import { fillBoard } from './fill-board.ts'

const release = process.env['RELEASE']

/** Set by `npm run db:dump-release`; otherwise no dump is made. */
test.runIf(release)('the dump of a release has rows of every table', { timeout: 120_000 }, async () => {
  const board = await fillBoard()
  onTestFinished(() => board.close())
  const empty = await emptyDatabase()

  // An entry leaves the inbox when its transaction commits.
  expect(await listEmptyTables(board.db)).toEqual(['public.audit_inbox'])

  const dump = gzipSync(await dumpDatabase(board.db, empty.connection), { level: 9 })
  expect(dump.length).toBeLessThan(300_000)
  await writeFile(new URL(`${release}.sql.gz`, releasesFolder), dump)
})
