import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrateToLatest, oldestPostgres } from '#platform/server/migrate.ts'
import { missingPrograms, postgresServer } from '../cluster/servers.ts'
import { connectForTest, freshDatabase } from '../database.ts'
import { folderForTest } from '../for-test.ts'

const folder = process.env['STATEMENTS']
const isInstalled = missingPrograms(['postgres'], oldestPostgres).length === 0
if (!isInstalled)
  console.warn(
    `NOT TESTED: whether PostgreSQL ${oldestPostgres} takes each statement of the database suite. ` +
      `Install Debian's postgresql-${oldestPostgres}.`,
  )

/** What `prepare` takes; of others the server reads no more than the grammar before they run. */
const canBePrepared = /^\s*(?:\/\*.*?\*\/\s*)*(?:select|insert|update|delete|merge|values|with)\b/is

test.runIf(isInstalled && folder !== undefined)(
  `the oldest promised PostgreSQL prepares each statement that the database suite ran`,
  async () => {
    const statements = takeStatements(folder ?? '').filter((text) => canBePrepared.test(text))
    expect(statements.length).toBeGreaterThan(0)
    const server = await postgresServer(join(await folderForTest(), 'oldest'), {
      major: oldestPostgres,
    })
    onTestFinished(() => server.stop())
    await migrateToLatest(connectForTest({ connectionString: server.url }))
    const newest = await freshDatabase()
    onTestFinished(() => newest.drop())

    const refused = await refusedBy({ connectionString: server.url }, statements)
    // Tests also send wrong statements, and use tables that they make.
    const refusedByAll = await refusedBy(newest.connection, [...refused.keys()])
    const differing = [...refused].filter(([statement]) => !refusedByAll.has(statement))
    console.log(
      `${statements.length} statements, of which ${refusedByAll.size} are refused everywhere`,
    )
    expect(differing).toEqual([])
  },
  300_000,
)

/** Each once. */
function takeStatements(from: string): string[] {
  const lines = readdirSync(from).flatMap((file) =>
    readFileSync(join(from, file), 'utf8').trim().split('\n'),
  )
  rmSync(from, { recursive: true })
  return [...new Set(lines)].map((line) => JSON.parse(line) as string)
}

/** The reason by statement. */
async function refusedBy(
  connection: pg.ClientConfig,
  statements: readonly string[],
): Promise<Map<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  const refused = new Map<string, string>()
  for (const statement of statements) {
    try {
      // The extended protocol takes one statement and runs nothing behind a semicolon.
      const text = `prepare captured as ${statement}`
      await client.query<pg.QueryResultRow>(Object.assign({ text }, { queryMode: 'extended' }))
      await client.query('deallocate captured')
    } catch (error) {
      refused.set(statement, String(error))
    }
  }
  await client.end()
  return refused
}
