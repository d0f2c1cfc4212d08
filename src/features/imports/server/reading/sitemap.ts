import { setTimeout as wait } from 'node:timers/promises'
import { isItem, type Item } from '../mapping/item.ts'
import { openingPatienceMs, openUrl, readBody, retry, type HttpOptions } from './http.ts'
import { DatasetError, type Cursor, type ReadRow } from './row.ts'

/** The openings of a site, as schema.org's JobPosting on the pages of its sitemap. */

export const isSitemap = ({ pathname }: URL): boolean => /sitemap[^/]*\.xml$/i.test(pathname)

type Options = HttpOptions & { retryDelayMs?: number }

const maxBytes = 10_000_000
/** Of one site; a sitemap may be of smaller ones. */
const maxPages = 5_000
const maxSitemaps = 50
const pauseMs = 100

export async function* readSitemap(
  address: URL,
  options: Options,
  from: Cursor,
): AsyncGenerator<ReadRow> {
  const pages = await pagesOf(address, options)
  for (const [page, url] of pages.entries()) {
    if (page < from.page) continue
    const done = page === from.page ? from.row : 0
    const found = await jobsOn(url, options)
    const rows = found ?? [{ skip: 'broken-row' as const, detail: url.href }]
    for (const [index, row] of rows.entries())
      if (index >= done) yield { ...row, after: { page, row: index + 1 }, bytes: 1_000 }
    await wait(options.retryDelayMs === undefined ? pauseMs : 0)
  }
}

async function pagesOf(address: URL, options: Options) {
  const sitemaps = [address]
  const pages: URL[] = []
  for (let index = 0; index < sitemaps.length && index < maxSitemaps; index++) {
    const sitemap = sitemaps[index] ?? address
    const xml = await textAt(sitemap, options)
    if (!/<(?:\w+:)?(?:urlset|sitemapindex)\b/.test(xml))
      throw new DatasetError('The server did not answer a sitemap.')
    const found = [...xml.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]+)/g)].flatMap(
      ([, place = '']) => URL.parse(place.replaceAll('&amp;', '&'), sitemap) ?? [],
    )
    ;(/<(?:\w+:)?sitemapindex\b/.test(xml) ? sitemaps : pages).push(...found)
  }
  const likely = pages.filter(({ pathname }) =>
    /job|career|position|opening|vacanc|requisition/i.test(pathname),
  )
  const wanted = likely.length > 0 ? likely : pages
  if (wanted.length > maxPages) throw new DatasetError('The sitemap has more than 5,000 pages.')
  return wanted
}

/** Undefined for a page that cannot be read; one that is gone has none. */
async function jobsOn(url: URL, options: Options): Promise<{ item: Item }[] | undefined> {
  try {
    const html = await textAt(url, options)
    return jobPostingsIn(html).map((item) => ({ item: { ...item, url: item['url'] ?? url.href } }))
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    return undefined
  }
}

async function textAt(url: URL, options: Options) {
  const body = await retry(
    async () => readBody(await openUrl(url, options), maxBytes),
    options.retryDelayMs ?? 1000,
    openingPatienceMs,
  )
  if (!body) throw new DatasetError('A page of the site is too large.')
  return body.toString()
}

function jobPostingsIn(html: string): Item[] {
  const scripts = html.matchAll(
    /<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json["']?[^>]*>([^]*?)<\/script>/gi,
  )
  return [...scripts].flatMap(([, text = '']) => {
    try {
      return postingsIn(JSON.parse(text))
    } catch {
      return []
    }
  })
}

function postingsIn(value: unknown): Item[] {
  if (Array.isArray(value)) return value.flatMap(postingsIn)
  if (!isItem(value)) return []
  return [value['@type']].flat().includes('JobPosting') ? [value] : postingsIn(value['@graph'])
}
