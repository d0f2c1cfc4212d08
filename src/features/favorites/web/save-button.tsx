import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { favoriteIdsQuery, pendingFavorite, favoritesQuery } from './queries.ts'
import { markButton, type MarkLook } from '#ui/button.tsx'
import { favoriteToasts } from '../model.ts'
import { signInPath, withReturnTo } from '#shared/paths.ts'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#platform/web/api.ts'

type Props = { job: { id: string; title: string }; look: MarkLook }

/**
 * The heart. Visitors are sent to sign in, and the job is saved afterwards. Other roles see none.
 */
export function SaveButton(props: Props) {
  const current = useCurrentUser()
  const visitorsHeart = useHeart(props, false)
  if (current.status !== 'signed-in' || current.user.role === null) return visitorsHeart
  return current.user.role === 'physician' ? <PhysiciansHeart {...props} /> : null
}

const PhysiciansHeart = (props: Props) => useHeart(props, useIsFavorite(props.job.id))

function useHeart({ job: { id, title }, look }: Props, isSaved: boolean) {
  const toggleFavorite = useToggleFavorite(id, isSaved)
  return markButton({
    look,
    icon: 'row-heart',
    label: 'Save',
    subject: title,
    isPressed: isSaved,
    onClick: toggleFavorite,
  })
}

/** Whether the physician has saved this job. */
const useIsFavorite = (jobId: string) =>
  useQuery({
    ...favoriteIdsQuery,
    select: (favorites) => favorites.some((favorite) => favorite.jobId === jobId),
  }).data ?? false

/** Saves or removes a job. */
export function useToggleFavorite(jobId: string, isSaved: boolean): () => void {
  const { save, remove } = useFavoriteActions()
  return () => void (isSaved ? remove(jobId) : save(jobId))
}

/** Saves the job for which a visitor was sent to sign in. Part of every page with hearts. */
export function SaveAfterSignIn(): null {
  const current = useCurrentUser()
  const { save } = useFavoriteActions()
  const role = current.status === 'signed-in' ? current.user.role : null
  useEffect(() => {
    if (role === null) return
    const jobId = pendingFavorite.read()
    pendingFavorite.write('')
    if (jobId === '' || role !== 'physician') return
    void save(jobId)
    // oxlint-disable-next-line react/exhaustive-deps -- once, as soon as it is known who is there
  }, [role])
  return null
}

function useFavoriteActions() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { href } = useShownPage()
  return favoriteActions({ queryClient, href, navigate })
}

/** Where a visitor signs in, and returns to. */
type FavoriteContext = {
  queryClient: QueryClient
  href: string
  navigate: ReturnType<typeof useNavigate>
}

const redirectMs = 1000
/** One call at a time for each job, or a late answer would undo a later click. */
const pending = new Set<string>()

const favoriteActions = (context: FavoriteContext) => ({
  save: (jobId: string) => oneAtATime(jobId, () => save(context, jobId)),
  remove: (jobId: string) => oneAtATime(jobId, () => remove(context, jobId)),
})

async function oneAtATime(jobId: string, work: () => Promise<void>) {
  if (pending.has(jobId)) return
  pending.add(jobId)
  try {
    await work()
  } finally {
    pending.delete(jobId)
  }
}

async function save({ queryClient, href, navigate }: FavoriteContext, jobId: string) {
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

async function remove(context: FavoriteContext, jobId: string) {
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
async function showAs(queryClient: QueryClient, jobId: string, isSaved: boolean) {
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

function askAnew(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: favoriteIdsQuery.queryKey })
  void queryClient.invalidateQueries(favoritesQuery)
}
