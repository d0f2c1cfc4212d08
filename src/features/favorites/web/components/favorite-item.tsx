import { useQueryClient } from '@tanstack/react-query'
import { HeartOff } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { ageLabel, dateText, namesPay, placeText } from '#features/jobs/display.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { Badge } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError } from '#platform/web/api.ts'
import { Link, useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import type { Favorite, FavoriteProgress } from '#features/favorites/contract.ts'
import { favoriteStatusLabels, type FavoriteStatus } from '#features/favorites/model.ts'
import { useToggleFavorite } from '../save-button.tsx'
import { FavoriteProgressView } from './progress-form.tsx'
import { changeFavorite, showProgress } from '../queries.ts'

export type QuickInquiryPart = ComponentType<{ job: { id: string; title: string; employer: string } }>

type ItemProps = {
  QuickInquiry: QuickInquiryPart
  favorite: Favorite
  selection: { isSelected: boolean; isFull: boolean; toggle: () => void }
}

/** A saved job in its current state; a closed one as it was saved. */
export function FavoriteItem({ favorite, selection, QuickInquiry }: ItemProps) {
  const { jobId, job, saved, savedAt, status } = favorite
  const hydrated = useHydrated()
  const { now } = useShownPage()
  const remove = useToggleFavorite(jobId, true)
  const { title, employer } = job ?? saved
  const pay = (job && payText(job)) ?? 'Pay not stated'
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
            <p className={`mt-1 ${namesPay(pay) ? 'font-semibold text-pay tabular-nums' : 'text-muted'}`}>{pay}</p>
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
          <Button icon={HeartOff} look="quiet" size="sm" aria-label={`Remove: ${title}`} onClick={remove} className="shrink-0">
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
