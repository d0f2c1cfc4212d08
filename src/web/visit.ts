import type { Search } from './lib/page-route.ts'
import { loadAllRoutes, matchPage } from './match-page.ts'
import type { PageMatch } from './match-page.ts'

/** Somebody being at an address: the page that answers it, and what the address says. */
export type Visit = { path: string; params: Record<string, string>; search: Search; match: PageMatch | undefined }

/** Both without the escapes that the router takes away; `search` is a query string, with or without its question mark. */
export function visitOf(path: string, search: string): Visit {
  const match = matchPage(path)
  return { path, search: parseSearch(search), match, params: match?.params ?? {} }
}

export function visitOfHref(href: string): Visit {
  const [path = '/', search = ''] = href.split('#', 1)[0]?.split('?', 2) ?? []
  return visitOf(unescaped(path), unescaped(search))
}

/** The same once the routes have come among which it may be. */
export async function findVisit(href: string): Promise<Visit> {
  const visit = visitOfHref(href)
  if (visit.match) return visit
  await loadAllRoutes()
  return visitOfHref(href)
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
