import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { startProgram } from '#test/processes/spawn.ts'
import { postings } from '#test/fixtures/imports.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'imports-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** `npm run import -- dataset.json`, run as an operator does. */
function startImport() {
  const { host = '', user, database: name } = database.connection
  return startProgram(['scripts/import.ts', join(folder, 'dataset.json')], {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${name}`,
    DATA_DIR: folder,
    PUBLIC_URL: 'https://board.test',
    SECRET: 'x'.repeat(32),
  })
}

const run = async () =>
  (
    await sql<{ status: string; processed: number; jobs: number }>`
      select status, processed, (select count(*)::int from jobs) as jobs from imports
    `.execute(database.db)
  ).rows

const begun = () => vi.waitFor(async () => expect((await run())[0]?.jobs).toBeGreaterThan(0), { timeout: 20_000, interval: 10 })

it('the command goes on where Ctrl-C, or a crash, has stopped it', { timeout: 120_000 }, async () => {
  await writeFile(join(folder, 'dataset.json'), JSON.stringify(postings(1500)))
  const first = startImport()
  await begun()
  first.kill('SIGINT')
  expect(await first.exited).toBe(1)
  expect(first.stderr.join()).toMatch(/^Interrupted after row [\d,]+\. The same command goes on from there\.$/)
  const [interrupted] = await run()
  expect(interrupted).toMatchObject({ status: 'interrupted', jobs: interrupted?.processed })
  expect(interrupted?.processed).toBeLessThan(1500)

  const second = startImport()
  await vi.waitFor(async () => expect((await run())[0]?.jobs).toBeGreaterThan(interrupted?.jobs ?? 0), {
    timeout: 20_000,
    interval: 10,
  })
  second.kill('SIGKILL')
  await second.exited
  expect(await run()).toEqual([expect.objectContaining({ status: 'running' })])

  const third = startImport()
  expect(await third.exited).toBe(0)
  expect(third.stdout[0]).toBe('Import completed: 1,500 imported, 0 skipped.')
  expect(await run()).toEqual([{ status: 'finished', processed: 1500, jobs: 1500 }])
})
