import { jobsRoute } from '#features/jobs/web/jobs-route.ts'
import { jobRoute } from '#features/jobs/web/job-route.ts'
import { landingRoute } from '#features/jobs/web/landing-route.ts'
import { homeRoute } from './home-route.ts'
import { lazyPage } from './lib/page-route.ts'
import type { SiteRoute } from './site-route.ts'

/** The pages at which people arrive: what the first load has to know of the site. All others are in `routes.ts`. */
export const arrivalRoutes: readonly SiteRoute[] = [
  {
    path: '/',
    ...homeRoute,
    file: 'src/web/home-page.tsx',
    page: lazyPage(async () => (await import('./home-page.tsx')).HomePage),
  },
  {
    path: '/jobs',
    ...jobsRoute,
    file: 'src/features/jobs/web/jobs-page.tsx',
    page: lazyPage(async () => (await import('#features/jobs/web/jobs-page.tsx')).JobsPage),
  },
  {
    path: '/jobs/specialty/:specialty',
    ...landingRoute,
    file: 'src/features/jobs/web/landing-page.tsx',
    page: lazyPage(async () => (await import('#features/jobs/web/landing-page.tsx')).LandingPage),
  },
  {
    path: '/jobs/specialty/:specialty/:state',
    ...landingRoute,
    file: 'src/features/jobs/web/landing-page.tsx',
    page: lazyPage(async () => (await import('#features/jobs/web/landing-page.tsx')).LandingPage),
  },
  {
    path: '/jobs/:id',
    ...jobRoute,
    file: 'src/features/jobs/web/job-page.tsx',
    page: lazyPage(async () => (await import('#features/jobs/web/job-page.tsx')).JobPage),
  },
]
