import type { MouseEvent } from 'react'
import { JobSections } from '#features/jobs/web/components/job-sections.tsx'
import { JobTitleBlock } from '#features/jobs/web/components/job-title.tsx'
import { jobOfForm, type FormValues } from '#features/postings/job-of-form.ts'
import { useShownPage } from '#platform/web/navigation.tsx'
import { parts } from './job-page.tsx'

const none = () => null
const shownParts = { ...parts, InquiryButton: none, ReportButton: none }

/** A link would leave the form. */
function staysHere(event: MouseEvent) {
  if (!(event.target instanceof Element && event.target.closest('a'))) return
  event.preventDefault()
  event.stopPropagation()
}

/** The page that a form makes, without what one does there. */
export function JobPreview({ form, isShort }: { form: FormValues; isShort?: boolean }) {
  const { now } = useShownPage()
  const job = jobOfForm(form, now, isShort)
  return (
    <article className="flex flex-col gap-6" onClickCapture={staysHere}>
      <JobTitleBlock job={job} now={now} parts={shownParts} level={2} isPreview />
      <JobSections job={job} now={now} parts={shownParts} />
    </article>
  )
}
