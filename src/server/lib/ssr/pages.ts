import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ApiTransport, SiteInfo } from '#shared/rendering.ts'
import { sourceFile } from '../http/endpoint.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import type { Site } from './site.ts'

/** A rendered page, cut where the nonce goes, and the API answers that it was made of. */
type Page = { status: number; parts: Buffer[]; etag: string; madeOf: [url: string, etag: string][] }

type Options = { site: Site; info: SiteInfo; answers: ResponseCache; cachePages: boolean }

/** Not part of the API document. */
const hidden: object = { hide: true }
const noncePlaceholder = 'bm9uY2UtcGxhY2Vob2xkZXI'
const maxBytes = 256 * 1024 * 1024
/** Pages show ages ('2 days ago'), so even an unchanged one is rendered anew after a while. */
const maxAge = 5 * 60_000
/** A longer address is a search that nobody repeats. */
const maxKeptUrl = 500

/**
 * Every address that is not an API call is a page. Public pages are the same for everybody, so a rendered one is kept for
 * as long as all the API answers that it was made of are still the current ones.
 */
export function servePages(app: FastifyInstance, { site, info, answers, cachePages }: Options): void {
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    ttl: maxAge,
    sizeCalculation: ({ parts }, key) => parts.reduce((sum, it) => sum + it.length, key.length + 500),
  })
  const rendering = new Map<string, Promise<Page>>()

  app.route({
    method: 'GET',
    url: '/*',
    config: { access: 'public', name: 'page', file: sourceFile(import.meta.url) },
    schema: hidden,
    handler: async (request, reply) => {
      if (request.url.startsWith('/api/')) return reply.callNotFound()
      const cacheable = cachePages && request.url.length <= maxKeptUrl
      const page = await (cacheable ? currentPage(request) : renderPage(request))
      return sendPage(request, reply, page, site.clientDir === null)
    },
  })

  /** The page that is kept, or is being rendered for somebody else, unless an answer that it was made of has changed since. */
  async function currentPage(request: FastifyRequest): Promise<Page> {
    const { url } = request
    const kept = pages.get(url)
    if (kept && isCurrent(kept)) return kept
    const coming = await rendering.get(url)?.catch(() => undefined)
    if (coming && isCurrent(coming)) return coming
    const render = renderPage(request)
    rendering.set(url, render)
    try {
      const page = await render
      if (page.status === 200) pages.set(url, page)
      return page
    } finally {
      if (rendering.get(url) === render) rendering.delete(url)
    }
  }

  const isCurrent = (page: Page): boolean => page.madeOf.every(([url, etag]) => answers.etagOf(url) === etag)

  async function renderPage(request: FastifyRequest): Promise<Page> {
    const madeOf: Page['madeOf'] = []
    const renderer = await site.renderer()
    const rendered = await renderer.render({
      url: request.url,
      nonce: noncePlaceholder,
      site: info,
      now: Date.now(),
      transport: inProcess(request, madeOf),
    })
    const html = rendered.html.replace('</head>', () => `${site.headTags(rendered.modules, noncePlaceholder)}</head>`)
    return {
      status: rendered.status,
      parts: html.split(noncePlaceholder).map((part) => Buffer.from(part)),
      etag: `W/"${createHash('sha1').update(html).digest('base64url')}"`,
      madeOf,
    }
  }

  /** The API as the visitor would call it, without the detour over the network. */
  function inProcess(request: FastifyRequest, madeOf: Page['madeOf']): ApiTransport {
    return async ({ method, url }) => {
      const answer = await app.inject({
        method,
        url,
        remoteAddress: request.ip,
        headers: { 'x-forwarded-proto': request.protocol, ...(request.headers.cookie && { cookie: request.headers.cookie }) },
      })
      const etag = answer.headers.etag
      if (etag !== undefined) madeOf.push([url, etag])
      return { status: answer.statusCode, body: answer.json<unknown>() }
    }
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, isDevelopment: boolean): FastifyReply {
  reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', page.status === 200 ? 'public, max-age=0, s-maxage=30, stale-while-revalidate=300' : 'no-cache')
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (request.headers['if-none-match'] === page.etag) {
      // The browser keeps its copy with the policy that came along; a new nonce here would lock its scripts out.
      return reply.removeHeader('content-security-policy').code(304).send()
    }
  }
  const nonce = randomBytes(16).toString('base64url')
  reply.header('content-security-policy', contentSecurityPolicy(nonce, isDevelopment))
  // Bytes, not text: to encode a page anew for each visitor would cost as much as everything else here.
  return reply.send(Buffer.concat(page.parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(nonce), part]))))
}
