import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { allowedEntry, guardedLookup, isReserved } from '../reading/addresses.ts'
import type { HttpOptions } from '../reading/http.ts'

export type AskOptions = HttpOptions & {
  /** Who asks. */
  userAgent: string
  timeoutMs?: number
}

export type LinkAnswer = {
  /** 'unknown': the answer proves nothing. */
  state: 'alive' | 'dead' | 'unknown'
  /** In words: '200', '404', 'timeout'. */
  answer: string
  /** The host is overloaded, or asked us to go away: seconds, if it said how long. */
  busy?: { seconds: number | undefined }
}

const maxRedirects = 5

/** HEAD; where that does not succeed GET, because some servers know only that. The body stays unread. */
export async function askLink(address: string, options: AskOptions): Promise<LinkAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000)
  try {
    const head = await follow(address, 'HEAD', options, signal)
    return head.state === 'alive' || head.busy ? head : await follow(address, 'GET', options, signal)
  } catch (error) {
    return { state: 'unknown', answer: signal.aborted ? 'timeout' : reasonOf(error) }
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message).slice(0, 200) : 'no answer'

async function follow(address: string, method: 'HEAD' | 'GET', options: AskOptions, signal: AbortSignal): Promise<LinkAnswer> {
  let url = new URL(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await send(url, method, options, signal)
    response.destroy()
    const status = response.statusCode ?? 0
    const next = status >= 300 && status < 400 && response.headers.location ? URL.parse(response.headers.location, url) : null
    if (!next) return answerOf(status, response.headers['retry-after'])
    url = next
  }
  return { state: 'unknown', answer: 'too many redirects' }
}

/** Only 'not found' and 'gone' prove that a link is dead: refusals, overload and server errors pass. */
function answerOf(status: number, retryAfter: string | undefined): LinkAnswer {
  const answer = String(status)
  if (status >= 200 && status < 300) return { state: 'alive', answer }
  if (status === 404 || status === 410) return { state: 'dead', answer }
  if (status !== 429 && status !== 503) return { state: 'unknown', answer }
  const seconds = Number(retryAfter)
  return { state: 'unknown', answer, busy: { seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined } }
}

function send(url: URL, method: string, options: AskOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const explicit = requireOpen(url, options.allowedHosts)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    agent: false,
    signal,
    headers: { accept: 'text/html, */*;q=0.5', 'user-agent': options.userAgent },
    lookup: guardedLookup({ explicit, resolver: options.resolver }),
  })
  request.on('error', reject)
  request.on('response', (response) => {
    // The rest of it is of no interest, however it ends.
    response.on('error', () => {})
    resolve(response)
  })
  request.end()
  return promise
}

/**
 * Unlike a dataset, an apply link leads anywhere: to any public address, on the web's own ports.
 * @returns whether the operator named the host, which may then be in this network.
 */
function requireOpen(url: URL, allowedHosts: readonly string[]): boolean {
  try {
    return allowedEntry(url, allowedHosts).explicit
  } catch {
    const host = url.hostname.replaceAll(/[[\]]/g, '')
    if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is not asked`)
    if (url.port !== '') throw new Error('a port of its own is not asked')
    if (isIP(host) !== 0 && isReserved(host)) throw new Error('private address')
    return false
  }
}
