import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Router, useLocation, useSearch } from 'wouter'
import { documentHead } from '#features/site/web/document-head.ts'
import { ErrorPage } from '#features/site/web/error-page.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { notFoundHead } from '#features/site/web/not-found-head.ts'
import { SiteShell } from '#features/site/web/site-shell.tsx'
import { Document } from './document.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { HeadTags } from './head-tags.tsx'
import type { RouterContext } from './lib/context.ts'
import { CurrentUserContext, useFoundUser } from './lib/current-user.ts'
import { HydratedContext, hrefOf, ShownPageContext } from './lib/navigation.tsx'
import { areAllRoutesKnown } from './match-page.ts'
import { preparePage } from './prepare-page.ts'
import { useScroll } from './use-scroll.ts'
import { RoleGate } from './role-gate.tsx'
import type { Visit } from './visit.ts'
import { visitOf } from './visit.ts'

type Props = {
  context: RouterContext
  nonce?: string
  /** The address to render on the server; in the browser it is the browser's. */
  url?: { path: string; search: string }
}

export function App({ context, nonce, url }: Props) {
  return (
    <QueryClientProvider client={context.queryClient}>
      <Router
        {...(url && { ssrPath: url.path, ssrSearch: url.search })}
        aroundNav={(navigate, to, options) => void preparePage(context, to).finally(() => navigate(to, options))}
      >
        <Document nonce={nonce}>
          <Site context={context} />
        </Document>
      </Router>
    </QueryClientProvider>
  )
}

function Site({ context }: { context: RouterContext }) {
  const { site, now } = context
  const visit = useVisit(context)
  const href = hrefOf({ to: visit.path, search: visit.search })
  useScroll(href)
  const shown = useMemo(
    () => ({
      ...visit,
      href,
      isPersonal: visit.match?.route.personal === true,
      site,
      now,
      prepare: (href: string) => void preparePage(context, href),
    }),
    [visit, href, site, now, context],
  )
  const Page = visit.match?.route.page.component ?? NotFoundPage
  return (
    <ShownPageContext value={shown}>
      <HeadTags head={{ meta: [], ...documentHead }} />
      <PageHead context={context} visit={visit} />
      <WithVisitor>
        <SiteShell>
          <ErrorBoundary key={visit.path} fallback={<ErrorPage />}>
            <RoleGate>
              <Page />
            </RoleGate>
          </ErrorBoundary>
        </SiteShell>
      </WithVisitor>
    </ShownPageContext>
  )
}

/** Tells all below whether the browser has taken over, and who is there. */
function WithVisitor({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false)
  // Much of a page is made again for it, which must not hold up whoever scrolls or types already.
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return (
    <HydratedContext value={isHydrated}>
      <WithUser>{children}</WithUser>
    </HydratedContext>
  )
}

const WithUser = ({ children }: { children: ReactNode }) => (
  <CurrentUserContext value={useFoundUser()}>{children}</CurrentUserContext>
)

/** Many pages are named by their data, which comes after them: the head is made again whenever an answer is there. */
function PageHead({ context, visit: { match, params, search } }: { context: RouterContext; visit: Visit }) {
  const queries = context.queryClient.getQueryCache()
  const answers = () => queries.getAll().reduce((sum, { state }) => sum + state.dataUpdateCount + state.errorUpdateCount, 0)
  useSyncExternalStore((listener) => queries.subscribe(listener), answers, answers)
  return <HeadTags head={match?.route.head({ ...context, params, search }) ?? notFoundHead(context.site)} />
}

/**
 * The address as it is shown. Links prepare a page before they lead there; the browser's own buttons do not, so the
 * previous page stays until the next one's code has come.
 */
function useVisit(context: RouterContext): Visit {
  const [path] = useLocation()
  const search = useSearch()
  const allKnown = areAllRoutesKnown()
  // oxlint-disable-next-line react/exhaustive-deps -- What an address means may change once all routes are known.
  const asked = useMemo(() => visitOf(path, search), [path, search, allKnown])
  const [shown, show] = useState(asked)
  const isFirst = useRef(true)
  const isReady = asked.match ? asked.match.route.page.component !== undefined : allKnown

  useEffect(() => {
    // The first page came with its code and data.
    if (isFirst.current && isReady) {
      isFirst.current = false
      return undefined
    }
    let current = true
    void preparePage(context, `${path}?${search}`).finally(() => {
      if (current) show(visitOf(path, search))
    })
    return () => {
      current = false
    }
  }, [asked, context, isReady, path, search])

  return isReady ? asked : shown
}
