import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipBody } from '../http/answer.ts'
import type { RenderedPage, RenderRequest, SitePage } from '#shared/rendering.ts'

/** A whole page, compressed as nearly everybody takes it. */
export type PageBytes = { status: number; gzip: Uint8Array }

/** The site's pages, however they came to be: built once, or compiled as they change. */
export type Site = {
  isPersonal(url: string): Promise<boolean>
  /** `extraTags` go into the page's head. */
  render(request: RenderRequest, extraTags: string): Promise<PageBytes>
  pages(): Promise<SitePage[]>
  /** The scripts and styles that stand in every page; null while developing, when anything may. */
  inline: { script: string; style: string } | null
  /** Where the built files lie; null while developing. */
  clientDir: string | null
  /** The style sheet's path in it. */
  styleSheet?: string
  /** While developing: answers requests for sources, or says that the request is not one. */
  middleware?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  close(): Promise<void>
}

/** @param headTags What the page's head ends with. */
export const encodePage = ({ status, html }: RenderedPage, headTags: string): PageBytes => ({
  status,
  gzip: gzipBody(html.replace('</head>', () => `${headTags}</head>`)),
})
