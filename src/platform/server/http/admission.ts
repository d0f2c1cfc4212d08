import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { defaultMessages, type ErrorEnvelope } from '#shared/errors.ts'
import { plainPage, plainPagePolicy } from './plain-page.ts'
import { onClosed } from './response-end.ts'

/**
 * What a request costs, by its address: a search that no cache knows, a rendered page, an upload, an export or feed, or another call.
 * Each class has limits of its own, so that none takes what the others need.
 */
type WorkClass = 'search' | 'page' | 'upload' | 'export' | 'call'

/** How many requests of a class are worked on at once, and how many wait for that. */
type Limit = { atOnce: number; waiting: number }
type Limits = Record<WorkClass, Limit>

/** Requests of one address that are being answered: each may hold a database connection or a rendering thread. */
export const maxRequestsAtOnce = 64
/** Of the classes with few places one address gets a part. */
export const placesPerAddress: Partial<Record<WorkClass, number>> = { upload: 4, export: 3 }

/**
 * A queue as long as the work at once doubles the time of an answer; more than that would only wait to be late. Shorter ones refuse
 * eight visitors who search all the time, although their answers take 30 ms.
 */
export function admissionLimits(processors = availableParallelism()): Limits {
  return {
    search: { atOnce: 2 * processors, waiting: 2 * processors },
    page: { atOnce: 4 * processors, waiting: 2 * processors },
    // A body on its way costs a file descriptor. Complete files are inspected a few at a time: storage.ts.
    upload: { atOnce: 48, waiting: 8 },
    export: { atOnce: 6, waiting: 6 },
    // Calls wait for the database's connections, which have a limit of their own. These are more than one address may have at once.
    call: { atOnce: 2 * maxRequestsAtOnce, waiting: maxRequestsAtOnce },
  }
}

export type Admission = {
  /** Runs the work now or when its turn comes; or answers 503. */
  admit(request: IncomingMessage, response: ServerResponse, work: () => void, requestId?: string): void
  /** Refused since the start, by class. */
  readonly refused: Readonly<Record<WorkClass, number>>
}

type State = Limit & { running: number; queue: Set<() => void>; burstLeft: number }

/** After a burst, such as what came while the process paused, so many times more may wait. */
const burstFactor = 7
/** Who comes while a burst is worked off waits like the burst itself: so many times more do so before the room for bursts is used up. */
const burstShare = 2
/**
 * That room comes back by this for each request that finds a free place, so that under lasting overload hardly anybody waits long. A queue that
 * runs empty for a moment says nothing: requests and results come in lumps.
 */
const burstRefill = 1 / 4
/** Who waits longer is refused: readers that stopped may hold the places for a minute. */
const maxWaitMs = 10_000

/** Bounded work and bounded queues: what is beyond is refused at once, before it costs anything. */
export function createAdmission(limits: Limits): Admission {
  const refused: Record<WorkClass, number> = { search: 0, page: 0, upload: 0, export: 0, call: 0 }
  const states = new Map<WorkClass, State>()
  for (const [name, limit] of Object.entries(limits) as [WorkClass, Limit][])
    states.set(name, { ...limit, running: 0, queue: new Set(), burstLeft: burstOf(limit) })

  function start(state: State, response: ServerResponse, work: () => void): void {
    state.running++
    let isDone = false
    const done = () => {
      if (isDone) return
      isDone = true
      state.running--
      const [next] = state.queue
      if (next) next()
    }
    // Once the whole answer is written, only its reader takes time.
    response.once('prefinish', done)
    onClosed(response, done)
    work()
  }

  return {
    refused,
    admit(request, response, work, requestId = randomUUID()) {
      const name = classOf(request)
      const state = name && states.get(name)
      if (!state) return work()
      if (state.running < state.atOnce) {
        state.burstLeft = Math.min(burstOf(state), state.burstLeft + burstRefill)
        return start(state, response, work)
      }
      const refuseIt = () => {
        refused[name]++
        refuse(request, response, requestId)
      }
      if (!mayWait(state)) return refuseIt()
      const leave = () => {
        state.queue.delete(next)
        clearTimeout(timer)
      }
      const next = () => {
        leave()
        keepPlace()
        start(state, response, work)
      }
      const timer = setTimeout(() => {
        leave()
        refuseIt()
      }, maxWaitMs)
      state.queue.add(next)
      const keepPlace = onClosed(response, leave)
    },
  }
}

const burstOf = ({ waiting }: Limit): number => waiting * burstFactor * burstShare

function mayWait(state: State): boolean {
  const { queue, waiting } = state
  if (queue.size < waiting) return true
  if (queue.size >= waiting * (1 + burstFactor) || state.burstLeft < 1) return false
  state.burstLeft--
  return true
}

const probes = new Set(['/healthz', '/readyz', '/metrics'])
const searches = new Set(['/jobs', '/api/jobs', '/api/v1/jobs', '/api/v1/facets'])
const exportPath = /^\/(?:jobs\.(?:rss|atom|json|xml)|sitemap\.xml|sitemaps\/.*|api\/account\/export|.*\.csv)$/
/** Larger bodies are files. */
const maxForm = 256 * 1024

/** Undefined for probes, which are always answered. */
export function classOf({
  method,
  url = '/',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): WorkClass | undefined {
  const path = url.split('?', 1)[0] ?? '/'
  if (probes.has(path)) return undefined
  if (method !== 'GET' && method !== 'HEAD') {
    const isFile =
      headers['transfer-encoding'] !== undefined ||
      Number(headers['content-length'] ?? 0) > maxForm ||
      /^(?:multipart\/|application\/octet-stream)/.test(headers['content-type'] ?? '')
    return isFile ? 'upload' : 'call'
  }
  if (exportPath.test(path)) return 'export'
  if (searches.has(path)) return 'search'
  return path.startsWith('/api/') || path.startsWith('/assets/') || /\.\w+$/.test(path) ? 'call' : 'page'
}

const retryAfterSeconds = '5'
const page = plainPage({
  title: 'This site is busy',
  text: 'Please try again in a few seconds.',
  link: { to: '', text: 'Try again' },
})

function refuse({ headers, method }: IncomingMessage, response: ServerResponse, requestId: string): void {
  const isPage = (headers.accept ?? '').includes('text/html')
  const envelope: ErrorEnvelope = { error: defaultMessages.UNAVAILABLE, code: 'UNAVAILABLE', requestId }
  const body = isPage ? page : JSON.stringify(envelope)
  response.writeHead(503, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': plainPagePolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'retry-after': retryAfterSeconds,
    'x-request-id': requestId,
    // Nobody reads the body of what is refused.
    ...(method !== 'GET' && method !== 'HEAD' && { connection: 'close' }),
  })
  response.end(body)
}
