import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { unreachableReason } from '#platform/server/errors.ts'
import {
  guardedLookup,
  PrivateAddressError,
  type Resolver,
} from '#platform/server/http/public-addresses.ts'
import { DatasetError } from './row.ts'
import { setTimeout as wait } from 'node:timers/promises'

export type HttpOptions = {
  allowedHosts: readonly string[]
  /** Instead of the system's. */
  resolver?: Resolver
  /** What a dataset may have, unpacked. */
  maxBytes?: number | undefined
  /** The content of an uploaded file; undefined where it is gone. */
  openUpload?: ((id: string) => Promise<AsyncIterable<Uint8Array> | undefined>) | undefined
}

/**
 * The server is there but does not answer as hoped; `retryAfter` in milliseconds, if it said when
 * to come back.
 */
class HttpError extends DatasetError {
  readonly status: number
  readonly retryAfter: number | undefined

  constructor(status: number, retryAfter: number | undefined) {
    super(explain(status))
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Nobody answers there at all. */
class UnreachableError extends DatasetError {}

const maxRedirects = 5
const connectMs = 8000
const silenceMs = 30_000

export type Asking = {
  /** Headers for the address's own site only. */
  secrets?: Record<string, string> | undefined
  /** JSON to post instead of a plain question. */
  body?: string | undefined
}

type Question = {
  method?: string
  headers: Record<string, string>
  body?: string | undefined
  signal?: AbortSignal
  lookup: LookupFunction
}

/**
 * Opens an allowed address; each redirect is held against the list again. Throws a `DatasetError`.
 */
export async function openUrl(
  address: URL,
  { allowedHosts, resolver }: HttpOptions,
  { secrets, body }: Asking = {},
): Promise<IncomingMessage> {
  const response = await followRedirects(address, (url) => {
    const lookup = guardedLookup({ ...allowedEntry(url, allowedHosts), resolver })
    // A token is for the site that it was made for.
    const headers = {
      accept: 'application/json, application/x-ndjson;q=0.9, */*;q=0.1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(url.origin === address.origin && secrets),
    }
    return ask(url, { headers, body, lookup })
  })
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300) return response
  response.destroy()
  throw new HttpError(status, retryAfter(response))
}

/** The answer that leads no further. */
export async function followRedirects(
  address: URL,
  send: (url: URL) => Promise<IncomingMessage>,
): Promise<IncomingMessage> {
  let url = address
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await send(url)
    const { statusCode: status = 0, headers } = response
    const next =
      status >= 300 && status < 400 && headers.location ? URL.parse(headers.location, url) : null
    if (!next) return response
    // The rest of it may never end.
    response.destroy()
    url = next
  }
  throw new DatasetError('The address redirects too often.')
}

/** Asks over HTTP or HTTPS. */
export function ask(
  url: URL,
  { body, method = body === undefined ? 'GET' : 'POST', ...options }: Question,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    ...options,
    method,
  })
  request.setTimeout(silenceMs, () =>
    request.destroy(new DatasetError(`${url.host} does not answer.`)),
  )
  const connecting = setTimeout(
    () => request.destroy(new UnreachableError(unreachable(url, 'it does not answer'))),
    connectMs,
  )
  request.on('socket', (socket) => {
    // A socket that is used again is connected.
    if (socket.connecting) socket.once('connect', () => clearTimeout(connecting))
    else clearTimeout(connecting)
  })
  request.on('close', () => clearTimeout(connecting))
  request.on('error', (error) => reject(readable(error, url)))
  request.on('response', resolve)
  request.end(body)
  return promise
}

/** The body as it comes; a connection that breaks is a `DatasetError` too. */
export async function* bodyOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response) yield chunk as Buffer
  } catch (error) {
    if (error instanceof DatasetError) throw error
    throw new DatasetError('The connection broke off.', { cause: error })
  }
}

/** Undefined for one that is larger. */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bodyOf(response)) {
    size += chunk.length
    if (size > maxBytes) {
      response.destroy()
      return undefined
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readable(error: Error, url: URL) {
  if (error instanceof DatasetError) return error
  if (error instanceof PrivateAddressError)
    return new DatasetError(`${error.message}: imports from there are not allowed.`)
  const reason = unreachableReason(error)
  if (reason) return new UnreachableError(unreachable(url, reason), { cause: error })
  return new DatasetError(`${url.host} cannot be reached: ${error.message || 'no connection'}.`, {
    cause: error,
  })
}

const unreachable = (url: URL, reason: string) =>
  `${url.host} cannot be reached: ${reason}. Check the address, or upload the file instead.`

/** How long the server asks to wait, in milliseconds. */
export function retryAfter(response: IncomingMessage): number | undefined {
  const value = response.headers['retry-after']
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

function explain(status: number) {
  if (status === 401 || status === 403)
    return `The server refuses access (${status}). Is the API token set, and may it read this dataset?`
  if (status === 404 || status === 410) return `There is no such dataset (${status}).`
  if (status === 429) return 'The server is asked too often (429). Try again later.'
  return `The server answered ${status}.`
}

/** A truncated or invalid page, worth a retry. */
export class BrokenPage extends DatasetError {}

const attempts = 6
/** A wrong address fails within ten seconds. */
export const openingPatienceMs = 1000
/** Where the server does not say how long to wait. */
const longestWaitMs = 60_000
/** A server that asks for a longer wait is given up. */
const longestAskedMs = 15 * 60_000

/**
 * Retries temporary failures: overload, server errors, broken connections. Waits as long as the
 * server asks, otherwise with exponential backoff. A host that cannot be reached is given up after
 * `patienceMs`.
 */
export async function retry<T>(
  work: () => Promise<T>,
  delayMs: number,
  patienceMs = Infinity,
): Promise<T> {
  const start = Date.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !mayPass(error)) throw error
      if (error instanceof UnreachableError && Date.now() - start > patienceMs) throw error
      const retryAfter = error instanceof HttpError ? error.retryAfter : undefined
      if (retryAfter !== undefined && retryAfter > longestAskedMs) throw error
      await wait(
        retryAfter ??
          Math.min(delayMs * 2 ** (attempt - 1) * (1 + Math.random() / 4), longestWaitMs),
      )
    }
  }
}

function mayPass(error: unknown) {
  if (error instanceof HttpError)
    return error.status === 408 || error.status === 429 || error.status >= 500
  return error instanceof BrokenPage || (error instanceof DatasetError && error.cause !== undefined)
}

/**
 * A host that an import may read from. `explicit`: named down to its port or as an address: the
 * operator means this very machine, so HTTP and private addresses are fine.
 */
type Allowed = { explicit: boolean }

/**
 * The entry that allows the address, or a refusal. A plain name ('api.apify.com') allows HTTPS on
 * public addresses; an origin ('http://127.0.0.1:8080'), a host with a port, an IP address or
 * 'localhost' allows exactly what it names; '*.example.org' allows what lies below a name.
 */
export function allowedEntry(url: URL, allowedHosts: readonly string[]): Allowed {
  for (const entry of allowedHosts) {
    const allowed = matches(url, entry.trim().toLowerCase())
    if (allowed) return allowed
  }
  throw new DatasetError(
    `Imports from ${url.host || url.protocol} are not allowed. Add it to IMPORT_ALLOWED_HOSTS if ` +
      'you trust it.',
  )
}

function matches(url: URL, entry: string): Allowed | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const isThisMachine =
    url.hostname === 'localhost' || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0
  if (entry.includes('://')) {
    return URL.parse(entry)?.origin === url.origin
      ? { explicit: isThisMachine || url.port !== '' }
      : undefined
  }
  if (entry === url.host && url.port !== '') return { explicit: true }
  const isBelow = entry.startsWith('*.') && url.hostname.endsWith(entry.slice(1))
  if (isBelow && !isThisMachine && url.protocol === 'https:' && url.port === '')
    return { explicit: false }
  if (entry !== url.hostname) return undefined
  if (isThisMachine) return { explicit: true }
  return url.protocol === 'https:' && url.port === '' ? { explicit: false } : undefined
}
