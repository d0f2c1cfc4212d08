import { setTimeout as wait } from 'node:timers/promises'
import { at, isItem } from '../mapping/item.ts'
import type { Item } from '../mapping/item.ts'
import { BrokenPage, openingPatienceMs, openUrl, readBody, retry } from './http.ts'
import type { HttpOptions } from './http.ts'
import { DatasetError, maxItemBytes, oneAhead } from './row.ts'
import type { Cursor, ReadRow } from './row.ts'

/** Datasets that come in pages: those of Apify's API, and public lists of jobs. */

export type ApifyOptions = HttpOptions & {
  /** For Apify's API: see `tokenHost`. */
  token?: string | undefined
  /** For the API of USAJOBS, which asks for a key and the address of the one it was given to. */
  usaJobs?: { key: string; email: string } | undefined
  pageSize?: number
  retryDelayMs?: number
  /** Called with the number of rows, where the server gives it. */
  onTotal?: (rows: number) => void
}

const usualPageSize = 500
/** Two pages are held at a time, each as bytes and as items. */
const maxPageBytes = 16_000_000
/** No dataset is that long: where a server never answers an empty page, this ends it. */
const maxPages = 10_000

export const isApifyDataset = (url: URL): boolean => /^\/v2\/.*dataset(?:s\/[^/]+)?(?:\/items)?\/?$/.test(url.pathname)

/**
 * The host that the operator's token is for: Apify's, or whatever stands first on the list in its place. Another host on the
 * list may look like Apify's API, and gets none.
 */
const tokenHost = (allowedHosts: readonly string[]): string | undefined => {
  const hosts = allowedHosts.map((host) =>
    host
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, ''),
  )
  return hosts.includes('api.apify.com') ? 'api.apify.com' : hosts[0]
}

/** All items of a dataset of Apify's API, page by page; a page that fails is asked for again. */
export async function* readApify(address: URL, options: ApifyOptions, from: Cursor): AsyncGenerator<ReadRow> {
  let { row } = from
  for await (const { items, offset, bytes } of oneAhead(readPages(address, options, from.page))) {
    const done = Math.min(row, items.length)
    // What was done of a larger page reaches into the next one.
    row -= done
    for (const [index, item] of items.entries())
      if (index >= done) yield { item, after: { page: offset, row: index + 1 }, bytes: bytes / items.length }
  }
}

type Page = { items: unknown[]; offset: number; bytes: number }

async function* readPages(address: URL, options: ApifyOptions, start: number): AsyncGenerator<Page> {
  const token = tokenFor(address, options)
  let size = options.pageSize ?? usualPageSize
  let offset = start
  for (let pages = 0; pages < maxPages; pages++) {
    const url = pageUrl(address, offset, size)
    const page = await retry(
      () => fetchPage(url, options, token),
      options.retryDelayMs ?? 1000,
      offset === 0 ? openingPatienceMs : undefined,
    )
    if (page === 'too large') {
      if (size === 1) throw new DatasetError('An item of the dataset is too large.')
      size = Math.ceil(size / 4)
      continue
    }
    if (page.total > 0) options.onTotal?.(page.total)
    if (page.items.length === 0 && offset >= page.total) return
    yield { items: page.items, offset, bytes: page.bytes }
    // With `clean` a page may hold fewer items than asked for, so the offset advances by what was asked.
    offset += size
  }
  throw new DatasetError('The dataset does not end: the server answers every page.')
}

/** A token in the address would end up in logs; the header is what it is for. */
const tokenFor = (address: URL, { token, allowedHosts }: ApifyOptions): string | undefined =>
  address.searchParams.get('token') ?? (address.host === tokenHost(allowedHosts) ? token : undefined)

function pageUrl(address: URL, offset: number, limit: number): URL {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/(?<!\/items)$/, '/items')
  url.searchParams.delete('token')
  for (const [name, value] of Object.entries({ format: 'json', clean: 1, offset, limit }))
    url.searchParams.set(name, String(value))
  return url
}

type Answer = { items: unknown[]; total: number; bytes: number } | 'too large'

/** `total` is 0 where the server does not give it. */
async function fetchPage(url: URL, options: HttpOptions, token: string | undefined): Promise<Answer> {
  const response = await openUrl(url, options, { secrets: token ? { authorization: `Bearer ${token}` } : undefined })
  const body = await readBody(response, maxPageBytes)
  if (!body) return 'too large'
  const answered = Number(response.headers['x-apify-pagination-offset'] ?? url.searchParams.get('offset'))
  if (answered !== Number(url.searchParams.get('offset')))
    throw new DatasetError('The server does not answer the page that it was asked for.')
  return { items: itemsOf(body), total: Number(response.headers['x-apify-pagination-total']) || 0, bytes: body.length }
}

function itemsOf(body: Buffer): unknown[] {
  let items: unknown
  try {
    items = JSON.parse(body.toString())
  } catch {
    if (/^\s*</.test(body.toString('latin1', 0, 100))) throw new BrokenPage('The server answered a web page instead of items.')
    throw new BrokenPage('A page of the dataset is broken off.')
  }
  if (!Array.isArray(items)) throw new DatasetError('The server did not answer a list of items.')
  return items
}

/** A public list that comes in pages, or whose entries lack the text that an address of their own has. */
type List = {
  matches: (url: URL) => boolean
  pageSize: number
  /** How to ask for the entries from `offset` on. */
  page: (url: URL, offset: number, size: number) => { url: URL; body?: string }
  /** Where an answer has its entries. */
  entries: string
  detail?: (url: URL, entry: Item) => string | undefined
}

const withParameters = (address: URL, parameters: Record<string, number>): URL => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  return url
}

const lists: List[] = [
  // USAJOBS
  {
    matches: ({ pathname }) => /^\/api\/search\/?$/i.test(pathname),
    pageSize: 250,
    page: (url, offset, size) => ({ url: withParameters(url, { ResultsPerPage: size, Page: offset / size + 1 }) }),
    entries: 'SearchResult.SearchResultItems',
  },
  // SmartRecruiters
  {
    matches: ({ pathname }) => /^\/v1\/companies\/[^/]+\/postings\/?$/.test(pathname),
    pageSize: 100,
    page: (url, offset, limit) => ({ url: withParameters(url, { limit, offset }) }),
    entries: 'content',
    detail: ({ pathname }, { id }) =>
      typeof id === 'string' ? `${pathname.replace(/\/$/, '')}/${encodeURIComponent(id)}` : undefined,
  },
  // Workday's career sites
  {
    matches: ({ pathname }) => /^\/wday\/cxs\/[^/]+\/[^/]+\/jobs\/?$/.test(pathname),
    pageSize: 20,
    page: (url, offset, limit) => ({ url, body: JSON.stringify({ limit, offset, searchText: '', appliedFacets: {} }) }),
    entries: 'jobPostings',
    detail: ({ pathname }, { externalPath }) =>
      typeof externalPath === 'string' && externalPath.startsWith('/') ? pathname.replace(/\/jobs\/?$/, externalPath) : undefined,
  },
]

export const listOf = (url: URL): List | undefined => lists.find((list) => list.matches(url))

const maxListPages = 5000
/** Between the texts of two jobs: a list is no reason to press a small server. */
const pauseMs = 100

export async function* readList(list: List, address: URL, options: ApifyOptions, from: Cursor): AsyncGenerator<ReadRow> {
  const size = options.pageSize ?? list.pageSize
  const delayMs = options.retryDelayMs ?? 1000
  for (let page = from.page / size; page < maxListPages; page++) {
    const offset = page * size
    const { url, body } = list.page(address, offset, size)
    const patienceMs = offset === from.page ? openingPatienceMs : undefined
    const answer = await retry(() => fetchJson(url, options, body), delayMs, patienceMs)
    const found = isItem(answer) ? at(answer, list.entries) : undefined
    if (!Array.isArray(found)) throw new DatasetError('The server did not answer a list of jobs.')
    const done = offset === from.page ? from.row : 0
    for (const [index, entry] of found.entries()) {
      if (index < done) continue
      yield { ...(await withDetail(list, address, entry, options)), after: { page: offset, row: index + 1 } }
    }
    if (found.length < size) return
  }
  throw new DatasetError('The list does not end: the server answers every page.')
}

async function withDetail(
  { detail }: List,
  address: URL,
  entry: unknown,
  options: ApifyOptions,
): Promise<{ item: unknown; bytes: number }> {
  const path = detail && isItem(entry) ? detail(address, entry) : undefined
  if (path === undefined) return { item: entry, bytes: 0 }
  await wait(options.retryDelayMs === undefined ? pauseMs : 0)
  const item = await retry(() => fetchJson(new URL(path, address), options), options.retryDelayMs ?? 1000).catch(
    (error: unknown) => {
      // A job that was taken down meanwhile costs only itself.
      if (error instanceof DatasetError) return entry
      throw error
    },
  )
  return { item, bytes: 0 }
}

const maxAnswerBytes = 4 * maxItemBytes
const usaJobsHost = 'data.usajobs.gov'

async function fetchJson(url: URL, options: ApifyOptions, body?: string): Promise<unknown> {
  const { usaJobs } = options
  const secrets =
    usaJobs && url.host === usaJobsHost ? { 'authorization-key': usaJobs.key, 'user-agent': usaJobs.email } : undefined
  const response = await openUrl(url, options, { secrets, body })
  const answer = await readBody(response, maxAnswerBytes)
  if (!answer) throw new DatasetError('A page of the list is too large.')
  try {
    return JSON.parse(answer.toString()) as unknown
  } catch {
    throw new BrokenPage('A page of the list is broken off.')
  }
}
