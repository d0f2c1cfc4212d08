import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import type { RemoveFavorite, WriteNote } from '../contract.ts'
import { favoriteToasts } from '../model.ts'
import { favoriteIdsKey, favoritesQuery } from './queries.ts'

const { queryKey } = favoritesQuery

/** Gone at once; back in its place if the server did not hear of it. */
export function useRemoveFavorite(): (jobId: string) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (jobId: string) => callApi<RemoveFavorite>({ method: 'DELETE', url: `/api/favorites/${jobId}` }),
    onMutate: (jobId) => {
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (list) => list?.filter((it) => it.jobId !== jobId))
      return { before }
    },
    onSuccess: () => {
      toast(favoriteToasts.removed)
      queryClient.removeQueries({ queryKey: favoriteIdsKey })
    },
    onError: (_error, jobId, context) => {
      const lost = context?.before?.find((it) => it.jobId === jobId)
      const place = context?.before?.findIndex((it) => it.jobId === jobId) ?? 0
      queryClient.setQueryData(queryKey, (list = []) => (lost ? list.toSpliced(place, 0, lost) : list))
      toast(favoriteToasts.notRemoved)
    },
  })
  return mutate
}

/** What was typed stays in the form until the server has it. */
export function useWriteNote(jobId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) => callApi<WriteNote>({ method: 'PUT', url: `/api/favorites/${jobId}`, body: { note } }),
    onSuccess: ({ note }) => {
      queryClient.setQueryData(queryKey, (list) => list?.map((it) => (it.jobId === jobId ? { ...it, note } : it)))
      onDone()
    },
    onError: () => toast({ title: 'Error', description: 'Failed to save note. Please try again.', tone: 'danger' }),
  })
  return { write: mutate, isPending }
}
