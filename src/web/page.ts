import { parse } from 'regexparam'
import type { PageModule } from './lib/page-route.ts'

/** One line of the contents page. */
export type SitePage = {
  path: string
  /** Differs per person: rendered for each visitor with their own cookie, and cached by nobody. */
  personal: boolean
  /** The page's source file, where pages are rendered: the URL map names it, and the server preloads its chunk. */
  file: string
  /** What the file exports, once it has come. */
  module?: PageModule
  load(): Promise<void>
  /** The path's parameters; undefined if it does not fit. */
  match(path: string): Record<string, string> | undefined
}

/** `scripts/page-files.ts` gives the import the name of its file. */
type Load = { (): Promise<PageModule>; file?: string }

export function page(path: string, load: Load, { personal = false }: { personal?: boolean } = {}): SitePage {
  const { keys, pattern } = parse(path)
  const page: SitePage = {
    path,
    personal,
    file: load.file ?? '',
    async load() {
      page.module ??= await load()
    },
    match(path) {
      const found = pattern.exec(path)
      if (!found) return undefined
      const params = Object.fromEntries(keys.map((name, at) => [name, found[at + 1] ?? '']))
      return page.module?.accepts?.(params) === false ? undefined : params
    },
  }
  return page
}
