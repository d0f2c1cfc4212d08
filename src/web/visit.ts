import type { RouterContext, Search } from './lib/page-route.ts'
import type { SitePage } from './page.ts'
import { routes } from './routes.ts'

/** Somebody being at an address: the page that answers it, and what the address says. */
export type Visit = { path: string; params: Record<string, string>; search: Search; page: SitePage | undefined }

/** Both without the escapes that the router takes away; `search` is a query string, with or without its question mark. */
export function visitOf(path: string, search: string): Visit {
  for (const page of routes) {
    const params = page.match(path)
    if (params) return { path, params, search: parseSearch(search), page }
  }
  return { path, params: {}, search: parseSearch(search), page: undefined }
}

export function visitOfHref(href: string): Visit {
  const [path = '/', search = ''] = href.split('#', 1)[0]?.split('?', 2) ?? []
  return visitOf(unescaped(path), unescaped(search))
}

/** The same with the page's code, which may say that it is no page after all. */
export async function findVisit(href: string): Promise<Visit> {
  const visit = visitOfHref(href)
  if (!visit.page || visit.page.module) return visit
  await visit.page.load()
  return findVisit(href)
}

/** Gets the code of the page at an address, and sets its data off. Never fails: what is missing then shows on the page. */
export async function preparePage(context: RouterContext, href: string): Promise<void> {
  try {
    const { page, params, search } = await findVisit(href)
    page?.module?.load?.({ ...context, params, search }).catch(() => {})
  } catch {
    location.assign(href)
  }
}

/** As the router does it, so that a page finds the data that were loaded for it. */
function unescaped(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

/** A name that comes several times, as a plain form sends its checkboxes, is one value with commas. */
function parseSearch(text: string): Search {
  const search = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text))
    search.set(name, search.has(name) ? `${search.get(name)},${value}` : value)
  return Object.fromEntries(search)
}
