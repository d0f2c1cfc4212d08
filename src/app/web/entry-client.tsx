import '#ui/styles.css'
import { hydrate, type DehydratedState } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { setSiteIdentity } from '#features/site/config.ts'
import { pageStateId, type SiteInfo } from '#shared/rendering.ts'
import { App, createQueryClient } from './app.tsx'
import { takeEarlyInput } from './entry-site.ts'
import { ApiError, httpTransport } from '#platform/web/api.ts'
import { findVisit } from './routes.ts'

/** Each query comes with its data. */
type PageState = {
  site: SiteInfo
  now: number
  queries: [query: DehydratedState['queries'][number], data: unknown][]
}

const { site, now, queries }: PageState = JSON.parse(
  document.getElementById(pageStateId)?.textContent ?? '',
)
setSiteIdentity(site.identity)
const queryClient = createQueryClient(httpTransport)
for (const [{ state }, data] of queries) {
  if (state.error) Object.setPrototypeOf(state.error, ApiError.prototype)
  else state.data = data
}
hydrate(queryClient, { mutations: [], queries: queries.map(([query]) => query) })

await findVisit(`${location.pathname}${location.search}`)
const early = takeEarlyInput()
// A transition yields every few milliseconds, so that scrolling stays smooth during hydration.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <App context={{ queryClient, site, now }} />
    </StrictMode>,
  )
})
early.repeat()

/** Not for visitors who ask not to be tracked: https://www.w3.org/TR/gpc/ */
const tracker = document.querySelector<HTMLMetaElement>('meta[name="tracker"]')
if (tracker && !('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)) {
  const script = Object.assign(document.createElement('script'), {
    async: true,
    src: tracker.content,
  })
  document.head.append(script)
}
