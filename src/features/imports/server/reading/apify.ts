import { setTimeout as wait } from 'node:timers/promises'
import { DatasetError } from './dataset-error.ts'
import { bodyOf, HttpError, openUrl } from './http.ts'
import type { HttpOptions } from './http.ts'
import type { Row } from './read-rows.ts'

export type ApifyOptions = HttpOptions & { pageSize?: number; retryDelayMs?: number }

const maxPageBytes = 32_000_000
/** No dataset is that long: where a server never answers an empty page, this ends it. */
const maxPages = 10_000
const attempts = 6
const longestWaitMs = 60_000

export const isApifyDataset = (url: URL): boolean => /^\/v2\/.*dataset(?:s\/[^/]+)?(?:\/items)?\/?$/.test(url.pathname)

/** All items of a dataset of Apify's API, page by page; a page that fails is asked for again. */
export async function* readApify(address: URL, options: ApifyOptions): AsyncGenerator<Row> {
  const size = options.pageSize ?? 500
  // A token in the address would end up in logs; the header is what it is for.
  const token = options.token ?? address.searchParams.get('token') ?? undefined
  for (let page = 0; page < maxPages; page++) {
    // With `clean` a page may hold fewer items than asked for, so the offset advances by what was asked.
    const offset = page * size
    const { items, total } = await retry(
      () => fetchPage(pageUrl(address, offset, size), { ...options, token }),
      options.retryDelayMs ?? 1000,
    )
    for (const item of items) yield { item }
    if (items.length === 0 && offset >= total) return
  }
  throw new DatasetError('The dataset does not end: the server answers every page.')
}

function pageUrl(address: URL, offset: number, limit: number): URL {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/(?<!\/items)$/, '/items')
  url.searchParams.delete('token')
  for (const [name, value] of Object.entries({ format: 'json', clean: 1, offset, limit }))
    url.searchParams.set(name, String(value))
  return url
}

/** `total` is 0 where the server does not tell. */
async function fetchPage(url: URL, options: HttpOptions): Promise<{ items: unknown[]; total: number }> {
  const response = await openUrl(url, options)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bodyOf(response)) {
    size += chunk.length
    if (size > maxPageBytes) {
      response.destroy()
      throw new DatasetError('A page of the dataset is too large.')
    }
    chunks.push(chunk)
  }
  const answered = Number(response.headers['x-apify-pagination-offset'] ?? url.searchParams.get('offset'))
  if (answered !== Number(url.searchParams.get('offset')))
    throw new DatasetError('The server does not answer the page that it was asked for.')
  return { items: itemsOf(Buffer.concat(chunks)), total: Number(response.headers['x-apify-pagination-total']) || 0 }
}

function itemsOf(body: Buffer): unknown[] {
  let items: unknown
  try {
    items = JSON.parse(body.toString())
  } catch {
    throw new BrokenPage('A page of the dataset is broken off.')
  }
  if (!Array.isArray(items)) throw new DatasetError('The server did not answer a list of items.')
  return items
}

class BrokenPage extends DatasetError {}

/** Tries again what may pass: overload, a server's fault, a broken connection. The server's own waiting time counts first. */
async function retry<T>(work: () => Promise<T>, delayMs: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !mayPass(error)) throw error
      const asked = error instanceof HttpError ? error.retryAfter : undefined
      await wait(Math.min(asked ?? delayMs * 2 ** (attempt - 1), longestWaitMs))
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 429 || error.status >= 500
  return error instanceof BrokenPage || (error instanceof DatasetError && error.cause !== undefined)
}
