import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { DeleteCv, ListCvOpenings } from '../contract.ts'

export const cvUrl = '/api/profile/cv'
export const cvDownloadUrl = `${cvUrl}/download`

/** Others open CVs while nobody looks: a page that is come back to asks anew. */
export const openingsQuery: ApiQuery<ListCvOpenings> = {
  ...apiQuery<ListCvOpenings>(`${cvUrl}/openings`),
  staleTime: 5000,
}

export const deleteCv = () => callApi<DeleteCv>({ method: 'DELETE', url: cvUrl })
