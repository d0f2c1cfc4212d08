import { CsvError } from 'csv-parse'
import { csvRecords, delimiterOf, type CsvRecord } from '#platform/server/read-csv.ts'
import type { Bytes } from './bytes.ts'
import { withHead } from '#platform/server/storage/storage.ts'
import { DatasetError, maxItemBytes, type FormatRow } from './row.ts'
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
  for await (const { cells, bytes } of recordsOf(all, delimiter)) {
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
      ? { skip: 'broken-row', bytes }
      : { item: itemOf(columns, cells), bytes }
  }
}

const mostAbove = 5

async function* recordsOf(chunks: Bytes, delimiter: string): AsyncGenerator<CsvRecord> {
  let line = 1
  try {
    for await (const record of csvRecords(chunks, delimiter, maxItemBytes)) {
      line = record.line
      yield record
    }
  } catch (error) {
    throw explained(error, line)
  }
}

function explained(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return new DatasetError(
      `After line ${formatNumber(line)} a cell begins with a quote that nothing closes.`,
    )
  return new DatasetError(`The table is broken after line ${formatNumber(line)}: ${error.message}`)
}

/** Each column has a name of its own. */
function columnNames(cells: readonly string[]): string[] {
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
