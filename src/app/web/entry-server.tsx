import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { setSiteIdentity } from '#features/site/config.ts'
import { pageStateId, type RenderedPage, type RenderRequest } from '#shared/rendering.ts'
import { App, createQueryClient } from './app.tsx'
import { ApiError } from '#platform/web/api.ts'
import { currentUserQuery } from '#platform/web/current-user.ts'
import { provideRenderToString } from '#platform/web/navigation.tsx'
import type { SitePage } from './page.ts'
import { findVisit } from './visit.ts'

provideRenderToString(renderToString)

/** Renders one address to HTML, with the data of its queries inside. */
export async function render({ url, site, now, transport }: RenderRequest): Promise<RenderedPage> {
  setSiteIdentity(site.identity)
  const queryClient = createQueryClient(async (call) => {
    const answer = await transport(call)
    return { status: answer.status, body: JSON.parse(answer.text) as unknown }
  })
  const { page, params, search } = await findVisit(url)
  const status = page ? await load(page) : 404
  const html = renderToString(<App context={{ queryClient, site, now }} url={url} />)
  const queries = dehydrate(queryClient, { shouldDehydrateQuery: (query) => query.state.status !== 'pending' })
  const documents = (page?.module?.documents?.({ queryClient, site, now, params, search }) ?? []).map((it) =>
    dataElement('type="application/ld+json"', it),
  )
  const state = dataElement(`type="application/json" id="${pageStateId}"`, { site, now, queries })
  queryClient.clear()
  return {
    status,
    html: `<!doctype html>${html.replace('</body>', () => `${documents.join('')}${state}</body>`)}`,
    modules: page ? [page.file] : [],
  }

  async function load({ personal, module }: SitePage): Promise<number> {
    try {
      // Shared pages are rendered without a user.
      if (personal) await queryClient.prefetchQuery(currentUserQuery)
      await module?.load?.({ queryClient, site, now, params, search })
      return 200
    } catch (error) {
      return error instanceof ApiError ? error.status : 500
    }
  }
}

/** A '<' in a text must not end the element, so it is written as an escape. */
const dataElement = (attributes: string, data: object): string =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`
