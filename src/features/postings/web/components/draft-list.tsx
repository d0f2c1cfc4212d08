import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { ageLabel } from '#features/jobs/display.ts'
import type { Draft } from '#features/postings/contract-dashboard.ts'
import { draftPath, newJobPath, postingDraftPath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { IconButton } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#platform/web/api.ts'
import { refusalOf } from '#platform/web/form/problems.ts'
import { Link, LinkButton, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { draftsQuery } from '../queries.ts'

/** The drafts of this form, if there are any. `current` is the one in the form. */
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

/** `isCurrent`: it fills the form, which is then emptied. */
function DeleteDraftButton({ draft, isCurrent = false }: { draft: Draft; isCurrent?: boolean }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const name = draft.title || 'Untitled'

  async function remove(): Promise<void> {
    if (!confirm(`Are you sure you want to delete the draft "${name}"? This action cannot be undone.`)) return
    try {
      await callApi('DELETE /api/posting-drafts/:id', { params: { id: draft.id } })
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

/** Saved forms and copies of postings, if there are any. */
export function SavedDrafts() {
  const { data: drafts = [] } = useQuery(draftsQuery)
  const { now } = useShownPage()
  if (drafts.length === 0) return null
  return (
    <LabeledSection title="Saved drafts">
      <p className="text-xs text-muted">Not posted yet. Only you can see them.</p>
      <ul className="mt-2 border-t border-line">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex items-center gap-x-2 border-b border-line py-2">
            <div className="min-w-0 grow">
              <h3 className="font-semibold break-words">{draft.title || 'Untitled'}</h3>
              <p className="text-xs text-muted">Saved: {ageLabel(draft.updatedAt, now)}</p>
            </div>
            <LinkButton label="Continue" about={draft.title || 'Untitled'} to={pathOf(draft)} look="secondary" size="sm" />
            <DeleteDraftButton draft={draft} />
          </li>
        ))}
      </ul>
    </LabeledSection>
  )
}

const pathOf = ({ id, kind }: Draft): string => (kind === 'posting' ? postingDraftPath(id) : draftPath(id))
