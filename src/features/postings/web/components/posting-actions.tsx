import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { CopyPlus, Pencil, Power, RefreshCw, Trash2 } from 'lucide-react'
import type { ManagedPosting, PostingDetail, PostingSummary } from '#features/postings/contract.ts'
import { postingDayText } from '#features/jobs/display.ts'
import { takenBackText } from '#features/postings/model.ts'
import type { PostingChanges } from '#features/postings/schemas.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { draftPath, editPostingPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import type { toast } from '#ui/toast.ts'
import { callApi, invalidateCalls } from '#platform/web/api.ts'
import { isOvertaken } from '#platform/web/form/problems.ts'
import { LinkButton, useHydrated, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { useAction } from '#platform/web/action.tsx'
import { draftsQuery, refreshPostings, updateManagedPosting, updatePosting } from '../queries.ts'

type Calls = Pick<PostingSummary, 'title'> & {
  update: (changes: PostingChanges) => Promise<Opened | void>
  renew: () => Promise<Pick<PostingDetail, 'expiresAt' | 'state'> & Opened>
  remove: () => Promise<unknown>
  /** Follows the toast. */
  refresh?: (isGone: boolean) => Promise<void>
}
/** How many rejections were taken back; a posting without an account has none. */
type Opened = { rejectionsTakenBack?: number | undefined }

export type PostingActions = ReturnType<typeof useActions>

/** Actions on one posting, with their toasts. */
function useActions({ title, update, renew, remove, refresh }: Calls) {
  const { isPending: isBusy, run } = useAction({
    call: ({ work }: Work) =>
      work().catch((error: unknown) => {
        if (isOvertaken(error)) void refresh?.(false)
        throw error
      }),
    done: (message) => message,
    sorry: ({ what }) => `Failed to ${what}. Please try again.`,
  })
  async function change(changes: PostingChanges, title: string, description: string) {
    const opened = await update(changes)
    void refresh?.(false)
    return {
      title,
      description: `${description} ${takenBackText(opened?.rejectionsTakenBack ?? 0)}`.trim(),
    }
  }
  return {
    isBusy,
    run,
    setActive: (isActive: boolean) =>
      run({
        what: 'update job status',
        work: () =>
          change(
            { isActive },
            'Job status updated',
            `Job posting is now ${isActive ? 'active' : 'inactive'}.`,
          ),
      }),
    withdrawEdit: ({ updatedAt }: Pick<PostingDetail, 'updatedAt'>) =>
      run({
        what: 'undo the changes',
        work: () =>
          change(
            { withdrawsEdit: true, updatedAt },
            'Changes undone',
            'The posting is as physicians see it.',
          ),
      }),
    renew: () =>
      run({
        what: 'renew the job posting',
        async work() {
          const { expiresAt, state, rejectionsTakenBack = 0 } = await renew()
          void refresh?.(false)
          const until = expiresAt ? `It stays up until ${postingDayText(expiresAt, state)}.` : ''
          const description = `${until} ${takenBackText(rejectionsTakenBack)}`.trim()
          return { title: 'Job posting renewed', ...(description && { description }) }
        },
      }),
    /** Asks first. `done` is for a page that shows only this posting. */
    remove(done?: () => void) {
      if (!confirm(deleteQuestion(`"${title}"`))) return
      run({
        what: 'delete job posting',
        async work() {
          await remove()
          done?.()
          void refresh?.(true)
          return {
            title: 'Job deleted',
            description: 'The job posting has been removed successfully.',
          }
        },
      })
    },
  }
}

/** What is done, and the toast that says so. */
type Work = { what: string; work: () => Promise<Parameters<typeof toast>[0] | void> }

export const deleteQuestion = (what: string): string =>
  `Are you sure you want to delete ${what}? This action cannot be undone.`

/** For a posting of the account. */
export function usePostingActions({ id, title }: PostingSummary) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const params = { id }
  const actions = useActions({
    title,
    update: (changes) => updatePosting(id, changes),
    renew: () => callApi('POST /api/job-postings/:id/renew', { params }),
    remove: () => callApi('DELETE /api/job-postings/:id', { params }),
    refresh: (isGone) => refreshPostings(queryClient, isGone ? id : undefined),
  })
  const duplicate = () =>
    actions.run({
      what: 'duplicate the job posting',
      async work() {
        const draft = await callApi('POST /api/job-postings/:id/duplicate', { params })
        await queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
        navigate({ to: draftPath(draft.id) })
        return { title: 'Copied to a draft', description: 'Look it over, then post it.' }
      },
    })
  return { ...actions, duplicate }
}

/** For the posting of a manage link; `show` gets it as it is after a change. */
export function useManagedActions(
  token: string,
  { title }: PostingDetail,
  show: (now: ManagedPosting) => void,
) {
  const queryClient = useQueryClient()
  const query = { token }
  return useActions({
    title,
    refresh: async (isGone) => {
      if (!isGone) await invalidateCalls(queryClient, ['GET /api/manage-posting'])
    },
    update: async (changes) => show(await updateManagedPosting(token, changes)),
    async renew() {
      const renewed = await callApi('POST /api/manage-posting/renew', { query })
      show(renewed)
      return renewed.posting
    },
    remove: () => callApi('DELETE /api/manage-posting', { query }),
  })
}

type Props = {
  posting: PostingDetail
  actions: PostingActions & { duplicate?: () => void }
  /** Without it, the edit button is a link. */
  onEdit?: () => void
  /** Called after the deletion. */
  onGone: () => void
}

type ActionProps = ComponentProps<typeof Button> & { isBusy?: boolean; act: () => unknown }

/** Waits for scripts, and ignores clicks while a call is under way. */
export function ActionButton({ isBusy = false, act, ...button }: ActionProps) {
  const isHydrated = useHydrated()
  return (
    <Button
      {...button}
      disabled={!isHydrated}
      aria-disabled={isBusy}
      onClick={() => void (isBusy || act())}
    />
  )
}

export function PostingButtons({ posting, actions, onEdit, onGone }: Props) {
  const { now } = useShownPage()
  const edit = onEdit ? (
    <ActionButton label="Edit Job" icon={Pencil} act={onEdit} />
  ) : (
    <LinkButton label="Edit Job" icon={Pencil} to={editPostingPath(posting.id)} />
  )
  const { setActive, renew, duplicate } = actions
  const offers = [
    {
      label: 'Activate',
      icon: Power,
      isOffered: postingCan.activate(posting),
      act: () => setActive(true),
    },
    {
      label: 'Deactivate',
      icon: Power,
      isOffered: postingCan.deactivate(posting),
      act: () => setActive(false),
    },
    {
      label: 'Renew',
      icon: RefreshCw,
      isOffered: postingCan.renew(posting, new Date(now)),
      act: renew,
    },
    {
      label: posting.status === 'rejected' ? 'Edit and post again' : 'Duplicate',
      icon: CopyPlus,
      isOffered: duplicate !== undefined,
      act: () => duplicate?.(),
    },
  ].filter(({ isOffered }) => isOffered)
  return (
    <div className="flex flex-wrap gap-3">
      {postingCan.edit(posting) && edit}
      {offers.map(({ label, icon, act }) => (
        <ActionButton
          key={label}
          label={label}
          icon={icon}
          look="secondary"
          isBusy={actions.isBusy}
          act={act}
        />
      ))}
      {postingCan.remove(posting) && (
        <ActionButton
          label="Delete Job"
          icon={Trash2}
          look="danger"
          isBusy={actions.isBusy}
          act={() => actions.remove(onGone)}
        />
      )}
    </div>
  )
}
