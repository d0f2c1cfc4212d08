import { statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import {
  type Mapping,
  type MappingField,
  mappingFields,
  namedRows,
  type SkipReason,
  skipReasons,
} from '#features/imports/model.ts'
import type { OutlineColumn } from '#features/imports/contract.ts'
import { mappingSchema } from '#features/imports/schemas.ts'
import {
  checkDataset,
  type Checked,
  checkText,
  commandMapping,
} from '#features/imports/server/runs/check-dataset.ts'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import type { RunRow } from '#features/imports/server/runs/queries-runs.ts'
import { sourceOf } from '#features/imports/server/reading/read-dataset.ts'
import { giveAnswer, readSourceAnswers } from '#features/imports/server/sources/answers.ts'
import type { Db } from '#platform/server/database.ts'
import type { Settings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/errors.ts'
import { formatNumber } from '#shared/numbers.ts'
import { printQuestions, readAnswer, suggestedAnswers, type Given } from './import-questions.ts'
import { withBoard } from './board.ts'
import { readArguments } from './run-command.ts'

const usage = `whitecoat import <file or URL> [options]

  --source NAME          what the jobs give as their source; its mapping on /admin/imports applies, if it has one
  --mapping FILE         reads the fields as this JSON file says
  --export-mapping FILE  writes the mapping that applies, to be corrected and given back with --mapping
  --dry-run              says what would become of every row, and what they leave open, and writes nothing
  --answer KEY=VALUE     answers what the rows of a source leave open, as --dry-run names it; as often as there are questions
  --yes-to-suggestions   reads the list once before, and takes the answers that its other rows suggest
  --approve              publishes what is not doubtful at once, unless columns are guessed`

/** A terminal and npm both deliver one Ctrl-C; what comes later is meant as a second one. */
const sameSignalMs = 1_000

export async function importJobs(args: string[]): Promise<void> {
  const { mapping, answers, ...wanted } = readWanted(args)
  const given = {
    mapping: mapping === undefined ? undefined : await readMapping(mapping),
    answers: answers.map(readAnswer),
  }
  await withBoard(async ({ db }, settings) => {
    process.exitCode = await run(db, settings, { ...wanted, ...given })
  })
}

type Wanted = Omit<ReturnType<typeof readWanted>, 'mapping' | 'answers'> & {
  mapping: Mapping | undefined
  answers: Given[]
}

async function run(db: Db, settings: Settings, wanted: Wanted): Promise<number> {
  const { dataset, approve, sourceName, dryRun, exportMapping, takesSuggestions, answers } = wanted
  const source = dataset === undefined ? undefined : sourceOf(dataset)
  const progress = importProgress(source && 'file' in source ? source.file : undefined)
  const options = {
    allowedHosts: settings.importAllowedHosts,
    maxBytes: settings.importMaxMb * 1_000_000,
    token: settings.apifyToken,
    usaJobs: settings.usaJobs,
    signal: interruption(),
    onProgress: progress.onProgress,
    onRead: progress.onRead,
  }
  const { mapping, guessed } = await commandMapping(
    db,
    source,
    { mapping: wanted.mapping, sourceName },
    options,
  )
  if (exportMapping !== undefined) {
    await writeFile(exportMapping, `${JSON.stringify(mapping, null, 2)}\n`)
    console.log(`The mapping was written to ${exportMapping}.`)
  }
  if (!source) return 0
  if (dryRun) {
    const checked = await checkDataset(db, source, { mapping, sourceName }, options).finally(
      progress.stop,
    )
    printCheck(checked, guessed)
    printQuestions(checked.outline.questions ?? [], checked.outline.rows)
    return checked.stoppedBy === undefined ? 0 : 1
  }
  if (sourceName !== undefined) {
    for (const answer of answers) await giveAnswer(db, sourceName, answer)
    const { onProgress: _, onRead: _read, ...quiet } = options
    const checked = takesSuggestions
      ? await checkDataset(db, source, { mapping, sourceName }, quiet)
      : undefined
    for (const answer of suggestedAnswers(checked?.outline.questions ?? []))
      await giveAnswer(db, sourceName, answer)
  }
  // Nobody has looked at a guess: what it brings waits.
  const publishes = approve && guessed.length === 0
  const run = await importDataset(db, source, {
    ...options,
    approve: publishes,
    sourceName,
    mapping,
  }).finally(progress.stop)
  printReport(run, publishes, guessed)
  if (approve && !publishes)
    console.log(
      'Nothing is published, because columns were guessed. Write them with --export-mapping, look at them, and give them back with --mapping.',
    )
  if (sourceName !== undefined)
    printQuestions((await readSourceAnswers(db, sourceName)).questions, 0)
  return run.status === 'stopped' ? 1 : 0
}

/** Ctrl-C stops after the current batch; the same command resumes. */
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

function readWanted(args: string[]) {
  const isOn = { type: 'boolean', default: false } as const
  const options = {
    approve: isOn,
    'dry-run': isOn,
    source: { type: 'string' },
    mapping: { type: 'string' },
    'export-mapping': { type: 'string' },
    answer: { type: 'string', multiple: true, default: [] as string[] },
    'yes-to-suggestions': isOn,
  } as const
  const { values, words } = readArguments(args, usage, options, [0, 1])
  const [dataset] = words
  const {
    approve,
    mapping,
    answer: answers,
    'dry-run': dryRun,
    'export-mapping': exportMapping,
  } = values
  const takesSuggestions = values['yes-to-suggestions']
  const sourceName = values.source?.trim() || undefined
  const onlyExports = sourceName !== undefined && exportMapping !== undefined
  // Answers are kept under the source's name.
  const mayAnswer =
    (answers.length === 0 && !takesSuggestions) || (sourceName !== undefined && !dryRun)
  if ((dataset === undefined && !onlyExports) || !mayAnswer) throw new StartError(`Usage: ${usage}`)
  return { dataset, approve, dryRun, sourceName, mapping, exportMapping, answers, takesSuggestions }
}

async function readMapping(file: string): Promise<Mapping> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    throw new StartError(`${file} cannot be read.`)
  }
  try {
    const { data, error } = mappingSchema.safeParse(JSON.parse(text))
    if (data) return data
    const [issue] = error.issues
    throw new StartError(`${file} is no mapping: ${issue?.path.join('.')}: ${issue?.message}`)
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${file} is not valid JSON.`)
  }
}

function printReport(run: RunRow, approved: boolean, guessed: readonly MappingField[]): void {
  const { message, imported, doubtful, reasons, report, processed } = run
  console.log(message)
  if (imported > doubtful)
    console.log(approved ? 'The new jobs are published.' : 'The new jobs wait for approval.')
  if (doubtful > 0)
    console.log(`${formatNumber(doubtful)} wait for a moderator because a fact is doubtful.`)
  for (const [reason, count] of Object.entries(reasons)) {
    console.log(`  ${String(count).padStart(6)}  ${skipReasons[reason as SkipReason]}`)
  }
  printColumns(report?.columns ?? [], processed, guessed)
  const { skippedRows, duplicates } = namedRows(report?.groups ?? [])
  const examples = skippedRows.slice(0, 20)
  if (examples.length > 0) console.log('\nThe first skipped rows:')
  for (const { row, reason, title } of examples)
    console.log(`  row ${row}: ${reason}${title ? ` – ${title}` : ''}`)
  for (const duplicate of duplicates.slice(0, 10)) console.log(`  ${duplicate}`)
}

/** Rows of each outcome. */
const samplesShown = 10

function printCheck(checked: Checked, guessed: readonly MappingField[]): void {
  const { columns, rows, groups } = checked.outline
  console.log(checkText(checked))
  printColumns(columns, rows, guessed)
  const kinds = {
    ready: 'Would be imported',
    changed: 'Would change',
    waiting: 'Would wait',
    skipped: 'Would be skipped',
  }
  for (const { kind, reason, count, samples } of groups) {
    console.log(`\n${kinds[kind]}${reason === null ? '' : ` – ${reason}`}: ${formatNumber(count)}`)
    for (const { row, title, detail } of samples.slice(0, samplesShown))
      console.log(`  row ${row}: ${[title, detail].filter(Boolean).join(' – ')}`)
  }
}

function cell(text: string, width: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return (line.length > width ? `${line.slice(0, width - 1)}…` : line).padEnd(width)
}

/** Which column became what, and how full it is. */
function printColumns(
  columns: readonly OutlineColumn[],
  rows: number,
  guessed: readonly MappingField[],
): void {
  if (columns.length === 0) return
  console.log(`\n${cell('Column', 32)}  Filled  ${cell('Read as', 24)}  Example`)
  for (const { path, filled, becomes, samples, turned } of columns) {
    const share = `${Math.floor((filled / Math.max(rows, filled)) * 100)}%`.padStart(5)
    const field =
      becomes === null
        ? '–'
        : `${mappingFields[becomes]}${guessed.includes(becomes) ? ' (guessed)' : ''}`
    console.log(
      `${cell(path, 32)}  ${share}  ${cell(field, 24)}  ${cell(samples[0] ?? '', 48).trimEnd()}`,
    )
    if (turned)
      console.log(
        `  from row ${formatNumber(turned.row)} on: ${turned.to} instead of ${turned.from}`,
      )
  }
}

/**
 * One line on a terminal, and elsewhere a line a second. The share is that of the file; what an
 * address sends has none.
 */
function importProgress(file: string | undefined) {
  const size = file === undefined ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  const { stderr } = process
  const [start, end, everyMs] = stderr.isTTY ? ['\r\u001B[K', '', 100] : ['', '\n', 1000]
  const began = performance.now()
  let [shownAt, bytes, line] = [Number.NEGATIVE_INFINITY, 0, '']
  return {
    onRead: (count: number): void => void (bytes += count),
    onProgress: (rows: number): void => {
      const now = performance.now()
      const rate = Math.round((rows * 1000) / (now - began))
      const share = size === 0 ? '' : `${Math.floor((Math.min(bytes, size) * 100) / size)}% · `
      line = `${start}${share}${formatNumber(rows)} rows, ${formatNumber(rate)} rows a second${end}`
      if (now - shownAt < everyMs) return
      shownAt = now
      stderr.write(line)
    },
    stop: (): void => void stderr.write(stderr.isTTY && line !== '' ? `${line}\n` : line),
  }
}
