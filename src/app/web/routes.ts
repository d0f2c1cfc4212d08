import { parse } from 'regexparam'
import { asksForJobs } from '#features/jobs/web/components/results-context.tsx'
import type { PageModule, RouterContext, Search } from '#platform/web/navigation.tsx'

const personal = { personal: true }

/**
 * The route table: every path, and the file of its page. The file exports `Page`, `head` and
 * `load`, and is loaded on demand. The first matching row wins.
 */
export const routes = [
  // Looking for a job
  page('/', () => import('./home-results-page.tsx'), { isFor: asksForJobs }),
  page('/', () => import('./home-page.tsx')),
  page('/jobs', () => import('#features/jobs/web/jobs-page.tsx')),
  page('/jobs/specialty/:specialty', () => import('./landing-page.tsx')),
  page('/jobs/specialty/:specialty/:where', () => import('./landing-page.tsx')),
  page('/jobs/:id', () => import('./job-page.tsx')),
  page('/jobs/:id/inquiry', () => import('./inquiry-form-page.tsx'), personal),

  // Comparing, keeping and applying
  page('/compare', () => import('#features/jobs/web/compare-page.tsx')),
  page('/favorites', () => import('./favorites-page.tsx'), personal),
  page('/salaries', () => import('./salaries-page.tsx')),
  page('/salaries/:specialty', () => import('#features/salaries/web/specialty-salaries-page.tsx')),
  page('/offer', () => import('./offer-page.tsx')),
  page('/applications', () => import('./applications-page.tsx'), personal),
  page('/applications/:id', () => import('./applications-page.tsx'), personal),
  page('/alerts', () => import('#features/alerts/web/alerts-page.tsx'), personal),
  page('/alerts/confirm', () => import('#features/alerts/web/alert-link-page.tsx')),
  page('/alerts/stop', () => import('#features/alerts/web/alert-link-page.tsx')),
  page('/profile', () => import('#features/profiles/web/profile-page.tsx'), personal),
  page('/profile/resume', () => import('#features/cv/web/resume-page.tsx'), personal),

  // Posting jobs
  page('/employer/inbox', () => import('#features/inquiries/web/inbox-page.tsx'), personal),
  page('/employer/inbox/:id', () => import('#features/inquiries/web/inquiry-page.tsx'), personal),
  page('/inquiry', () => import('#features/inquiries/web/mailed-inquiry-page.tsx'), personal),
  page(
    '/inquiry/confirm',
    () => import('#features/inquiries/web/confirm-inquiry-page.tsx'),
    personal,
  ),
  page('/inquiry-cv', () => import('#features/inquiries/web/linked-cv-page.tsx'), personal),
  page('/employers', () => import('#features/postings/web/employers-page.tsx')),
  page('/employers/post', () => import('#features/postings/web/post-job-page.tsx')),
  page('/post-job', () => import('#features/postings/web/post-job-page.tsx')),
  page('/employers/posted', () => import('#features/postings/web/posted-page.tsx'), personal),
  page('/thanks', () => import('#features/postings/web/thanks-page.tsx')),
  page('/employer/jobs/new', () => import('#features/postings/web/new-job-page.tsx'), personal),
  page('/employer/dashboard', () => import('./dashboard-page.tsx'), personal),
  page('/employer/insights', () => import('#features/insights/web/insights-page.tsx'), personal),
  page(
    '/employer/insights/hiring',
    () => import('#features/inquiries/web/hiring-report-page.tsx'),
    personal,
  ),
  page(
    '/employer/insights/:id',
    () => import('#features/insights/web/insights-page.tsx'),
    personal,
  ),
  page(
    '/employer/candidates',
    () => import('#features/profiles/web/candidates-page.tsx'),
    personal,
  ),
  page('/employer/team', () => import('#features/employers/web/team-page.tsx'), personal),
  page(
    '/employer/connections',
    () => import('#features/connections/web/connections-page.tsx'),
    personal,
  ),
  page('/invitation', () => import('./invitation-page.tsx'), personal),
  page('/employer/widget', () => import('#features/widget/web/widget-page.tsx'), personal),
  page('/employer/jobs/import', () => import('#features/postings/web/import-page.tsx'), personal),
  page('/employer/sources', () => import('#features/imports/web/careers-page.tsx'), personal),
  page('/employer/jobs/:id', () => import('./details-page.tsx'), personal),
  page('/employer/jobs/:id/edit', () => import('#features/postings/web/edit-page.tsx'), personal),
  page(
    '/employer/jobs/:id/questions',
    () => import('#features/inquiries/web/questions-page.tsx'),
    personal,
  ),
  page('/employers/manage', () => import('./manage-page.tsx'), personal),
  page('/employers/all', () => import('#features/employers/web/directory-page.tsx')),
  page('/employers/:slug', () => import('./employer-page.tsx')),

  // The administration
  page('/admin/dashboard', () => import('./admin-dashboard-page.tsx'), personal),
  page('/admin/moderation', () => import('#features/moderation/web/moderation-page.tsx'), personal),
  page('/admin/names', () => import('#features/names/web/names-page.tsx'), personal),
  page(
    '/admin/moderation/postings',
    () => import('#features/moderation/web/postings-page.tsx'),
    personal,
  ),
  page(
    '/admin/moderation/postings/:id',
    () => import('#features/moderation/web/posting-page.tsx'),
    personal,
  ),
  page(
    '/admin/moderation/history',
    () => import('#features/moderation/web/history-page.tsx'),
    personal,
  ),
  page('/admin/duplicates', () => import('#features/duplicates/web/duplicates-page.tsx'), personal),
  page('/admin/imports', () => import('#features/imports/web/imports-page.tsx'), personal),
  page('/admin/imports/:id', () => import('./import-run-page.tsx'), personal),
  page('/admin/sources/new', () => import('#features/imports/web/new-source-page.tsx'), personal),
  page('/admin/sources/:id', () => import('#features/imports/web/source-page.tsx'), personal),
  page('/admin/users', () => import('#features/admin/web/users-page.tsx'), personal),
  page('/admin/users/:id', () => import('#features/admin/web/user-page.tsx'), personal),
  page('/admin/audit', () => import('#features/admin/web/audit-page.tsx'), personal),
  page('/admin/settings', () => import('#features/admin/web/settings-page.tsx'), personal),
  page('/admin/system', () => import('#features/system/web/system-page.tsx'), personal),
  page('/admin/deliveries', () => import('#features/deliveries/web/deliveries-page.tsx'), personal),

  // Accounts, texts, and the demo's mailbox
  page('/auth', () => import('#features/accounts/web/auth-page.tsx')),
  page('/auth/second-step', () => import('#features/accounts/web/two-factor-page.tsx'), personal),
  page('/auth/:auth', () => import('#features/accounts/web/mailed-link-page.tsx'), personal),
  page('/account/:account', () => import('#features/accounts/web/mailed-link-page.tsx'), personal),
  page('/account', () => import('#features/accounts/web/account-page.tsx'), personal),
  page('/about', () => import('#features/site/web/about-page.tsx')),
  page('/contact', () => import('#features/contact/web/contact-page.tsx')),
  page('/privacy', () => import('#features/site/web/privacy-page.tsx')),
  page('/terms', () => import('#features/site/web/terms-page.tsx')),
  page('/developers', () => import('#features/api/web/developers-page.tsx')),
  page('/newsletter', () => import('#features/home/web/newsletter-page.tsx')),
  page('/unsubscribe', () => import('#features/newsletter/web/unsubscribe-page.tsx')),
  page('/unsubscribe/one-click', () => import('#features/newsletter/web/unsubscribe-page.tsx')),
  page('/dev/mail', () => import('#features/mailbox/web/mailbox-page.tsx'), personal),
  page('/dev/mail/:id', () => import('#features/mailbox/web/mailbox-page.tsx'), personal),
]

export type SitePage = {
  path: string
  /** Differs by visitor: rendered with their cookie, and not cached. */
  personal: boolean
  /** The page's source file, for the URL map and for preloading its chunk. */
  file: string
  module?: PageModule
  load(): Promise<void>
  /** The path's parameters; undefined if the address does not match. */
  match(path: string, search: Search): Record<string, string> | undefined
}

/** `scripts/vite-parts.ts` adds the file name to the import. */
type Load = { (): Promise<PageModule>; file?: string }

type Options = {
  personal?: boolean
  /** For one of several pages with this path. */
  isFor?: (search: Search) => boolean
}

function page(path: string, load: Load, { personal = false, isFor = () => true }: Options = {}) {
  const { keys, pattern } = parse(path)
  const page: SitePage = {
    path,
    personal,
    file: load.file ?? '',
    async load() {
      page.module ??= await load()
    },
    match(path, search) {
      const found = pattern.exec(path)
      if (!found || !isFor(search)) return undefined
      const params = Object.fromEntries(keys.map((name, at) => [name, found[at + 1] ?? '']))
      return page.module?.accepts?.(params) === false ? undefined : params
    },
  }
  return page
}

/** An address, its path unescaped, and the page that answers it. */
export type Visit = {
  path: string
  params: Record<string, string>
  search: Search
  page: SitePage | undefined
}

export function visitOf(href: string): Visit {
  const [address = ''] = href.split('#', 1)
  const [escaped = '/', ...rest] = address.split('?')
  const path = unescaped(escaped)
  const search = parseSearch(rest.join('?'))
  for (const page of routes) {
    const params = page.match(path, search)
    if (params) return { path, params, search, page }
  }
  return { path, params: {}, search, page: undefined }
}

/** The same with the page's code, which may reject the parameters. */
export async function findVisit(href: string): Promise<Visit> {
  const visit = visitOf(href)
  if (!visit.page || visit.page.module) return visit
  await visit.page.load()
  return findVisit(href)
}

/**
 * Loads code and data of an address. Rejects if it gets no code; what else fails, the page shows.
 */
export async function preparePage(context: RouterContext, href: string): Promise<void> {
  const { page, params, search } = await findVisit(href)
  page?.module?.load?.({ ...context, params, search }).catch(() => {})
}

function unescaped(text: string) {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

/** A repeated name, as from checkboxes of a plain form, becomes one value with commas. */
function parseSearch(text: string): Search {
  const search = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text))
    search.set(name, search.has(name) ? `${search.get(name)},${value}` : value)
  return Object.fromEntries(search)
}
