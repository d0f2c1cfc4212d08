// npm run import -- <file or URL> [--approve] [--source name]: loads a dataset of scraped jobs.
import { parseArgs } from 'node:util'
import { skipReasons } from '#features/imports/model.ts'
import type { ImportReport, SkipReason } from '#features/imports/model.ts'
import { sourceOf } from '#features/imports/server/reading/read-dataset.ts'
import { importDataset } from '#features/imports/server/import-dataset.ts'
import { connectDatabase } from '#server/lib/connect-database.ts'
import { migrateToLatest } from '#server/lib/migrate.ts'
import { readSettings } from '#server/lib/settings.ts'
import { StartError } from '#server/lib/start-error.ts'
import { AppError } from '#shared/errors.ts'
import { formatNumber } from '#shared/numbers.ts'

const usage = 'npm run import -- <file or URL> [--approve] [--source name]'

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof StartError || error instanceof AppError ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<number> {
  const { dataset, approve, sourceName } = readArguments()
  const settings = readSettings(process.env)
  const database = await connectDatabase(settings, { shared: true })
  try {
    await migrateToLatest(database.db)
    const report = await importDataset(database.db, sourceOf(dataset), {
      approve,
      sourceName,
      allowedHosts: settings.importAllowedHosts,
      token: settings.apifyToken,
      signal: interruption(),
      ...(process.stderr.isTTY && { onProgress: (rows) => process.stderr.write(`\r${rows.toLocaleString('en-US')} rows `) }),
    })
    if (process.stderr.isTTY) process.stderr.write('\r')
    printReport(report, approve)
    return report.stopped ? 1 : 0
  } finally {
    await database.close()
  }
}

/** A terminal and npm both deliver one Ctrl-C; what comes later is meant as a second one. */
const sameSignalMs = 1_000

/** Ctrl-C stops after the batch under way; the same command goes on from there. */
function interruption(): AbortSignal {
  const interrupted = new AbortController()
  let since: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (since !== undefined && Date.now() - since > sameSignalMs) process.exit(130)
      since ??= Date.now()
      interrupted.abort()
    })
  }
  return interrupted.signal
}

function readArguments(): { dataset: string; approve: boolean; sourceName: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { approve: { type: 'boolean', default: false }, source: { type: 'string' } },
    })
    const [dataset, ...more] = positionals
    if (dataset && more.length === 0) return { dataset, approve: values.approve, sourceName: values.source?.trim() || undefined }
  } catch {
    // An unknown option gets the same answer as a missing file.
  }
  throw new StartError(`Usage: ${usage}`)
}

function printReport(report: ImportReport, approved: boolean): void {
  console.log(report.message)
  const { imported, doubtful } = report
  if (imported > doubtful) console.log(approved ? 'The new jobs are published.' : 'The new jobs wait for approval.')
  if (doubtful > 0) console.log(`${formatNumber(doubtful)} wait for a moderator because a fact is doubtful.`)
  for (const [reason, count] of Object.entries(report.skippedByReason)) {
    console.log(`  ${String(count).padStart(6)}  ${skipReasons[reason as SkipReason]}`)
  }
  const examples = report.skippedRows.slice(0, 20)
  if (examples.length > 0) console.log('The first skipped rows:')
  for (const { row, reason, title } of examples) console.log(`  row ${row}: ${skipReasons[reason]}${title ? ` – ${title}` : ''}`)
  for (const duplicate of report.duplicates.slice(0, 10)) console.log(`  ${duplicate}`)
}
