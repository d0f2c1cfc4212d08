import type { LazyPage, PageRoute } from './lib/page-route.ts'

export type SiteRoute = PageRoute & {
  path: string
  /** The page's source file: the URL map names it, and the server preloads its chunk. */
  file: string
  page: LazyPage
  /** Differs per person: rendered for each visitor with their own cookie, and kept by nobody. */
  personal?: true
}
