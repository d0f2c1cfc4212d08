import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { ageLabel } from '#features/jobs/display.ts'
import { draftPath, newJobPath } from '#shared/paths.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import { refusalOf } from '#web/lib/form/refusal.ts'
import { Link, useNavigate, useShownPage } from '#web/lib/navigation.tsx'
import type { DeleteDraft, Draft } from '#features/postings/contract-drafts.ts'
import { draftsQuery } from '../queries.ts'

/** The drafts of this form; nothing while there are none. `current` is the one in the form. */
export function DraftList({ current }: { current: string | undefined }) {
  const { data } = useQuery(draftsQuery)
  const { now } = useShownPage()
  const drafts = data?.filter(({ kind }) => kind === 'account') ?? []
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="drafts" className="rounded-md border border-line bg-surface p-4">
      <h2 id="drafts" className="text-xs font-semibold">
        Your drafts
      </h2>
      <ul className="mt-2 flex max-h-72 flex-col overflow-y-auto">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex items-center gap-2">
            <span className="min-w-0 grow">
              <Link
                to={draftPath(draft.id)}
                {...(draft.id === current && { 'aria-current': 'true' as const })}
                className="text-link block truncate text-xs [&[aria-current]]:font-semibold"
              >
                {draft.title || 'Untitled'}
              </Link>
              <span className="block text-xs text-muted">Saved: {ageLabel(draft.updatedAt, now)}</span>
            </span>
            <DeleteDraftButton draft={draft} isCurrent={draft.id === current} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `isCurrent`: it is the one in the form, which then begins anew. */
export function DeleteDraftButton({ draft, isCurrent = false }: { draft: Draft; isCurrent?: boolean }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const name = draft.title || 'Untitled'

  async function remove(): Promise<void> {
    if (!confirm(`Are you sure you want to delete the draft "${name}"? This action cannot be undone.`)) return
    try {
      await callApi<DeleteDraft>({ method: 'DELETE', url: `/api/posting-drafts/${draft.id}` })
      toast({ title: 'Draft deleted' })
      if (isCurrent) navigate({ to: newJobPath, replace: true })
    } catch (error) {
      const title = 'Failed to delete the draft'
      toast({ title, description: refusalOf(error, { title }).message, tone: 'danger' })
    }
    await queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
  }

  return (
    <IconButton label={`Delete the draft ${name}`} onClick={() => void remove()}>
      <Trash2 aria-hidden className="size-4" />
    </IconButton>
  )
}
