import { sessionCookieName } from '#features/accounts/server/public.ts'
import { site } from '#features/site/config.ts'
import { developersPath, termsPath } from '#shared/paths.ts'

/** What the OpenAPI document says about the whole API. */
export const apiInfo = (publicUrl: string) => ({
  title: `${site.name} API`,
  version: '1',
  description: [
    `Everything under \`/api/v1\` is a stable, public API for programs: pages of every origin may call it. [How to start](${publicUrl}${developersPath})`,
    `The other operations serve our own pages, and change with them. Calls of signed-in people and of administrators have documents of their own: [accounts](${publicUrl}/api/docs/accounts.json), [administration](${publicUrl}/api/docs/admin.json).`,
    'Every error has the same body: `error` for people, `code` for programs, `requestId`, and `details` by field; with `Accept: application/problem+json`, the same as problem details (RFC 9457).',
  ].join('\n\n'),
  serverUrl: publicUrl,
  contact: { name: `${site.name} support`, email: site.emails.support },
  license: { name: 'Terms of Service', url: `${publicUrl}${termsPath}` },
  sessionCookie: sessionCookieName(publicUrl),
  tagOf: apiTagOf,
  tags: Object.values(tags).map(([name, description]) => ({ name, description })),
})

function apiTagOf(file: string): string {
  const [, feature = ''] = /^src\/features\/(.+?)\/server\//.exec(file) ?? []
  const name = file.includes('/feeds/') ? 'feeds' : feature
  return (name in tags ? tags[name as keyof typeof tags] : tags.others)[0]
}

const tags = {
  api: ['API v1', 'The stable, public API: jobs, facets, suggestions, salaries and employers.'],
  feeds: ['Feeds', 'Jobs for aggregators, feed readers, search engines and calendars.'],
  jobs: ['Search', 'The search of our own pages.'],
  places: ['Places', 'The outlines of maps for our own pages.'],
  salaries: ['Salaries', 'Pay statistics for our own pages.'],
  home: ['Home', 'The figures of Home.'],
  accounts: ['Accounts', 'Signing in, second steps, profile, sessions and personal data.'],
  favorites: ['Favorites', 'The saved jobs of a physician.'],
  desk: ['Desk', 'What a physician finds on coming back.'],
  alerts: ['Alerts', 'Mails about new jobs of a saved search.'],
  newsletter: ['Newsletter', 'Subscribing and unsubscribing.'],
  contact: ['Contact', 'Messages to the operator of the site.'],
  cv: ['CV', 'The CV of a physician.'],
  inquiries: ['Inquiries', 'Messages about jobs, reports of problems, and the inbox of employers.'],
  postings: ['Postings', 'Posting jobs, with and without an account.'],
  insights: ['Insights', 'Views and applications of own postings.'],
  widget: ['Widget', 'A list of an employer’s jobs for its own site.'],
  imports: ['Imports', 'Importing jobs, for administrators.'],
  duplicates: ['Duplicates', 'Likely duplicates, for administrators.'],
  moderation: ['Moderation', 'The moderation queue, for administrators.'],
  deliveries: ['Deliveries', 'Mails and tasks that failed, for administrators.'],
  admin: ['Administration', 'Users, settings and the audit log, for administrators.'],
  mailbox: ['Demo mailbox', 'The mails of the demo, in demo mode only.'],
  others: ['Others', 'Calls of our own pages that have no section.'],
} as const
