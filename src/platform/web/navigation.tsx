import {
  createContext,
  use,
  useCallback,
  useSyncExternalStore,
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { SiteInfo } from '#shared/rendering.ts'
import { ButtonContent, buttonClass, type ButtonStyle } from '#ui/button.tsx'
import type { QueryClient } from '@tanstack/react-query'
import type { Call, QueryOf } from '#shared/contract.ts'

const followers = new Set<() => void>()

function followAddress(follower: () => void) {
  followers.add(follower)
  addEventListener('popstate', follower)
  return () => {
    followers.delete(follower)
    removeEventListener('popstate', follower)
  }
}

const currentAddress = () => `${location.pathname}${location.search}`

/**
 * The address in the browser's bar; on the server, and while the browser hydrates the page,
 * `given`.
 */
export const useAddress = (given: string | undefined): string =>
  useSyncExternalStore(followAddress, currentAddress, () => given ?? currentAddress())

/** Changes the browser's address without a load, and tells who follows it. */
export function changeAddress(
  href: string,
  { replace = false, state }: { replace?: boolean; state: unknown },
): void {
  history[replace ? 'replaceState' : 'pushState'](state, '', href)
  for (const follower of followers) follower()
}

/** The shown page; while the next one is loading, the previous one. */
type ShownPage = {
  path: string
  params: Record<string, string>
  search: Search
  /** Path and query string, to return to. */
  href: string
  isPersonal: boolean
  site: SiteInfo
  now: number
  /** Preloads code and data of an address. */
  prepare: (href: string) => void
  go: (href: string, manner: Manner) => void
}

export const ShownPageContext = createContext<ShownPage | null>(null)

export function useShownPage(): ShownPage {
  const page = use(ShownPageContext)
  if (page === null) throw new Error('There is no page around this component')
  return page
}

type SearchValue = string | number | boolean | readonly string[] | undefined

export type Destination = {
  /** A path; `:name` stands for a parameter. */
  to: string
  params?: Record<string, string> | undefined
  search?: Record<string, SearchValue> | undefined
}

export type Manner = {
  replace?: boolean | undefined
  /** For changes within the page, such as another sort order. */
  keepScroll?: boolean | undefined
}

/** Plain query strings; undefined and empty values are omitted. */
export function hrefOf({ to, params, search }: Destination): string {
  const path = params
    ? to.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    : to
  if (!search) return path
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

type LinkProps = Destination &
  Manner & {
    /** False for links that hovering should not preload. */
    preload?: boolean
  } & Omit<ComponentProps<'a'>, 'href' | 'ref'>

/** A link within the site: plain without JavaScript, preloaded on hover with it. */
export function Link({
  to,
  params,
  search,
  replace,
  keepScroll,
  preload = true,
  onClick,
  children,
  ...anchor
}: LinkProps) {
  const { href: shown, prepare, go } = useShownPage()
  const href = hrefOf({ to, params, search })
  const current = href === shown ? 'page' : undefined
  // A page has hundreds, and the server needs no listeners.
  if (import.meta.env.SSR) {
    return (
      <a aria-current={current} {...anchor} href={href}>
        {children}
      </a>
    )
  }
  const onIntent = () => preload && prepare(href)
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    // The browser opens a new tab or window.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return
    onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    go(href, { replace, keepScroll })
  }
  return (
    <a
      aria-current={current}
      {...anchor}
      href={href}
      onClick={follow}
      onMouseEnter={onIntent}
      onFocus={onIntent}
      onTouchStart={onIntent}
    >
      {children}
    </a>
  )
}

/** Within text. */
export const TextLink = (link: LinkProps) => (
  <Link {...link} className={`text-link ${link.className ?? ''}`} />
)

/** A link that looks like a button. */
export const LinkButton = ({
  look,
  size,
  className = '',
  icon,
  label,
  about,
  children,
  ...link
}: LinkProps & ButtonStyle) => (
  <Link {...link} className={`${buttonClass(look, size)} ${className}`}>
    <ButtonContent {...{ icon, label, about, children }} />
  </Link>
)

export function useNavigate(): (to: Destination & Manner) => void {
  const { go } = useShownPage()
  return useCallback(
    ({ replace, keepScroll, ...destination }) => go(hrefOf(destination), { replace, keepScroll }),
    [go],
  )
}

export const HydratedContext = createContext(false)

/** False until the browser has hydrated the page. */
export const useHydrated = (): boolean => use(HydratedContext)

let renderToString: ((element: ReactNode) => string) | undefined

/** The server gives its own; browsers have none. */
export const provideRenderToString = (given: typeof renderToString): void =>
  void (renderToString = given)

const renderedOnce = new Map<string, string>()

type OnceProps = Pick<ComponentProps<'details'>, 'className' | 'open'> & {
  as?: 'div' | 'ul' | 'details'
  name: string | undefined
  children: () => ReactNode
}

/**
 * Content that is the same on all pages that give it this name: the server renders it for the first
 * of them. It depends on nothing around it but the shown page and what the name says, and contains
 * no `useId`. There must be few names.
 */
export function Once({ as = 'div', name, children, ...attributes }: OnceProps) {
  const Tag = as as 'details'
  const page = useShownPage()
  if (!renderToString || name === undefined) return <Tag {...attributes}>{children()}</Tag>
  let html = renderedOnce.get(name)
  if (html === undefined) {
    html = renderToString(<ShownPageContext value={page}>{children()}</ShownPageContext>)
    renderedOnce.set(name, html)
  }
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}

export type Search = Record<string, string>

type QueryName<C extends Call> = keyof QueryOf<C> & string

/** Some of a call's query parameters from the page's address, without empty ones. */
export const pick = <C extends Call>(
  search: Search,
  names: readonly QueryName<C>[],
): { [Name in QueryName<C>]?: string } =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) as {
    [Name in QueryName<C>]?: string
  }

/** The `page` parameter, except for page one. */
export const laterPage = ({ page }: Search): { page?: string } =>
  page && page !== '1' ? { page } : {}

export type PageArgs = RouterContext & { params: Record<string, string>; search: Search }

type Attributes = Record<string, string>

export type Head = {
  meta: readonly ({ title: string } | Attributes)[]
  links?: readonly Attributes[]
}

/** Whether a page with these parameters can exist. */
export type PageAccepts = (params: Record<string, string>) => boolean

/**
 * Prefetches the page's data. The server waits for it and answers a failure with its status; the
 * browser does not wait, and the page shows its own states.
 */
export type PageLoad = (args: PageArgs) => Promise<unknown>

export type PageHead = (args: PageArgs) => Head

export type PageModule = {
  Page: ComponentType
  head: PageHead
  load?: PageLoad | undefined
  /** Structured data. Programs read the page as it is served, so browsers do not load this. */
  documents?: ((args: PageArgs) => readonly object[]) | undefined
  /** Default: every match of the path is a page. */
  accepts?: PageAccepts | undefined
}

export type RouterContext = {
  queryClient: QueryClient
  site: SiteInfo
  /**
   * The server's render time in milliseconds since the epoch: the base of ages, so that both sides
   * render the same.
   */
  now: number
}
