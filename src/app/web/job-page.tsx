import { lazy } from 'react'
import { InquiryButton, ReportButton } from '#features/inquiries/web/job-dialogs.tsx'
import { JobPane } from '#features/jobs/web/components/job-pane.tsx'
import type { JobPageParts, JobPaneProps } from '#features/jobs/web/job-parts.ts'
import { JobPage, loadJob } from '#features/jobs/web/job-page.tsx'
import { ComparablePay } from '#features/salaries/web/comparable-pay.tsx'
import { prefetchComparablePay } from '#features/salaries/web/queries.ts'
import type { PageLoad } from '#platform/web/page-route.ts'

export { head } from '#features/jobs/web/job-page.tsx'

const CvUpload = lazy(async () => ({ default: (await import('#features/cv/web/components/cv-manager.tsx')).CvManager }))

const QuickInquiry = lazy(async () => ({ default: (await import('#features/desk/web/desk-parts.tsx')).QuickInquiryOffer }))

const parts: JobPageParts = {
  ComparablePay,
  InquiryButton: (props) => <InquiryButton {...props} parts={{ CvUpload, QuickInquiry }} />,
  ReportButton,
}

export const load: PageLoad = (args) => loadJob(args, prefetchComparablePay)

export const Page = () => <JobPage parts={parts} />

export const Pane = (props: JobPaneProps) => <JobPane {...props} parts={parts} />
