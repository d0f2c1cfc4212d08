import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { favoriteToasts } from '../model.ts'
import { toast } from '#ui/toast.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { favoriteIdsQuery } from './queries.ts'
import { takeWish } from './wish.ts'

/** Whether the physician has saved this job. */
export const useIsFavorite = (jobId: string): boolean =>
  useQuery({ ...favoriteIdsQuery, select: (favorites) => favorites.some((it) => it.jobId === jobId) }).data ?? false

/** Saves or removes a job. */
export function useToggleFavorite(jobId: string, isSaved: boolean): () => void {
  const actions = useFavoriteActions()
  async function toggle(): Promise<void> {
    try {
      const { save, remove } = await actions()
      await (isSaved ? remove(jobId) : save(jobId))
    } catch {
      // Their code could not be loaded; other failures have their own toasts.
      toast(isSaved ? favoriteToasts.notRemoved : favoriteToasts.notSaved)
    }
  }
  return () => void toggle()
}

/** Saves the job for which a visitor was sent to sign in. Part of every page with hearts. */
export function SaveAfterSignIn(): null {
  const current = useCurrentUser()
  const actions = useFavoriteActions()
  const role = current.status === 'signed-in' ? current.user.role : null
  useEffect(() => {
    if (role === null) return
    const jobId = takeWish()
    if (jobId !== null && role === 'physician') void actions().then(({ save }) => save(jobId))
    // oxlint-disable-next-line react/exhaustive-deps -- once, as soon as it is known who is there
  }, [role])
  return null
}

/** Loaded with the first click, because most visitors save nothing. */
function useFavoriteActions() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { href } = useShownPage()
  return async () => (await import('./favorite-actions.ts')).favoriteActions({ queryClient, href, navigate })
}
