import type { JobDetail } from '#features/jobs/contract.ts'
import { ApplyLink } from './apply-link.tsx'
import { InquiryButton } from './job-dialogs.tsx'
import { Pay } from './pay.tsx'

/** Under the thumb where there is no side column; the page keeps it at its lower edge. */
export function ApplyBar({ job }: { job: JobDetail }) {
  return (
    <div className="border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-raised lg:hidden">
      <div className="page-column flex items-center justify-between gap-4 py-3">
        <p className="min-w-0">
          <Pay job={job} unstated="words" />
        </p>
        <div className="flex shrink-0 gap-2">
          <InquiryButton job={job} compact />
          <ApplyLink job={job} className="px-5 sm:px-8" />
        </div>
      </div>
    </div>
  )
}
