import type { Challenge } from 'altcha-lib'
import type { DataTag, QueryClient, UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { Call, InputOf, Method, ResponseOf } from '#shared/contract.ts'
import type { ErrorCode, ErrorEnvelope, FieldError } from '#shared/errors.ts'
import type { ApiAnswer, ApiCall } from '#shared/rendering.ts'

/** An unsuccessful answer. Its message is made for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: FieldError[]
  /** Whether the server sent a message; otherwise it only has the status. */
  readonly hasWords: boolean
  /** The current state, after a stale save; what is left of something that is gone. */
  readonly current: unknown

  constructor(status: number, body: unknown) {
    const envelope = isEnvelope(body) ? body : undefined
    super(envelope?.error ?? `Request failed: ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = envelope?.code ?? 'INTERNAL'
    this.details = envelope?.details ?? []
    this.hasWords = envelope !== undefined
    this.current = envelope?.current
  }

  /** A page carries the refusals that it shows; `Error` would leave its message out. */
  toJSON(): object {
    const { status, code, details, hasWords, current, message } = this
    return { status, code, details, hasWords, current, message }
  }
}

/** What a refusal tells of the current state, after a stale save. */
export const currentOf = <Current>(error: unknown) =>
  error instanceof ApiError ? (error.current as Current | undefined) : undefined

/** Makes a call and returns any answer. */
export type Transport = (call: ApiCall & { signal?: AbortSignal }) => Promise<ApiAnswer>

/**
 * Over HTTP; on the server the same calls run in-process. Where the server requires
 * re-authentication, the page asks for it, once; where it asks for a proof of work, the browser
 * works for some seconds.
 */
export const httpTransport: Transport = async (call) => {
  const answer = await send(call)
  const { code, current } = (answer.body ?? {}) as Partial<ErrorEnvelope>
  if (code === 'REAUTHENTICATION_REQUIRED' && (await reauthenticate())) return send(call)
  if (code !== 'RATE_LIMITED' || !isChallenged(current)) return answer
  const proof = await proveWork(current.challenge).catch(() => undefined)
  return proof === undefined ? answer : send({ ...call, headers: { 'proof-of-work': proof } })
}

const isChallenged = (current: unknown): current is { challenge: Challenge } =>
  typeof current === 'object' && current !== null && 'challenge' in current

/**
 * In the browser's own threads for cryptography; it fails where these are missing, as on plain
 * HTTP.
 */
async function proveWork(challenge: Challenge) {
  const { solveChallenge } = await import('altcha-lib')
  const { deriveKey } = await import('altcha-lib/algorithms/web/pbkdf2')
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
}

type Answer = (isDone: boolean) => void

let waiting: Answer | undefined
const listeners = new Set<() => void>()

/** The call that waits for re-authentication. Its dialog may come later than the call. */
export const pendingReauthentication = {
  current: (): Answer | undefined => waiting,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Asks the signed-in visitor to authenticate again; false if they would not. */
export async function reauthenticate(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  publish(resolve)
  const isDone = await promise
  publish(undefined)
  return isDone
}

function publish(answer: Answer | undefined) {
  waiting = answer
  for (const listener of listeners) listener()
}

const send = async ({
  method,
  url,
  body,
  signal,
  headers,
}: Parameters<Transport>[0] & { headers?: Record<string, string> }) => {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    ...(signal && { signal }),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : parse(text) }
}

/** The input of any call, as it stands in a query's key. */
type AnyInput = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<
    Record<string, string | number | boolean | readonly string[] | undefined>
  >
  readonly body?: unknown
  readonly signal?: AbortSignal
}

type Given<Input> = object extends Input ? [input?: Input] : [input: Input]

/** Calls an endpoint: `callApi('GET /api/admin/users/:id', { params: { id } })`. */
export const callApi = <C extends Call>(
  call: C,
  ...[input]: Given<InputOf<C> & { signal?: AbortSignal }>
) => sendCall<ResponseOf<C>>(httpTransport, call, input)

export const apiUrl = <C extends Call>(
  call: C,
  ...[input]: Given<Omit<InputOf<C>, 'body'>>
): string => urlOf(call, input)

type ApiQueryKey = readonly [call: string, input: object]
type Options<Answer> = UndefinedInitialDataOptions<Answer, Error, Answer, ApiQueryKey>
export type AnswerQuery<Answer> = Options<Answer> & {
  queryKey: DataTag<ApiQueryKey, Answer, Error>
}
export type ApiQuery<C extends Call> = AnswerQuery<ResponseOf<C>>

/**
 * Query options for a GET endpoint. The key is the call itself, so the query client's default
 * function can make it: in-process while rendering on the server, over HTTP in the browser.
 */
export const apiQuery = <C extends Call & `GET ${string}`>(
  call: C,
  ...[input, options]: Queried<InputOf<C>, Omit<Options<ResponseOf<C>>, 'queryKey' | 'queryFn'>>
): ApiQuery<C> => ({ ...options, queryKey: keyOf(call, input) })

/** Says to the compiler what the call answers. */
export const keyOf = <Answer>(call: Call, input: unknown = {}) =>
  [call, input] as const as DataTag<ApiQueryKey, Answer, Error>

type Queried<Input, Rest> = object extends Input
  ? [input?: Input, options?: Rest]
  : [input: Input, options?: Rest]

/**
 * Invalidates what these calls answered, whatever their input was, `except` those with some
 * parameters.
 */
export const invalidateCalls = (
  queryClient: QueryClient,
  calls: readonly Call[],
  { except = () => false }: { except?: (params: Readonly<Record<string, string>>) => boolean } = {},
): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [call, input] }) =>
      calls.some((endpoint) => endpoint === call) &&
      !except((input as AnyInput | undefined)?.params ?? {}),
  })

export const queryFnOver =
  (transport: Transport) =>
  ({ queryKey, signal }: { queryKey: readonly unknown[]; signal: AbortSignal }) => {
    const [call, input] = queryKey as ApiQueryKey
    return sendCall(transport, call, { ...input, signal })
  }

/** Sends any call; its input is not type-checked. */
export async function sendCall<Answer>(
  transport: Transport,
  call: string,
  input: AnyInput = {},
): Promise<Answer> {
  const [method] = call.split(' ', 1) as [Method]
  const { status, body } = await transport({
    method,
    url: urlOf(call, input),
    ...(input.body !== undefined && { body: input.body }),
    ...(input.signal && { signal: input.signal }),
  })
  if (status < 200 || status > 299) throw new ApiError(status, body)
  return body as Answer
}

function urlOf(call: string, { params = {}, query = {} }: AnyInput = {}) {
  const path = call
    .slice(call.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [value].flat().map((entry) => `${encodeURIComponent(name)}=${encodeURIComponent(entry)}`),
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isEnvelope = (body: unknown): body is ErrorEnvelope =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
