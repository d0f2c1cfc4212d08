import { adminDashboardRoute } from '#features/admin/web/admin-route.ts'
import { specialtySalariesRoute } from '#features/salaries/web/specialty-salaries-route.ts'
import { lazyPage, lazyRoute } from './lib/page-route.ts'
import type { SiteRoute } from './site-route.ts'

/**
 * The site's contents page: with `arrival-routes.ts` every URL and the page file that answers it. What a page needs before it
 * renders (data, head) stands in its route file; the page itself is loaded when somebody goes there. Browsers get this table
 * with the first page of it.
 */
export const routes: readonly SiteRoute[] = [
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
    path: '/auth',
    file: 'src/features/accounts/web/auth-page.tsx',
    ...lazyRoute(async () => {
      const { AuthPage: page, authRoute: route } = await import('#features/accounts/web/auth-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/auth/forgot',
    file: 'src/features/accounts/web/forgot-password-page.tsx',
    ...lazyRoute(async () => {
      const { ForgotPasswordPage: page, forgotPasswordRoute: route } =
        await import('#features/accounts/web/forgot-password-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/auth/reset',
    file: 'src/features/accounts/web/reset-password-page.tsx',
    ...lazyRoute(async () => {
      const { ResetPasswordPage: page, resetPasswordRoute: route } =
        await import('#features/accounts/web/reset-password-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/auth/verify',
    file: 'src/features/accounts/web/verify-email-page.tsx',
    ...lazyRoute(async () => {
      const { VerifyEmailPage: page, verifyEmailRoute: route } = await import('#features/accounts/web/verify-email-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/account',
    file: 'src/features/accounts/web/account-page.tsx',
    ...lazyRoute(async () => {
      const { AccountPage: page, accountRoute: route } = await import('#features/accounts/web/account-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/about',
    file: 'src/features/site/web/about-page.tsx',
    ...lazyRoute(async () => {
      const { AboutPage: page, aboutRoute: route } = await import('#features/site/web/about-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/contact',
    file: 'src/features/site/web/contact-page.tsx',
    ...lazyRoute(async () => {
      const { ContactPage: page, contactRoute: route } = await import('#features/site/web/contact-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/privacy',
    file: 'src/features/site/web/privacy-page.tsx',
    ...lazyRoute(async () => {
      const { PrivacyPage: page, privacyRoute: route } = await import('#features/site/web/privacy-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/terms',
    file: 'src/features/site/web/terms-page.tsx',
    ...lazyRoute(async () => {
      const { TermsPage: page, termsRoute: route } = await import('#features/site/web/terms-page.tsx')
      return { page, route }
    }),
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
  {
    path: '/newsletter',
    file: 'src/features/site/web/newsletter-page.tsx',
    ...lazyRoute(async () => {
      const { NewsletterPage: page, newsletterRoute: route } = await import('#features/site/web/newsletter-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/unsubscribe',
    file: 'src/features/newsletter/web/unsubscribe-page.tsx',
    ...lazyRoute(async () => {
      const { UnsubscribePage: page, unsubscribeRoute: route } = await import('#features/newsletter/web/unsubscribe-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/unsubscribe/one-click',
    file: 'src/features/newsletter/web/unsubscribe-page.tsx',
    ...lazyRoute(async () => {
      const { UnsubscribePage: page, unsubscribeRoute: route } = await import('#features/newsletter/web/unsubscribe-page.tsx')
      return { page, route }
    }),
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
  {
    path: '/profile/resume',
    personal: true,
    file: 'src/features/cv/web/resume-page.tsx',
    ...lazyRoute(async () => {
      const { ResumePage: page, resumeRoute: route } = await import('#features/cv/web/resume-page.tsx')
      return { page, route }
    }),
  },
  {
    path: '/dev/mail',
    file: 'src/features/mailbox/web/mailbox-page.tsx',
    ...lazyRoute(async () => {
      const { MailboxPage: page, mailboxRoute: route } = await import('#features/mailbox/web/mailbox-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
  {
    path: '/dev/mail/:id',
    file: 'src/features/mailbox/web/mail-page.tsx',
    ...lazyRoute(async () => {
      const { MailPage: page, mailRoute: route } = await import('#features/mailbox/web/mail-page.tsx')
      return { page, route }
    }),
    personal: true,
  },
]
