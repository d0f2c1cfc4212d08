import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import type { Mapping } from '#features/imports/model.ts'
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
function startImport(file = 'dataset.json', ...options: string[]) {
  const { host = '', user, database: name } = database.connection
  return startProgram(['scripts/import.ts', join(folder, file), ...options], {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${name}`,
    DATA_DIR: folder,
    PUBLIC_URL: 'https://board.test',
    SECRET: 'x'.repeat(32),
  })
}

const run = async () =>
  (
    await sql<{ status: string; processed: number; jobs: number }>`
      select status, processed, (select count(*)::int from jobs) as jobs from imports where source like '%dataset.json'
    `.execute(database.db)
  ).rows

const begun = () => vi.waitFor(async () => expect((await run())[0]?.jobs).toBeGreaterThan(0), { timeout: 20_000, interval: 10 })

it('the command goes on where Ctrl-C, or a crash, has stopped it', { timeout: 120_000 }, async () => {
  await writeFile(join(folder, 'dataset.json'), JSON.stringify(postings(1500)))
  const first = startImport()
  await begun()
  first.kill('SIGINT')
  expect(await first.exited).toBe(1)
  expect(first.stderr.findLast((it) => it !== '')).toMatch(
    /^Interrupted after row [\d,]+\. The same command goes on from there\.$/,
  )
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

/** Less than `npm run import` has: so it died when it set up the database itself. */
it('a first import needs little memory, also where everything has to be set up', { timeout: 300_000 }, async () => {
  await writeFile(join(folder, 'first.json'), JSON.stringify(postings(300)))
  const flags = ['--max-old-space-size=96', '--max-semi-space-size=4']
  const program = startProgram([...flags, 'scripts/import.ts', join(folder, 'first.json')], { DATA_DIR: join(folder, 'fresh') })

  expect(await program.exited, program.stderr.join('\n')).toBe(0)
  expect(program.stdout[0]).toBe('Import completed: 300 imported, 0 skipped.')
  expect(program.stderr.findLast((it) => it !== '')).toMatch(/^100% · 300 rows, [\d,]+ rows a second$/)
})

const table = [
  'Req #;Role;Hirer;Town/St;The whole story;Earnings;Out since',
  ...[1, 2, 3].map(
    (it) =>
      `r${it};Cardiologist ${it};Lakeside "Heart" Clinic;Boise / ID;"A physician for our clinic – team ${it};\nfour days a week, with patients of every age and colleagues who teach and do research.";$400,000 a year;2026-11-0${it}`,
  ),
  'r4;Registered Nurse;Lakeside;Boise / ID;A nurse for our ward;;2026-11-04',
]

it('a table of columns nobody foresaw is guessed, tried, corrected by a file and imported', { timeout: 120_000 }, async () => {
  await writeFile(join(folder, 'table.csv'), Buffer.from(table.join('\r\n').replaceAll('–', '\u0096'), 'latin1'))
  const mapping = join(folder, 'mapping.json')
  const tried = startImport('table.csv', '--dry-run', '--export-mapping', mapping)
  expect(await tried.exited).toBe(0)
  const said = tried.stdout.join('\n')
  expect(said).toContain('Of 4 rows, 0 would be imported and 4 skipped.')
  expect(said).toMatch(/The whole story +100% +Description \(guessed\)/)
  expect(said).toMatch(/Would be skipped – no city and state that could be read: \d/)
  expect((await sql`select from jobs where title like 'Cardiologist _'`.execute(database.db)).rows).toHaveLength(0)

  const guessed = JSON.parse(await readFile(mapping, 'utf8')) as Mapping
  const corrected: Mapping = {
    ...guessed,
    city: { path: 'Town/St', split: '/', part: 1 },
    state: { path: 'Town/St', split: '/', part: 2 },
    title: { path: 'Role', and: ['Req #'], joiner: ' – ' },
    pay: { path: 'Earnings' },
    employer: { path: 'Hirer' },
    posted: { path: 'Out since' },
  }
  await writeFile(mapping, JSON.stringify(corrected))
  const imported = startImport('table.csv', '--mapping', mapping, '--source', 'Lakeside list')
  expect(await imported.exited).toBe(0)
  expect(imported.stdout[0]).toBe('Import completed: 3 imported, 1 skipped.')
  const { rows } = await sql`
    select employer, city, state, comp_min::int, posted_at::date::text as posted, description like '%clinic – team%' as dashed
    from jobs where source = 'Lakeside list' order by posted_at
  `.execute(database.db)
  const place = { employer: 'Lakeside "Heart" Clinic', city: 'Boise', state: 'ID', comp_min: 400_000, dashed: true }
  expect(rows).toEqual([1, 2, 3].map((it) => ({ ...place, posted: `2026-11-0${it}` })))
})

it('tells what rows leave open, and takes answers by hand and as suggested', { timeout: 120_000 }, async () => {
  const name = ['--source', 'Asked list']
  const rows = Array.from({ length: 12 }, (_, at) => ({
    title: `Cardiologist, team ${at}`,
    company: 'Lakeside Clinic',
    location: 'Boise, ID',
    description: `A physician for team ${at}, four days a week.`,
    salary: at < 10 ? '$200 - $220 an hour' : '150',
    ...(at < 10 && { employmentType: 'Part-time' }),
  }))
  await writeFile(join(folder, 'asked.json'), JSON.stringify(rows))
  const tried = startImport('asked.json', '--dry-run', ...name)
  expect(await tried.exited).toBe(0)
  const said = tried.stdout.join('\n')
  expect(said).toContain('type: 2 rows (17%) – suggested: part-time (10 of 10 rows that say it)')
  expect(said).toContain('pay: 2 rows (17%) – suggested: hour (10 of 10 rows that say it)')

  const refused = startImport('asked.json', '--answer', 'pay=fortnight', ...name)
  expect(await refused.exited).toBe(1)
  expect(refused.stderr.join()).toContain('--answer pay=fortnight is no answer')
  const imported = startImport('asked.json', '--answer', 'type=locums', '--yes-to-suggestions', ...name)
  expect(await imported.exited, imported.stderr.join('\n')).toBe(0)
  expect(imported.stdout[0]).toBe('Import completed: 12 imported, 0 skipped.')
  const { rows: silent } = await sql`
    select employment_type as type, comp_min::int as min, comp_unit as unit from jobs where source = 'Asked list' and comp_min = 150
  `.execute(database.db)
  expect(silent).toEqual([1, 2].map(() => ({ type: 'locums', min: 150, unit: 'HOUR' })))
})

it('a mapping that cannot be read is named', { timeout: 60_000 }, async () => {
  await writeFile(join(folder, 'bad.json'), '{"title":{"path":""}}')
  const refused = startImport('dataset.json', '--mapping', join(folder, 'bad.json'))
  expect(await refused.exited).toBe(1)
  expect(refused.stderr.join()).toMatch(/bad\.json is no mapping: title/)
})
