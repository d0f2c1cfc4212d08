import { apiQuery, apiUrl, callApi } from '#web/lib/api.ts'
import type { DeleteCv, DownloadCv, ListCvOpenings } from '../contract.ts'

export const cvDownloadUrl = apiUrl<DownloadCv>('GET /api/profile/cv/download')

/** Others open CVs while nobody looks: a page that is come back to asks anew. */
export const openingsQuery = apiQuery<ListCvOpenings>('GET /api/profile/cv/openings', {}, { staleTime: 5000 })

export const deleteCv = () => callApi<DeleteCv>('DELETE /api/profile/cv')
