import { setTimeout as wait } from 'node:timers/promises'
import { at, isItem } from '../mapping/item.ts'
import type { Item } from '../mapping/item.ts'
import type { ApifyOptions } from './apify.ts'
import { BrokenPage, openingPatienceMs, openUrl, readBody, retry } from './http.ts'
import { DatasetError, maxItemBytes } from './row.ts'
import type { Cursor, ReadRow } from './row.ts'

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

export const listOf = (url: URL): List | undefined => lists.find((it) => it.matches(url))

const maxPages = 5000
/** Between the texts of two jobs: a list is no reason to press a small server. */
const pauseMs = 100

export async function* readList(list: List, address: URL, options: ApifyOptions, from: Cursor): AsyncGenerator<ReadRow> {
  const size = options.pageSize ?? list.pageSize
  const delayMs = options.retryDelayMs ?? 1000
  for (let page = from.page / size; page < maxPages; page++) {
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
