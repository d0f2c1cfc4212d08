import { pageHead } from '#features/site/page-head.ts'
import { accountPath, forgotPasswordPath, signInPath } from '#shared/paths.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { identitiesQuery, providersQuery, sessionsQuery } from './queries.ts'

export const authRoute: PageRoute = {
  // Without the providers there is still the form.
  load: ({ queryClient }) => queryClient.prefetchQuery(providersQuery),
  head: ({ site }) =>
    pageHead({
      site,
      title: 'Sign In or Sign Up',
      description: 'Sign in, or create a free account: for physicians, employers and recruiters.',
      path: signInPath,
    }),
}

/** The pages behind links in mails, and those of one person: nothing for search engines. */
const quietRoute = (title: string, description: string, path: string): PageRoute => ({
  head: ({ site }) => pageHead({ site, title, description, path, noindex: true }),
})

export const forgotPasswordRoute = quietRoute(
  'Forgot Your Password?',
  'Get a link by e-mail that sets a new password.',
  forgotPasswordPath,
)

export const resetPasswordRoute = quietRoute('Set a New Password', 'Choose a new password for your account.', signInPath)

export const verifyEmailRoute = quietRoute('Confirm Your E-mail Address', 'Confirm that this address is yours.', signInPath)

export const accountRoute: PageRoute = {
  ...quietRoute('Your Account', 'Name, e-mail, password and signed-in devices.', accountPath),
  async load({ queryClient }) {
    // Others are asked to sign in first.
    if (!queryClient.getQueryData(currentUserQuery.queryKey)) return
    await Promise.all([
      queryClient.prefetchQuery(sessionsQuery),
      queryClient.prefetchQuery(identitiesQuery),
      queryClient.prefetchQuery(providersQuery),
    ])
  },
}
