import { matchRoute } from 'wouter'
import { parse } from 'regexparam'
import type { SiteRoute } from './routes.ts'
import { routes } from './routes.ts'

export type PageMatch = { route: SiteRoute; params: Record<string, string> }

/** The first route of the contents page that fits; undefined where there is no page. */
export function matchPage(path: string): PageMatch | undefined {
  for (const route of routes) {
    const [fits, found] = matchRoute(parse, route.path, path)
    if (!fits) continue
    const params = Object.fromEntries(
      Object.entries(found).filter((it): it is [string, string] => /\D/.test(it[0]) && it[1] !== undefined),
    )
    if (route.accepts?.(params) ?? true) return { route, params }
  }
  return undefined
}
