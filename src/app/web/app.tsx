import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { AlertButton } from '#features/alerts/web/alert-button.tsx'
import { HideButton, useHiddenIds } from '#features/favorites/web/hidden-jobs.tsx'
import { SaveAfterSignIn, SaveButton } from '#features/favorites/web/save-button.tsx'
import { SiteShell } from '#features/home/web/site-shell.tsx'
import { countEvent } from '#features/insights/web/queries.ts'
import { HiddenJobsContext, JobPartsContext, type JobParts } from '#features/jobs/web/job-parts.ts'
import { PostingPartsContext, type PostingParts } from '#features/postings/web/posting-parts.ts'
import { sentHere } from '#features/inquiries/web/sent-here.ts'
import { ErrorPage, NotFoundPage } from '#features/site/web/error-pages.tsx'
import { PageSpinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { ToastView } from '#ui/toast-view.tsx'
import { queryFnOver, type Transport } from '#platform/web/api.ts'
import { useRowClicks } from '#platform/web/browser.ts'
import { ErrorBoundary, isSiteReachable, lazyPart } from '#platform/web/lazy-part.tsx'
import {
  CurrentUserContext,
  provideCurrentUser,
  useCurrentUser,
  useFoundUser,
} from '#platform/web/current-user.ts'
import {
  changeAddress,
  hrefOf,
  HydratedContext,
  ShownPageContext,
  useAddress,
  useHydrated,
  type Manner,
  type RouterContext,
} from '#platform/web/navigation.tsx'
import { Document, documentHead, HeadTags, PageHead } from './document.tsx'
import { preparePage, visitOf, type Visit } from './routes.ts'
import '#app/endpoints.ts'

const loadJobPage = () => import('./job-page.tsx')
const loadJobViews = () => import('./job-views.tsx')

const SentNote = lazyPart(
  async () => (await import('#features/inquiries/web/sent-note.tsx')).SentNote,
)

/** Loaded for those who may have sent something. */
const SentNoteOfSender: JobParts['SentNote'] = (props) => {
  const isPhysician = useCurrentUser().user?.role === 'physician'
  const hasSentHere = sentHere.use() !== ''
  return (isPhysician || hasSentHere) && <SentNote {...props} failed={null} />
}

/** Parts that higher features add to job pages. */
const jobParts: JobParts = {
  loadJobPage: () => void loadJobPage().catch(() => {}),
  SaveButton,
  SaveAfterSignIn,
  HideButton,
  SentNote: SentNoteOfSender,
  AlertButton,
  JobPane: lazyPart(async () => (await loadJobViews()).Pane),
  countEvent,
}

const postingParts: PostingParts = {
  JobPreview: lazyPart(async () => (await import('./job-preview.tsx')).JobPreview),
}

/** `url` is the one to render; in the browser, it is the shown one. */
type Props = { context: RouterContext; url?: string }

export const App = ({ context, url }: Props) => (
  <QueryClientProvider client={context.queryClient}>
    <Document>
      <Site context={context} url={url} />
    </Document>
  </QueryClientProvider>
)

/** The stays on pages that are over. */
const left = new WeakSet<object>()

function Site({ context, url }: { context: RouterContext; url: string | undefined }) {
  const { site, now } = context
  const visit = useVisit(context, url)
  useRowClicks()
  const href = hrefOf({ to: visit.path, search: visit.search })
  useScroll(href)
  const moves = useMemo(() => {
    const from = { path: visit.path }
    return {
      from,
      // Its failure is that of the press that may follow.
      prepare: (href: string) => void preparePage(context, href).catch(() => {}),
      // An answer that comes late moves nobody who has gone on.
      go: (href: string, { replace = false, keepScroll = false }: Manner) =>
        void (
          left.has(from) ||
          move(context, href, () => {
            cameBack = false
            changeAddress(href, { replace, state: { keepScroll } })
          })
        ),
    }
  }, [context, visit.path])
  useEffect(() => {
    // While developing, React leaves each page once and comes back.
    left.delete(moves.from)
    return () => void left.add(moves.from)
  }, [moves])
  const shown = useMemo(
    () => ({ ...visit, href, isPersonal: visit.page?.personal === true, site, now, ...moves }),
    [visit, href, site, now, moves],
  )
  const Page = visit.page?.module?.Page ?? NotFoundPage
  return (
    <ShownPageContext value={shown}>
      <HeadTags head={{ meta: [], ...documentHead }} />
      <PageHead context={context} visit={visit} />
      <WithVisitor>
        <WithJobParts>
          <PostingPartsContext value={postingParts}>
            <ErrorBoundary fallback={<ErrorPage />}>
              <SiteShell>
                <ErrorBoundary key={visit.path} fallback={<ErrorPage />}>
                  <RoleGate path={visit.path}>
                    <Page />
                  </RoleGate>
                </ErrorBoundary>
              </SiteShell>
            </ErrorBoundary>
            <ReauthenticationOfSignedIn />
            <TooltipsOfMouse />
            <ToastView>
              <OfflineNote />
            </ToastView>
          </PostingPartsContext>
        </WithJobParts>
      </WithVisitor>
    </ShownPageContext>
  )
}

const WithJobParts = ({ children }: { children: ReactNode }) => (
  <JobPartsContext value={jobParts}>
    <HiddenJobsContext value={useHiddenIds()}>{children}</HiddenJobsContext>
  </JobPartsContext>
)

/** Provides whether the browser has hydrated the page, and who is signed in. */
function WithVisitor({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false)
  // A transition, so that this second render does not delay scrolling or typing.
  useEffect(() => startTransition(() => setHydrated(true)), [])
  // For browser tests: every effect of hydration has run.
  useEffect(
    () => void document.documentElement.toggleAttribute('data-hydrated', isHydrated),
    [isHydrated],
  )
  return (
    <HydratedContext value={isHydrated}>
      <CurrentUserContext value={useFoundUser(isHydrated)}>{children}</CurrentUserContext>
    </HydratedContext>
  )
}

/**
 * The shown address. After the browser's back button, the previous page stays until the next one is
 * loaded.
 */
function useVisit(context: RouterContext, url: string | undefined): Visit {
  const href = useAddress(url)
  const found = visitOf(href)
  const isReady = hasCode(found)
  // oxlint-disable-next-line react/exhaustive-deps -- Its code may say that it is no page after all.
  const requested = useMemo(() => found, [href, isReady])
  const [shown, show] = useState(requested)
  const isFirst = useRef(true)

  useEffect(() => {
    // The first page came with its code and data.
    if (isFirst.current && isReady) {
      isFirst.current = false
      return
    }
    if (isReady) void preparePage(context, href)
    else void move(context, href, () => show(visitOf(href)))
  }, [requested, context, isReady, href])

  return isReady ? requested : shown
}

const hasCode = ({ page }: Visit) => page === undefined || page.module !== undefined

let lastMove = 0

/**
 * Shows an address once its code is there, unless another is asked for meanwhile. Without it, the
 * browser loads the whole page.
 */
async function move(context: RouterContext, href: string, show: () => void) {
  const number = ++lastMove
  const isReady = await preparePage(context, href).then(
    () => true,
    () => false,
  )
  if (number !== lastMove) return
  if (isReady) show()
  // Unreachable, the browser would replace the page by its own error.
  else if (await isSiteReachable()) location.assign(href)
  else
    toast({
      title: 'We could not load this page',
      description: 'Please check your connection and try again.',
      tone: 'danger',
    })
}

/** Without a connection there are none. */
const Tooltips = lazyPart(async () =>
  import('#ui/tooltips.tsx').then(
    (module) => module.Tooltips,
    () => () => null,
  ),
)

/** Loaded for the first mouse that moves. */
function TooltipsOfMouse() {
  const [isMoved, setMoved] = useState(false)
  useEffect(() => document.addEventListener('mousemove', () => setMoved(true), { once: true }), [])
  return isMoved && <Tooltips />
}

const Gate = lazyPart(async () => (await import('#features/accounts/web/gate.tsx')).Gate)

/**
 * Signed-in visitors without a role choose one first, and administrators who need a second factor
 * set one up. The terms and the privacy policy stay readable.
 */
function RoleGate({ path, children }: { path: string; children: ReactNode }) {
  const { user } = useCurrentUser()
  const hydrated = useHydrated()
  if (!user || path === '/privacy' || path === '/terms') return children
  if (user.role !== null && !user.lacksTwoFactor) return children
  return hydrated ? <Gate user={user} waiting={<PageSpinner />} /> : <PageSpinner />
}

const Reauthentication = lazyPart(
  async () => (await import('#features/accounts/web/reauthentication-dialog.tsx')).Reauthentication,
)

/** Loaded at once for everybody who is signed in: who is asked has filled in a form. */
function ReauthenticationOfSignedIn() {
  const { user } = useCurrentUser()
  return useHydrated() && user && <Reauthentication failed={null} />
}

function subscribeToConnection(listener: () => void) {
  for (const event of ['online', 'offline']) addEventListener(event, listener)
  return () => ['online', 'offline'].forEach((event) => removeEventListener(event, listener))
}

function OfflineNote() {
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  )
  return (
    <p role="status" className="flex justify-center text-xs">
      {!isOnline && (
        <span className="rounded-sm bg-ink px-3 py-2 text-paper shadow-raised">
          You are offline. Pages you have not opened yet load when you are back online.
        </span>
      )}
    </p>
  )
}

let cameBack = false
if (typeof window !== 'undefined')
  addEventListener('popstate', () => {
    cameBack = true
    lastMove++
  })

/**
 * A new page scrolls to its top and focuses its content; on back, the browser restores the
 * position.
 */
function useScroll(address: string) {
  const previous = useRef(address)
  useEffect(() => {
    if (previous.current === address) return
    previous.current = address
    if (cameBack || keepsScroll(history.state)) return
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [address])
}

/** The history state of `Link` and `useNavigate`. */
const keepsScroll = (state: unknown) =>
  typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true

export function createQueryClient(transport: Transport): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: queryFnOver(transport),
        // A call writes its input in one order.
        queryKeyHashFn: JSON.stringify,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
      },
      // Offline, a call fails at once, and says so.
      mutations: { networkMode: 'always' },
    },
  })
  provideCurrentUser(queryClient, transport)
  return queryClient
}
