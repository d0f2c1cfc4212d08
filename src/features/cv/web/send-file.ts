import { ApiError } from '#web/lib/api.ts'
import { cvUrl } from './queries.ts'

type Options = {
  /** From 0 to 1: how much has left this computer. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Sends a CV. By XMLHttpRequest, because `fetch` does not tell how far it has come.
 * @throws {ApiError} if the server refuses it; another error if the connection fails or the signal ends it.
 */
export const sendFile = (file: File, { onProgress, signal }: Options): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('cv', file)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new ApiError(request.status, request.response))
    })
    request.addEventListener('error', () => reject(new Error('The connection failed')))
    request.addEventListener('abort', () => reject(new Error('The upload was cancelled')))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', cvUrl)
    request.responseType = 'json'
    request.send(form)
  })
