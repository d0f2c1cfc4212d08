import { JobPane } from '#features/jobs/web/components/job-pane.tsx'
import type { JobPaneProps } from '#features/jobs/web/job-parts.ts'
import { parts } from './job-page.tsx'

export const Pane = (props: JobPaneProps) => <JobPane {...props} parts={parts} />
