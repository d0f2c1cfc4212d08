import type { SiteModule } from '#shared/rendering.ts'
import { earlyInputScript, themeScript } from './inline-scripts.ts'
import { routes } from './routes.ts'
import { visitOf } from './visit.ts'

/** The only inline script; the content security policy has its hash. */
export const inlineScript: SiteModule['inlineScript'] = import.meta.env.SSR ? `${themeScript()};${earlyInputScript()}` : ''

export const isPersonal: SiteModule['isPersonal'] = (url) => visitOf(url).page?.personal ?? false

/** The pages for docs/map.md. */
export const sitePages: SiteModule['sitePages'] = () => routes.map(({ path, file }) => ({ path, file }))
