import { memo } from 'react'
import type { SearchResult } from '#features/jobs/contract.ts'
import { Pagination } from '#ui/pagination.tsx'
import type { ViewMode } from '../view-mode.ts'
import { JobCards } from './job-cards.tsx'
import { JobTable } from './job-table.tsx'
import { NothingFound } from './nothing-found.tsx'
import { PageLink } from './results-link.tsx'

type Props = { result: SearchResult; mode: ViewMode; now: number }

/** Its rows are most of a page: what changes around them is no reason to render them again. */
export const Results = memo(function Results({ result: { jobs, page, totalPages, understanding }, mode, now }: Props) {
  if (jobs.length === 0) return <NothingFound understanding={understanding} />
  return (
    <>
      {mode === 'table' ? <JobTable jobs={jobs} now={now} /> : <JobCards jobs={jobs} now={now} layout={mode} />}
      <Pagination page={page} totalPages={totalPages} link={PageLink} />
    </>
  )
})
