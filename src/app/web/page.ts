import { parse } from 'regexparam'
import type { PageModule, Search } from '#platform/web/navigation.tsx'

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

/** `scripts/page-files.ts` adds the file name to the import. */
type Load = { (): Promise<PageModule>; file?: string }

type Options = {
  personal?: boolean
  /** For one of several pages with this path. */
  isFor?: (search: Search) => boolean
}

export function page(path: string, load: Load, { personal = false, isFor = () => true }: Options = {}): SitePage {
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
