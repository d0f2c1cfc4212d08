import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { chipClass } from '#ui/button.tsx'
import { Link, useHydrated, useShownPage, type Destination } from './navigation.tsx'
import { localMomentText, momentText } from '#shared/dates.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { ApiError } from './api.ts'

type Back = { label: string; to: string; className?: string }

/** To the page above, over the heading. */
export const BackLink = ({ label, to, className = '' }: Back) => (
  <Link to={to} className={`back-link ${className}`}>
    <ArrowLeft />
    {label}
  </Link>
)

type Choice = {
  label: string
  count?: string
  search: NonNullable<Destination['search']>
  isCurrent: boolean
}

type Props = Pick<
  ComponentProps<typeof Link>,
  'to' | 'keepScroll' | 'replace' | 'preload' | 'className'
> & {
  label?: string
  choices: readonly Choice[]
}

/** Choices as links, so that each has an address. */
export const ChoiceLinks = ({ label, choices, className = '', ...link }: Props) => (
  <ul aria-label={label} className={`flex flex-wrap gap-2 ${className}`}>
    {choices.map(({ label: text, count, search, isCurrent }) => (
      <li key={text}>
        <Link
          {...link}
          search={search}
          aria-current={isCurrent ? 'true' : undefined}
          className={`${chipClass} aria-[current]:border-action aria-[current]:bg-action-wash aria-[current]:text-action`}
        >
          {text} {count !== undefined && <span className="tabular-nums">{count}</span>}
        </Link>
      </li>
    ))}
  </ul>
)

/**
 * A day and time in the reader's time zone; on the server, and until the page is hydrated, in UTC.
 */
export function LocalTime({ at }: { at: string }) {
  const isHydrated = useHydrated()
  return <time dateTime={at}>{isHydrated ? localMomentText(at) : momentText(at)}</time>
}

/** An address, which a narrow column breaks before its host. */
export const MailAddress = ({ address }: { address: string }) => (
  <span className="inline-block wrap-anywhere md:min-w-32">
    {address.replace(/@.*/, '')}
    <wbr />
    {address.replace(/^[^@]*/, '')}
  </span>
)

export type SectionTab = {
  to: string
  label: string
  /** Something new, such as '3 new'. */
  note?: string | undefined
  /** A path prefix of further pages in this section. */
  also?: string
}

/** Scrolls the tabs sideways, also when a phone is turned, and never the page. */
function center(tab: HTMLLIElement | null) {
  const nav = tab?.closest('nav')
  if (!tab || !nav) return undefined
  const observer = new ResizeObserver(() => {
    nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
  })
  observer.observe(nav)
  return () => observer.disconnect()
}

/**
 * The pages of one section as tabs that are links; on phones they scroll sideways, to the current
 * one.
 */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const { path } = useShownPage()
  const currentOf = ({ to, also = to }: SectionTab) =>
    path === to
      ? 'page'
      : // A page below one tab may have a tab of its own.
        tabs.every((tab) => tab.to !== path) &&
          [to, also].some((prefix) => `${path}/`.startsWith(`${prefix}/`))
        ? 'true'
        : undefined
  return (
    <nav
      aria-label={label}
      className="relative -mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 print:hidden"
    >
      <ul className="flex min-w-max gap-6 sm:max-lg:gap-4">
        {tabs.map((tab) => (
          <li key={tab.to} ref={currentOf(tab) ? center : null}>
            <Link
              to={tab.to}
              aria-current={currentOf(tab)}
              className="inline-flex min-h-11 min-w-8 items-center gap-2 border-b-2 border-transparent text-sm text-muted hover:text-ink aria-[current]:border-action aria-[current]:font-semibold aria-[current]:text-action"
            >
              {tab.label}
              {tab.note !== undefined && (
                <span className="rounded-full bg-action-wash px-2 text-xs font-semibold text-action tabular-nums">
                  {tab.note}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Trying again helps nobody. */
const isOfNothing = new Set(['NOT_FOUND', 'VALIDATION_FAILED'])

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error' | 'refetch'>
  /** A sentence that names the missing data. */
  failure: string
  /** Shown meanwhile. */
  placeholder?: ReactNode
  children: (data: Data) => ReactNode
}

/** The answer of a query; until then a placeholder, and after a failure the way to try again. */
export function Loaded<Data>({
  query: { data, isError, error, refetch },
  failure,
  placeholder,
  children,
}: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error instanceof ApiError && isOfNothing.has(error.code))
    return <Alert>There is nothing at this address.</Alert>
  if (isError) return <LoadFailure onRetry={() => void refetch()}>{failure}</LoadFailure>
  return placeholder ?? <Skeleton className="h-64 w-full" />
}
