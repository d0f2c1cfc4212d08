import { pageHead } from '#features/site/page-head.ts'
import { site } from '#features/site/config.ts'
import { employersPath, newJobPath, postJobPath, thanksPath } from '#shared/paths.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { draftsQuery, periodsQuery, policyQuery, postedJobQuery } from './queries.ts'

/** Without the policies the pages say nothing about publishing, rather than something untrue. */
const loadPolicies: PageRoute['load'] = ({ queryClient }) => queryClient.prefetchQuery(policyQuery)

/** For both addresses of the form. */
export const postJobRoute: PageRoute = {
  load: loadPolicies,
  head: ({ site: info }) =>
    pageHead({
      site: info,
      title: 'Post a Job',
      description: `Post a physician job on ${site.name} free of charge and without an account: pay, place and schedule in fields of their own.`,
      path: postJobPath,
    }),
}

export const employersRoute: PageRoute = {
  load: async (args) => void (await Promise.all([loadPolicies(args), args.queryClient.prefetchQuery(periodsQuery)])),
  head: ({ site: info }) =>
    pageHead({
      site: info,
      title: 'For Employers',
      description: `Hire physicians with ${site.name}: free postings with pay in plain sight, and applications that go straight to you.`,
      path: employersPath,
    }),
}

const quietHead = (title: string, description: string, path: string): PageRoute['head'] => {
  return ({ site: info }) => pageHead({ site: info, title, description, path, noindex: true })
}

export const newJobRoute: PageRoute = {
  async load(args) {
    // Others are asked to sign in first.
    if (!args.queryClient.getQueryData(currentUserQuery.queryKey)) return
    await Promise.all([loadPolicies(args), args.queryClient.prefetchQuery(draftsQuery)])
  },
  head: quietHead('Post a Job', 'Post a job from your account.', newJobPath),
}

export const postedRoute: PageRoute = {
  async load({ queryClient, search: { id } }) {
    const settings = [queryClient.prefetchQuery(policyQuery), queryClient.prefetchQuery(periodsQuery)]
    await Promise.all([...settings, ...(id ? [queryClient.ensureQueryData(postedJobQuery(id))] : [])])
  },
  head: quietHead('Job Posted', 'What you have posted, and what happens next.', '/employers/posted'),
}

export const thanksRoute: PageRoute = {
  head: quietHead('Thank You', 'Thank you for posting.', thanksPath),
}
