import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dateText } from '#features/jobs/display.ts'
import { postingDraftPath } from '#shared/paths.ts'
import { toast } from '#ui/toast.ts'
import { ApiError } from '#platform/web/api.ts'
import { useNavigate } from '#platform/web/navigation.tsx'
import type { PostingDetail } from '../contract.ts'
import { deletePosting, draftsQuery, duplicatePosting, refreshPostings, renewPosting, updatePosting } from './queries.ts'

type Target = { id: string; title: string }

/** Actions on one posting, with their toasts. */
export function usePostingActions() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { isBusy, run } = useOneAtATime()

  return {
    isBusy,
    setActive: ({ id }: Target, isActive: boolean) =>
      run(failures.status, async () => {
        await updatePosting(id, { isActive })
        toastStatus(isActive)
        await refreshPostings(queryClient)
      }),
    withdrawEdit: ({ id, updatedAt }: Pick<PostingDetail, 'id' | 'updatedAt'>) =>
      run(failures.withdraw, async () => {
        await updatePosting(id, { withdrawsEdit: true, updatedAt })
        toastWithdrawn()
        await refreshPostings(queryClient)
      }),
    renew: ({ id }: Target) =>
      run(failures.renew, async () => {
        toastRenewed(await renewPosting(id))
        await refreshPostings(queryClient)
      }),
    duplicate: ({ id }: Target) =>
      run('Failed to duplicate the job posting. Please try again.', async () => {
        const draft = await duplicatePosting(id)
        void queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
        toast({ title: 'Copied to a draft', description: 'Look it over, then post it.' })
        navigate({ to: postingDraftPath(draft.id) })
      }),
    /** Asks first. `done` is for a page that shows only this posting. */
    remove: async (posting: Target, done?: () => void) => {
      if (!confirm(deleteQuestion(posting.title))) return
      await run(failures.delete, async () => {
        await deletePosting(posting.id)
        toastDeleted()
        done?.()
        await refreshPostings(queryClient, posting.id)
      })
    },
  }
}

export const failures = {
  status: 'Failed to update job status. Please try again.',
  renew: 'Failed to renew the job posting. Please try again.',
  withdraw: 'Failed to take back the changes. Please try again.',
  delete: 'Failed to delete job posting. Please try again.',
} as const

/** Ignores clicks while a call is under way. */
export function useOneAtATime() {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)

  async function run(failure: string, action: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await action()
    } catch (error) {
      toastFailure(error, failure)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return { isBusy, run }
}

/** For a conflict or a missing posting, shows the server's message. */
function toastFailure(error: unknown, failure: string): void {
  const says = error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')
  toast({ title: 'Error', description: says ? error.message : failure, tone: 'danger' })
}

export const deleteQuestion = (title: string): string =>
  `Are you sure you want to delete "${title}"? This action cannot be undone.`

export const toastStatus = (isActive: boolean): void =>
  toast({ title: 'Job status updated', description: `Job posting is now ${isActive ? 'active' : 'inactive'}.` })
export const toastRenewed = ({ expiresAt }: { expiresAt: string | null }): void =>
  toast({ title: 'Job posting renewed', ...(expiresAt !== null && { description: `It stays up until ${dateText(expiresAt)}.` }) })
export const toastWithdrawn = (): void =>
  toast({ title: 'Changes taken back', description: 'The posting is as physicians see it.' })
export const toastDeleted = (): void =>
  toast({ title: 'Job deleted', description: 'The job posting has been removed successfully.' })
