import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { RenderedPage, RenderRequest, SitePage } from '#shared/rendering.ts'
import { pageStateId } from '#shared/rendering.ts'
import { App } from './app.tsx'
import { ApiError } from './lib/api.ts'
import { currentUserQuery } from './lib/current-user.ts'
import { createQueryClient } from './query-client.ts'
import { arrivalRoutes } from './arrival-routes.ts'
import { loadAllRoutes } from './match-page.ts'
import type { SiteRoute } from './site-route.ts'
import { visitOfHref } from './visit.ts'

const routes = await loadAllRoutes()

/** Renders one address to HTML, with the data of its queries inside. */
export async function render({ url, nonce, site, now, transport }: RenderRequest): Promise<RenderedPage> {
  // Not by `new URL`, to which '//jobs' is another host.
  const [path = '/', ...rest] = url.split('?')
  const search = rest.join('?')
  const queryClient = createQueryClient(async (call) => {
    const answer = await transport(call)
    return { status: answer.status, body: JSON.parse(answer.text) as unknown }
  })
  const visit = visitOfHref(url)
  await visit.match?.route.page.load()
  const status = visit.match ? await load() : 404
  const html = renderToString(<App context={{ queryClient, site, now }} nonce={nonce} url={{ path, search }} />)
  const queries = dehydrate(queryClient, { shouldDehydrateQuery: (query) => query.state.status !== 'pending' })
  const state = JSON.stringify({ site, now, queries }).replaceAll('<', String.raw`\u003c`)
  queryClient.clear()
  return {
    status,
    html: `<!doctype html>${html.replace('</body>', () => `<script type="application/json" id="${pageStateId}">${state}</script></body>`)}`,
    modules: visit.match ? modulesOf(visit.match.route) : [],
  }

  async function load(): Promise<number> {
    try {
      // Pages that are the same for everybody are rendered for nobody in particular.
      if (visit.match?.route.personal) await queryClient.prefetchQuery(currentUserQuery)
      await visit.match?.route.load?.({ queryClient, site, now, params: visit.params, search: visit.search })
      return 200
    } catch (error) {
      return error instanceof ApiError ? error.status : 500
    }
  }
}

/** What browsers need for a page besides the first load. */
const modulesOf = (route: SiteRoute): string[] =>
  arrivalRoutes.includes(route) ? [route.file] : ['src/web/routes.ts', route.file]

export const isPersonal = (url: string): boolean => visitOfHref(url).match?.route.personal ?? false

/** The site's pages as docs/map.md lists them. */
export const sitePages = (): SitePage[] => routes.map(({ path, file }) => ({ path, file }))
