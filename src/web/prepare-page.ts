import type { RouterContext } from './lib/context.ts'
import { findVisit } from './visit.ts'

/** Gets the code of the page at an address, and sets its data off. Never fails: what is missing then shows on the page. */
export async function preparePage(context: RouterContext, href: string): Promise<void> {
  try {
    const { match, params, search } = await findVisit(href)
    if (!match) return
    match.route.load?.({ ...context, params, search }).catch(() => {})
    await match.route.page.load()
  } catch {
    location.assign(href)
  }
}
