import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RenderModule, RenderRequest } from '#shared/rendering.ts'
import type { PageBytes } from './page-bytes.ts'

/** The site's pages, however they came to be: built once, or compiled as they change. */
export type Site = {
  isPersonal(url: string): Promise<boolean>
  /** `extraTags` go into the page's head. */
  render(request: RenderRequest, extraTags: string): Promise<PageBytes>
  pages(): Promise<ReturnType<RenderModule['sitePages']>>
  /** What every page has in its head; empty while developing. */
  styles: Buffer
  /** Where the built files lie; null while developing. */
  clientDir: string | null
  /** While developing: answers requests for sources, or says that the request is not one. */
  middleware?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  close(): Promise<void>
}
