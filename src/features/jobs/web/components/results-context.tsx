import { entriesOf } from '#shared/keys.ts'
import { ArrowLeft } from 'lucide-react'
import { createContext, use, type ComponentProps, type ReactNode } from 'react'
import {
  fromFirstPage,
  type SearchCriteria,
  filtersOf,
  parseSearchCriteria,
  searchParamsOf,
  withoutDefaults,
} from '#features/jobs/search-criteria.ts'
import type { Understanding } from '#features/jobs/contract.ts'
import { jobPath, withQuery } from '#shared/paths.ts'
import { Link, useShownPage, type Search } from '#platform/web/navigation.tsx'
import type { ViewMode } from '../tab-choices.ts'
import type { SiteInfo } from '#shared/rendering.ts'

/**
 * How a list of results is addressed. /jobs and Home show the same view, and name some criteria
 * differently.
 */
export type ResultsAddress = {
  path: '/jobs' | '/'
  /** What the form's field for a criterion is called. */
  fieldName: (key: keyof SearchCriteria) => string
  /** Further parameters that the form sends. */
  fixed: Record<string, string>
  search: (criteria: SearchCriteria) => Record<string, string>
  read: (params: Record<string, unknown>) => SearchCriteria
}

export const jobsAddress: ResultsAddress = {
  path: '/jobs',
  fieldName: (key) => key,
  fixed: {},
  search: (criteria) => searchParamsOf(withoutDefaults(criteria)),
  read: parseSearchCriteria,
}

/** The values of the form's fields for a search. Fields that are left out are empty. */
export const fieldValues = (
  criteria: SearchCriteria,
  { fieldName }: ResultsAddress,
): Record<string, string> =>
  Object.fromEntries(
    entriesOf(searchParamsOf(withoutDefaults(criteria))).map(([key, value]) => [
      fieldName(key),
      value,
    ]),
  )

const homeNames: Partial<Record<keyof SearchCriteria, string>> = { keyword: 'q', sortBy: 'sort' }

export const homeAddress: ResultsAddress = {
  path: '/',
  fieldName: (key) => homeNames[key] ?? key,
  fixed: { show: 'jobs' },
  search: (criteria) => homeSearch(withoutDefaults(criteria)),
  read: homeCriteria,
}

type Place = Pick<SearchCriteria, 'city' | 'state'>

/**
 * Home names some criteria differently: `q`, `loc` and `sort`, after `show=jobs`. The others have
 * the names of /jobs.
 */
export function homeCriteria(search: Record<string, unknown>): SearchCriteria {
  const { q, loc, sort, ...rest } = search
  return parseSearchCriteria({
    ...rest,
    ...(typeof loc === 'string' && parseLocation(loc)),
    keyword: q,
    sortBy: sort,
  })
}

/** Whether an address of Home asks for results. */
export const asksForJobs = (search: Record<string, unknown>): boolean =>
  search['show'] === 'jobs' ||
  ['q', 'loc', 'specialty'].some((name) => typeof search[name] === 'string' && search[name] !== '')

/** The opposite: the address of Home that shows these jobs. */
export function homeSearch(criteria: SearchCriteria): Record<string, string> {
  const { keyword, sortBy, city, state, ...rest } = criteria
  const loc = [city ?? [], state ?? []].flat().join(', ')
  const understood = parseSearchCriteria(parseLocation(loc))
  const isPlain = understood.city === city && String(understood.state) === String(state)
  const place: Place & { loc?: string } = isPlain
    ? { loc }
    : { ...(city && { city }), ...(state && { state }) }
  return {
    show: 'jobs',
    ...(keyword !== undefined && { q: keyword }),
    ...searchParamsOf({ ...rest, ...place }),
    ...(sortBy !== undefined && { sort: sortBy }),
  }
}

/**
 * What the location box says: 'Austin, TX' is a city and a state, two letters are a state, anything
 * else is a city.
 */
function parseLocation(text: string): { city?: string; state?: string } {
  const [first = '', second = ''] = text.split(',').map((part) => part.trim())
  if (text.includes(',')) return { ...(first && { city: first }), ...(second && { state: second }) }
  if (/^[a-z]{2}$/i.test(first)) return { state: first.toUpperCase() }
  return first === '' ? {} : { city: first }
}

type FeedLink = { rel: 'alternate'; type: string; title: string; href: string }

/**
 * The feeds of a list, for its head. Programs read the page as it is served, so only the server
 * asks for it. The JSON Feed knows only one specialty and one state.
 */
export function feedLinks({ publicUrl }: SiteInfo, criteria: SearchCriteria): FeedLink[] {
  const filters = filtersOf(criteria)
  const params = searchParamsOf(filters)
  const { specialty, state, ...others } = filters
  const isJson =
    Object.keys(others).length === 0 &&
    [specialty, state].every((values) => (values?.length ?? 0) < 2)
  return [
    ['application/rss+xml', 'RSS', 'rss'],
    ['application/atom+xml', 'Atom', 'atom'],
    ...(isJson ? [['application/feed+json', 'JSON Feed', 'json']] : []),
  ].map(([type = '', title = '', ending]) => ({
    rel: 'alternate',
    type,
    title,
    href: `${publicUrl}${withQuery(`/jobs.${ending}`, params)}`,
  }))
}

/** A typed piece that hides no job. */
export const isUnused = ({ demanding, isUnread }: Understanding['parts'][number]): boolean =>
  demanding !== undefined || isUnread === true

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
  const target = criteria.page === undefined ? fromFirstPage(criteria) : criteria
  return (
    <Link {...rest} to={address.path} search={{ ...address.search(target), ...carried }} keepScroll>
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
      className="back-link"
    >
      <ArrowLeft />
      Back
    </Link>
  )
}
