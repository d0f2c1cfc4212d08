import { createContext, use, useCallback, type ComponentProps } from 'react'
import { Link as RouterLink, useLocation } from 'wouter'
import type { SiteInfo } from '#shared/rendering.ts'
import { buttonClass, type ButtonStyle } from '#ui/button.tsx'
import type { Search } from './page-route.ts'

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
  params?: Record<string, string>
  search?: Record<string, SearchValue>
}

type Manner = {
  replace?: boolean
  /** For changes within the page, such as another sort order. */
  keepScroll?: boolean
}

/** Plain query strings; undefined and empty values are omitted. */
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
    /** False for links that hovering should not preload. */
    preload?: boolean
  } & Omit<ComponentProps<'a'>, 'href' | 'ref'>

/** A link within the site: plain without JavaScript, preloaded on hover with it. */
export function Link({ to, params, search, replace = false, keepScroll = false, preload = true, ...anchor }: LinkProps) {
  const { href: shown, prepare } = useShownPage()
  const href = hrefOf({ to, ...(params && { params }), ...(search && { search }) })
  const onIntent = () => preload && prepare(href)
  return (
    <RouterLink
      {...(href === shown && { 'aria-current': 'page' as const })}
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

/** Within text. */
export const TextLink = (link: LinkProps) => <Link {...link} className={`text-link ${link.className ?? ''}`} />

/** A link that looks like a button. */
export const LinkButton = ({ look, size, icon: Icon, className = '', children, ...link }: LinkProps & ButtonStyle) => (
  <Link {...link} className={`${buttonClass(look, size)} ${className}`}>
    {Icon && <Icon aria-hidden className="size-4" />}
    {children}
  </Link>
)

export function useNavigate(): (to: Destination & Manner) => void {
  const [, navigate] = useLocation()
  return useCallback(
    ({ replace = false, keepScroll = false, ...destination }) =>
      navigate(hrefOf(destination), { replace, state: { keepScroll } }),
    [navigate],
  )
}

export const HydratedContext = createContext(false)

/** False until the browser has hydrated the page. */
export const useHydrated = (): boolean => use(HydratedContext)
