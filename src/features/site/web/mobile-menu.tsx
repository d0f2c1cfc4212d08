import { Menu } from 'lucide-react'
import { useRef } from 'react'
import { iconButtonClass } from '#ui/icon-button.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { currentMark, sections } from './sections.ts'
import { ThemeToggle } from './theme-toggle.tsx'

const menuId = 'site-menu'

/** A popover: the browser opens and closes it, on Escape and outside presses too, also without JavaScript. */
export function MobileMenu() {
  const menu = useRef<HTMLDivElement>(null)
  const { path } = useShownPage()
  return (
    <>
      <button type="button" popoverTarget={menuId} aria-label="Menu" className={`${iconButtonClass} -mr-2 text-ink`}>
        <Menu aria-hidden className="size-6" />
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className="absolute inset-x-0 top-14 m-0 w-full max-w-none border-y border-line bg-surface px-2 py-2 text-ink shadow-raised md:hidden"
      >
        <nav aria-label="Menu">
          <ul>
            {sections.map((section) => (
              <li key={section.to}>
                <Link
                  to={section.to}
                  aria-current={currentMark(section, path)}
                  onClick={() => menu.current?.hidePopover()}
                  className="flex min-h-12 items-center rounded-sm px-3 text-base font-medium text-ink no-underline hover:bg-action-wash [&[aria-current]]:text-action"
                >
                  {section.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-2 flex items-center justify-between border-t border-line pt-2 pl-3 text-muted noscript:hidden">
          Light or dark
          <ThemeToggle />
        </div>
      </div>
    </>
  )
}
