import { createContext, use } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { searchParamsOf } from '#features/jobs/search-criteria.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { Link } from '#web/lib/navigation.tsx'
import { jobsAddress } from '../results-address.ts'
import type { ResultsAddress } from '../results-address.ts'
import type { ViewMode } from '../tab-choices.ts'

type ResultsContextValue = {
  criteria: SearchCriteria
  address: ResultsAddress
  /** The view that the address asks for; its links carry it along. */
  view: ViewMode | undefined
  /** Called before a link leads to another page of the same results. */
  onTurnPage: () => void
}

/** The search that links and fields inside belong to. */
export const ResultsContext = createContext<ResultsContextValue>({
  criteria: {},
  address: jobsAddress,
  view: undefined,
  onTurnPage: () => {},
})

export const useResults = (): ResultsContextValue => use(ResultsContext)

type LinkProps = Pick<ComponentProps<'a'>, 'className' | 'onClick' | 'aria-label' | 'aria-current'> & {
  criteria: SearchCriteria
  preload?: false
  children: ReactNode
}

/** A link to the same list under other criteria. The scroll position stays: what changes is in sight. */
export function ResultsLink({ criteria, children, ...rest }: LinkProps) {
  const { address, view } = useResults()
  return (
    <Link {...rest} to={address.path} search={{ ...address.search(criteria), ...(view && { view }) }} keepScroll>
      {children}
    </Link>
  )
}

export function PageLink({ page, ...rest }: Omit<LinkProps, 'criteria'> & { page: number }) {
  const {
    criteria: { page: _page, ...criteria },
    onTurnPage,
  } = useResults()
  return <ResultsLink {...rest} criteria={page === 1 ? criteria : { ...criteria, page }} onClick={onTurnPage} />
}

type JobLinkProps = { job: { id: string }; className: string; children: ReactNode }

/** Carries the search along, so that the job's page leads back to these results. */
export function JobLink({ job, className, children }: JobLinkProps) {
  const { criteria } = useResults()
  return (
    <Link to="/jobs/:id" params={{ id: job.id }} search={searchParamsOf(criteria)} className={className}>
      {children}
    </Link>
  )
}
