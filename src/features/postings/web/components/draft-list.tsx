import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { ageLabel } from '#features/jobs/display.ts'
import type { Draft } from '#features/postings/contract-dashboard.ts'
import { draftPath, newJobPath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { IconButton } from '#ui/button.tsx'
import { callApi } from '#platform/web/api.ts'
import { useAction } from '#platform/web/action.tsx'
import { Link, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { draftsQuery } from '../queries.ts'
import { deleteQuestion } from './posting-actions.tsx'

/** Saved forms and copies of postings, if there are any. `current` is the one in the form. */
export function DraftList({ title, current }: { title: string; current?: string | undefined }) {
  const { data: drafts = [] } = useQuery(draftsQuery)
  const { now } = useShownPage()
  if (drafts.length === 0) return null
  return (
    <LabeledSection title={title}>
      <p className="text-xs text-muted">Not posted yet. Only you can see them.</p>
      <ul className="mt-2 max-h-96 overflow-y-auto border-t border-line">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex items-center gap-x-2 border-b border-line py-2">
            <div className="min-w-0 grow">
              <Link
                to={draftPath(draft.id)}
                {...(draft.id === current && { 'aria-current': 'true' as const })}
                className="text-link block [&[aria-current]]:font-semibold"
              >
                {draft.title || 'Untitled'}
              </Link>
              <p className="text-xs text-muted">Saved: {ageLabel(draft.updatedAt, now)}</p>
            </div>
            <DeleteDraftButton draft={draft} isCurrent={draft.id === current} />
          </li>
        ))}
      </ul>
    </LabeledSection>
  )
}

/** `isCurrent`: it fills the form, which is then emptied. */
function DeleteDraftButton({ draft, isCurrent }: { draft: Draft; isCurrent: boolean }) {
  const navigate = useNavigate()
  const name = draft.title || 'Untitled'
  const remove = useAction({
    call: () => callApi('DELETE /api/posting-drafts/:id', { params: { id: draft.id } }),
    done() {
      if (isCurrent) navigate({ to: newJobPath, replace: true })
      return { title: 'Draft deleted' }
    },
    failure: 'Failed to delete the draft',
    changes: ['GET /api/posting-drafts'],
  })
  return (
    <IconButton
      label={`Delete the draft ${name}`}
      onClick={() => {
        if (confirm(deleteQuestion(`the draft "${name}"`))) remove.run()
      }}
    >
      <Trash2 aria-hidden className="size-4" />
    </IconButton>
  )
}
