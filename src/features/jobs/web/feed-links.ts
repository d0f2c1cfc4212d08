import { withQuery } from '#shared/paths.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import { filtersOf, searchParamsOf, type SearchCriteria } from '../search-criteria.ts'

type Link = { rel: 'alternate'; type: string; title: string; href: string }

/**
 * The feeds of a list, for its head. Programs read the page as it is served, so browsers do not load this. The JSON Feed knows only one
 * specialty and one state.
 */
export function feedLinks({ publicUrl }: SiteInfo, criteria: SearchCriteria): Link[] {
  const filters = filtersOf(criteria)
  const params = searchParamsOf(filters)
  const { specialty, state, ...others } = filters
  const isJson = Object.keys(others).length === 0 && [specialty, state].every((it) => (it?.length ?? 0) < 2)
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
