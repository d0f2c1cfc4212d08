import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { IncomingHttpHeaders } from 'node:http'
import { totalmem } from 'node:os'
import type { SiteInfo, TextTransport } from '#shared/rendering.ts'
import { sourceFile } from '../http/endpoint.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { newNonce } from './nonce.ts'
import { lengthOf, noncePlaceholder, piecesOf, withNonce, zipPieces } from './page-bytes.ts'
import type { Pieces, ZippedPieces } from './page-bytes.ts'
import type { Site } from './site.ts'
import type { Tracker } from './tracker.ts'
import { joinZipped } from './zipped-pieces.ts'

/** A rendered page in pieces, compressed as well once that has been done, and the API answers that it was made of. */
type Page = Pieces &
  Partial<ZippedPieces> & {
    status: number
    etag: string
    madeOf: [url: string, etag: string][]
    isZipping?: true
  }

type Options = {
  site: Site
  info: SiteInfo
  answers: ResponseCache
  cachePages: boolean
  tracker: Tracker | null
  /** Where a page went whose data said that they are somewhere else now. */
  movedTo: (path: string) => Promise<string | undefined>
}

type PolicyFor = (nonce: string) => string

/** Not part of the API document. */
const hidden: object = { hide: true }
/** Some five thousand pages of results, and not more than a small machine can spare. */
const maxBytes = Math.min(512 * 1024 * 1024, totalmem() / 16)
/** Pages show ages ('2 days ago'), so even an unchanged one is rendered anew after a while. */
const maxAge = 5 * 60_000
/** A longer address is a search that nobody repeats. */
const maxKeptUrl = 500

/**
 * Every address that is not an API call is a page. Public pages are the same for everybody, so a rendered one is kept for
 * as long as all the API answers that it was made of are still the current ones.
 */
export function servePages(app: FastifyInstance, { site, info, answers, cachePages, tracker, movedTo }: Options): void {
  const policyFor: PolicyFor = (nonce) => contentSecurityPolicy(nonce, site.clientDir === null, tracker?.origin)
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    ttl: maxAge,
    // The styles are the same bytes in every page.
    sizeCalculation: ({ length, zippedLength = 0 }, key) => length - site.styles.length + zippedLength + key.length + 1000,
  })
  const rendering = new Map<string, Promise<Page>>()

  app.route({
    method: 'GET',
    url: '/*',
    config: { access: 'public', name: 'page', file: sourceFile(import.meta.url) },
    schema: hidden,
    handler: async (request, reply) => {
      if (request.url.startsWith('/api/')) return reply.callNotFound()
      if (await site.isPersonal(request.url)) {
        return sendPersonalPage(reply, await renderPage(request, visitorsCookie(request)), policyFor)
      }
      const cacheable = cachePages && request.url.length <= maxKeptUrl
      const page = await (cacheable ? currentPage(request) : renderPage(request))
      const location = page.status === 301 ? await movedTo(new URL(request.url, 'http://page').pathname) : undefined
      if (location !== undefined) return reply.header('cache-control', 'no-cache').redirect(location, 301)
      if (cacheable && page.status === 200) sendQuicklyNext(request, reply, page)
      return sendPage(request, reply, page, policyFor)
    },
  })

  /** The page that is kept, or is being rendered for somebody else, unless an answer that it was made of has changed since. */
  async function currentPage(request: FastifyRequest): Promise<Page> {
    const { url } = request
    const kept = pages.get(url)
    if (kept && isCurrent(kept)) return kept
    const coming = await rendering.get(url)?.catch(() => undefined)
    if (coming && isCurrent(coming)) return coming
    const render = kept ? renewPage(request, kept) : renderPage(request)
    rendering.set(url, render)
    try {
      const page = await render
      if (page.status === 200 && page !== kept) pages.set(url, page)
      return page
    } finally {
      if (rendering.get(url) === render) rendering.delete(url)
    }
  }

  /** Nobody waits for it: until it is done, the page goes out as any other answer does. */
  function startZipping(url: string, page: Page): void {
    page.isZipping = true
    zipPieces(page.pieces, site.styles).then(
      (zipped) => {
        Object.assign(page, zipped)
        // It takes more room from now on.
        if (pages.peek(url) === page) pages.set(url, page)
      },
      (error: unknown) => app.log.error({ err: error }, 'a page could not be compressed'),
    )
  }

  function sendQuicklyNext(request: FastifyRequest, reply: FastifyReply, page: Page): void {
    setPageHeaders(reply, page)
    app.answerQuickly(request, reply, {
      isCurrent: () => pages.get(request.url) === page && isCurrent(page),
      bodyFor(headers) {
        const nonce = newNonce()
        const policy = ['content-security-policy', policyFor(nonce)]
        if (headers['accept-encoding'] === undefined) {
          return { headers: policy, pieces: withNonce(page.pieces, nonce), length: page.length }
        }
        if (!acceptsGzip(headers)) return undefined
        // A page that is asked for again will be asked for often: from then on it is worth keeping compressed.
        if (!page.zipped) {
          if (!page.isZipping) startZipping(request.url, page)
          return undefined
        }
        const pieces = joinZipped(withNonce(page.zipped, nonce))
        return { headers: [...policy, 'content-encoding', 'gzip'], pieces, length: lengthOf(pieces) }
      },
    })
  }

  const isCurrent = (page: Page): boolean => page.madeOf.every(([url, etag]) => answers.etagOf(url) === etag)

  /** Many an answer that had to be worked out anew comes out as it was: then so would the page, which takes far longer. */
  async function renewPage(request: FastifyRequest, page: Page): Promise<Page> {
    const ask = inProcess(request, {}, [])
    for (const [url, etag] of page.madeOf) {
      if (answers.etagOf(url) === undefined) await ask({ method: 'GET', url })
      if (answers.etagOf(url) !== etag) return renderPage(request)
    }
    return page
  }

  /** Without a cookie the page is the same for everybody; only such pages are open to a tracker. */
  async function renderPage(request: FastifyRequest, cookie?: Cookie): Promise<Page> {
    const madeOf: Page['madeOf'] = []
    const page = await site.render(
      {
        url: request.url,
        nonce: noncePlaceholder,
        site: info,
        now: Date.now(),
        transport: inProcess(request, cookie ?? {}, madeOf),
      },
      cookie ? '' : (tracker?.tagFor(request.url, noncePlaceholder) ?? ''),
    )
    return { status: page.status, etag: page.etag, ...piecesOf(page, site.styles), madeOf }
  }

  /** The API as the visitor would call it, without the detour over the network. */
  function inProcess(request: FastifyRequest, cookie: Cookie, madeOf: Page['madeOf']): TextTransport {
    return async ({ method, url }) => {
      const kept = method === 'GET' && cookie.cookie === undefined ? app.quickAnswerTo(url) : undefined
      if (kept) {
        if (kept.etag !== undefined) madeOf.push([url, kept.etag])
        return { status: 200, text: kept.text }
      }
      const answer = await app.inject({
        method,
        url,
        remoteAddress: request.ip,
        headers: { 'x-forwarded-proto': request.protocol, ...cookie },
      })
      const etag = answer.headers.etag
      if (etag !== undefined) madeOf.push([url, etag])
      return { status: answer.statusCode, text: answer.payload }
    }
  }
}

type Cookie = { cookie?: string }

const visitorsCookie = ({ headers: { cookie } }: FastifyRequest): Cookie => (cookie === undefined ? {} : { cookie })

function sendPersonalPage(reply: FastifyReply, page: Page, policyFor: PolicyFor): FastifyReply {
  reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
  return sendHtml(reply, page, policyFor)
}

function setPageHeaders(reply: FastifyReply, { status, etag }: Page): void {
  reply
    // The strict one of everything that is no page; a page sends its own.
    .removeHeader('content-security-policy')
    .code(status)
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header('cache-control', status === 200 ? 'public, max-age=0, s-maxage=30, stale-while-revalidate=300' : 'no-cache')
  if (status === 200) reply.header('etag', etag)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, policyFor: PolicyFor): FastifyReply {
  setPageHeaders(reply, page)
  if (page.status === 200) {
    if (request.headers['if-none-match'] === page.etag) {
      // The browser keeps its copy with the policy that came along; a new nonce here would lock its scripts out.
      return reply.code(304).send()
    }
  }
  return sendHtml(reply, page, policyFor)
}

function sendHtml(reply: FastifyReply, page: Page, policyFor: PolicyFor): FastifyReply {
  const nonce = newNonce()
  reply.header('content-security-policy', policyFor(nonce))
  return reply.header('content-length', page.length).send(Buffer.concat(withNonce(page.pieces, nonce)))
}

/** Browsers name all that they understand; who weighs one against the other goes the long way. */
const acceptsGzip = (headers: IncomingHttpHeaders): boolean => /^[\w, ]*\bgzip\b[\w, ]*$/.test(String(headers['accept-encoding']))
