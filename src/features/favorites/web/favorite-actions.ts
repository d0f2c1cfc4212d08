import type { QueryClient } from '@tanstack/react-query'
import { favoriteToasts } from '../model.ts'
import { signInPath, withReturnTo } from '#shared/paths.ts'
import { toast } from '#ui/toast.ts'
import type { useNavigate } from '#platform/web/navigation.tsx'
import { ApiError, callApi } from '#platform/web/api.ts'
import { favoriteIdsQuery, favoritesQuery, pendingFavorite } from './queries.ts'

/** Where a visitor signs in, and returns to. */
type FavoriteContext = {
  queryClient: QueryClient
  href: string
  navigate: ReturnType<typeof useNavigate>
}

const redirectMs = 1000
/** One call at a time for each job, or a late answer would undo a later click. */
const pending = new Set<string>()

export const favoriteActions = (context: FavoriteContext) => ({
  save: (jobId: string) => oneAtATime(jobId, () => save(context, jobId)),
  remove: (jobId: string) => oneAtATime(jobId, () => remove(context, jobId)),
})

async function oneAtATime(jobId: string, work: () => Promise<void>): Promise<void> {
  if (pending.has(jobId)) return
  pending.add(jobId)
  try {
    await work()
  } finally {
    pending.delete(jobId)
  }
}

async function save(
  { queryClient, href, navigate }: FavoriteContext,
  jobId: string,
): Promise<void> {
  const undo = await showAs(queryClient, jobId, true)
  try {
    await callApi('POST /api/favorites', { body: { jobId } })
    toast(favoriteToasts.saved)
  } catch (error) {
    undo()
    if (!(error instanceof ApiError && error.status === 401)) {
      toast(favoriteToasts.notSaved)
      return
    }
    pendingFavorite.write(jobId)
    toast(favoriteToasts.signInFirst)
    setTimeout(() => navigate({ to: withReturnTo(signInPath, href) }), redirectMs)
  } finally {
    askAnew(queryClient)
  }
}

async function remove(context: FavoriteContext, jobId: string): Promise<void> {
  const { queryClient } = context
  const undo = await showAs(queryClient, jobId, false)
  try {
    await callApi('DELETE /api/favorites/:jobId', { params: { jobId } })
    // It returns with its note, status and next step.
    const action = { label: 'Undo', run: () => void oneAtATime(jobId, () => save(context, jobId)) }
    toast({ ...favoriteToasts.removed, action })
  } catch {
    undo()
    toast(favoriteToasts.notRemoved)
  } finally {
    askAnew(queryClient)
  }
}

/** An optimistic update; returns its rollback. */
async function showAs(
  queryClient: QueryClient,
  jobId: string,
  isSaved: boolean,
): Promise<() => void> {
  const { queryKey } = favoriteIdsQuery
  // A pending answer would overwrite the update.
  await Promise.all([
    queryClient.cancelQueries({ queryKey }),
    queryClient.cancelQueries(favoritesQuery),
  ])
  const wasKnown = queryClient.getQueryData(queryKey) !== undefined
  const set = (saved: boolean) =>
    queryClient.setQueryData(queryKey, (list = []) => [
      ...list.filter((item) => item.jobId !== jobId),
      ...(saved ? [{ jobId }] : []),
    ])
  const list = queryClient.getQueryData(favoritesQuery.queryKey)
  set(isSaved)
  if (!isSaved)
    queryClient.setQueryData(
      favoritesQuery.queryKey,
      list?.filter((favorite) => favorite.jobId !== jobId),
    )
  return () => {
    queryClient.setQueryData(favoritesQuery.queryKey, list)
    if (wasKnown) set(!isSaved)
    else void queryClient.resetQueries({ queryKey })
  }
}

function askAnew(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: favoriteIdsQuery.queryKey })
  void queryClient.invalidateQueries(favoritesQuery)
}
