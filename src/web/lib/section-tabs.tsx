import { useEffect, useRef } from 'react'
import { Link, useShownPage } from './navigation.tsx'

export type SectionTab = {
  to: string
  label: string
  /** Something new, such as '3 new'. */
  note?: string | undefined
  /** A path prefix of further pages in this section. */
  also?: string
}

/** The pages of one section as tabs that are links; on phones they scroll sideways, to the current one. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const { path } = useShownPage()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
  }, [path])
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="relative -mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 print:hidden"
    >
      <ul className="flex min-w-max gap-6 sm:max-lg:gap-4">
        {tabs.map(({ to, label: text, note, also = to }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={path === to ? 'page' : path.startsWith(`${to}/`) || path.startsWith(`${also}/`) ? 'true' : undefined}
              className="inline-flex min-h-11 min-w-8 items-center gap-2 border-b-2 border-transparent text-sm text-muted hover:text-ink aria-[current]:border-action aria-[current]:font-semibold aria-[current]:text-action"
            >
              {text}
              {note !== undefined && (
                <span className="rounded-full bg-action-wash px-2 text-xs font-semibold text-action tabular-nums">{note}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
