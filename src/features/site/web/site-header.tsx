import { Mark } from '#ui/motif.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { site } from '../config.ts'
import { AccountArea } from './account-area.tsx'
import { HeaderSearch } from './header-search.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { currentMark, sections } from './sections.ts'
import { ThemeToggle } from './theme-toggle.tsx'

const sectionClass =
  'flex min-h-10 items-center rounded-sm border-b-2 border-transparent px-3 font-medium text-ink no-underline transition-colors ' +
  'hover:text-action [&[aria-current]]:rounded-b-none [&[aria-current]]:border-action [&[aria-current]]:text-action'

export function SiteHeader({ demo }: { demo: boolean }) {
  const { path } = useShownPage()
  return (
    <header className="border-b border-line">
      <div className="page-column flex min-h-14 items-center gap-2 md:min-h-18 md:gap-3">
        <Brand />
        <nav aria-label="Main" className="ml-auto hidden md:block">
          <ul className="flex items-center gap-1">
            {sections.map((section) => (
              <li key={section.to}>
                <Link to={section.to} aria-current={currentMark(section, path)} className={sectionClass}>
                  {section.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeToggle className="max-md:hidden" />
        <div className="flex min-w-0 items-center gap-1 max-md:ml-auto">
          <HeaderSearch />
          <AccountArea />
          <MobileMenu />
        </div>
      </div>
      {demo && <DemoMark />}
    </header>
  )
}

function Brand() {
  return (
    <Link to="/" className="flex min-w-0 shrink-0 items-center gap-2 text-ink no-underline md:gap-3">
      <Mark className="size-8 shrink-0 md:size-10" />
      <span className="flex flex-col">
        <span className="text-base leading-6 font-bold tracking-tight md:text-lg md:leading-6">{site.name}</span>
        <span className="text-xs leading-4 text-muted max-xl:sr-only">{site.tagline}</span>
      </span>
    </Link>
  )
}

/** On every page, so that nobody takes an invented vacancy for a real one. */
function DemoMark() {
  return (
    <p className="border-t border-line bg-sunken text-xs text-muted">
      <span className="page-column block py-1">
        <strong className="text-ink">Demo</strong> <span aria-hidden>·</span> Sample jobs; none is a real vacancy.
      </span>
    </p>
  )
}
