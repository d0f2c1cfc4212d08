import type { Method } from './contract.ts'

/** What pages need to know of the installation that serves them. Public: it travels to the browser with every page. */
export type SiteInfo = {
  /** Without a trailing slash: what canonical addresses begin with. */
  readonly publicUrl: string
  readonly demo: boolean
  readonly contactFormUrl: string | null
  /** Whose script measures what visitors do; null for nobody's. */
  readonly trackerHost: string | null
}

/** One call of the API as the query layer makes it; `url` starts with a slash and carries the query string. */
export type ApiCall = { method: Method; url: string; body?: unknown }
export type ApiAnswer = { status: number; body: unknown }

/** The same with an answer's JSON as it travels: between threads, too, a text costs less than what it stands for. */
export type TextTransport = (call: ApiCall) => Promise<{ status: number; text: string }>

export type RenderRequest = {
  /** Path and query string. */
  url: string
  site: SiteInfo
  /** Milliseconds since the epoch; the browser hydrates with the same clock, so that ages read the same. */
  now: number
  transport: TextTransport
}

export type RenderedPage = {
  status: number
  html: string
  /** Source paths of the page modules that were rendered, to preload their chunks. */
  modules: string[]
}

/** The element that carries a page's data, for the browser to begin with. */
export const pageStateId = 'page-state'

export type SitePage = { path: string; file: string }

/** What the built `entry-server` exports. */
export type RenderModule = { render(request: RenderRequest): Promise<RenderedPage> }

/** What the built `entry-site` exports: all that the thread that answers has to know of the pages. */
export type SiteModule = {
  /** Whether the page at this address differs from person to person. */
  isPersonal(url: string): boolean
  /** The script that stands in every page. */
  inlineScript: string
  sitePages(): SitePage[]
}
