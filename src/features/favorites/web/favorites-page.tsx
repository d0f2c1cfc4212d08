import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countText } from '#features/jobs/display.ts'
import type { Favorite } from '#features/favorites/contract.ts'
import { signInPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { RequireRole } from '#web/lib/require-role.tsx'
import { parseOrder, sortedFavorites } from '../sorting.ts'
import { FavoriteItem } from './components/favorite-item.tsx'
import { OrderLinks } from './components/order-links.tsx'
import { favoritesQuery } from './queries.ts'

export { favoritesRoute } from './favorites-route.ts'

const refusals = {
  signIn: { title: 'Please log in', description: 'You need to be logged in to see your saved jobs.', to: signInPath },
  denied: { title: 'Access denied', description: 'Only physicians can save jobs.', to: '/' },
}

export function FavoritesPage(): ReactNode {
  return (
    <RequireRole role={['physician']} texts={refusals}>
      <article className="page-column max-w-prose! pt-8 sm:pt-12">
        <h1 className="text-2xl font-bold">Saved Jobs</h1>
        <SavedJobs />
      </article>
    </RequireRole>
  )
}

function SavedJobs() {
  const { data, isError, refetch } = useQuery(favoritesQuery)
  if (isError && !data) {
    return (
      <div className="mt-6">
        <LoadFailure onRetry={() => void refetch()}>Failed to load your saved jobs. Please try again.</LoadFailure>
      </div>
    )
  }
  if (!data) return <Skeleton className="mt-6 h-96" />
  return data.length === 0 ? <NothingSaved /> : <SavedList favorites={data} />
}

function SavedList({ favorites }: { favorites: readonly Favorite[] }) {
  const { search, now } = useShownPage()
  const order = parseOrder(search['sort'])
  const closed = favorites.filter(({ job }) => job === null).length
  return (
    <>
      <p role="status" className="mt-2 text-muted">
        {countText(favorites.length)}
        {closed > 0 && `, ${closed} of them closed`}
      </p>
      <OrderLinks order={order} />
      <ul className="mt-4 border-b border-line">
        {sortedFavorites(favorites, order).map((favorite) => (
          <FavoriteItem key={favorite.jobId} favorite={favorite} now={now} />
        ))}
      </ul>
    </>
  )
}

function NothingSaved() {
  return (
    <EmptyState
      title="No saved jobs yet"
      actions={
        <Link to="/jobs" className={buttonClass()}>
          Browse Jobs
        </Link>
      }
    >
      Press the heart beside a job, and it stands here until you remove it, with a note if you like.
    </EmptyState>
  )
}
