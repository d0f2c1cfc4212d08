/** Paths of pages, for links, sitemaps, feeds, mails and redirects. */

export const homePath = '/'
export const jobsPath = '/jobs'
/** Characters of its keyword: a pasted posting has so many. */
export const maxKeyword = 1_600

/** Whether an address can name a row by this: PostgreSQL raises an error for other strings. */
export const isUuid = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

/** A path below this one that ends with an id. */
const byId = (path: string) => (id: string) => `${path}/${encodeURIComponent(id)}`
/** Linked in mails with a secret; the page asks before it uses it. */
const byToken = (path: string) => (token: string) => withQuery(path, { token })

export const jobPath = byId(jobsPath)

/** Marks of links that leave the site. */
export const linkMarks = ['alert', 'feed', 'aggregator', 'assistant'] as const

/**
 * Says in a link where its reader will come from. No server, cache or search engine gets what
 * follows '#'.
 */
export const markedLink = (link: string, mark: (typeof linkMarks)[number]) => `${link}#from=${mark}`

/** `where`: a state's code, or what else a landing page is about (`landingKinds`, a place). */
export const specialtyJobsPath = (slug: string, where?: string) =>
  `/jobs/specialty/${slug}${where === undefined ? '' : `/${where.toLowerCase()}`}`

export const providerSignInPath = '/api/login'
export const logoutPath = '/api/logout'
export const apiDocsPath = '/api/docs'
export const developersPath = '/developers'
export const termsPath = '/terms'

/** A path that returns to another one after signing in. */
export const withReturnTo = (path: string, returnTo: string) =>
  returnTo === homePath
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}returnTo=${encodeURIComponent(returnTo)}`

export const comparePath = '/compare'

export const favoritesPath = '/favorites'

export const salariesPath = '/salaries'
export const offerPath = '/offer'

export const specialtySalariesPath = (slug: string) => `/salaries/${slug}`

/** A path with a query string; the parameters keep their order. */
export function withQuery(
  path: string,
  params: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = Object.entries(params)
    .flatMap(([name, value]) =>
      value === undefined ? [] : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    )
    .join('&')
  return query === '' ? path : `${path}?${query}`
}

/** Sign in and sign up. */
export const signInPath = '/auth'
export const signUpPath = '/auth?tab=sign-up'
export const accountPath = '/account'
export const profilePath = '/profile'
export const resumePath = '/profile/resume'
export const verifyEmailPath = byToken('/auth/verify')
export const resetPasswordPath = byToken('/auth/reset')
export const forgotPasswordPath = '/auth/forgot'
/** Asks for a sign-in link; with its secret, the page that uses it. */
export const askSignInLinkPath = '/auth/link'
export const signInLinkPath = byToken(askSignInLinkPath)

/** Where somebody with a second factor takes it. */
export const twoFactorPath = '/auth/second-step'
/** A new address of an account. */
export const confirmAddressPath = byToken('/account/address')
export const twoFactorLinkPath = '/account/second-step'
export const undoTwoFactorPath = byToken(twoFactorLinkPath)
export const undoAddressPath = (token: string) =>
  withQuery('/account/address', { token, undo: '1' })

export const newsletterPath = '/newsletter'
/** Mails link to it with a token instead of an address. */
export const unsubscribePath = '/unsubscribe'

export const alertsPath = '/alerts'

/** In demo mode only. */
export const mailboxPath = '/dev/mail'
export const mailPath = byId(mailboxPath)
export const confirmAlertPath = '/alerts/confirm'
export const stopAlertPath = '/alerts/stop'
export const applicationsPath = '/applications'
export const applicationPath = byId(applicationsPath)
export const inboxPath = '/employer/inbox'
/** Where the link of a mail opens a CV. */
export const linkedCvPath = '/inquiry-cv'
/** Where the link of a notice shows an inquiry, or its answers. */
export const mailedInquiryPath = '/inquiry'
/** The form of an inquiry as a page. */
export const inquiryFormPath = (jobId: string) => `${jobPath(jobId)}/inquiry`
export const inquiryFormCall = '/api/job-inquiry/form'
/** Where the link of a mail sends a visitor's inquiry with a CV. */
export const confirmInquiryPath = '/inquiry/confirm'
export const confirmInquiryCall = '/api/waiting-inquiry'
/** Calls of its plain forms. */
export const linkedCvCall = '/api/inquiry-cv'
export const inquiryPath = byId(inboxPath)

export const employersPath = '/employers'
export const employerDirectoryPath = '/employers/all'

/**
 * 'st-mary-s-hospital', 'dallas-fort-worth'; the database has the same rule (`employer_slug`).
 * Empty for names in other scripts.
 */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** 'Confidential employer', as a posting says that keeps it to itself who hires. */
export const isConfidential = (name: string) => slugOf(name).startsWith('confidential')

/** An employer's own page; undefined for names without one. */
export const employerPath = (name: string) =>
  slugOf(name) === '' || isConfidential(name) ? undefined : `/employers/${slugOf(name)}`

/**
 * The edges of the square that a logo fits in, in pixels: twice the largest drawn one, and what
 * search engines take.
 */
export const logoSizes = [96, 320] as const
export const logoPath = (id: string, size: (typeof logoSizes)[number]) => `/logos/${id}/${size}`
/** In a row of photos, and alone. */
export const photoSizes = [640, 1280] as const
export const photoPath = (id: string, size: (typeof photoSizes)[number]) => `/photos/${id}/${size}`
/** The public form; `/post-job` is the same page. */
export const postJobPath = '/employers/post'
export const postJobShortPath = '/post-job'
/** The form for signed-in posters. */
export const newJobPath = '/employer/jobs/new'
export const draftPath = (id: string) => withQuery(newJobPath, { draft: id })
export const thanksPath = '/thanks'
export const postedPath = (id: string) => withQuery('/employers/posted', { id })
/** Without a token it asks for the address to which links are mailed. */
export const manageLinksPath = '/employers/manage'
/** For posters without an account. */
export const managePostingPath = byToken(manageLinksPath)
export const employerDashboardPath = '/employer/dashboard'
export const employerPostingPath = byId('/employer/jobs')
/** The questions of a posting to those who apply. */
export const questionsPath = (id: string) => `${employerPostingPath(id)}/questions`
export const editPostingPath = (id: string) => `${employerPostingPath(id)}/edit`
export const insightsPath = '/employer/insights'
export const postingInsightsPath = byId(insightsPath)
export const hiringReportPath = '/employer/insights/hiring'
export const importPostingsPath = '/employer/jobs/import'
export const careersPagesPath = '/employer/sources'
export const teamPath = '/employer/team'
/** Keys and hooks for an organization's own systems. */
export const connectionsPath = '/employer/connections'
export const invitationPath = byToken('/invitation')
/** Physicians who let employers find them, for one posting. */
export const candidatesPath = '/employer/candidates'
export const widgetPath = '/employer/widget'

export const adminDashboardPath = '/admin/dashboard'
export const moderationPath = '/admin/moderation'
export const moderationHistoryPath = `${moderationPath}/history`
export const moderatedPostingsPath = `${moderationPath}/postings`
export const moderatedPostingPath = byId(moderatedPostingsPath)
export const employerNamesPath = '/admin/names'
export const importsPath = '/admin/imports'
export const importRunPath = byId(importsPath)
export const newImportSourcePath = '/admin/sources/new'
export const importSourcePath = byId('/admin/sources')
export const duplicatesPath = '/admin/duplicates'
export const usersPath = '/admin/users'
export const userPath = byId(usersPath)
export const siteSettingsPath = '/admin/settings'
export const deliveriesPath = '/admin/deliveries'
export const auditLogPath = '/admin/audit'
export const systemPath = '/admin/system'

/**
 * The path to return to after signing in: a path of this site, or Home. It refuses addresses that
 * browsers read as another host's: '//evil', '/\\evil', '/..//evil', and those that become one
 * without tabs and line breaks. It also refuses the sign-in form itself, and calls of the API,
 * which could sign the visitor out.
 */
export function safeReturnTo(value: string | null | undefined): string {
  if (value === null || value === undefined) return '/'
  // oxlint-disable-next-line no-control-regex
  const isPath = /^\/(?![/\\])[^\\\s\u0000-\u001f\u007f]*$/.test(value)
  const [path = ''] = value.split(/[?#]/)
  const isPlain = !/\/\/|\/(?:\.|%2e){1,2}(?=\/|$)/i.test(path)
  return isPath && isPlain && !/^\/(api|auth)(?=[/?#]|$)/.test(value) ? value : '/'
}
