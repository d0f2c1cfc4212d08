import { withQuery } from '#shared/paths.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import {
  filtersOf,
  parseSearchCriteria,
  searchParamsOf,
  withoutDefaults,
  type SearchCriteria,
} from '../search-criteria.ts'

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
    Object.entries(searchParamsOf(withoutDefaults(criteria))).map(([key, value]) => [
      fieldName(key as keyof SearchCriteria),
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
