import { useQuery } from '@tanstack/react-query'
import { ageLabel } from '#features/jobs/display.ts'
import type { Draft } from '#features/postings/contract-drafts.ts'
import { draftPath, postingDraftPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { draftsQuery } from '../queries.ts'
import { DeleteDraftButton } from './draft-list.tsx'

/** Forms that were saved, and copies of postings; nothing while there are none. */
export function SavedDrafts() {
  const { data: drafts = [] } = useQuery(draftsQuery)
  const { now } = useShownPage()
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="saved-drafts">
      <h2 id="saved-drafts" className="text-lg font-semibold">
        Saved drafts
      </h2>
      <p className="text-xs text-muted">Not posted yet. Only you can see them.</p>
      <ul className="mt-2 border-t border-line">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex items-center gap-x-2 border-b border-line py-2">
            <div className="min-w-0 grow">
              <h3 className="font-semibold break-words">{draft.title || 'Untitled'}</h3>
              <p className="text-xs text-muted">Saved: {ageLabel(draft.updatedAt, now)}</p>
            </div>
            <Link to={pathOf(draft)} className={buttonClass('secondary', 'sm')}>
              <span>
                Continue<span className="sr-only"> {draft.title || 'Untitled'}</span>
              </span>
            </Link>
            <DeleteDraftButton draft={draft} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const pathOf = ({ id, kind }: Draft): string => (kind === 'posting' ? postingDraftPath(id) : draftPath(id))
