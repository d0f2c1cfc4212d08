import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.ts'
import { apiQuery, callApi, type ApiQuery } from '#platform/web/api.ts'
import type { AlertView } from '../contract.ts'
import type { Frequency } from '../model.ts'

/** A mail's link opens the alerts of its address; without one they are the signed-in visitor's. */
export type Access = { token: string | undefined }

const fresh = { staleTime: 0, refetchOnMount: false } as const

/** Never cached, because mails and other devices change it. */
export const alertsQuery = ({ token }: Access): ApiQuery<'GET /api/alerts'> =>
  token === undefined ? apiQuery('GET /api/alerts', {}, fresh) : apiQuery('GET /api/linked-alerts', { query: { token } }, fresh)

export function useChangeAlert(access: Access, id: string) {
  const queryClient = useQueryClient()
  const { token } = access
  const { queryKey } = alertsQuery(access)
  return useMutation({
    mutationFn: (body: { frequency?: Frequency; status?: 'active' | 'paused' }) =>
      token === undefined
        ? callApi('PUT /api/alerts/:id', { params: { id }, body })
        : callApi('PUT /api/linked-alerts/:id', { params: { id }, query: { token }, body }),
    onSuccess: (changed) => {
      queryClient.setQueryData(
        queryKey,
        (list) => list && { alerts: list.alerts.map((alert) => (alert.id === id ? changed : alert)) },
      )
    },
    onError: () => toast({ title: 'Error', description: 'Failed to change the job alert. Please try again.', tone: 'danger' }),
  })
}

export function useDeleteAlert(access: Access, { id }: AlertView) {
  const queryClient = useQueryClient()
  const { token } = access
  const { queryKey } = alertsQuery(access)
  return useMutation({
    mutationFn: () =>
      token === undefined
        ? callApi('DELETE /api/alerts/:id', { params: { id } })
        : callApi('DELETE /api/linked-alerts/:id', { params: { id }, query: { token } }),
    onSuccess: () => {
      queryClient.setQueryData(queryKey, (list) => list && { alerts: list.alerts.filter((alert) => alert.id !== id) })
      toast({ title: 'Job alert deleted' })
    },
    onError: () => toast({ title: 'Error', description: 'Failed to delete the job alert. Please try again.', tone: 'danger' }),
  })
}
