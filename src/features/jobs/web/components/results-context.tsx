import { createContext, use, type ComponentProps, type ReactNode } from 'react'
import { fromFirstPage, searchParamsOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { Link } from '#platform/web/navigation.tsx'
import { jobsAddress, type ResultsAddress } from '../results-address.ts'
import type { ViewMode } from '../tab-choices.ts'

type ResultsContextValue = {
  criteria: SearchCriteria
  address: ResultsAddress
  /** What the address has beside the search, and its links carry along: the view, and the job that is open beside the list. */
  carried: { view?: ViewMode; job?: string }
  /** Opens a job beside the list, where that is the view. */
  openJob?: ((id: string) => void) | undefined
  /** Called before a link leads to another page of the same results. */
  onTurnPage: () => void
}

/** The search that links and fields inside belong to. */
export const ResultsContext = createContext<ResultsContextValue>({
  criteria: {},
  address: jobsAddress,
  carried: {},
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
  const { address, carried } = useResults()
  const asked = criteria.page === undefined ? fromFirstPage(criteria) : criteria
  return (
    <Link {...rest} to={address.path} search={{ ...address.search(asked), ...carried }} keepScroll>
      {children}
    </Link>
  )
}

/** Carries the moment of the first page along: what has been posted since would push jobs onto the next page that were on this one. */
export function PageLink({ page, asOf, ...rest }: Omit<LinkProps, 'criteria'> & { page: number; asOf: number }) {
  const { criteria, onTurnPage } = useResults()
  const first = fromFirstPage(criteria)
  return <ResultsLink {...rest} criteria={page === 1 ? first : { ...first, page, asOf }} onClick={onTurnPage} />
}

/** Carries the search along, so that the job's page leads back to these results. */
export function JobLink({ job, className, children }: { job: { id: string }; className: string; children: ReactNode }) {
  const { criteria, carried, openJob } = useResults()
  return (
    <Link
      to="/jobs/:id"
      params={{ id: job.id }}
      search={searchParamsOf(criteria)}
      className={className}
      {...(job.id === carried.job && { 'aria-current': 'true' as const })}
      {...(openJob && {
        onClick: (event) => {
          if (!matchMedia(wideScreen).matches) return
          event.preventDefault()
          openJob(job.id)
        },
      })}
    >
      {children}
    </Link>
  )
}

/** Where a job has room beside the list; Tailwind's `xl`. */
export const wideScreen = '(min-width: 80rem)'
