import { useQuery } from '@tanstack/react-query'
import type { JobDetail } from '#features/jobs/contract.ts'
import { ageLabel, placeText } from '#features/jobs/display.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { similarJobsQuery, similarShown } from '../queries.ts'
import { JobLink } from './job-link.tsx'
import { Pay } from './pay.tsx'

/** Of the same specialty in the same state. */
export function SimilarJobs({ job, now }: { job: JobDetail; now: number }) {
  const { data, isPending } = useQuery(similarJobsQuery(job))
  if (isPending) return <Skeleton className="h-72" />
  const similar = (data?.jobs ?? []).filter(({ id }) => id !== job.id).slice(0, similarShown)
  if (similar.length === 0) return <p className="text-muted">There is no other job of this specialty in this state right now.</p>

  return (
    <ul className="divide-y divide-line border-y border-line">
      {similar.map((it) => (
        <li key={it.id} className="py-3 text-xs">
          <JobLink job={it} className="text-sm font-semibold text-ink no-underline hover:text-action hover:underline">
            {it.title}
          </JobLink>
          <p className="text-muted">
            {it.employer} · {placeText(it)}
          </p>
          <p className="flex items-baseline justify-between gap-4">
            <Pay job={it} unstated="words" />
            <span className="shrink-0 text-muted">{ageLabel(it.postedAt, now)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
