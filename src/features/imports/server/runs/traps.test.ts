import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { namedRows, skipReasons } from '#features/imports/model.ts'
import { generateRows } from '#demo/catalogue/generate.ts'
import type { Trap } from '#demo/catalogue/traps.ts'
import { databaseForFile } from '#test/database.ts'
import type { SkipReason } from '#features/imports/model.ts'
import { importDataset } from './import-dataset.ts'
import type { RunRow } from './queries-runs.ts'

/** What becomes of each way to spoil a row; 'mended' rows are jobs like any other. */
const fates: Record<Trap, SkipReason | 'mended'> = {
  sameUrl: 'duplicate',
  repostedElsewhere: 'duplicate',
  unknownEmployer: 'mended',
  wrongState: 'mended',
  emojiTitle: 'mended',
  gluedWords: 'mended',
  blanksInUrl: 'mended',
  signingNotPay: 'mended',
  unitlessHourly: 'mended',
  absurdPay: 'mended',
  otherProfession: 'not-a-physician',
  errorRow: 'source-error',
  expired: 'closed',
  missingTitle: 'no-title',
  missingPlace: 'mended',
  emptyText: 'mended',
  notAnObject: 'not-an-object',
  controlCharacters: 'mended',
  unsafeLink: 'mended',
  badDate: 'mended',
  otherCountry: 'outside-us',
}

const now = new Date('2026-03-02T15:00:00Z')
// As many as a report still names one by one.
const rows = [...generateRows({ seed: 5, count: 1500, now })]
const database = databaseForFile()
let report: RunRow
const named = () => namedRows(report.report?.groups ?? [])
let jobs: Record<string, unknown>[]

beforeAll(async () => {
  const items = rows.map((it) => it.item)
  report = await importDataset(database.db, { items }, { allowedHosts: [], now })
  jobs = (await sql<Record<string, unknown>>`select * from jobs`.execute(database.db)).rows
})

/** A city alone, without its state, waits for a moderator where several states have one. */
const unmendable = ({ item }: (typeof rows)[number]) => !String((item as { location?: unknown })?.location).includes(', ')

const fateOf = ({ trap }: (typeof rows)[number]): SkipReason | 'mended' | undefined => (trap ? fates[trap] : undefined)

/** What becomes of a row without a place depends on what its text names. */
const isNowhere = ({ trap, item }: (typeof rows)[number]) =>
  trap === 'missingPlace' && (item as { location?: unknown }).location === ''

const spoiled = (trap: Trap) => rows.filter((row) => row.trap === trap && fateOf(row) === 'mended')

/** The jobs that the trap's rows became. */
function jobsOf(trap: Trap): Record<string, unknown>[] {
  const found = spoiled(trap).map(({ job }) => jobs.find((it) => String(it['source_url']).includes(String(job.number))))
  expect(found).not.toEqual([])
  expect(found).not.toContain(undefined)
  return found.map((it) => it ?? {})
}

it('knows every trap', () => expect(new Set(rows.flatMap((it) => it.trap ?? []))).toEqual(new Set(Object.keys(fates))))

it('skips the rows that nobody can mend, each for its reason, and no other', () => {
  const expected = rows.flatMap((row, index) => {
    const fate = fateOf(row)
    return fate && fate !== 'mended' && fate !== 'duplicate' ? [`${index + 1} ${skipReasons[fate]}`] : []
  })
  const skipped = named().skippedRows.filter((it) => !isNowhere(rows[it.row - 1] as (typeof rows)[number]))
  expect(skipped.map((it) => `${it.row} ${it.reason}`)).toEqual(expected)
})

it('finds the repeated rows, and adds each job once', () => {
  const repeated = rows.flatMap((row, index) => (fateOf(row) === 'duplicate' ? [index + 1] : []))
  const found = named().duplicates.map((it) => Number(it.match(/\d+/)?.[0]))
  expect(found).toEqual(expect.arrayContaining(repeated))
  // Among so many jobs some are offered twice by chance; then there is one job that reads the same.
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
  const known = new Set(jobs.map((it) => letters(['title', 'employer', 'city', 'state'].map((name) => it[name]).join())))
  for (const text of named().duplicates.filter((_, index) => !repeated.includes(found[index] ?? 0)))
    expect(known).toContain(letters(text.replace(/^Row \d+: (.+) \(same title, employer and place\)$/, '$1')))
  expect(jobs).toHaveLength(report.imported)
  expect(report.imported + report.skipped).toBe(rows.length)
})

describe('mends', () => {
  it('titles with emoji', () => {
    expect(jobsOf('emojiTitle').every((it) => /^[\p{L}\p{N}\p{P}\p{Zs}+$|]+$/u.test(String(it['title'])))).toBe(true)
  })
  it('places that the employment type is glued to', () => {
    const places = jobs.map((it) => `${String(it['city'])}, ${String(it['state'])}`)
    for (const { job } of spoiled('gluedWords').filter((it) => !unmendable(it)))
      expect(places).toContain(`${job.place.city}, ${job.place.state}`)
    expect(places.filter((it) => it.includes('Full'))).toEqual([])
  })
  it('places that cannot be, which wait for a moderator', async () => {
    const { rows: waiting } = await sql<{ words: string }>`
      select facts #>> '{place,words}' as words from job_facts join jobs on jobs.id = job_id
      where doubtful @> '{place}' and status = 'pending'
    `.execute(database.db)
    const words = waiting.map((it) => it.words)
    expect(words).toEqual(expect.arrayContaining(['Saint Louis, NM', 'Multiple Locations']))
    const { rows: astray } = await sql`
      select j.city from jobs j join job_facts f on f.job_id = j.id
      where j.lat is null and j.city <> 'Remote' and not f.doubtful @> '{place}'
    `.execute(database.db)
    expect(astray).toEqual([])
  })
  it('addresses with blanks', () => {
    for (const it of jobsOf('blanksInUrl')) expect(it['source_url']).toMatch(/^https:\/\/practicelink\.example\.org\/jobs\/\S+$/)
  })
  it('pay that is none, keeping its words', () => {
    for (const it of jobsOf('signingNotPay')) {
      expect(it).toMatchObject({ comp_text: null, comp_notes: expect.stringContaining('Sign-on bonus: up to $60,000') })
      // The text may state the pay.
      expect(['60.00', '60000.00']).not.toContain(it['comp_max'])
    }
    for (const it of jobsOf('absurdPay')) expect(it).toMatchObject({ comp_min: null, comp_max: null, pay_annual: null })
  })
  it('pay without a unit', () => {
    // Where $170,000 a year would be as plausible, a moderator decides.
    const read = jobsOf('unitlessHourly').filter((it) => it['comp_min'] !== null)
    expect(read.length).toBeGreaterThan(0)
    for (const it of read) expect(it).toMatchObject({ comp_min: '170.00', comp_max: '180.00', comp_unit: 'HOUR' })
  })
  it('texts with control characters', () => {
    for (const it of jobsOf('controlCharacters')) {
      expect(it['title']).not.toMatch(/\p{Cc}/u)
      expect(it['description']).not.toMatch(/(?!\n)\p{Cc}/u)
    }
  })
  it('unsafe links', () => {
    for (const it of jobsOf('unsafeLink')) expect(it['apply_url']).toMatch(/^https:/)
  })
  it('dates that are none', () => {
    for (const it of jobsOf('badDate')) expect(it['posted_at']).toEqual(now)
  })
})
