import type { RouterContext, Search } from '#platform/web/navigation.tsx'
import { routes, type SitePage } from './routes.ts'

/** An address, its path unescaped, and the page that answers it. */
export type Visit = { path: string; params: Record<string, string>; search: Search; page: SitePage | undefined }

export function visitOf(href: string): Visit {
  const [address = ''] = href.split('#', 1)
  const [escaped = '/', ...rest] = address.split('?')
  const path = unescaped(escaped)
  const search = parseSearch(rest.join('?'))
  for (const page of routes) {
    const params = page.match(path, search)
    if (params) return { path, params, search, page }
  }
  return { path, params: {}, search, page: undefined }
}

/** The same with the page's code, which may reject the parameters. */
export async function findVisit(href: string): Promise<Visit> {
  const visit = visitOf(href)
  if (!visit.page || visit.page.module) return visit
  await visit.page.load()
  return findVisit(href)
}

/**
 * Loads code and data of an address. Never rejects; the page shows failures. False if the address cannot be shown now: offline, the
 * browser would replace the page by its own error.
 */
export async function preparePage(context: RouterContext, href: string): Promise<boolean> {
  try {
    const { page, params, search } = await findVisit(href)
    page?.module?.load?.({ ...context, params, search }).catch(() => {})
    return true
  } catch {
    if (navigator.onLine) location.assign(href)
    return navigator.onLine
  }
}

function unescaped(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

/** A repeated name, as from checkboxes of a plain form, becomes one value with commas. */
function parseSearch(text: string): Search {
  const search = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text))
    search.set(name, search.has(name) ? `${search.get(name)},${value}` : value)
  return Object.fromEntries(search)
}
