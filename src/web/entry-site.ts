import type { SiteModule } from '#shared/rendering.ts'
import { earlyInputScript } from './early-input.ts'
import { routes } from './routes.ts'
import { themeScript } from './theme-script.ts'
import { visitOfHref } from './visit.ts'

/**
 * The only script in the page itself: the content security policy has its hash. Browsers get it with the page; their bundle does
 * not repeat it.
 */
export const inlineScript: SiteModule['inlineScript'] = import.meta.env.SSR ? `${themeScript};${earlyInputScript}` : ''

export const isPersonal: SiteModule['isPersonal'] = (url) => visitOfHref(url).page?.personal ?? false

/** The site's pages as docs/map.md lists them. */
export const sitePages: SiteModule['sitePages'] = () => routes.map(({ path, file }) => ({ path, file }))
