import { Link, useShownPage } from './navigation.tsx'

export type SectionTab = {
  to: string
  label: string
  /** Something new, such as '3 new'. */
  note?: string | undefined
  /** A path prefix of further pages in this section. */
  also?: string
}

/** Scrolls the tabs sideways, and never the page. */
function center(tab: HTMLLIElement | null): void {
  const nav = tab?.closest('nav')
  if (tab && nav) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
}

/** The pages of one section as tabs that are links; on phones they scroll sideways, to the current one. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const { path } = useShownPage()
  const currentOf = ({ to, also = to }: SectionTab) =>
    path === to ? 'page' : path.startsWith(`${to}/`) || path.startsWith(`${also}/`) ? 'true' : undefined
  return (
    <nav aria-label={label} className="relative -mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 print:hidden">
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
