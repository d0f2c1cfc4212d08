import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { DismissDuplicates, ListDuplicates, MergeDuplicates } from '../contract.ts'
import type { DetailGroup } from '../model.ts'

const duplicatesUrl = '/api/admin/duplicates'
export const duplicatesKey = [duplicatesUrl] as const

/** Others decide, too: a list that is come back to is asked for anew. */
export const duplicatesQuery = (params: Record<string, string>): ApiQuery<ListDuplicates> => ({
  ...apiQuery<ListDuplicates>(duplicatesUrl, params),
  staleTime: 5000,
})

export const dismissDuplicates = (ids: readonly string[]) =>
  callApi<DismissDuplicates>({ method: 'POST', url: `${duplicatesUrl}/dismissals`, body: { ids } })

export const mergeDuplicates = ({ id, takeFromOther }: { id: string; takeFromOther: readonly DetailGroup[] }) =>
  callApi<MergeDuplicates>({ method: 'POST', url: `${duplicatesUrl}/${id}/merge`, body: { takeFromOther } })
