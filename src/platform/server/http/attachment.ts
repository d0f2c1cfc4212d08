import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * The `Content-Disposition` header of a download (RFC 6266), in ASCII and in the encoding of RFC
 * 8187. No name can break out of it.
 */
export function attachmentNamed(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["%\\]/g, '_')
  const full = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}

/**
 * Streams rows as a CSV file; if the rows fail, so does the file. A cell that a spreadsheet would
 * run as a formula ('=1+1', '@SUM') is marked as text. A byte order mark tells Excel that the file
 * is UTF-8.
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
    cast: { date: (date: Date) => date.toISOString() },
  })
  // An error also destroys the file, whose reader handles it.
  return pipeline(Readable.from(rows), file, () => {})
}

/** As a download that nobody else may keep. */
export const sendCsv = (
  reply: FastifyReply,
  fileName: string,
  ...file: Parameters<typeof csvStream>
): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachmentNamed(fileName))
    .header('cache-control', 'private, no-store')
    .send(csvStream(...file))
