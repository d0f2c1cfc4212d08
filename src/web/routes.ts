import { jobsRoute } from '#features/jobs/web/jobs-route.ts'
import { jobRoute } from '#features/jobs/web/job-route.ts'
import { landingRoute } from '#features/jobs/web/landing-route.ts'
import * as site from '#features/site/web/static-routes.ts'
import { homeRoute } from './home-route.ts'
import { lazyPage } from './lib/page-route.ts'
import type { LazyPage, PageRoute } from './lib/page-route.ts'

export type SiteRoute = PageRoute & {
  path: string
  /** The page's source file: the URL map names it, and the server preloads its chunk. */
  file: string
  page: LazyPage
}

/**
 * The site's contents page: every URL and the page file that answers it. What a page needs before it renders (data, head)
 * stands in its route file; the page itself is loaded when somebody goes there.
 */
export const routes: readonly SiteRoute[] = [
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
  {
    path: '/about',
    ...site.aboutRoute,
    file: 'src/features/site/web/about-page.tsx',
    page: lazyPage(async () => (await import('#features/site/web/about-page.tsx')).AboutPage),
  },
  {
    path: '/contact',
    ...site.contactRoute,
    file: 'src/features/site/web/contact-page.tsx',
    page: lazyPage(async () => (await import('#features/site/web/contact-page.tsx')).ContactPage),
  },
  {
    path: '/privacy',
    ...site.privacyRoute,
    file: 'src/features/site/web/privacy-page.tsx',
    page: lazyPage(async () => (await import('#features/site/web/privacy-page.tsx')).PrivacyPage),
  },
  {
    path: '/terms',
    ...site.termsRoute,
    file: 'src/features/site/web/terms-page.tsx',
    page: lazyPage(async () => (await import('#features/site/web/terms-page.tsx')).TermsPage),
  },
  {
    path: '/employers',
    ...site.postByEmailRoute,
    file: 'src/features/site/web/post-by-email-page.tsx',
    page: lazyPage(async () => (await import('#features/site/web/post-by-email-page.tsx')).PostByEmailPage),
  },
  {
    path: '/employers/post',
    ...site.postByEmailRoute,
    file: 'src/features/site/web/post-by-email-page.tsx',
    page: lazyPage(async () => (await import('#features/site/web/post-by-email-page.tsx')).PostByEmailPage),
  },
]
