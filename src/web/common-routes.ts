import { lazyRoute } from './lib/page-route.ts'
import type { SiteRoute } from './site-route.ts'

/** What is for everybody: accounts, the pages that tell about the site, and the mails of a development server. */
export const commonRoutes: readonly SiteRoute[] = [
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
