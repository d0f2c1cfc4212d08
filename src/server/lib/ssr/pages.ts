import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteInfo, TextTransport } from '#shared/rendering.ts'
import type { Answer, AnswerCache } from '../http/answer-cache.ts'
import { etagOf, plainBody, sendBody } from '../http/answer-cache.ts'
import { sourceFile } from '../http/endpoint.ts'
import type { PageBytes, Site } from './site.ts'

/** A script of somebody else's that measures what visitors do, if the operator wants one. */
export type Tracker = { origin: string; host: string; tagFor(url: string): string }

type Options = {
  site: Site
  info: SiteInfo
  answers: AnswerCache
  tracker: Tracker | null
  /** Where a page went whose data said that they are somewhere else now. */
  movedTo: (path: string) => Promise<string | undefined>
}

/** Not part of the API document. */
const hidden: object = { hide: true }
/** Pages show ages ('2 days ago'), so even an unchanged one is rendered anew after a while. */
const pageTtl = 5 * 60_000
/** A longer address is a search that nobody repeats. */
const maxCachedUrl = 500

/**
 * Every address that is not an API call is a page. Public pages are the same for everybody: one is cached for as long as the API
 * answers that it was made of, if all of them are.
 */
export function servePages(app: FastifyInstance, { site, info, answers, tracker, movedTo }: Options): void {
  const policy = contentSecurityPolicy(site, tracker)

  app.route({
    method: 'GET',
    url: '/*',
    config: { access: 'public', name: 'page', file: sourceFile(import.meta.url) },
    schema: hidden,
    handler: async (request, reply) => {
      const { url } = request
      if (url.startsWith('/api/')) return reply.callNotFound()
      if (await site.isPersonal(url)) return sendPersonalPage(request, reply)
      const answer = await (url.length > maxCachedUrl ? renderPublic(request) : answers.get(url, () => renderPublic(request)))
      const location = answer.status === 301 ? await movedTo(new URL(url, 'http://page').pathname) : undefined
      if (location !== undefined) return reply.header('cache-control', 'no-cache').redirect(location, 301)
      return answers.reply(request, reply, answer)
    },
  })

  /** Without a cookie the page is the same for everybody; only such pages are open to a tracker. */
  async function renderPublic(request: FastifyRequest): Promise<Answer> {
    const sources: (Answer | undefined)[] = []
    const renderedAt = Date.now()
    const page = await render(request, tracker?.tagFor(request.url) ?? '', {}, sources)
    const answer = answerOf(page)
    if (page.status !== 200) return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-cache' } }
    const cacheControl = 'public, max-age=0, s-maxage=30, stale-while-revalidate=300'
    return {
      ...answer,
      headers: { ...answer.headers, etag: etagOf(page.gzip), 'cache-control': cacheControl },
      tags: [...new Set(sources.flatMap((it) => it?.tags ?? []))],
      expiresAt: Math.min(renderedAt + pageTtl, ...sources.map((it) => it?.expiresAt ?? 0)),
    }
  }

  async function sendPersonalPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { cookie } = request.headers
    const answer = answerOf(await render(request, '', cookie === undefined ? {} : { cookie }, []))
    reply.code(answer.status).headers({ ...answer.headers, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    return sendBody(request, reply, answer)
  }

  function answerOf({ status, gzip }: PageBytes): Answer {
    const headers = {
      vary: 'accept-encoding',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    }
    return { status, headers, gzip: Buffer.from(gzip.buffer, gzip.byteOffset, gzip.byteLength), tags: [], expiresAt: 0 }
  }

  function render(request: FastifyRequest, extraTags: string, cookie: Cookie, sources: (Answer | undefined)[]) {
    const transport = inProcess(request, cookie, sources)
    return site.render({ url: request.url, site: info, now: Date.now(), transport }, extraTags)
  }

  /** The API as the visitor would call it, without the detour over the network. */
  function inProcess(request: FastifyRequest, cookie: Cookie, sources: (Answer | undefined)[]): TextTransport {
    return async ({ method, url }) => {
      const cached = method === 'GET' && cookie.cookie === undefined ? answers.find(url) : undefined
      if (cached) {
        sources.push(cached)
        return { status: cached.status, text: (await plainBody(cached)).toString() }
      }
      const { statusCode, payload, raw } = await app.inject({
        method,
        url,
        remoteAddress: request.ip,
        headers: { 'x-forwarded-proto': request.protocol, ...cookie },
      })
      sources.push(answers.sentIn(raw.res))
      return { status: statusCode, text: payload }
    }
  }
}

type Cookie = { cookie?: string }

/**
 * What a page may load: the scripts and styles that stand in every page, by their hashes, and files of ours. `style-src-attr` is open
 * because positioned widgets and charts set style attributes. While developing, Vite puts scripts and styles into the page, and is
 * told of changes over a web socket. A tracker may report to where it came from.
 */
function contentSecurityPolicy({ inline }: Site, tracker: Tracker | null): string {
  const trackers = tracker ? [tracker.origin] : []
  const sources = (name: string, ...more: string[]): string => [name, "'self'", ...more].join(' ')
  return [
    "default-src 'self'",
    sources('script-src', inline ? hashOf(inline.script) : "'unsafe-inline'", ...trackers),
    sources('style-src', inline ? hashOf(inline.style) : "'unsafe-inline'"),
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

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** @param script The script's address; undefined for none. */
export function trackerOf(script: string | undefined): Tracker | null {
  if (script === undefined) return null
  const { href, origin, host } = new URL(script)
  return {
    origin,
    host,
    // A token in an address is a secret of the mail's recipient.
    tagFor: (url) => (url.includes('token=') ? '' : `<script async src="${href.replaceAll('&', '&amp;')}"></script>`),
  }
}
