import { specialtySalariesRoute } from '#features/salaries/web/specialty-salaries-route.ts'
import { lazyPage, lazyRoute } from './lib/page-route.ts'
import type { SiteRoute } from './site-route.ts'

/** What physicians do besides looking for jobs, which `arrival-routes.ts` has: to compare, keep and apply. */
export const physicianRoutes: readonly SiteRoute[] = [
  {
    path: '/compare',
    file: 'src/features/jobs/web/compare-page.tsx',
    ...lazyRoute(async () => {
      const { ComparePage: page, compareRoute: route } = await import('#features/jobs/web/compare-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/favorites',
    file: 'src/features/favorites/web/favorites-page.tsx',
    ...lazyRoute(async () => {
      const { FavoritesPage: page, favoritesRoute: route } = await import('#features/favorites/web/favorites-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/salaries',
    file: 'src/features/salaries/web/salaries-page.tsx',
    ...lazyRoute(async () => {
      const { SalariesPage: page, salariesRoute: route } = await import('#features/salaries/web/salaries-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/salaries/:specialty',
    ...specialtySalariesRoute,
    file: 'src/features/salaries/web/specialty-salaries-page.tsx',
    page: lazyPage(async () => (await import('#features/salaries/web/specialty-salaries-page.tsx')).SpecialtySalariesPage),
  },
  {
    path: '/applications',
    file: 'src/features/inquiries/web/applications-page.tsx',
    ...lazyRoute(async () => {
      const { ApplicationsPage: page, applicationsRoute: route } = await import('#features/inquiries/web/applications-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/alerts',
    file: 'src/features/alerts/web/alerts-page.tsx',
    ...lazyRoute(async () => {
      const { AlertsPage: page, alertsRoute: route } = await import('#features/alerts/web/alerts-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/alerts/confirm',
    file: 'src/features/alerts/web/confirm-alert-page.tsx',
    ...lazyRoute(async () => {
      const { ConfirmAlertPage: page, confirmAlertRoute: route } = await import('#features/alerts/web/confirm-alert-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/alerts/stop',
    file: 'src/features/alerts/web/stop-alert-page.tsx',
    ...lazyRoute(async () => {
      const { StopAlertPage: page, stopAlertRoute: route } = await import('#features/alerts/web/stop-alert-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/profile/resume',
    personal: true,
    file: 'src/features/cv/web/resume-page.tsx',
    ...lazyRoute(async () => {
      const { ResumePage: page, resumeRoute: route } = await import('#features/cv/web/resume-page.tsx')
      return { page, route }
    }),
  },
]
