import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { favoriteActions } from './favorite-actions.ts'
import { favoriteIdsQuery, pendingFavorite } from './queries.ts'
import { markButton, type MarkLook } from '#ui/button.tsx'

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
    of: title,
    isPressed: isSaved,
    onClick: toggleFavorite,
  })
}

/** Whether the physician has saved this job. */
const useIsFavorite = (jobId: string): boolean =>
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
