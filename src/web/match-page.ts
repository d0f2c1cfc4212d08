import { matchRoute } from 'wouter'
import { parse } from 'regexparam'
import { arrivalRoutes } from './arrival-routes.ts'
import type { SiteRoute } from './site-route.ts'

export type PageMatch = { route: SiteRoute; params: Record<string, string> }

let routes = arrivalRoutes

export const areAllRoutesKnown = (): boolean => routes !== arrivalRoutes

/** Browsers begin with the pages at which people arrive; from then on they know all others, too. */
export async function loadAllRoutes(): Promise<readonly SiteRoute[]> {
  if (!areAllRoutesKnown()) {
    const { routes: others } = await import('./routes.ts')
    routes = [...arrivalRoutes, ...others]
  }
  return routes
}

/** The first known route that fits; undefined where there is none, or none yet. */
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
