import type { JobDetail } from '#features/jobs/contract.ts'
import { ApplyLink } from './apply-link.tsx'
import { Pay } from './pay.tsx'

/** Under the thumb where there is no side column. */
export function ApplyBar({ job }: { job: JobDetail }) {
  return (
    <div className="sticky bottom-0 z-20 mt-8 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-raised lg:hidden">
      <div className="page-column flex items-center justify-between gap-4 py-3">
        <p className="min-w-0">
          <Pay job={job} unstated="words" />
        </p>
        <ApplyLink job={job} className="shrink-0 px-8" />
      </div>
    </div>
  )
}
