import type { SiteInfo } from '#shared/rendering.ts'
import { brandSuffix, site } from './config.ts'

type Address = Pick<SiteInfo, 'publicUrl'>

type Page = {
  site: Address
  /** Without the brand, which is added here. */
  title: string
  description: string
  /** The canonical path, with the query string if that makes another page. */
  path: string
  /** For duplicates and empty pages. */
  noindex?: boolean
  type?: 'website' | 'article'
  /** Beside the canonical address: feeds of a list. */
  links?: readonly Record<string, string>[]
}

/** Title, description, canonical address and preview of a public page. */
export function pageHead({
  site: { publicUrl },
  title,
  description,
  path,
  noindex = false,
  type = 'website',
  links = [],
}: Page) {
  const url = `${publicUrl}${path}`
  const image = `${publicUrl}/og.png`
  const fullTitle = `${title}${brandSuffix()}`
  return {
    meta: [
      { title: fullTitle },
      { name: 'description', content: description },
      ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      { property: 'og:site_name', content: site.name },
      { property: 'og:type', content: type },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:image', content: image },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: `${site.name}: ${site.tagline}` },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: noindex ? links : [{ rel: 'canonical', href: url }, ...links],
  }
}

/** For public pages. The description may name the site, so it is made when it is shown. */
export const listedHead =
  (title: string, describe: () => string, path: string) =>
  ({ site }: { site: Address }) =>
    pageHead({ site, title, description: describe(), path })

/** For pages that search engines leave out. `path` may depend on the address's id. */
export const unlistedHead =
  (title: string, description: string, path: string | ((id: string) => string)) =>
  ({ site, params }: { site: Address; params: Record<string, string> }) => {
    const ownPath = typeof path === 'string' ? path : path(params['id'] ?? '')
    return pageHead({ site, title, description, path: ownPath, noindex: true })
  }

/** Of Home; the results of a search there are indexed as `/jobs`. */
export const homeHead =
  (noindex: boolean) =>
  ({ site: board }: { site: Address }) =>
    pageHead({
      site: board,
      title: 'Physician Jobs in the United States',
      description: `${site.tagline}. Search physician jobs by specialty, location and pay.`,
      path: '/',
      noindex,
    })
