import { adminDashboardRoute } from '#features/admin/web/admin-route.ts'
import { lazyPage, lazyRoute } from './lib/page-route.ts'
import type { SiteRoute } from './site-route.ts'

/** The administration. */
export const adminRoutes: readonly SiteRoute[] = [
  {
    path: '/admin/dashboard',
    ...adminDashboardRoute,
    personal: true,
    file: 'src/features/admin/web/admin-dashboard-page.tsx',
    page: lazyPage(async () => (await import('#features/admin/web/admin-dashboard-page.tsx')).AdminDashboardPage),
  },
  {
    path: '/admin/moderation',
    file: 'src/features/moderation/web/moderation-page.tsx',
    ...lazyRoute(async () => {
      const { ModerationPage: page, moderationRoute: route } = await import('#features/moderation/web/moderation-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/moderation/history',
    file: 'src/features/moderation/web/history-page.tsx',
    ...lazyRoute(async () => {
      const { HistoryPage: page, historyRoute: route } = await import('#features/moderation/web/history-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/duplicates',
    file: 'src/features/duplicates/web/duplicates-page.tsx',
    ...lazyRoute(async () => {
      const { DuplicatesPage: page, duplicatesRoute: route } = await import('#features/duplicates/web/duplicates-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/imports',
    file: 'src/features/imports/web/imports-page.tsx',
    ...lazyRoute(async () => {
      const { ImportsPage: page, importsRoute: route } = await import('#features/imports/web/imports-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/imports/:id',
    file: 'src/features/imports/web/run-page.tsx',
    ...lazyRoute(async () => {
      const { RunPage: page, importRunRoute: route } = await import('#features/imports/web/run-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/sources/new',
    file: 'src/features/imports/web/new-source-page.tsx',
    ...lazyRoute(async () => {
      const { NewSourcePage: page, newSourceRoute: route } = await import('#features/imports/web/new-source-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/sources/:id',
    file: 'src/features/imports/web/source-page.tsx',
    ...lazyRoute(async () => {
      const { SourcePage: page, sourceRoute: route } = await import('#features/imports/web/source-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/users',
    file: 'src/features/accounts/web/users-page.tsx',
    ...lazyRoute(async () => {
      const { UsersPage: page, usersRoute: route } = await import('#features/accounts/web/users-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/users/:id',
    file: 'src/features/accounts/web/user-page.tsx',
    ...lazyRoute(async () => {
      const { UserPage: page, userRoute: route } = await import('#features/accounts/web/user-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/audit',
    file: 'src/features/admin/web/audit-page.tsx',
    ...lazyRoute(async () => {
      const { AuditPage: page, auditRoute: route } = await import('#features/admin/web/audit-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/settings',
    file: 'src/features/admin/web/settings-page.tsx',
    ...lazyRoute(async () => {
      const { SettingsPage: page, settingsRoute: route } = await import('#features/admin/web/settings-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/admin/deliveries',
    file: 'src/features/deliveries/web/deliveries-page.tsx',
    ...lazyRoute(async () => {
      const { DeliveriesPage: page, deliveriesRoute: route } = await import('#features/deliveries/web/deliveries-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
]
