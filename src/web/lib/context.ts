import type { QueryClient } from '@tanstack/react-query'
import type { SiteInfo } from '#shared/rendering.ts'

/** What every loader, head and page may rely on. */
export type RouterContext = {
  queryClient: QueryClient
  site: SiteInfo
  /** When the server rendered, in milliseconds since the epoch: what ages are reckoned from, so that both sides say the same. */
  now: number
}
