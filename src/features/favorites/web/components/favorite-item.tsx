import { HeartOff } from 'lucide-react'
import type { Favorite } from '#features/favorites/contract.ts'
import { ageLabel, dateText, payText, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { useRemoveFavorite } from '../mutations.ts'
import { FavoriteNote } from './favorite-note.tsx'

/** A saved job as it is now; one that is closed as it was when it was saved. */
export function FavoriteItem({ favorite, now }: { favorite: Favorite; now: number }) {
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
