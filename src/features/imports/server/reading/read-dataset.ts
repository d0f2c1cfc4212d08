import { createReadStream } from 'node:fs'
import { isApifyDataset, readApify } from './apify.ts'
import type { ApifyOptions } from './apify.ts'
import { DatasetError } from './dataset-error.ts'
import { bodyOf, openUrl } from './http.ts'
import { readRows } from './read-rows.ts'
import type { Row } from './read-rows.ts'

export type DatasetSource = { file: string } | { url: string } | { items: Iterable<unknown> }

/** A source as typed: an address, or else the path of a file. */
export function sourceOf(text: string): DatasetSource {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? { url: text } : { file: text }
}

/** The rows of any source, one at a time. Throws a `DatasetError`. */
export async function* readDataset(source: DatasetSource, options: ApifyOptions): AsyncGenerator<Row> {
  if ('items' in source) {
    for (const item of source.items) yield { item }
  } else if ('file' in source) {
    yield* readRows(fileChunks(source.file))
  } else {
    const url = URL.parse(source.url)
    if (!url) throw new DatasetError('This is not a valid address.')
    if (isApifyDataset(url)) yield* readApify(url, options)
    // The token is for Apify's API: a plain address gets none.
    else yield* readRows(bodyOf(await openUrl(url, { allowedHosts: options.allowedHosts })))
  }
}

/** How a source is recorded: without what may be secret in its address. */
export function describeSource(source: DatasetSource): string {
  if ('items' in source) return 'items'
  if ('file' in source) return source.file
  const url = URL.parse(source.url)
  return url ? `${url.origin}${url.pathname}` : 'an invalid address'
}

async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) yield chunk as Buffer
  } catch (error) {
    const reason = failures[(error as NodeJS.ErrnoException).code ?? '']
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
