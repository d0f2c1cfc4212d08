import { useMutation, useQueryClient } from '@tanstack/react-query'
import { withQuery } from '#shared/paths.ts'
import { toast } from '#ui/toast.ts'
import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { AlertView, ChangeAlert, DeleteAlert, ListAlerts } from '../contract.ts'
import type { Frequency } from '../model.ts'

/** The link of a mail opens the alerts of its address; without one they are those of whoever is signed in. */
export type Access = { token: string | undefined }

/** Always asked anew: mails and other devices change it. */
export const alertsQuery = ({ token }: Access): ApiQuery<ListAlerts> => ({
  ...(token === undefined ? apiQuery<ListAlerts>('/api/alerts') : apiQuery<ListAlerts>('/api/linked-alerts', { token })),
  staleTime: 0,
  refetchOnMount: false,
})

const urlOf = (id: string, { token }: Access): string =>
  token === undefined ? `/api/alerts/${id}` : withQuery(`/api/linked-alerts/${id}`, { token })

type Change = { frequency?: Frequency; status?: 'active' | 'paused' }

export function useChangeAlert(access: Access, id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = alertsQuery(access)
  return useMutation({
    mutationFn: (change: Change) => callApi<ChangeAlert>({ method: 'PUT', url: urlOf(id, access), body: change }),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, (list) => list && { alerts: list.alerts.map((it) => (it.id === id ? changed : it)) })
    },
    onError: () => toast({ title: 'Error', description: 'Failed to change the job alert. Please try again.', tone: 'danger' }),
  })
}

export function useDeleteAlert(access: Access, { id }: AlertView) {
  const queryClient = useQueryClient()
  const { queryKey } = alertsQuery(access)
  return useMutation({
    mutationFn: () => callApi<DeleteAlert>({ method: 'DELETE', url: urlOf(id, access) }),
    onSuccess: () => {
      queryClient.setQueryData(queryKey, (list) => list && { alerts: list.alerts.filter((it) => it.id !== id) })
      toast({ title: 'Job alert deleted' })
    },
    onError: () => toast({ title: 'Error', description: 'Failed to delete the job alert. Please try again.', tone: 'danger' }),
  })
}
