import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { isLongRun } from '#test/for-test.ts'
import { startProgram } from '#test/processes/spawn.ts'
import { bombOf, postings, serveForTest } from '#test/fixtures/imports.ts'

const database = databaseForFile()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Options = { flags?: string[]; env?: Record<string, string> }

/** `whitecoat import dataset`, run as an operator does. */
function startImport(args: string[], { flags = [], env = {} }: Options = {}) {
  const { host = '', user, database: name } = database.connection
  return startProgram([...flags, 'scripts/whitecoat.ts', 'import', ...args], {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${name}`,
    DATA_DIR: folder,
    PUBLIC_URL: 'https://board.test',
    SECRET: 'x'.repeat(32),
    ...env,
  })
}

/** Writes a dataset; returns its file. */
async function write(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

const run = async () =>
  (
    await sql<{ status: string; processed: number; jobs: number }>`
      select status, processed, (select count(*)::int from jobs) as jobs from imports where source like '%dataset.json'
    `.execute(database.db)
  ).rows

it.runIf(isLongRun)(
  'goes on where Ctrl-C, or a crash, has stopped it',
  { timeout: 180_000 },
  async () => {
    const dataset = [await write('dataset.json', JSON.stringify(postings(1500)))]
    await sql`
    create function wait() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(500); return new; end'
  `.execute(database.db)
    await sql`
    create trigger wait before update on imports for each row when (new.processed = 500) execute function wait()
  `.execute(database.db)
    const first = await database.db.transaction().execute(async (trx) => {
      // It waits at row 500, so that it does not end before it is stopped.
      await sql`select pg_advisory_xact_lock(500)`.execute(trx)
      const first = startImport(dataset)
      await vi.waitFor(async () => expect((await run())[0]?.jobs).toBeGreaterThan(0), {
        timeout: 60_000,
        interval: 100,
      })
      first.kill('SIGINT')
      return first
    })
    expect(await first.exited).toBe(1)
    expect(first.stderr.findLast((line) => line !== '')).toMatch(
      /^Interrupted after row [\d,]+\. The same command goes on from there\.$/,
    )
    const [interrupted] = await run()
    expect(interrupted).toMatchObject({ status: 'interrupted', jobs: interrupted?.processed })
    expect(interrupted?.processed).toBeLessThan(1500)

    // A process that is killed says nothing more.
    await sql`update imports set status = 'running', finished_at = null, message = null`.execute(
      database.db,
    )
    const second = startImport(dataset)
    expect(await second.exited).toBe(0)
    expect(second.stdout[0]).toBe('Import completed: 1,500 imported, 0 skipped.')
    expect(second.stderr.findLast((line) => line !== '')).toMatch(
      /^100% · 1,500 rows, [\d,]+ rows a second$/,
    )
    expect(await run()).toEqual([{ status: 'finished', processed: 1500, jobs: 1500 }])
  },
)

/**
 * Runs it with the memory that bin/whitecoat gives it. @returns its exit code, what it printed, and
 * the most memory that it had, in kilobytes.
 */
async function measure(dataset: string, env: Record<string, string> = {}) {
  const flags = ['--max-old-space-size=128', '--max-semi-space-size=4']
  const program = startImport([dataset], { flags, env })
  let memory = 0
  const look = setInterval(() => {
    void readFile(`/proc/${program.pid}/status`, 'utf8').then(
      (status) => (memory = Math.max(memory, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0))),
      () => {},
    )
  }, 50)
  const code = await program.exited
  clearInterval(look)
  return { code, said: program.stdout.join('\n'), memory }
}
const maxMemory = 300 * 1024

it.runIf(isLongRun)('needs little memory for a bomb', { timeout: 300_000 }, async () => {
  const { code, said, memory } = await measure(await write('bomb.jsonl.gz', bombOf(postings(3))))
  expect(code).toBe(1)
  expect(said).toMatch(
    /^Import stopped after row 3: The compressed dataset unpacks to more than 200 times its size/,
  )
  expect(memory).toBeLessThan(maxMemory)
})

/** Rows without end, a megabyte each after the first three. */
function* endlessRows(): Generator<string> {
  for (const row of postings(3, 500_000)) yield `${JSON.stringify(row)}\n`
  const filler = `${JSON.stringify({ note: 'x'.repeat(1_000_000) })}\n`
  for (;;) yield filler
}

it.runIf(isLongRun)('leaves a feed that never ends', { timeout: 120_000 }, async () => {
  const origin = await serveForTest(
    (_, response) => void Readable.from(endlessRows()).pipe(response),
  )
  const env = { IMPORT_ALLOWED_HOSTS: new URL(origin).host, IMPORT_MAX_MB: '40' }
  const { code, said, memory } = await measure(`${origin}/endless.jsonl`, env)
  expect(code).toBe(1)
  expect(said).toMatch(
    /^Import stopped after row \d+: The dataset has more than 40 MB: split it\. 3 imported/,
  )
  expect(memory).toBeLessThan(maxMemory)
})

it(
  'says how it reads an unknown list and what its rows leave open, and takes a mapping and answers',
  { timeout: 120_000 },
  async () => {
    const source = ['--source', 'Asked list']
    const rows = Array.from({ length: 12 }, (_, at) => ({
      title: `Cardiologist, team ${at}`,
      company: 'Hill Group',
      Unit: 'Lakeside Clinic',
      location: 'Boise, ID',
      'The whole story': `A physician for team ${at}, four days a week, with patients of every age and colleagues who teach.`,
      salary: at < 10 ? '$200 - $220 an hour' : '150',
      ...(at < 10 && { employmentType: 'Part-time' }),
    }))
    const file = await write(
      'asked.json',
      JSON.stringify([...rows, { ...rows[11], title: 'Registered Nurse' }]),
    )
    const badMapping = await write('bad.json', '{"title":{"path":""}}')
    const mapping = join(folder, 'mapping.json')
    const tried = startImport([file, '--dry-run', '--export-mapping', mapping, ...source])
    const refused = startImport([file, '--answer', 'pay=fortnight', ...source])
    const unreadable = startImport([file, '--mapping', badMapping])
    expect(
      await Promise.all([tried, refused, unreadable].map((process) => process.exited)),
    ).toEqual([0, 1, 1])
    expect(tried.stdout.join('\n')).toMatch(/The whole story +100% +Description \(guessed\)/)
    expect(tried.stdout).toEqual(
      expect.arrayContaining([
        'Would be skipped – not a job for physicians: 1',
        expect.stringMatching(
          /^  type: 2 rows \(16%\) – suggested: part-time \(10 of 10 rows that say it\) – for example “Cardiologist/,
        ),
        '  pay: 2 rows (16%) – suggested: hour (10 of 10 rows that say it) – for example “150” – hour: $150 an hour',
      ]),
    )
    expect(refused.stderr.join()).toContain('--answer pay=fortnight is no answer')
    expect(unreadable.stderr.join()).toMatch(/bad\.json is no mapping: title/)

    const guessed = JSON.parse(await readFile(mapping, 'utf8')) as object
    await writeFile(mapping, JSON.stringify({ ...guessed, employer: { path: 'Unit' } }))
    const answered = ['--answer', 'type=locums', '--yes-to-suggestions', '--approve']
    const imported = startImport([file, '--mapping', mapping, ...answered, ...source])
    expect(await imported.exited, imported.stderr.join('\n')).toBe(0)
    expect(imported.stdout[0]).toBe('Import completed: 12 imported, 1 skipped.')
    const { rows: silent } = await sql`
    select status, employer, employment_type as type, comp_min::int as min, comp_unit as unit
    from jobs where source = 'Asked list' and comp_min = 150
  `.execute(database.db)
    const job = {
      status: 'active',
      employer: 'Lakeside Clinic',
      type: 'locums',
      min: 150,
      unit: 'HOUR',
    }
    expect(silent).toEqual([job, job])
  },
)
