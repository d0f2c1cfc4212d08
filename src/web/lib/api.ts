import type { DataTag, QueryClient, UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { CallOf, Endpoint, InputOf, Method, ResponseOf } from '#shared/contract.ts'
import type { ErrorCode, ErrorEnvelope, FieldError } from '#shared/errors.ts'
import type { ApiAnswer, ApiCall } from '#shared/rendering.ts'

/** An answer that was not a success. Its message is made for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: FieldError[]
  /** The server found words for it; else the message only names the status. */
  readonly hasWords: boolean
  /** With a stale save: what it would have overwritten. */
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
}

/** Makes a call and answers whatever came back, success or not. */
export type Transport = (call: ApiCall & { signal?: AbortSignal }) => Promise<ApiAnswer>

/** The browser's way to the API. On the server the same calls run in-process. */
export const httpTransport: Transport = async ({ method, url, body, signal }) => {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    ...(signal && { signal }),
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : parse(text) }
}

/** A call as it stands in a query's key and goes over the wire. */
type AnyInput = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

type Given<Input> = object extends Input ? [input?: Input] : [input: Input]

/** Calls an endpoint: `callApi<GetUser>('GET /api/admin/users/:id', { params: { id } })`. */
export const callApi = <E extends Endpoint>(
  call: CallOf<E>,
  ...[input]: Given<InputOf<E> & { signal?: AbortSignal }>
): Promise<ResponseOf<E>> => sendCall(httpTransport, call, input) as Promise<ResponseOf<E>>

/** The address of an endpoint, for what is no call of ours: downloads, frames, beacons, uploads. */
export const apiUrl = <E extends Endpoint>(call: CallOf<E>, ...[input]: Given<Omit<InputOf<E>, 'body'>>): string =>
  urlOf(call, input)

type ApiQueryKey = readonly [call: string, input: object]
type Options<E extends Endpoint> = UndefinedInitialDataOptions<ResponseOf<E>, Error, ResponseOf<E>, ApiQueryKey>
export type ApiQuery<E extends Endpoint> = Options<E> & { queryKey: DataTag<ApiQueryKey, ResponseOf<E>, Error> }

/**
 * Query options for a GET endpoint. The key is the call itself, so the query client's default function can make it:
 * in-process while rendering on the server, over HTTP in the browser.
 */
export function apiQuery<E extends Endpoint & { method: 'GET' }>(
  call: CallOf<E>,
  ...[input, options]: Queried<InputOf<E>, Omit<Options<E>, 'queryKey' | 'queryFn'>>
): ApiQuery<E> {
  return { ...options, queryKey: [call, input ?? {}] } as unknown as ApiQuery<E>
}

type Queried<Input, Rest> = object extends Input ? [input?: Input, options?: Rest] : [input: Input, options?: Rest]

/** Asks again for what these calls answered, whatever they were made with, `except` those of some parameters. */
export const invalidateCalls = <E extends Endpoint>(
  queryClient: QueryClient,
  calls: readonly CallOf<E>[],
  { except = () => false }: { except?: (params: Readonly<Record<string, string>>) => boolean } = {},
): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [call, input] }) =>
      calls.some((it) => it === call) && !except((input as AnyInput | undefined)?.params ?? {}),
  })

export const queryFnOver =
  (transport: Transport) =>
  ({ queryKey, signal }: { queryKey: readonly unknown[]; signal: AbortSignal }): Promise<unknown> => {
    const [call, input] = queryKey as ApiQueryKey
    return sendCall(transport, call, { ...input, signal })
  }

/** What all calls are made of; its input is not type-checked. */
export async function sendCall(transport: Transport, call: string, input: AnyInput = {}): Promise<unknown> {
  const [method] = call.split(' ', 1) as [Method]
  const { status, body } = await transport({
    method,
    url: urlOf(call, input),
    ...(input.body !== undefined && { body: input.body }),
    ...(input.signal && { signal: input.signal }),
  })
  if (status < 200 || status > 299) throw new ApiError(status, body)
  return body
}

function urlOf(call: string, { params = {}, query = {} }: AnyInput = {}): string {
  const path = call
    .slice(call.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((it) => `${encodeURIComponent(name)}=${encodeURIComponent(it)}`),
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

function isEnvelope(body: unknown): body is ErrorEnvelope {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
}
