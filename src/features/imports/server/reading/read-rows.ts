import { textOf, withHead } from './bytes.ts'
import type { Bytes } from './bytes.ts'
import { readCsv } from './csv.ts'
import { readJson } from './json.ts'
import { DatasetError } from './row.ts'
import type { FormatRow, ReadRow } from './row.ts'
import { readXml } from './xml.ts'

/**
 * Reads JSON, JSON lines, CSV or XML, whichever its first bytes say, after the first `skip` rows. Memory holds a row at a time.
 * Throws a `DatasetError` where the text breaks off.
 */
export async function* readRows(chunks: AsyncIterable<Uint8Array>, skip = 0, maxBytes?: number): AsyncGenerator<ReadRow> {
  let row = 0
  for await (const read of readFormat(textOf(chunks, maxBytes))) if (++row > skip) yield { ...read, after: { page: 0, row } }
}

/** Longer than blanks and comments before the first character that counts. */
const headBytes = 1024

async function* readFormat(text: Bytes): AsyncGenerator<FormatRow> {
  const { head, all } = await withHead(text, headBytes)
  const start = head.toString().trimStart()
  if (start === '') throw new DatasetError('The dataset is empty.')
  if (start.startsWith('[') || start.startsWith('{')) yield* readJson(all)
  else if (/^<!doctype html|^<html/i.test(start)) throw new DatasetError('This is a web page, not a dataset.')
  else if (start.startsWith('<')) yield* readXml(all)
  else yield* readCsv(all)
}
