import { adminRoutes } from './admin-routes.ts'
import { commonRoutes } from './common-routes.ts'
import { employerRoutes } from './employer-routes.ts'
import { physicianRoutes } from './physician-routes.ts'
import type { SiteRoute } from './site-route.ts'

/**
 * The site's contents page: with `arrival-routes.ts` every URL and the page file that answers it. What a page needs before it
 * renders (data, head) stands in its route file; the page itself is loaded when somebody goes there. Browsers get these tables
 * with the first page of them.
 */
export const routes: readonly SiteRoute[] = [...physicianRoutes, ...employerRoutes, ...adminRoutes, ...commonRoutes]
