import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { formatNumber } from '#shared/numbers.ts'
import { at, isItem, type Item } from '../mapping/item.ts'
import {
  BrokenPage,
  openingPatienceMs,
  openUrl,
  readBody,
  retry,
  type Asking,
  type HttpOptions,
} from './http.ts'
import { DatasetError, oneAhead, type Cursor, type ReadRow } from './row.ts'

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

/**
 * The host that the operator's token is for: Apify's, or whatever stands first on the list in its
 * place. Another host on the list may look like Apify's API, and gets none.
 */
const tokenHost = (allowedHosts: readonly string[]) => {
  const hosts = allowedHosts.map((host) =>
    host
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, ''),
  )
  return hosts.includes('api.apify.com') ? 'api.apify.com' : hosts[0]
}

/** Two pages are held at a time, each as bytes and as items. */
const maxPageBytes = 16_000_000
/** No dataset is that long: where a server never answers an empty page, the run ends. */
const maxPages = 10_000

/** A token in the address would end up in logs; the header is what it is for. */
const tokenFor = (address: URL, { token, allowedHosts }: ApifyOptions) =>
  address.searchParams.get('token') ??
  (address.host === tokenHost(allowedHosts) ? token : undefined)

type List = {
  matches: (url: URL) => boolean
  pageSize: number
  /** How to ask for the entries from `offset` on. */
  page: (url: URL, offset: number, size: number) => { url: URL; body?: string }
  /** Where an answer has its entries; without it they are the answer. */
  entries?: string
  /** Where an answer has the number of all entries. */
  total?: string
  /**
   * A page may have fewer entries than were asked for: only an empty one is the last, and pages too
   * large are asked for in parts.
   */
  isSparse?: true
  secrets?: (url: URL, options: ApifyOptions) => Record<string, string> | undefined
  /** Whose list a host has, where the entries do not say so. */
  owner?: RegExp
  /** The address of an entry's text, where the list lacks it. */
  detail?: (url: URL, entry: Item) => string | undefined
  /** Where the answer with the text has the entry, if not at its top. */
  within?: string
}

const withParameters = (address: URL, parameters: Record<string, string | number>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  return url
}

const lists: List[] = [
  // Datasets of Apify
  {
    matches: ({ pathname }) => /^\/v2\/.*dataset(?:s\/[^/]+)?(?:\/items)?\/?$/.test(pathname),
    pageSize: 500,
    page(address, offset, limit) {
      const url = new URL(address)
      url.pathname = url.pathname.replace(/\/+$/, '').replace(/(?<!\/items)$/, '/items')
      url.searchParams.delete('token')
      return { url: withParameters(url, { format: 'json', clean: 1, offset, limit }) }
    },
    isSparse: true,
    secrets(address, options) {
      const token = tokenFor(address, options)
      return token ? { authorization: `Bearer ${token}` } : undefined
    },
  },
  // USAJOBS
  {
    matches: ({ pathname }) => /^\/api\/search\/?$/i.test(pathname),
    pageSize: 250,
    page: (url, offset, size) => ({
      url: withParameters(url, { ResultsPerPage: size, Page: offset / size + 1 }),
    }),
    entries: 'SearchResult.SearchResultItems',
    total: 'SearchResult.SearchResultCountAll',
    secrets: ({ host }, { usaJobs }) =>
      usaJobs && host === 'data.usajobs.gov'
        ? { 'authorization-key': usaJobs.key, 'user-agent': usaJobs.email }
        : undefined,
  },
  // SmartRecruiters
  {
    matches: ({ pathname }) => /^\/v1\/companies\/[^/]+\/postings\/?$/.test(pathname),
    pageSize: 100,
    page: (url, offset, limit) => ({ url: withParameters(url, { limit, offset }) }),
    entries: 'content',
    total: 'totalFound',
    detail: ({ pathname }, { id }) =>
      typeof id === 'string'
        ? `${pathname.replace(/\/$/, '')}/${encodeURIComponent(id)}`
        : undefined,
  },
  // Workday's career sites
  {
    matches: ({ pathname }) => /^\/wday\/cxs\/[^/]+\/[^/]+\/jobs\/?$/.test(pathname),
    pageSize: 20,
    page: (url, offset, limit) => ({
      url,
      body: JSON.stringify({ limit, offset, searchText: '', appliedFacets: {} }),
    }),
    entries: 'jobPostings',
    total: 'total',
    owner: /^([a-z\d_-]+)\.wd\d+\./i,
    detail: ({ pathname }, { externalPath }) =>
      typeof externalPath === 'string' && externalPath.startsWith('/')
        ? pathname.replace(/\/jobs\/?$/, externalPath)
        : undefined,
  },
  // BambooHR
  {
    matches: ({ pathname }) => /^\/careers\/list\/?$/.test(pathname),
    // One page has them all.
    pageSize: Infinity,
    page: (url) => ({ url }),
    entries: 'result',
    total: 'meta.totalCount',
    detail: (_, { id }) =>
      typeof id === 'string' || typeof id === 'number'
        ? `/careers/${encodeURIComponent(id)}/detail`
        : undefined,
    within: 'result.jobOpening',
  },
]

export const listOf = (url: URL): List | undefined => lists.find((list) => list.matches(url))

/** All entries of a list, page by page; a page that fails is asked for again. */
export async function* readList(
  list: List,
  address: URL,
  options: ApifyOptions,
  from: Cursor,
): AsyncGenerator<ReadRow> {
  let { row } = from
  for await (const { entries, offset, bytes } of oneAhead(
    readPages(list, address, options, from.page),
  )) {
    const done = Math.min(row, entries.length)
    // What was done of a larger page reaches into the next one.
    row -= done
    for (const [index, entry] of entries.entries()) {
      if (index < done) continue
      const item = await withDetail(list, address, entry, options)
      const [, owner] = list.owner?.exec(address.hostname) ?? []
      if (owner && isItem(item)) item['hostOwner'] = owner
      yield { item, after: { page: offset, row: index + 1 }, bytes: bytes / entries.length }
    }
  }
}

type Page = { entries: unknown[]; offset: number; bytes: number }

async function* readPages(
  list: List,
  address: URL,
  options: ApifyOptions,
  start: number,
): AsyncGenerator<Page> {
  const { entries: path, isSparse = false } = list
  const secrets = list.secrets?.(address, options)
  let size = options.pageSize ?? list.pageSize
  let offset = start
  const longest = maxPages * size
  while (offset < longest) {
    const { url, body } = list.page(address, offset, size)
    const patienceMs = offset === start ? openingPatienceMs : undefined
    const page = await retry(
      () => fetchJson(url, options, { secrets, body }),
      options.retryDelayMs ?? 1000,
      patienceMs,
    )
    if (!page) {
      if (size === 1 || !isSparse) throw new DatasetError('A page of the dataset is too large.')
      size = Math.ceil(size / 4)
      continue
    }
    const { answer, bytes, headers } = page
    if (Number(headers['x-apify-pagination-offset'] ?? offset) !== offset)
      throw new DatasetError('The server does not answer the page that it was asked for.')
    const entries = path !== undefined && isItem(answer) ? at(answer, path) : answer
    if (!Array.isArray(entries))
      throw new DatasetError('The server did not answer a list of items.')
    // 0 where the server does not give it.
    const announced =
      list.total !== undefined && isItem(answer) ? at(answer, list.total) : undefined
    const total = Number(announced ?? headers['x-apify-pagination-total']) || 0
    if (total > 0) options.onTotal?.(total)
    if (entries.length === 0 && offset >= total) return
    yield { entries, offset, bytes }
    if (!isSparse && entries.length < size) return
    offset += size
  }
  throw new DatasetError(
    `The dataset does not end: its server answered ${formatNumber(maxPages)} pages.`,
  )
}

/** Between the texts of two jobs: a list is no reason to press a small server. */
const pauseMs = 100

async function withDetail(
  { detail, within }: List,
  address: URL,
  entry: unknown,
  options: ApifyOptions,
): Promise<unknown> {
  const path = detail && isItem(entry) ? detail(address, entry) : undefined
  if (path === undefined) return entry
  await wait(options.retryDelayMs === undefined ? pauseMs : 0)
  try {
    const found = await retry(
      () => fetchJson(new URL(path, address), options),
      options.retryDelayMs ?? 1000,
    )
    const answer = found?.answer
    return (within !== undefined && isItem(answer) ? at(answer, within) : answer) ?? entry
  } catch (error) {
    // A job that was taken down meanwhile costs only itself.
    if (error instanceof DatasetError) return entry
    throw error
  }
}

type Answer = { answer: unknown; bytes: number; headers: IncomingHttpHeaders }

/** Undefined for one that is too large. */
async function fetchJson(
  url: URL,
  options: HttpOptions,
  asking: Asking = {},
): Promise<Answer | undefined> {
  const response = await openUrl(url, options, asking)
  const body = await readBody(response, maxPageBytes)
  if (!body) return undefined
  try {
    return { answer: JSON.parse(body.toString()), bytes: body.length, headers: response.headers }
  } catch {
    const isPage = /^\s*</.test(body.toString('latin1', 0, 100))
    throw new BrokenPage(
      isPage
        ? 'The server answered a web page instead of items.'
        : 'A page of the dataset is broken off.',
    )
  }
}
