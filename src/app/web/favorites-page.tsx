import { Introduction, prefetchDesk, QuickInquiry } from '#features/desk/web/desk-parts.tsx'
import { FavoritesPage, loadFavorites } from '#features/favorites/web/favorites-page.tsx'
import { SentNote, useSentApplications } from '#features/inquiries/web/sent-note.tsx'
import { CompareButton, ComparePlace } from '#features/jobs/web/components/job-elements.tsx'
import type { PageLoad } from '#platform/web/navigation.tsx'

export { head } from '#features/favorites/web/favorites-page.tsx'

export const load: PageLoad = (args) => loadFavorites(args, prefetchDesk)

export function Page() {
  const reached = new Map(
    useSentApplications().map(
      ({ jobId, hasInterview }) => [jobId, hasInterview ? 'interview' : 'applied'] as const,
    ),
  )
  return (
    <FavoritesPage
      {...{ Introduction, QuickInquiry, CompareButton, ComparePlace, SentNote, reached }}
    />
  )
}
