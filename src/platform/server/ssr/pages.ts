import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus } from '#shared/errors.ts'
import type { RenderRequest, SiteInfo, SitePage, TextTransport } from '#shared/rendering.ts'
import { retryAfterSeconds } from '../http/admission.ts'
import { etagOf, plainBody, sendBody, type Answer, type PageBytes } from '../http/answer.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { sourceFile } from '../http/endpoint.ts'
import { callInProcess } from '../http/in-process.ts'

/** The site's pages, however they came to be: built once, or compiled as they change. */
export type Site = {
  isPersonal(url: string): Promise<boolean>
  /** `extraTags` go into the page's head. */
  render(request: RenderRequest, extraTags: string): Promise<PageBytes>
  pages(): Promise<SitePage[]>
  /** The scripts and styles that stand in every page; null while developing, when anything may. */
  inline: { script: string; style: string } | null
  /** Where the built files lie; null while developing. */
  clientDir: string | null
  /** The style sheet's path in it. */
  styleSheet?: string
  /** While developing: answers requests for sources, or says that the request is not one. */
  middleware?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  close(): Promise<void>
}

/** A third party's analytics script, if the operator configured one. */
export type Tracker = { origin: string; host: string; tagFor(url: string): string }

type Options = {
  site: Site
  info: SiteInfo
  answers: AnswerCache
  tracker: Tracker | null
  /** The new path of a page whose API call answered 301. */
  movedTo: (path: string) => Promise<string | undefined>
}

/** Pages show ages in days, so an unchanged page is rendered again after this time. */
const pageTtl = 60 * 60_000
/** Longer URLs are searches that nobody repeats. */
const maxCachedUrl = 500

/**
 * Every URL outside the API is a page. A public page is the same for everybody. The cache keeps the
 * page as long as the API answers that it shows, if all of them may be cached.
 */
export function servePages(
  app: FastifyInstance,
  { site, info, answers, tracker, movedTo }: Options,
): void {
  const policy = contentSecurityPolicy(site, null)
  const measuredPolicy = contentSecurityPolicy(site, tracker)

  app.route({
    method: 'GET',
    url: '/*',
    config: { access: 'public', cost: 'page', name: 'page', file: sourceFile(import.meta.url) },
    handler: async (request, reply) => {
      const { url } = request
      if (url.startsWith('/api/')) return reply.callNotFound()
      // The addresses of mailed links are secrets.
      if (/[?&]token=/.test(url)) reply.header('referrer-policy', 'no-referrer')
      if (await site.isPersonal(url)) return sendPersonalPage(request, reply)
      const answer = await (url.length > maxCachedUrl
        ? renderPublic(request)
        : answers.get(
            url,
            async (expired) => (await renew(request, expired)) ?? renderPublic(request),
          ))
      const location =
        answer.status === 301 ? await movedTo(new URL(url, 'http://page').pathname) : undefined
      if (location !== undefined)
        return reply.header('cache-control', 'no-cache').redirect(location, 301)
      return answers.reply(request, reply, answer.isStale ? withStaleNotice(answer) : answer)
    },
  })

  /**
   * Extends an expired page whose API answers have not changed: asking the API costs a tenth of
   * rendering.
   */
  async function renew(request: FastifyRequest, page: Answer | undefined) {
    if (!page?.rendered || page.rendered.at + pageTtl <= performance.now()) return undefined
    const sources: Sources = new Map()
    const transport = inProcess(request, {}, sources)
    const { from, at } = page.rendered
    await Promise.all([...from.keys()].map((url) => transport({ method: 'GET', url })))
    if ([...from].some(([url, etag]) => sources.get(url)?.headers['etag'] !== etag))
      return undefined
    page.expiresAt = expiryOf(at, sources)
    return page
  }

  /** Renders without the visitor's cookies. Only such pages carry the analytics script. */
  async function renderPublic(request: FastifyRequest): Promise<Answer> {
    const sources: Sources = new Map()
    const at = performance.now()
    const page = await render(request, tracker?.tagFor(request.url) ?? '', {}, sources)
    const answer = answerOf(page, isMeasured(request.url) ? measuredPolicy : policy)
    if (page.status !== 200)
      return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-cache' } }
    const cacheControl = 'public, max-age=0, s-maxage=30, stale-while-revalidate=300'
    return {
      ...answer,
      headers: { ...answer.headers, etag: etagOf(page.gzip), 'cache-control': cacheControl },
      tags: [...new Set([...sources.values()].flatMap((source) => source?.tags ?? []))],
      expiresAt: expiryOf(at, sources),
      rendered: {
        at,
        from: new Map([...sources].map(([url, source]) => [url, source?.headers['etag'] ?? ''])),
      },
    }
  }

  const expiryOf = (renderedAt: number, sources: Sources) =>
    Math.min(renderedAt + pageTtl, ...[...sources.values()].map((source) => source?.expiresAt ?? 0))

  async function sendPersonalPage(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { cookie } = request.headers
    const answer = answerOf(
      await render(request, '', cookie === undefined ? {} : { cookie }, new Map()),
      policy,
    )
    reply.code(answer.status).headers({
      ...answer.headers,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    })
    return sendBody(request, reply, answer)
  }

  function answerOf({ status, gzip }: PageBytes, csp: string): Answer {
    const headers = {
      vary: 'accept-encoding',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      ...(status === errorStatus.UNAVAILABLE && { 'retry-after': String(retryAfterSeconds) }),
    }
    return {
      status,
      headers,
      gzip: Buffer.from(gzip.buffer, gzip.byteOffset, gzip.byteLength),
      tags: [],
      expiresAt: 0,
    }
  }

  function render(request: FastifyRequest, extraTags: string, cookie: Cookie, sources: Sources) {
    const transport = inProcess(request, cookie, sources)
    return site.render({ url: request.url, site: info, now: Date.now(), transport }, extraTags)
  }

  /** Calls the API as the visitor would, inside the process. */
  function inProcess(request: FastifyRequest, cookie: Cookie, sources: Sources): TextTransport {
    return async (call) => {
      const { method, url } = call
      const cached = method === 'GET' && cookie.cookie === undefined ? answers.find(url) : undefined
      if (cached) {
        sources.set(url, cached)
        return { status: cached.status, text: plainBody(cached).toString() }
      }
      const { response, text } = await callInProcess(app, call, {
        remoteAddress: request.ip,
        headers: { 'x-forwarded-proto': request.protocol, ...cookie },
      })
      const answer = answers.sentIn(response)
      sources.set(url, answer)
      // The page holds these jobs as long as the answer would.
      if (answer && answer.tags.length > 0 && cookie.cookie === undefined) answers.remove(url)
      return { status: response.statusCode, text }
    }
  }
}

/** Says that a page may be outdated, before everything that React renders. */
function withStaleNotice(answer: Answer): Answer {
  const html = plainBody(answer).toString()
  const { gzip: _, ...others } = answer
  return {
    ...others,
    plain: Buffer.from(html.replace(/<body[^>]*>/, (body) => body + staleNotice)),
  }
}

const staleNotice =
  '<p role="status" style="margin:0;padding:.5rem 1rem;text-align:center;background:#fef3c7;color:#451a03">' +
  'Part of this site is down. This page was saved earlier and may be out of date.</p>'

type Cookie = { cookie?: string }

/** The API answers that a page shows, by URL; undefined for an answer that must not be cached. */
type Sources = Map<string, Answer | undefined>

/**
 * A page may load our own files, and the inline script and the brand's style by their hashes.
 * `style-src-attr` is open because positioned widgets and charts set style attributes. In
 * development, Vite adds inline scripts and styles and opens a web socket. A tracker may report to
 * its own origin.
 */
function contentSecurityPolicy({ inline }: Site, tracker: Tracker | null) {
  const trackers = tracker ? [tracker.origin] : []
  const sources = (name: string, ...more: string[]) => [name, "'self'", ...more].join(' ')
  return [
    "default-src 'self'",
    sources('script-src', inline ? hashOf(inline.script) : "'unsafe-inline'", ...trackers),
    sources(
      'style-src',
      ...(inline?.style === '' ? [] : [inline ? hashOf(inline.style) : "'unsafe-inline'"]),
    ),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    sources('connect-src', ...(inline ? [] : ['ws:']), ...trackers),
    "frame-src 'self' https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** @param script The script's URL; undefined for none. */
export function trackerOf(script: string | undefined): Tracker | null {
  if (script === undefined) return null
  const { href, origin, host } = new URL(script)
  return {
    origin,
    host,
    // The page is the same for everybody, so the browser decides: entry-client.tsx.
    tagFor: (url) =>
      isMeasured(url) ? `<meta name="tracker" content="${href.replaceAll('&', '&amp;')}">` : '',
  }
}

/** Pages to read: a form, an account or a link out of a mail is no third party's business. */
const measuredPages =
  /^\/(?:jobs(?:\/[^/]+){0,3}|salaries(?:\/[^/]+)?|about|privacy|terms|employers)?\/?$/

const isMeasured = (url: string) => {
  const [path = '', query = ''] = url.split('?')
  return measuredPages.test(path) && !/token=|email=/i.test(query)
}
