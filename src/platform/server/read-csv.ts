import { parse } from 'csv-parse'

/** `line`: where it ends, counted from 1. */
export type CsvRecord = { cells: string[]; line: number; bytes: number }

/**
 * The records of a table, its heading among them. A quote within a cell is part of it. Without a
 * limit a record may be as long as the table.
 * @throws {CsvError} after the records before a quote that nothing closes.
 */
export async function* csvRecords(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
  maxRecordBytes = 0,
): AsyncGenerator<CsvRecord> {
  let read: CsvRecord[] = []
  let failure: Error | undefined
  let size = 0
  const parser = parse({
    delimiter,
    bom: true,
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
    // Into our own list rather than through the stream, which forgets on an error what nobody has
    // taken out yet.
    on_record: (cells: string[], { bytes, lines: line }) => {
      read.push({ cells, line, bytes: bytes - size })
      size = bytes
      return null
    },
  })
  parser.on('error', (error) => (failure = error))
  const taken = function* () {
    const records = read
    read = []
    yield* records
    if (failure) throw failure
  }
  for await (const chunk of chunks) {
    await new Promise<void>((resolve) => parser.write(chunk, () => resolve()))
    yield* taken()
  }
  await new Promise<void>((resolve) => {
    parser.once('error', () => resolve())
    parser.end(() => resolve())
  })
  yield* taken()
}

const delimiters = [',', '\t', ';', '|']

/**
 * The sign that cuts most lines into as many cells as the first one; undefined where none cuts the
 * first line.
 */
export function delimiterOf(text: string, isWhole: boolean): string | undefined {
  const scored = delimiters
    .map((delimiter) => {
      const counts = cellCounts(text, delimiter)
      // The last line may be cut.
      const whole = isWhole || counts.length < 2 ? counts : counts.slice(0, -1)
      const columns = whole[0] ?? 0
      const alike = whole.filter((count) => count === columns).length / whole.length
      return { delimiter, columns, score: alike * Math.log2(columns) }
    })
    .filter(({ columns }) => columns > 1)
    .toSorted((a, b) => b.score - a.score)
  return scored[0]?.delimiter
}

/** Of each line that is not empty, the number of cells. */
export function cellCounts(text: string, delimiter: string): number[] {
  const counts: number[] = []
  let cells = 1
  let isQuoted = false
  let isLineEmpty = true
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (letter === delimiter) cells++
    else if (letter === '\n' && !isLineEmpty) {
      counts.push(cells)
      cells = 1
      isLineEmpty = true
      continue
    }
    if (letter.trim() !== '') isLineEmpty = false
  }
  if (!isLineEmpty) counts.push(cells)
  return counts
}
