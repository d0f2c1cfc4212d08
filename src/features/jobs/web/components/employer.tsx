import { BadgeCheck } from 'lucide-react'
import type { JobSummary } from '#features/jobs/contract.ts'

/** The employer, with the mark of a hospital that was verified. */
export function Employer({ job }: { job: Pick<JobSummary, 'employer' | 'isVerifiedHospital'> }) {
  return (
    <>
      {job.employer}
      {job.isVerifiedHospital && (
        <span title="Verified hospital" className="ml-1 inline-block align-[-0.15em]">
          <BadgeCheck aria-hidden className="size-4 text-action" />
          <span className="sr-only">Verified hospital</span>
        </span>
      )}
    </>
  )
}
