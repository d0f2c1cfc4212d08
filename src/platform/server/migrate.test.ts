import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, freshDatabase, type TestDatabase } from '#test/database.ts'
import { folderForTest } from '#test/for-test.ts'
import { migrateToLatest } from './migrate.ts'
import { planMigrations } from '../../../scripts/commands/migration-plan.ts'

test('migrations run once, in order of their names, with lock and statement timeouts', async () => {
  const { db } = await emptyDatabase()
  const folder = await migrations({
    '0002-two.ts': `import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
      export const up = (db) => sql\`insert into bounds values ('step', '')\`.execute(db)`,
    '0001-one.sql': `
      create table bounds (lock text, statement text);
      insert into bounds select current_setting('lock_timeout'), current_setting('statement_timeout');`,
    'README.md': 'Not a migration.',
  })

  expect(await migrateToLatest(db, { folder })).toEqual({
    applied: ['0001-one', '0002-two'],
    unknown: [],
  })
  expect(await migrateToLatest(db, { folder })).toEqual({ applied: [], unknown: [] })
  expect((await sql`select * from bounds`.execute(db)).rows).toEqual([
    { lock: '500ms', statement: '15min' },
    { lock: 'step', statement: '' },
  ])
})

test('a plan names the tables that would be locked, and changes nothing', async () => {
  const { db } = await emptyDatabase()
  const files = {
    '0001-one.sql': 'create table one (id integer); create table other (id integer);',
    '0002-two.sql': 'alter table one add column more text; create index on other (id);',
    '0003-three.sql':
      'create table new (id integer); alter table new add primary key (id); insert into one values (1);',
  }
  await migrateToLatest(db, { folder: await migrations({ '0001-one.sql': files['0001-one.sql'] }) })
  await sql`insert into one select generate_series(1, 50)`.execute(db)
  await sql`analyze one`.execute(db)

  expect(await planMigrations(db, await migrations(files))).toEqual([
    {
      name: '0002-two',
      locks: [
        { table: 'one', waits: 'reads and writes', rows: 50, bytes: expect.any(Number) },
        { table: 'other', waits: 'writes', rows: 0, bytes: 0 },
      ],
    },
    { name: '0003-three', locks: [] },
  ])
  expect(await tables(db)).toEqual(['function_files', 'migrations', 'one', 'other'])
})

test('a failing migration rolls the upgrade back, with its name and reason', async () => {
  const { db } = await emptyDatabase()
  const folder = await migrations({
    '0001-one.sql': 'create table one (id integer);',
    '0002-two.sql': 'create table two (id integer); insert into one values (1); select 1 / 0;',
    '0003-three.sql': 'create table three (id integer);',
  })

  await expect(migrateToLatest(db, { folder })).rejects.toThrow(
    'Migration 0002-two failed; nothing was changed: division by zero',
  )
  expect(await tables(db)).toEqual(['function_files', 'migrations'])

  await writeFile(new URL('migrations/0002-two.sql', folder), 'create table two (id integer);')
  expect((await migrateToLatest(db, { folder })).applied).toEqual([
    '0001-one',
    '0002-two',
    '0003-three',
  ])
})

const answering = (answer: number) =>
  `create or replace function answer() returns integer language sql return ${answer};`

test('functions are applied again when their file changes, those of tables before the migrations', async () => {
  const { db } = await emptyDatabase()
  const folder = await migrations({
    'functions/before-tables.sql':
      'create or replace function half(integer) returns integer language sql immutable return $1 / 2;',
    '0001-one.sql':
      'create table one (id integer, half integer generated always as (half(id)) stored);',
    'functions/answer.sql': answering(41),
  })
  const answer = async () => (await sql<{ answer: number }>`select answer()`.execute(db)).rows
  await migrateToLatest(db, { folder })
  expect(await answer()).toEqual([{ answer: 41 }])

  await writeFile(new URL('functions/answer.sql', folder), answering(42))
  await migrateToLatest(db, { folder })
  expect(await answer()).toEqual([{ answer: 42 }])

  // An older node that starts meanwhile takes nothing back.
  await writeFile(new URL('functions/answer.sql', folder), answering(41))
  await migrateToLatest(db, { folder })
  expect(await answer()).toEqual([{ answer: 42 }])
})

test('functions that fail take the migrations back with them', async () => {
  const { db } = await emptyDatabase()
  const folder = await migrations({
    '0001-one.sql': 'create table one (id integer);',
    'functions/wrong.sql': 'select 1 / 0',
  })
  await expect(migrateToLatest(db, { folder })).rejects.toThrow(
    'db/functions/wrong.sql failed; nothing was changed',
  )
  expect(await tables(db)).toEqual(['function_files', 'migrations'])
})

test('a migration gives way to who holds a table, and tries again', async () => {
  const { db } = await emptyDatabase()
  await sql`create table held (id integer); create table migrations (name text primary key, applied_at timestamptz default now())`.execute(
    db,
  )
  const folder = await migrations({ '0001-one.sql': 'alter table held add column more text;' })
  let waited: Promise<unknown> | undefined
  await db.transaction().execute(async (holder) => {
    await sql`select from held`.execute(holder)
    waited = migrateToLatest(db, { folder })
    const waiting = () =>
      sql`select from pg_locks where not granted and relation = 'held'::regclass`.execute(db)
    await expect.poll(async () => (await waiting()).rows.length).toBe(1)
    // It no longer stands in the way of who comes after it.
    await expect.poll(async () => (await waiting()).rows.length).toBe(0)
  })
  expect(await waited).toMatchObject({ applied: ['0001-one'] })
})

test('an older version accepts a newer schema', async () => {
  const { db } = await emptyDatabase()
  const older = await migrations({ '0001-one.sql': 'create table one (id integer);' })
  const newer = await migrations({
    '0001-one.sql': 'create table one (id integer);',
    '0302-two.sql': 'create table two ();',
  })
  await migrateToLatest(db, { folder: newer })

  expect(await migrateToLatest(db, { folder: older })).toEqual({
    applied: [],
    unknown: ['0302-two'],
  })
})

test('nodes that start together apply each migration once', async () => {
  const { db } = await emptyDatabase()
  const folder = await migrations({
    '0001-one.sql': 'create table one (id integer); select pg_sleep(0.1);',
    '0002-two.sql': 'insert into one values (1);',
  })

  const nodes = await Promise.all([
    migrateToLatest(db, { folder }),
    migrateToLatest(db, { folder }),
    migrateToLatest(db, { folder }),
  ])

  expect(nodes.flatMap((node) => node.applied)).toEqual(['0001-one', '0002-two'])
  expect((await sql`select from one`.execute(db)).rows).toHaveLength(1)
})

test('a database from before release 1.0.0 is refused with the way, unless it has all of it', async () => {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  await sql`insert into migrations (name) values ('0210-earlier-databases')`.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow(
    'start commit 921a926d on it once, and then this version',
  )
  await sql`insert into migrations (name) values ('0234-moves')`.execute(db)
  expect(await migrateToLatest(db)).toEqual({ applied: [], unknown: [] })
})

async function migrations(files: Record<string, string>): Promise<URL> {
  const folder = await folderForTest()
  await Promise.all(['migrations', 'functions'].map((candidate) => mkdir(join(folder, candidate))))
  await Promise.all(
    Object.entries(files).map(([name, text]) =>
      writeFile(join(folder, name.includes('/') ? name : `migrations/${name}`), text),
    ),
  )
  return pathToFileURL(`${folder}/`)
}

async function tables(db: TestDatabase['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `.execute(db)
  return rows.map((row) => row.name)
}
