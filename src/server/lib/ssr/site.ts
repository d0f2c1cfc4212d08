import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RenderModule } from '#shared/rendering.ts'

/** The site's pages, however they came to be: built once, or compiled as they change. */
export type Site = {
  renderer(): Promise<RenderModule>
  /** The tags that load styles, fonts and code of a page; `nonce` goes onto every script. */
  headTags(modules: readonly string[], nonce: string): string
  /** What `headTags` puts into every page; empty while developing. */
  styles: Buffer
  /** Where the built files lie; null while developing. */
  clientDir: string | null
  /** While developing: answers requests for sources, or says that the request is not one. */
  middleware?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  close(): Promise<void>
}
