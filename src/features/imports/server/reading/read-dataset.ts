import { createReadStream } from 'node:fs'
import { listOf, readList, type ApifyOptions } from './pages.ts'
import { DatasetError, datasetStart, type Cursor, type FormatRow, type ReadRow } from './row.ts'
import { errorCode } from '#platform/server/errors.ts'
import { withHead } from '#platform/server/storage/storage.ts'
import { textOf, type Bytes } from './bytes.ts'
import { readCsv } from './csv.ts'
import { isSitemap, readSitemap } from './sitemap.ts'
import { readJson } from './json.ts'
import { readXml } from './xml.ts'
import { bodyOf, openingPatienceMs, openUrl, retry, type HttpOptions } from './http.ts'
import { isItem, type Item } from '../mapping/item.ts'
import { uploadIdOf } from '#features/imports/model.ts'
import { formatNumber } from '#shared/numbers.ts'

export type DatasetSource =
  | { file: string }
  | { url: string }
  /** `dataset` identifies the list, so that an interrupted run can resume. */
  | { items: Iterable<unknown>; dataset?: string }

export type ReadOptions = ApifyOptions & {
  /** A longer dataset breaks off. */
  maxRows?: number | undefined
  /** Bytes of a file, as they are taken up. */
  onRead?: (bytes: number) => void
}

/** A source as typed: an address, or else the path of a file. */
export function sourceOf(text: string): DatasetSource {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? { url: text } : { file: text }
}

/** The rows of any source, one at a time, from the cursor on. Throws a `DatasetError`. */
export async function* readDataset(
  source: DatasetSource,
  options: ReadOptions,
  from: Cursor = datasetStart,
): AsyncGenerator<ReadRow> {
  let rows = 0
  for await (const row of readSource(source, options, from)) {
    if (options.maxRows !== undefined && ++rows > options.maxRows)
      throw new DatasetError(`The page has more than ${formatNumber(options.maxRows)} rows.`)
    yield row
  }
}

async function* readSource(
  source: DatasetSource,
  options: ReadOptions,
  from: Cursor,
): AsyncGenerator<ReadRow> {
  if ('items' in source) yield* itemsAfter(source.items, from.row)
  else if ('file' in source)
    yield* readRows(fileChunks(source.file, options.onRead), from.row, options.maxBytes)
  else yield* readFrom(source.url, options, from)
}

async function* readFrom(
  address: string,
  options: ApifyOptions,
  from: Cursor,
): AsyncGenerator<ReadRow> {
  const upload = uploadIdOf(address)
  const url = URL.parse(address)
  const list = url && listOf(url)
  if (upload !== undefined)
    yield* readRows(await openUpload(upload, options), from.row, options.maxBytes)
  else if (!url) throw new DatasetError('This is not a valid address.')
  else if (list) yield* readList(list, url, options, from)
  else if (isSitemap(url)) yield* readSitemap(url, options, from)
  // The token is for Apify's API: a plain address gets none.
  else {
    const response = await retry(
      () => openUrl(url, options),
      options.retryDelayMs ?? 1000,
      openingPatienceMs,
    )
    yield* readRows(bodyOf(response), from.row, options.maxBytes)
  }
}

async function openUpload(id: string, { openUpload: open }: HttpOptions) {
  const content = await open?.(id)
  if (!content) throw new DatasetError('The uploaded file is no longer here: upload it again.')
  return content
}

function* itemsAfter(items: Iterable<unknown>, skip: number): Generator<ReadRow> {
  let row = 0
  for (const item of items) if (++row > skip) yield { item, after: { page: 0, row }, bytes: 0 }
}

async function* fileChunks(path: string, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, {
      highWaterMark: 256 * 1024,
    }) as AsyncIterable<Buffer>) {
      yield chunk
      onRead?.(chunk.length)
    }
  } catch (error) {
    const reason = failures[errorCode(error) ?? '']
    if (reason) throw new DatasetError(`${path}: ${reason}.`, { cause: error })
    throw error
  }
}

const failures: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'the file may not be read',
  EPERM: 'the file may not be read',
}

/**
 * Reads JSON, JSON lines, CSV or XML, whichever its first bytes say, after the first `skip` rows.
 * Memory holds a row at a time. Throws a `DatasetError` where the text breaks off.
 */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  skip = 0,
  maxBytes?: number,
): AsyncGenerator<ReadRow> {
  let row = 0
  for await (const read of readFormat(textOf(chunks, maxBytes)))
    for (const job of jobsIn(read)) if (++row > skip) yield { ...job, after: { page: 0, row } }
}

const titleName = /^(?:(?:job|requisition|position|posting)[_ ]?)?title$/i
/** What a site says of all its jobs. */
const ofSite =
  /^(?!.*id$).*(?:employer|compan|facilit|organi[sz]ation|hospital|clinic|practice|city|state|zip|location)/i

/** Some lists have an entry for each site, or for each search, and the jobs below. */
function jobsIn(row: FormatRow) {
  const item = 'item' in row && isItem(row.item) ? row.item : {}
  const hasTitle = (entry: unknown) =>
    isItem(entry) && Object.keys(entry).some((name) => titleName.test(name))
  const lists = Object.values(item).filter(
    (value): value is Item[] => Array.isArray(value) && value.length > 0 && value.every(hasTitle),
  )
  const [jobs, others] = lists
  if (!jobs || others || hasTitle(item)) return [row]
  const site = Object.fromEntries(Object.entries(item).filter(([name]) => ofSite.test(name)))
  return jobs.map((job) => ({ item: { ...site, ...job }, bytes: row.bytes / jobs.length }))
}

/** Longer than blanks and comments before the first character that counts. */
const headBytes = 1024

async function* readFormat(text: Bytes): AsyncGenerator<FormatRow> {
  const { head, all } = await withHead(text, headBytes)
  const start = head.toString().trimStart()
  if (start === '') throw new DatasetError('The dataset is empty.')
  if (start.startsWith('[') || start.startsWith('{')) yield* readJson(all)
  else if (/^<!doctype html|^<html/i.test(start))
    throw new DatasetError('This is a web page, not a dataset.')
  else if (start.startsWith('<')) yield* readXml(all)
  else yield* readCsv(all)
}

/** How a source is recorded: without what may be secret in its address. */
export function describeSource(source: DatasetSource): string {
  if ('items' in source) return 'items'
  if ('file' in source) return source.file
  const url = URL.parse(source.url)
  return url ? `${url.origin}${url.pathname}` : 'an invalid address'
}
