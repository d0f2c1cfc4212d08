import type { DataTag, UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#shared/contract.ts'
import type { ErrorCode, ErrorEnvelope, FieldError } from '#shared/errors.ts'
import { withQuery } from '#shared/paths.ts'
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

export async function callApi<E extends Endpoint>(
  call: { method: E['method']; url: string; body?: unknown; signal?: AbortSignal },
  transport: Transport = httpTransport,
): Promise<ResponseOf<E>> {
  const { status, body } = await transport(call)
  if (status < 200 || status > 299) throw new ApiError(status, body)
  return body as ResponseOf<E>
}

type ApiQueryKey = readonly [url: string, params: Record<string, string>]
export type ApiQuery<E extends Endpoint> = UndefinedInitialDataOptions<ResponseOf<E>, Error, ResponseOf<E>, ApiQueryKey> & {
  queryKey: DataTag<ApiQueryKey, ResponseOf<E>, Error>
}

/**
 * Query options for a GET endpoint. The key is the call itself, path and parameters, so the query client's default
 * function can make it: in-process while rendering on the server, over HTTP in the browser.
 */
export function apiQuery<E extends Endpoint & { method: 'GET' }>(url: string, params: Record<string, string> = {}): ApiQuery<E> {
  return { queryKey: [url, params] } as unknown as ApiQuery<E>
}

export const queryFnOver =
  (transport: Transport) =>
  ({ queryKey, signal }: { queryKey: readonly unknown[]; signal: AbortSignal }): Promise<unknown> => {
    const [url, params] = queryKey as ApiQueryKey
    return callApi({ method: 'GET', url: withQuery(url, params), signal }, transport)
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
