import { ApiError } from './api.ts'

type Options = {
  /** The share that has left, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Posts a file by XMLHttpRequest: `fetch` reports no progress.
 * @throws {ApiError} if the server refuses it; another error if the connection fails or the signal
 * aborts it.
 */
export function upload<Answer>(
  url: string,
  body: Blob | FormData,
  { onProgress, signal }: Options = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = new XMLHttpRequest()
  request.open('POST', url)
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(total > 0 ? loaded / total : 0),
  )
  request.addEventListener('load', () => {
    const { status, response } = request
    if (status >= 200 && status < 300) resolve(response as Answer)
    else reject(new ApiError(status, response))
  })
  request.addEventListener('error', () =>
    reject(new Error('The connection was lost. Please try again.')),
  )
  request.addEventListener('abort', () => reject(new Error('The upload was canceled')))
  signal?.addEventListener('abort', () => request.abort())
  request.send(body)
  return promise
}

/** Says that a chosen file is of another kind than a field takes: `kinds` are endings of names. */
export const wrongKind = ({ name }: File, kinds: string): string | undefined =>
  kinds.split(',').some((kind) => name.toLowerCase().endsWith(kind))
    ? undefined
    : `${name} is of another kind. Please choose one of these: ${kinds.replaceAll(',', ', ')}.`
