import { CsvError } from 'csv-parse'
import { cellCounts, csvRecords, delimiterOf, type CsvRecord } from '#platform/server/read-csv.ts'
import type { Bytes } from './bytes.ts'
import { withHead } from '#platform/server/storage/storage.ts'
import { DatasetError, maxItemBytes, patternOf, textAround, type FormatRow } from './row.ts'
import { formatNumber } from '#shared/numbers.ts'

/** Enough to see which sign stands between the cells. */
const headBytes = 64 * 1024

/**
 * The rows of a table whose first line names its columns. A quote within a cell is part of it; a
 * row with more cells than the table has columns is broken, because nobody can tell which cell
 * belongs where.
 */
export async function* readCsv(chunks: Bytes): AsyncGenerator<FormatRow> {
  const { head, all } = await withHead(chunks, headBytes)
  const delimiter = delimiterOf(head.toString(), head.length < headBytes)
  if (delimiter === undefined)
    throw new DatasetError('This is neither JSON, JSON lines, CSV nor XML.')
  let columns: string[] | undefined
  let above = 0
  for await (const record of recordsOf(all, delimiter, () => columns?.length ?? 0)) {
    if ('broken' in record) {
      yield { skip: 'broken-row', detail: record.broken, bytes: record.bytes }
      continue
    }
    const { cells, bytes } = record
    if (!columns) {
      // Reports begin with their name and with headings over several columns.
      if (
        above++ < mostAbove &&
        cells.length > 3 &&
        cells.filter((cell) => cell.trim() !== '').length * 2 < cells.length
      )
        continue
      columns = columnNames(cells)
      continue
    }
    while (cells.length > columns.length && cells.at(-1)?.trim() === '') cells.pop()
    if (cells.length === 1 && cells[0]?.trim() === '') continue
    yield cells.length > columns.length
      ? { skip: 'broken-row', detail: textAround(cells.join(delimiter)), bytes }
      : { item: itemOf(columns, cells), bytes }
  }
}

const mostAbove = 5

/** Reading again costs time: a table with more lone quotes is none. */
const mostBroken = 200

type TableRecord = { cells: string[]; bytes: number } | { broken: string; bytes: number }

/**
 * The records of a table. A quote that nothing closes swallows the lines after it: then its line is
 * broken, and reading begins again with the next line.
 */
async function* recordsOf(
  chunks: Bytes,
  delimiter: string,
  columnCount: () => number,
): AsyncGenerator<TableRecord> {
  const source = chunks[Symbol.asyncIterator]()
  /** What was read since the end of the last record. */
  let held: Buffer = Buffer.alloc(0)
  let line = 1
  const remembered = async function* (first: Buffer): Bytes {
    if (first.length > 0) yield first
    for (;;) {
      const { done, value } = await source.next()
      if (done) return
      held = held.length > 0 ? Buffer.concat([held, value]) : value
      yield value
    }
  }
  for (let restarts = 0; ; restarts++) {
    let lost: unknown
    try {
      for await (const record of csvRecords(remembered(held), delimiter, maxItemBytes)) {
        if (swallows(record, held, delimiter, columnCount())) {
          lost = record
          break
        }
        held = held.subarray(record.bytes)
        line = record.line
        yield record
      }
      if (lost === undefined) return
    } catch (error) {
      lost = error
    }
    const end = held.indexOf('\n')
    const isQuote = !(lost instanceof Error) || isOpenQuote(lost)
    if (!isQuote || restarts === mostBroken || columnCount() === 0) throw explained(lost, line)
    const first = end < 0 ? held : held.subarray(0, end + 1)
    yield mendedLine(first.toString(), delimiter, columnCount())
    held = held.subarray(first.length)
    line++
    if (end < 0) return
  }
}

/** Whether a cell has swallowed a line of the table. */
function swallows({ cells, bytes }: CsvRecord, held: Buffer, delimiter: string, columns: number) {
  if (columns < 2 || !cells.some((cell) => cell.includes('\n'))) return false
  const text = held.toString('utf8', 0, bytes).trim()
  const second = text.split('\n')[1] ?? ''
  if (cells.length === columns && !hasStrayQuote(text, delimiter)) return false
  return cellCounts(second, delimiter)[0] === columns
}

/** A quote within quotes that is neither doubled nor at the end of its cell. */
function hasStrayQuote(text: string, delimiter: string) {
  const sign = patternOf(delimiter)
  const cell = String.raw` *(?:"(?:[^"]|"")*"[ \r]*|[^"\s${sign}][^${sign}\n]*|)`
  return !new RegExp(`^${cell}(?:${sign}${cell})*$`).test(text)
}

/** A line whose quote nothing closes: read without quotes, if it then has as many cells. */
function mendedLine(text: string, delimiter: string, columns: number): TableRecord {
  const cells = text.trimEnd().split(delimiter)
  const bytes = Buffer.byteLength(text)
  return cells.length === columns
    ? { cells: cells.map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1')), bytes }
    : { broken: textAround(text), bytes }
}

const openQuotes = new Set([
  'CSV_QUOTE_NOT_CLOSED',
  'CSV_MAX_RECORD_SIZE',
  'CSV_INVALID_CLOSING_QUOTE',
  'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE',
])
const isOpenQuote = (error: unknown) => error instanceof CsvError && openQuotes.has(error.code)

function explained(error: unknown, line: number) {
  if (!(error instanceof CsvError)) return error
  if (isOpenQuote(error))
    return new DatasetError(
      `After line ${formatNumber(line)} a cell begins with a quote that nothing closes.`,
    )
  return new DatasetError(`The table is broken after line ${formatNumber(line)}: ${error.message}`)
}

/** Each column has a name of its own. */
function columnNames(cells: readonly string[]) {
  const names: string[] = []
  const taken = new Set<string>()
  /**
   * How often each name came: counting from the start again takes long where thousands of columns
   * have one name.
   */
  const times = new Map<string, number>()
  for (const [index, cell] of cells.entries()) {
    const name = cell.replaceAll(/\s+/g, ' ').trim() || `Column ${index + 1}`
    let unique = name
    let again = times.get(name) ?? 1
    while (taken.has(unique)) unique = `${name} ${++again}`
    times.set(name, again)
    taken.add(unique)
    names.push(unique)
  }
  return names
}

/** What programs write where there is nothing. */
const nothing = /^(?:null|\\N|#N\/A|NaN|undefined)?$/i

const itemOf = (columns: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap((name, index) => {
      const cell = cells[index]?.trim() ?? ''
      return nothing.test(cell) ? [] : [[name, cell]]
    }),
  )
