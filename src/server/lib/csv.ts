import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'

/**
 * Rows as a CSV file, streamed; if they break off, so does the file. A cell that a spreadsheet would take for a formula
 * ('=1+1', '@SUM') is marked as text, and the file begins with the sign by which Excel knows UTF-8.
 */
export function csvStream<Row extends Record<string, unknown>>(
  /** What each column is called in the file. */
  columns: { readonly [K in keyof Row & string]?: string },
  rows: AsyncIterable<Row> | Iterable<Row>,
): Readable {
  const file = stringify({
    header: true,
    columns: Object.entries(columns).map(([key, header]) => ({ key, header: String(header) })),
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { date: (it: Date) => it.toISOString() },
  })
  // An error destroys the file too, where its reader handles it.
  return pipeline(Readable.from(rows), file, () => {})
}
