import { ApiError, apiQuery, apiUrl } from '#platform/web/api.ts'
import { maxLogoBytes } from '../model.ts'

export const employersQuery = (prefix: string, after: string) => apiQuery('GET /api/employers', { query: { prefix, after } })

export const seatRequestsQuery = apiQuery('GET /api/seat-requests')

export const employerQuery = (slug: string) => apiQuery('GET /api/employers/:slug', { params: { slug } })

/** @throws {ApiError} if the server refuses the file. */
export async function uploadLogo(file: File): Promise<void> {
  if (file.size > maxLogoBytes) throw new Error('This file is too large: a logo has at most 2 MB.')
  const answer = await fetch(apiUrl('PUT /api/organization/logo'), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => undefined))
}
