import type { Method } from './contract.ts'

/** The operator and the name of the site. */
export type SiteIdentity = {
  name: string
  tagline: string
  operator: {
    /** The registered name; null until it is published. */
    legalName: string | null
    description: string
    governingLaw: string
    courts: string
    /**
     * The postal address on one line, which mails to subscribers must carry; null until it is
     * published.
     */
    postalAddress: string | null
  }
  emails: { support: string; privacy: string; abuse: string; postings: string }
  /** Whether `/logo.svg` takes the place of the mark. */
  hasLogo: boolean
  /** The fixed figures of Home; none in production unless they are given. */
  heroFigures: readonly { value: string; label: string; isPay: boolean }[]
  /** An employer's words about the site, with permission; null without one. */
  testimonial: { quote: string; name: string; role: string } | null
}

/** The facts that pages know of their installation. Public: it is part of every page. */
export type SiteInfo = {
  /** The base of canonical addresses, without a trailing slash. */
  readonly publicUrl: string
  readonly demo: boolean
  readonly contactFormUrl: string | null
  /** The host of the analytics script, or null. */
  readonly trackerHost: string | null
  /** Of the operator, if it is not the demo's. */
  readonly identity?: SiteIdentity
  /** How many jobs a landing page needs to be listed. */
  readonly landingMinJobs: number
  /** After how many days data are deleted. */
  readonly retentionDays: {
    inquiries: number
    idleCvs: number
    auditAddresses: number
    mails: number
    closedJobs: number
  }
}

/** A call of the API; `url` starts with a slash and includes the query string. */
export type ApiCall = { method: Method; url: string; body?: unknown }
export type ApiAnswer = { status: number; body: unknown }

/** The same with the answer's JSON as text, which is cheaper to pass between threads. */
export type TextTransport = (call: ApiCall) => Promise<{ status: number; text: string }>

export type RenderRequest = {
  /** Path and query string. */
  url: string
  site: SiteInfo
  /**
   * Milliseconds since the epoch; the browser hydrates with the same clock, so that ages read the
   * same.
   */
  now: number
  transport: TextTransport
}

export type RenderedPage = {
  status: number
  /** In pieces; the site's own tags follow the first. */
  html: readonly string[]
  /** Source paths of the rendered page modules, to preload their chunks. */
  modules: string[]
}

/** The id of the element with the page's data. */
export const pageStateId = 'page-state'

export type SitePage = { path: string; file: string }

/** The exports of the built `entry-server`. */
export type RenderModule = { render(request: RenderRequest): Promise<RenderedPage> }

/** The exports of the built `entry-site`: what the main thread knows of the pages. */
export type SiteModule = {
  /** Whether the page at this address differs by visitor. */
  isPersonal(url: string): boolean
  /** The inline script of every page. */
  inlineScript: string
  sitePages(): SitePage[]
}
