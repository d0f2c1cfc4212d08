import type { SiteInfo } from '#shared/rendering.ts'
import { pageHead } from '../page-head.ts'

export const notFoundHead = (site: SiteInfo) =>
  pageHead({ site, title: 'Page Not Found', description: 'There is no page at this address.', path: '/', noindex: true })
