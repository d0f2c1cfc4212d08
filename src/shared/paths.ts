/** Every address that is built outside the router: sitemaps, feeds, mails, redirects. */

export const homePath = '/'
export const jobsPath = '/jobs'

export const jobPath = (id: string): string => `/jobs/${encodeURIComponent(id)}`

export const specialtyJobsPath = (slug: string): string => `/jobs/specialty/${slug}`

/** `state` is a two-letter code; addresses carry it in lower case. */
export const specialtyStateJobsPath = (slug: string, state: string): string => `/jobs/specialty/${slug}/${state.toLowerCase()}`

/** A path with its query string; the parameters' order is kept, so give them in a canonical one. */
export function withQuery(path: string, params: Record<string, string>): string {
  const query = Object.entries(params)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return query === '' ? path : `${path}?${query}`
}
