import { useQuery, type QueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { countText } from '#features/jobs/display.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { favoritesPath } from '#shared/paths.ts'
import { EmptyState } from '#ui/feedback.tsx'
import { buttonClass } from '#ui/button.tsx'
import { apiUrl } from '#platform/web/api.ts'
import { ChoiceLinks, Loaded } from '#platform/web/page-parts.tsx'
import { knownUser } from '#platform/web/current-user.ts'
import { PhysicianDesk } from '#platform/web/desk-tabs.tsx'
import { LinkButton, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import type { Favorite } from '../contract.ts'
import { favoriteStatuses, favoriteStatusLabels, type FavoriteStatus } from '../model.ts'
import { favoritesQuery } from './queries.ts'
import { FavoriteItem, type ItemParts } from './components/favorite-item.tsx'
import { payAnnual } from '#features/jobs/model.ts'
import { keysOf } from '#shared/keys.ts'

/** Parts of other features. */
type Parts = ItemParts & {
  /** How far the physician's inquiries are, by job. */
  reached: ReadonlyMap<string, FavoriteStatus>
  /** What one tap sends. */
  Introduction: ComponentType
  /** Where the way to the comparison appears. */
  ComparePlace: ComponentType
}

/** `prefetchDesk` loads the data of the parts. */
export async function loadFavorites(
  { queryClient }: PageArgs,
  prefetchDesk: (queryClient: QueryClient) => Promise<void>,
): Promise<void> {
  // Others see what the page is for.
  if (knownUser(queryClient)?.role !== 'physician') return
  await Promise.all([queryClient.prefetchQuery(favoritesQuery), prefetchDesk(queryClient)])
}

export const head = unlistedHead(
  'Saved Jobs',
  'Your saved jobs, how far you are with each, and your notes.',
  favoritesPath,
)

export const FavoritesPage = (parts: Parts): ReactNode => (
  <PhysicianDesk purpose="see your saved jobs" denied="Only physicians can save jobs.">
    <div className="mt-6 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <h1 className="mb-2 text-xl font-bold">Saved Jobs</h1>
        <Loaded
          query={useQuery(favoritesQuery)}
          failure="Failed to load your saved jobs. Please try again."
        >
          {(favorites) =>
            favorites.length === 0 ? (
              <EmptyState
                title="No saved jobs yet"
                actions={<LinkButton label="Browse Jobs" to="/jobs" />}
              >
                Press the heart beside a job to save it here, with your status, next step and notes.
              </EmptyState>
            ) : (
              <SavedList parts={parts} favorites={favorites} />
            )
          }
        </Loaded>
      </div>
      <aside aria-label="Your desk">
        <parts.Introduction />
      </aside>
    </div>
    <div className="pointer-events-none sticky bottom-0 z-20">
      <parts.ComparePlace />
    </div>
  </PhysicianDesk>
)

/** A job is at least as far as its inquiry. */
function SavedList({ parts, ...list }: { favorites: readonly Favorite[]; parts: Parts }) {
  const { search } = useShownPage()
  const favorites = list.favorites.map((favorite) => {
    const reached = parts.reached.get(favorite.jobId) ?? 'saved'
    const isFurther = favoriteStatuses.indexOf(reached) > favoriteStatuses.indexOf(favorite.status)
    return isFurther ? { ...favorite, status: reached } : favorite
  })
  const order = parseOrder(search['sort'])
  const status = favoriteStatuses.find((candidate) => candidate === search['status'])
  const shown = sortedFavorites(favorites, order).filter(
    (favorite) => status === undefined || favorite.status === status,
  )
  const closed = favorites.filter(({ job }) => job === null).length
  return (
    <>
      <p className="text-muted">
        {countText(favorites.length)}
        {closed > 0 && `, ${closed} of them closed`}
      </p>
      <nav aria-label="Filter by status" className="mt-4">
        <ChoiceLinks
          {...inPlace}
          className="scroll-line"
          choices={[undefined, ...favoriteStatuses].map((candidate) => ({
            label: candidate === undefined ? 'All' : favoriteStatusLabels[candidate],
            count: String(
              favorites.filter(
                (favorite) => candidate === undefined || favorite.status === candidate,
              ).length,
            ),
            search: searchOf(order, candidate),
            isCurrent: candidate === status,
          }))}
        />
      </nav>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3">
        <nav aria-label="Sort by" className="min-w-0">
          <ChoiceLinks
            {...inPlace}
            className="scroll-line"
            choices={keysOf(favoriteOrders).map((key) => ({
              label: favoriteOrders[key],
              search: searchOf(key, status),
              isCurrent: key === order,
            }))}
          />
        </nav>
        {favorites.some((favorite) => favorite.nextOn !== null) && (
          <a
            href={apiUrl('GET /api/favorites/calendar.ics')}
            download
            className={buttonClass('secondary', 'sm')}
          >
            <CalendarPlus />
            All dates as a calendar file
          </a>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="mt-6 text-muted">None of your saved jobs has this status.</p>
      ) : (
        <ul className="mt-4 border-b border-line">
          {shown.map((favorite) => (
            <FavoriteItem key={favorite.jobId} favorite={favorite} parts={parts} />
          ))}
        </ul>
      )}
    </>
  )
}

const searchOf = (order: FavoriteOrder, status: FavoriteStatus | undefined) => ({
  status,
  sort: order === 'saved' ? undefined : order,
})
const inPlace = { to: favoritesPath, keepScroll: true, replace: true, preload: false }

const favoriteOrders = {
  saved: 'Last saved',
  next: 'Next date',
  pay: 'Highest pay',
} as const
export type FavoriteOrder = keyof typeof favoriteOrders

export const parseOrder = (text: string | undefined): FavoriteOrder =>
  keysOf(favoriteOrders).find((order) => order === text) ?? 'saved'

/**
 * The latest first by default; other orders put closed jobs last, except for dates, which may lie
 * ahead all the same.
 */
export function sortedFavorites(favorites: readonly Favorite[], order: FavoriteOrder): Favorite[] {
  if (order === 'saved') return [...favorites]
  const compare = comparisons[order]
  const closedLast = (a: Favorite, b: Favorite) =>
    order === 'next' ? 0 : Number(a.job === null) - Number(b.job === null)
  return favorites.toSorted((a, b) => closedLast(a, b) || compare(a, b))
}

const comparisons = {
  next: (a: Favorite, b: Favorite) => dateOf(a).localeCompare(dateOf(b)),
  pay: (a: Favorite, b: Favorite) => payOf(b) - payOf(a),
}

/** After all dates if there is none. */
const dateOf = ({ nextOn }: Favorite) => nextOn ?? '9999'

const payOf = ({ job }: Favorite) =>
  (job && payAnnual({ min: job.compMin, max: job.compMax, unit: job.compUnit })) ?? 0
