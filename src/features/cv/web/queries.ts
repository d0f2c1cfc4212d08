import { apiQuery, apiUrl, callApi } from '#platform/web/api.ts'

export const cvDownloadUrl = apiUrl('GET /api/profile/cv/download')

/** Others open CVs at any time. */
export const openingsQuery = apiQuery('GET /api/profile/cv/openings', {}, { staleTime: 5000 })

export const deleteCv = () => callApi('DELETE /api/profile/cv')
