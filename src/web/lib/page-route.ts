import type { ComponentType } from 'react'
import type { RouterContext } from './context.ts'

export type Search = Record<string, string>

export type PageArgs = RouterContext & { params: Record<string, string>; search: Search }

type Attributes = Record<string, string>

/** What a page says of itself to browsers, search engines and previews. */
export type Head = {
  meta: readonly ({ title: string } | Attributes)[]
  links?: readonly Attributes[]
}

/** What is known of a page before its code is there. */
export type PageRoute = {
  /** Whether there can be a page with these parameters; without it every match is one. */
  accepts?(params: Record<string, string>): boolean
  /**
   * Fetches what the page shows. The server waits for it, and answers with the status of the error if it fails; the
   * browser goes on, and the page shows its own waiting, missing and failing states.
   */
  load?(args: PageArgs): Promise<void>
  head(args: PageArgs): Head
}

/** A page whose code comes when it is needed, and is there at once from then on. */
export type LazyPage = { component: ComponentType | undefined; load(): Promise<void> }

export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const page: LazyPage = {
    component: undefined,
    async load() {
      page.component ??= await load()
    },
  }
  return page
}

type PageAndRoute = { page: ComponentType; route: PageRoute }

/**
 * A page whose data and head come with its code. The first load carries what is known of the pages at which people arrive;
 * of all others it carries no more than this.
 */
export function lazyRoute(load: () => Promise<PageAndRoute>): PageRoute & { page: LazyPage } {
  let route: PageRoute | undefined
  const page = lazyPage(async () => {
    const loaded = await load()
    route = loaded.route
    return loaded.page
  })
  return {
    page,
    async load(args) {
      await page.load()
      await route?.load?.(args)
    },
    head: (args) => route?.head(args) ?? { meta: [] },
  }
}
