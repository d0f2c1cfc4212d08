import { lazyRoute } from './lib/page-route.ts'
import type { SiteRoute } from './site-route.ts'

/** Posting jobs, and what becomes of them. */
export const employerRoutes: readonly SiteRoute[] = [
  {
    path: '/employer/inbox',
    file: 'src/features/inquiries/web/inbox-page.tsx',
    ...lazyRoute(async () => {
      const { InboxPage: page, inboxRoute: route } = await import('#features/inquiries/web/inbox-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employer/inbox/:id',
    file: 'src/features/inquiries/web/inquiry-page.tsx',
    ...lazyRoute(async () => {
      const { InquiryPage: page, inquiryRoute: route } = await import('#features/inquiries/web/inquiry-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employers',
    file: 'src/features/postings/web/employers-page.tsx',
    ...lazyRoute(async () => {
      const { EmployersPage: page, employersRoute: route } = await import('#features/postings/web/employers-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/employers/post',
    file: 'src/features/postings/web/post-job-page.tsx',
    ...lazyRoute(async () => {
      const { PostJobPage: page, postJobRoute: route } = await import('#features/postings/web/post-job-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/post-job',
    file: 'src/features/postings/web/post-job-page.tsx',
    ...lazyRoute(async () => {
      const { PostJobPage: page, postJobRoute: route } = await import('#features/postings/web/post-job-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/employers/posted',
    file: 'src/features/postings/web/posted-page.tsx',
    ...lazyRoute(async () => {
      const { PostedPage: page, postedRoute: route } = await import('#features/postings/web/posted-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/thanks',
    file: 'src/features/postings/web/thanks-page.tsx',
    ...lazyRoute(async () => {
      const { ThanksPage: page, thanksRoute: route } = await import('#features/postings/web/thanks-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/employer/jobs/new',
    file: 'src/features/postings/web/new-job-page.tsx',
    ...lazyRoute(async () => {
      const { NewJobPage: page, newJobRoute: route } = await import('#features/postings/web/new-job-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employer/dashboard',
    file: 'src/features/postings/web/dashboard-page.tsx',
    ...lazyRoute(async () => {
      const { DashboardPage: page, dashboardRoute: route } = await import('#features/postings/web/dashboard-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employer/insights',
    file: 'src/features/insights/web/insights-page.tsx',
    ...lazyRoute(async () => {
      const { InsightsPage: page, insightsRoute: route } = await import('#features/insights/web/insights-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employer/insights/:id',
    file: 'src/features/insights/web/posting-insights-page.tsx',
    ...lazyRoute(async () => {
      const { PostingInsightsPage: page, postingInsightsRoute: route } =
        await import('#features/insights/web/posting-insights-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employer/widget',
    file: 'src/features/widget/web/widget-page.tsx',
    ...lazyRoute(async () => {
      const { WidgetPage: page, widgetRoute: route } = await import('#features/widget/web/widget-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employer/jobs/import',
    file: 'src/features/postings/web/import-page.tsx',
    ...lazyRoute(async () => {
      const { ImportPage: page, importRoute: route } = await import('#features/postings/web/import-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employer/jobs/:id',
    file: 'src/features/postings/web/details-page.tsx',
    ...lazyRoute(async () => {
      const { DetailsPage: page, detailsRoute: route } = await import('#features/postings/web/details-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employer/jobs/:id/edit',
    file: 'src/features/postings/web/edit-page.tsx',
    ...lazyRoute(async () => {
      const { EditPage: page, editRoute: route } = await import('#features/postings/web/edit-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employer/drafts/:id',
    file: 'src/features/postings/web/posting-draft-page.tsx',
    ...lazyRoute(async () => {
      const { PostingDraftPage: page, postingDraftRoute: route } = await import('#features/postings/web/posting-draft-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/employers/manage',
    file: 'src/features/postings/web/manage-page.tsx',
    ...lazyRoute(async () => {
      const { ManagePage: page, manageRoute: route } = await import('#features/postings/web/manage-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
]
