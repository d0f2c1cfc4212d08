import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { setSiteIdentity } from '#features/site/config.ts'
import { pageStateId, type RenderedPage, type RenderRequest } from '#shared/rendering.ts'
import { App, createQueryClient } from './app.tsx'
import { ApiError } from '#platform/web/api.ts'
import { currentUserQuery } from '#platform/web/current-user.ts'
import { provideRenderToString } from '#platform/web/navigation.tsx'
import { findVisit, type SitePage } from './routes.ts'

provideRenderToString(renderToString)

/** Renders one address to HTML, with the data of its queries inside. */
export async function render({ url, site, now, transport }: RenderRequest): Promise<RenderedPage> {
  setSiteIdentity(site.identity)
  /** The answers as they came: they go on to the browser. */
  const texts = new Map<unknown, string>()
  const queryClient = createQueryClient(async (call) => {
    const { status, text } = await transport(call)
    const body: unknown = JSON.parse(text)
    texts.set(body, text)
    return { status, body }
  })
  const { page, params, search } = await findVisit(url)
  const status = page ? await load(page) : 404
  const html = renderToString(<App context={{ queryClient, site, now }} url={url} />)
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => query.state.status !== 'pending',
  })
  const documents = page?.module?.documents?.({ queryClient, site, now, params, search }) ?? []
  const answers = queries.flatMap(({ state: { data, ...state }, ...query }, index) => [
    `${index > 0 ? ',' : ''}[${JSON.stringify({ ...query, state })},`,
    texts.get(data) ?? JSON.stringify(data ?? null),
    ']',
  ])
  queryClient.clear()
  const [headEnd, bodyEnd] = [html.indexOf('</head>'), html.lastIndexOf('</body>')]
  return {
    status,
    html: [
      `<!doctype html>${html.slice(0, headEnd)}`,
      html.slice(headEnd, bodyEnd),
      ...documents.flatMap((document) =>
        dataElement('type="application/ld+json"', [JSON.stringify(document)]),
      ),
      ...dataElement(`type="application/json" id="${pageStateId}"`, [
        `{"site":${JSON.stringify(site)},"now":${now},"queries":[`,
        ...answers,
        ']}',
      ]),
      html.slice(bodyEnd),
    ],
    modules: page ? [page.file] : [],
  }

  async function load({ personal, module }: SitePage) {
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
const dataElement = (attributes: string, json: readonly string[]) => [
  `<script ${attributes}>`,
  ...json.map((part) => part.replaceAll('<', String.raw`\u003c`)),
  '</script>',
]
