import { jobPath, withQuery } from '#shared/paths.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import type { JobDetail } from '../contract.ts'
import { filtersOf, searchParamsOf } from '../search-criteria.ts'
import type { SearchCriteria } from '../search-criteria.ts'

/** Links of a page's head to other forms of its content. Programs read the page as it is served, so browsers do not load this for lists. */

type Link = { rel: 'alternate'; type: string; title: string; href: string }

/** The feeds of a list. The JSON Feed knows only one specialty and one state. */
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

export const embedLink = ({ publicUrl }: SiteInfo, { id, title }: JobDetail): Link => ({
  rel: 'alternate',
  type: 'application/json+oembed',
  title,
  href: `${publicUrl}${withQuery('/api/oembed', { url: `${publicUrl}${jobPath(id)}` })}`,
})

/** The day on which a job closes, for a calendar. */
export const deadlinePath = (id: string): string => `${jobPath(id)}/deadline.ics`
