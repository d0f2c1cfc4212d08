import { JobDeck } from '#features/jobs/web/components/job-deck.tsx'
import { JobPane } from '#features/jobs/web/components/job-pane.tsx'
import type { JobPaneProps } from '#features/jobs/web/job-parts.ts'
import { prefetchComparablePay } from '#features/salaries/web/comparable-pay.tsx'
import { parts } from './job-page.tsx'

/** The views of results that show whole jobs. */

export const Pane = (props: JobPaneProps) => <JobPane {...props} parts={parts} />

export const Deck = () => <JobDeck parts={parts} prefetchPay={prefetchComparablePay} />
