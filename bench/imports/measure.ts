import { sql } from 'kysely'
import type pg from 'pg'
import { openDatabase } from '#platform/server/database.ts'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import { migrateToLatest } from '#platform/server/migrate.ts'
import { formatNumber } from '#shared/numbers.ts'
import { costOf } from './processor.ts'
import { countLies, lyingRows } from './lying-rows.ts'
import { ratesOf, scoresOf, targets, verdictsOf } from './score.ts'
import type { Verdict } from './score.ts'
import { measureWrittenRows } from './written-rows.ts'

const rowCount = 20_000
const seed = 7

/** How true the importer is: rows that lie in known ways, and what would be published of them. */
export async function measureImports(
  server: pg.PoolConfig,
  tell: (line: string) => void,
): Promise<void> {
  const administration = openDatabase({ ...server, max: 1 })
  await sql`drop database if exists imports with (force)`.execute(administration)
  await sql`create database imports`.execute(administration)
  const db = openDatabase({ ...server, database: 'imports' })
  try {
    const setUp = performance.now()
    await migrateToLatest(db)
    tell(`set up, with places, in ${secondsSince(setUp)} s`)
    const rows = lyingRows(rowCount, seed)
    tell(`${formatNumber(rowCount)} rows, ${countLies()} kinds of lies`)
    const began = performance.now()
    const verdicts = await verdictsOf(db, rows)
    tell(`read in ${secondsSince(began)} s`)
    const items = rows.map((row) => row.item)
    const changed = items.map((item) => JSON.parse(withOtherText(JSON.stringify(item))) as unknown)
    const runs = { imported: items, 'imported again, unchanged': items, changed }
    for (const [what, list] of Object.entries(runs)) {
      const { result, ms, nodeMs, postgresMs } = await costOf(db, () =>
        importDataset(db, { items: list }, { allowedHosts: [], maxBytes: Infinity }),
      )
      const perRow = (cost: number): string => (cost / result.processed).toFixed(2)
      const rate = formatNumber(Math.round((result.processed * 1000) / ms))
      tell(
        `${what} in ${(ms / 1000).toFixed(1)} s: ${rate} rows a second; processor time a row: ${perRow(nodeMs)} ms of Node, ${perRow(postgresMs)} of PostgreSQL`,
      )
    }
    console.log(`\n${tableOf(verdicts)}\n\n${(await measureWrittenRows(db)).table}\n`)
  } finally {
    await db.destroy()
    await sql`drop database imports with (force)`.execute(administration)
    await administration.destroy()
  }
}

/** A text at the source that has one more sentence. */
const withOtherText = (item: string): string =>
  item.replace(
    /("(?:full_?)?(?:job_?)?(?:description|text)\w*":")/i,
    '$1We call back within a day. ',
  )

const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1)

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

function tableOf(verdicts: readonly Verdict[]): string {
  const rates = ratesOf(verdicts)
  const facts = scoresOf(verdicts).map(
    ({ fact, right, missed, wrong, accuracy }) =>
      `| ${fact} | ${right} | ${missed} | ${wrong} | ${percent(accuracy)} | ≥ ${percent(targets.shown[fact])} |`,
  )
  return [
    '| published fact | right | missed | wrong | of the shown right | target |',
    '| --- | --- | --- | --- | --- | --- |',
    ...facts,
    '',
    '| rows | share | target |',
    '| --- | --- | --- |',
    `| others’ jobs published | ${percent(rates.othersPublished)} | ≤ ${percent(targets.othersPublished)} |`,
    `| physicians’ jobs skipped | ${percent(rates.physiciansSkipped)} | ≤ ${percent(targets.physiciansSkipped)} |`,
    `| well-formed rows waiting | ${percent(rates.waiting)} | ≤ ${percent(targets.waiting)} |`,
    '',
    '| physicians’ rows with this lie | shown | waiting | skipped |',
    '| --- | --- | --- | --- |',
    ...fatesByLie(verdicts),
    '',
    'The lies behind what is wrong:',
    ...worstOf(verdicts),
  ].join('\n')
}

/** What becomes of the rows of each kind of lie; those that are shown least first. */
function fatesByLie(verdicts: readonly Verdict[]): string[] {
  const physicians = verdicts.filter(({ row }) => row.truth.seeks === 'physician')
  const byLie = Map.groupBy(
    physicians.flatMap(({ row, fate }) => row.lies.map((lie) => ({ lie, fate }))),
    (it) => it.lie,
  )
  const all = ['all', physicians.map(({ fate }) => ({ lie: 'all', fate }))] as const
  const shareOf = (rows: readonly { fate: Verdict['fate'] }[], fate: Verdict['fate']): number =>
    rows.filter((row) => row.fate === fate).length / Math.max(rows.length, 1)
  return [
    all,
    ...[...byLie].toSorted(([, a], [, b]) => shareOf(a, 'published') - shareOf(b, 'published')),
  ].map(
    ([lie, rows]) =>
      `| ${lie} | ${(['published', 'waits', 'skipped'] as const).map((fate) => percent(shareOf(rows, fate))).join(' | ')} |`,
  )
}

function worstOf(verdicts: readonly Verdict[]): string[] {
  const counts = new Map<string, number>()
  for (const { facts, row } of verdicts) {
    for (const [fact, verdict] of Object.entries(facts)) {
      if (verdict === 'wrong')
        for (const lie of row.lies)
          counts.set(`${fact}: ${lie}`, (counts.get(`${fact}: ${lie}`) ?? 0) + 1)
    }
  }
  const worst = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, 12)
  return worst.length === 0
    ? ['none']
    : worst.map(([lie, count]) => `${String(count).padStart(6)}  ${lie}`)
}
