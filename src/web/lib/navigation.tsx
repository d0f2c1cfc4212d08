import { createContext, use, useCallback, type ComponentProps } from 'react'
import { Link as RouterLink, useLocation } from 'wouter'
import type { SiteInfo } from '#shared/rendering.ts'
import type { Search } from './page-route.ts'

/** The page that is on show. While the next one's code is under way, that is still the previous one. */
type ShownPage = {
  path: string
  params: Record<string, string>
  search: Search
  /** Path and query string, to come back to. */
  href: string
  /** Rendered per visitor. */
  isPersonal: boolean
  site: SiteInfo
  now: number
  /** Gets the code and data of an address before somebody goes there. */
  prepare: (href: string) => void
}

export const ShownPageContext = createContext<ShownPage | null>(null)

export function useShownPage(): ShownPage {
  const page = use(ShownPageContext)
  if (page === null) throw new Error('There is no page around this component')
  return page
}

type SearchValue = string | number | boolean | readonly string[] | undefined

export type Destination = {
  /** A path; where there are `params`, `:name` stands for one of them. */
  to: string
  params?: Record<string, string>
  search?: Record<string, SearchValue>
}

type Manner = {
  replace?: boolean
  /** For changes within the page in sight, such as another sort order. */
  keepScroll?: boolean
}

/** Addresses carry plain query strings that people can read, share and edit; what is undefined or empty is left out. */
export function hrefOf({ to, params, search = {} }: Destination): string {
  const path = params ? to.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) : to
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

type LinkProps = Destination &
  Manner & {
    /** False for links that nobody follows by pointing at them. */
    preload?: boolean
  } & Omit<ComponentProps<'a'>, 'href' | 'ref'>

/** A link that stays within the site: a real one without JavaScript, prepared when pointed at with it. */
export function Link({ to, params, search, replace = false, keepScroll = false, preload = true, ...anchor }: LinkProps) {
  const { path, prepare } = useShownPage()
  const href = hrefOf({ to, ...(params && { params }), ...(search && { search }) })
  const onIntent = () => preload && prepare(href)
  return (
    <RouterLink
      {...(href === path && { 'aria-current': 'page' as const })}
      {...anchor}
      href={href}
      replace={replace}
      state={{ keepScroll }}
      onMouseEnter={onIntent}
      onFocus={onIntent}
      onTouchStart={onIntent}
    />
  )
}

export function useNavigate(): (to: Destination & Manner) => void {
  const [, navigate] = useLocation()
  return useCallback(
    ({ replace = false, keepScroll = false, ...destination }) =>
      navigate(hrefOf(destination), { replace, state: { keepScroll } }),
    [navigate],
  )
}

export const HydratedContext = createContext(false)

/** False while the server's HTML is being taken over, true from then on. */
export const useHydrated = (): boolean => use(HydratedContext)
