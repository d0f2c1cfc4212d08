import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { attachmentNamed } from './http/attachment.ts'

/**
 * Streams rows as a CSV file; if the rows fail, so does the file. A cell that a spreadsheet would run as a formula ('=1+1',
 * '@SUM') is marked as text, and a byte order mark tells Excel that it is UTF-8.
 */
export function csvStream<Row extends Record<string, unknown>>(
  /** The heading of each column. */
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
  // An error also destroys the file, whose reader handles it.
  return pipeline(Readable.from(rows), file, () => {})
}

/** As a download that nobody else may keep. */
export const sendCsv = (reply: FastifyReply, fileName: string, ...file: Parameters<typeof csvStream>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachmentNamed(fileName))
    .header('cache-control', 'private, no-store')
    .send(csvStream(...file))
