import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { HeartOff, NotebookPen } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ageLabel, countText, dateText, placeText } from '#features/jobs/display.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { favoritesPath, signInPath } from '#shared/paths.ts'
import { Badge, EmptyState, LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { ChoiceLinks } from '#web/lib/choice-links.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import { knownUser } from '#web/lib/current-user.ts'
import { formText } from '#web/lib/form-text.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import type { PageArgs } from '#web/lib/page-route.ts'
import { RequireRole } from '#web/lib/require-role.tsx'
import type { Favorite } from '../contract.ts'
import { favoriteToasts, maxNote } from '../model.ts'
import { favoriteOrders, parseOrder, sortedFavorites, type FavoriteOrder } from '../sorting.ts'
import { favoriteIdsQuery, favoritesQuery } from './queries.ts'

export async function load({ queryClient }: PageArgs): Promise<void> {
  // Others see what the page is for.
  const user = knownUser(queryClient)
  if (user?.role === 'physician') await queryClient.prefetchQuery(favoritesQuery)
}

export const head = unlistedHead('Saved Jobs', 'The jobs that you saved, with your notes.', favoritesPath)

const refusals = {
  signIn: { title: 'Please log in', description: 'You need to be logged in to see your saved jobs.', to: signInPath },
  denied: { title: 'Access denied', description: 'Only physicians can save jobs.', to: '/' },
}

export function Page(): ReactNode {
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

/** Links, so that each order has an address. */
function OrderLinks({ order }: { order: FavoriteOrder }) {
  return (
    <nav aria-label="Sort by" className="mt-4">
      <ChoiceLinks
        to={favoritesPath}
        keepScroll
        replace
        preload={false}
        choices={(Object.keys(favoriteOrders) as FavoriteOrder[]).map((it) => ({
          label: favoriteOrders[it],
          search: it === 'saved' ? {} : { sort: it },
          isCurrent: it === order,
        }))}
      />
    </nav>
  )
}

/** A saved job in its current state; a closed one as it was saved. */
function FavoriteItem({ favorite, now }: { favorite: Favorite; now: number }) {
  const { jobId, job, saved, savedAt } = favorite
  const remove = useRemoveFavorite()
  const { title, employer } = job ?? saved
  return (
    <li className="border-t border-line py-4">
      <div className="flex items-start justify-between gap-4">
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
        </div>
        <Button look="quiet" size="sm" aria-label={`Remove: ${title}`} onClick={() => remove(jobId)} className="-mr-3 shrink-0">
          <HeartOff aria-hidden className="size-4" />
          <span className="max-sm:hidden">Remove</span>
        </Button>
      </div>
      {job ? (
        <>
          <p className="mt-1 font-semibold text-pay tabular-nums">
            {payText(job) ?? <span className="font-normal text-muted">Pay not stated</span>}
          </p>
          <p className="text-xs">
            {job.specialty} · {employmentTypeLabels[job.type]} · posted {ageLabel(job.postedAt, now).toLowerCase()}
          </p>
        </>
      ) : (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-xs text-muted">
          <Badge>Closed</Badge>
          This job is not listed any more.
        </p>
      )}
      <p className="text-xs text-muted">Saved {dateText(savedAt)}</p>
      <FavoriteNote favorite={favorite} title={title} />
    </li>
  )
}

/** The physician's private note. */
function FavoriteNote({ favorite: { jobId, note }, title }: { favorite: Favorite; title: string }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <NoteForm jobId={jobId} note={note ?? ''} onDone={() => setOpen(false)} />
  return (
    <>
      {note !== null && <p className="mt-2 border-l-2 border-line pl-3 break-words whitespace-pre-line">{note}</p>}
      <Button
        look="quiet"
        size="sm"
        aria-label={`${note === null ? 'Add a note' : 'Edit note'}: ${title}`}
        onClick={() => setOpen(true)}
        className="mt-1 -ml-3"
      >
        <NotebookPen aria-hidden className="size-4" />
        {note === null ? 'Add a note' : 'Edit note'}
      </Button>
    </>
  )
}

function NoteForm({ jobId, note, onDone }: { jobId: string; note: string; onDone: () => void }) {
  const { write, isPending } = useWriteNote(jobId, onDone)
  return (
    <form
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        write(formText(new FormData(event.currentTarget), 'note'))
      }}
    >
      <Field label="Note" hint="Only you can read it.">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody asked to write in it */}
        {(control) => <TextArea {...control} name="note" defaultValue={note} maxLength={maxNote} autoFocus />}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" size="sm" disabled={isPending}>
          Save note
        </Button>
        <Button look="secondary" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
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

/** The form keeps the text until the server has it. */
function useWriteNote(jobId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) => callApi('PUT /api/favorites/:jobId', { params: { jobId }, body: { note } }),
    onSuccess: ({ note }) => {
      queryClient.setQueryData(queryKey, (list) => list?.map((it) => (it.jobId === jobId ? { ...it, note } : it)))
      onDone()
    },
    onError: () => toast({ title: 'Error', description: 'Failed to save note. Please try again.', tone: 'danger' }),
  })
  return { write: mutate, isPending }
}
