import type { InquiryParts } from '#features/inquiries/web/components/job-forms.tsx'
import { InquiryButton, ReportButton } from '#features/inquiries/web/job-dialogs.tsx'
import { arrivalAt } from '#features/insights/web/queries.ts'
import type { JobPageParts } from '#features/jobs/web/job-parts.ts'
import { documents as documentsOfJob, JobPage, loadJob } from '#features/jobs/web/job-page.tsx'
import { ComparablePay, prefetchComparablePay } from '#features/salaries/web/comparable-pay.tsx'
import { apiQuery } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { LinkButton, type PageLoad } from '#platform/web/navigation.tsx'
import { isModerator } from '#shared/contract.ts'
import { moderatedPostingPath } from '#shared/paths.ts'

export { head } from '#features/jobs/web/job-page.tsx'

export const documents = import.meta.env.SSR ? documentsOfJob : undefined

const CvUpload = lazyPart(
  async () => (await import('#features/cv/web/components/cv-manager.tsx')).CvManager,
)

export const introductionQuery = apiQuery('GET /api/desk', {}, { staleTime: 60_000 })

export const inquiryParts: InquiryParts = {
  CvUpload,
  introduction: introductionQuery.queryKey,
  profile: apiQuery('GET /api/profile').queryKey,
  arrivalAt,
}

export const parts: JobPageParts = {
  ComparablePay,
  InquiryButton: (props) => <InquiryButton {...props} parts={inquiryParts} />,
  ReportButton: (props) => (
    <>
      <ReportButton {...props} />
      <ModerateLink jobId={props.job.id} />
    </>
  ),
}

/** Who is signed in is known in the browser alone, so the page is the same for all. */
function ModerateLink({ jobId }: { jobId: string }) {
  const { user } = useCurrentUser()
  if (!user || !isModerator(user.role)) return null
  return <LinkButton label="Moderate" to={moderatedPostingPath(jobId)} look="quiet" />
}

export const load: PageLoad = (args) => loadJob(args, prefetchComparablePay)

export const Page = () => <JobPage parts={parts} />
