import { ArrowLeft } from 'lucide-react'
import { createContext, use, type ComponentProps, type ReactNode } from 'react'
import { fromFirstPage, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { jobPath } from '#shared/paths.ts'
import { Link, useShownPage, type Search } from '#platform/web/navigation.tsx'
import { jobsAddress, type ResultsAddress } from '../results-address.ts'
import type { ViewMode } from '../tab-choices.ts'

type ResultsContextValue = {
  criteria: SearchCriteria
  address: ResultsAddress
  /**
   * What the address has beside the search, and its links carry along: the view, and the job that
   * is open beside the list.
   */
  carried: { view?: ViewMode; job?: string }
  /**
   * The search as the addresses of its jobs carry it, so that their pages lead back to these
   * results.
   */
  asQuery: string
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
  asQuery: '',
  onTurnPage: () => {},
})

export const useResults = (): ResultsContextValue => use(ResultsContext)

type LinkProps = Pick<
  ComponentProps<'a'>,
  'className' | 'onClick' | 'aria-label' | 'aria-current'
> & {
  criteria: SearchCriteria
  preload?: false
  children: ReactNode
}

/**
 * A link to the same list under other criteria. The scroll position stays: what changes is in
 * sight.
 */
export function ResultsLink({ criteria, children, ...rest }: LinkProps) {
  const { address, carried } = useResults()
  const asked = criteria.page === undefined ? fromFirstPage(criteria) : criteria
  return (
    <Link {...rest} to={address.path} search={{ ...address.search(asked), ...carried }} keepScroll>
      {children}
    </Link>
  )
}

/**
 * Passes on the moment of the first page, because newer postings would push jobs from this page to
 * the next.
 */
export function PageLink({
  page,
  asOf,
  ...rest
}: Omit<LinkProps, 'criteria'> & { page: number; asOf: number }) {
  const { criteria, onTurnPage } = useResults()
  const first = fromFirstPage(criteria)
  return (
    <ResultsLink
      {...rest}
      criteria={page === 1 ? first : { ...first, page, asOf }}
      onClick={onTurnPage}
    />
  )
}

/** To a job of these results. */
export function JobLink({
  job,
  className,
  children,
}: {
  job: { id: string }
  className: string
  children: ReactNode
}) {
  const { carried, asQuery, openJob } = useResults()
  return (
    <Link
      to={jobPath(job.id) + asQuery}
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

/**
 * Goes back in the history. A visitor who came straight here goes to the results of `search`, or of
 * the address.
 */
export function BackToResults({ search: wanted }: { search?: Search }) {
  const search = useShownPage().search
  return (
    <Link
      to="/jobs"
      search={wanted ?? search}
      onClick={(event) => {
        // A step within the site leaves its mark in the history; one from elsewhere leaves a
        // referrer.
        const cameFromSomewhere =
          history.state !== null || (history.length > 1 && document.referrer !== '')
        const wantsOwnTab = event.metaKey || event.ctrlKey || event.shiftKey
        if (wantsOwnTab || !cameFromSomewhere) return
        event.preventDefault()
        history.back()
      }}
      className="inline-flex min-h-8 items-center gap-1.5 text-xs font-medium text-muted no-underline hover:text-action pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back
    </Link>
  )
}
