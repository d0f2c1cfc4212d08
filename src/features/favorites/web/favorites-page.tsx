import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { CalendarPlus, HeartOff, Scale } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { ageLabel, countText, dateText, placeText } from '#features/jobs/display.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { comparePath, favoritesPath } from '#shared/paths.ts'
import { Badge, EmptyState, LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, apiUrl, callApi } from '#platform/web/api.ts'
import { ChoiceLinks } from '#platform/web/page-parts.tsx'
import { knownUser } from '#platform/web/current-user.ts'
import { PhysicianDesk } from '#platform/web/desk-tabs.tsx'
import { useSelection } from '#platform/web/list-search.tsx'
import { Link, LinkButton, useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import type { PageArgs } from '#platform/web/page-route.ts'
import type { Favorite, FavoriteProgress } from '../contract.ts'
import { favoriteStatuses, favoriteStatusLabels, favoriteToasts, type FavoriteStatus } from '../model.ts'
import { FavoriteProgressView } from './components/progress-form.tsx'
import { changeFavorite, favoriteIdsQuery, favoritesQuery, showProgress } from './queries.ts'
import { favoriteOrders, parseOrder, parseStatus, sortedFavorites, type FavoriteOrder } from '../sorting.ts'

/** Parts of higher features, and how many jobs fit a comparison. */
type Parts = {
  /** What is new since the last visit. */
  News: ComponentType
  /** What one tap sends. */
  Introduction: ComponentType
  QuickInquiry: ComponentType<{ job: { id: string; title: string; employer: string } }>
  mostCompared: number
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

export const head = unlistedHead('Saved Jobs', 'Your saved jobs, how far you are with each, and your notes.', favoritesPath)

export function FavoritesPage(parts: Parts): ReactNode {
  return (
    <PhysicianDesk purpose="see your saved jobs" denied="Only physicians can save jobs.">
      <div className="mt-6 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <h1 className="text-xl font-bold">Saved Jobs</h1>
          <SavedJobs {...parts} />
        </div>
        <aside aria-label="Your desk" className="flex flex-col gap-8 max-lg:contents">
          <div className="max-lg:order-first">
            <parts.News />
          </div>
          <parts.Introduction />
        </aside>
      </div>
    </PhysicianDesk>
  )
}

function SavedJobs(parts: Parts) {
  const { data, isError, refetch } = useQuery(favoritesQuery)
  if (isError && !data) {
    return (
      <div className="mt-6">
        <LoadFailure onRetry={() => void refetch()}>Failed to load your saved jobs. Please try again.</LoadFailure>
      </div>
    )
  }
  if (!data) return <Skeleton className="mt-6 h-96" />
  return data.length === 0 ? <NothingSaved /> : <SavedList {...parts} favorites={data} />
}

function SavedList({ favorites, mostCompared, QuickInquiry }: Parts & { favorites: readonly Favorite[] }) {
  const { search } = useShownPage()
  const order = parseOrder(search['sort'])
  const status = parseStatus(search['status'])
  const shown = sortedFavorites(favorites, order).filter((it) => status === undefined || it.status === status)
  const selection = useSelection(shown.filter((it) => it.job !== null).map((it) => it.jobId))
  const closed = favorites.filter(({ job }) => job === null).length
  return (
    <>
      <p role="status" className="mt-2 text-muted">
        {countText(favorites.length)}
        {closed > 0 && `, ${closed} of them closed`}
      </p>
      <StatusLinks favorites={favorites} order={order} status={status} />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3">
        <OrderLinks order={order} status={status} />
        <div className="flex flex-wrap gap-3">
          {selection.keys.length > 1 && (
            <LinkButton icon={Scale} to={comparePath} search={{ jobs: selection.keys.join(',') }} look="secondary" size="sm">
              Compare ({selection.keys.length})
            </LinkButton>
          )}
          {favorites.some((it) => it.nextOn !== null) && (
            <a href={apiUrl('GET /api/favorites/calendar.ics')} download className={buttonClass('secondary', 'sm')}>
              <CalendarPlus aria-hidden className="size-4" />
              All dates as a calendar file
            </a>
          )}
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="mt-6 text-muted">None of your saved jobs has this status.</p>
      ) : (
        <ul className="mt-4 border-b border-line">
          {shown.map((favorite) => (
            <FavoriteItem
              key={favorite.jobId}
              favorite={favorite}
              selection={{
                isSelected: selection.has(favorite.jobId),
                isFull: selection.keys.length >= mostCompared,
                toggle: () => selection.toggle(favorite.jobId),
              }}
              QuickInquiry={QuickInquiry}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function NothingSaved() {
  return (
    <EmptyState title="No saved jobs yet" actions={<LinkButton to="/jobs">Browse Jobs</LinkButton>}>
      Press the heart beside a job to save it here, with your status, next step and notes.
    </EmptyState>
  )
}

type Choice = { order: FavoriteOrder; status: FavoriteStatus | undefined }

const searchOf = ({ order, status }: Choice) => ({ status, sort: order === 'saved' ? undefined : order })

function StatusLinks({ favorites, order, status }: Choice & { favorites: readonly Favorite[] }) {
  const choices = [undefined, ...favoriteStatuses].map((it) => ({
    label: it === undefined ? 'All' : favoriteStatusLabels[it],
    count: String(favorites.filter((favorite) => it === undefined || favorite.status === it).length),
    search: searchOf({ order, status: it }),
    isCurrent: it === status,
  }))
  return (
    <nav aria-label="Filter by status" className="mt-4">
      <ChoiceLinks to={favoritesPath} keepScroll replace preload={false} choices={choices} />
    </nav>
  )
}

/** Links, so that each order has an address. */
function OrderLinks({ order, status }: Choice) {
  return (
    <nav aria-label="Sort by">
      <ChoiceLinks
        to={favoritesPath}
        keepScroll
        replace
        preload={false}
        choices={(Object.keys(favoriteOrders) as FavoriteOrder[]).map((it) => ({
          label: favoriteOrders[it],
          search: searchOf({ order: it, status }),
          isCurrent: it === order,
        }))}
      />
    </nav>
  )
}

type ItemProps = Pick<Parts, 'QuickInquiry'> & {
  favorite: Favorite
  selection: { isSelected: boolean; isFull: boolean; toggle: () => void }
}

/** A saved job in its current state; a closed one as it was saved. */
function FavoriteItem({ favorite, selection, QuickInquiry }: ItemProps) {
  const { jobId, job, saved, savedAt, status } = favorite
  const hydrated = useHydrated()
  const { now } = useShownPage()
  const remove = useRemoveFavorite()
  const { title, employer } = job ?? saved
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-t border-line py-4 sm:grid-cols-[auto_minmax(0,1fr)_16rem]">
      {job ? (
        <label className="flex size-8 items-center justify-center pointer-coarse:size-11">
          <span className="sr-only">Compare {title}</span>
          <input
            type="checkbox"
            className="size-4 accent-action"
            disabled={!hydrated || (selection.isFull && !selection.isSelected)}
            checked={selection.isSelected}
            onChange={selection.toggle}
          />
        </label>
      ) : (
        <span className="size-8 pointer-coarse:size-11" />
      )}
      <div className="min-w-0">
        <h2 className="text-base leading-6 font-semibold break-words">
          {job ? (
            <Link to="/jobs/:id" params={{ id: jobId }} className="text-ink no-underline hover:text-action hover:underline">
              {title}
            </Link>
          ) : (
            <span className="text-muted">{title}</span>
          )}
        </h2>
        <p className="text-xs text-muted">
          {employer} · {placeText(job ?? saved)}
        </p>
        {job ? (
          <>
            <p className="mt-1 font-semibold text-pay tabular-nums">
              {payText(job) ?? <span className="font-normal text-muted">Pay not stated</span>}
            </p>
            <p className="text-xs text-muted">
              {job.specialty} · {employmentTypeLabels[job.type]} · posted {ageLabel(job.postedAt, now).toLowerCase()} · saved{' '}
              {dateText(savedAt)}
            </p>
          </>
        ) : (
          <p className="mt-2 flex flex-wrap items-center gap-2 text-xs text-muted">
            <Badge>Closed</Badge>
            This job is no longer listed. Saved {dateText(savedAt)}.
          </p>
        )}
      </div>
      <div className="col-start-2 mt-3 flex flex-col items-start gap-2 sm:col-start-auto sm:mt-0">
        <div className="flex w-full items-center gap-2">
          <StatusChoice favorite={favorite} title={title} />
          <Button
            icon={HeartOff}
            look="quiet"
            size="sm"
            aria-label={`Remove: ${title}`}
            onClick={() => remove(jobId)}
            className="shrink-0"
          >
            <span className="sm:sr-only">Remove</span>
          </Button>
        </div>
        {job && status === 'saved' && <QuickInquiry job={job} />}
      </div>
      <div className="col-start-2 sm:col-end-4">
        <FavoriteProgressView favorite={favorite} title={title} />
      </div>
    </li>
  )
}

function StatusChoice({ favorite: { jobId, status, version }, title }: { favorite: Favorite; title: string }) {
  const hydrated = useHydrated()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function change(next: FavoriteStatus): Promise<void> {
    setBusy(true)
    try {
      showProgress(queryClient, await changeFavorite(jobId, { status: next, version }))
    } catch (error) {
      const current = error instanceof ApiError ? (error.current as FavoriteProgress | undefined) : undefined
      if (current) showProgress(queryClient, current)
      toast({
        title: 'Error',
        description: current
          ? 'You changed this job in another window. This is its latest state.'
          : 'Failed to change the status. Please try again.',
        tone: 'danger',
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <SelectField
      label={`Status of ${title}`}
      hideLabel
      className="grow"
      value={status}
      disabled={!hydrated || isBusy}
      options={favoriteStatusLabels}
      onChange={({ target }) => void change(target.value as FavoriteStatus)}
    />
  )
}

const { queryKey } = favoritesQuery

/** Optimistic; returns to its place if the call fails. */
function useRemoveFavorite(): (jobId: string) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (jobId: string) => callApi('DELETE /api/favorites/:jobId', { params: { jobId } }),
    onMutate: (jobId) => {
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (list) => list?.filter((it) => it.jobId !== jobId))
      return { before }
    },
    onSuccess: () => {
      toast(favoriteToasts.removed)
      queryClient.removeQueries({ queryKey: favoriteIdsQuery.queryKey })
    },
    onError: (_error, jobId, context) => {
      const lost = context?.before?.find((it) => it.jobId === jobId)
      const place = context?.before?.findIndex((it) => it.jobId === jobId) ?? 0
      queryClient.setQueryData(queryKey, (list = []) => (lost ? list.toSpliced(place, 0, lost) : list))
      toast(favoriteToasts.notRemoved)
    },
  })
  return mutate
}
