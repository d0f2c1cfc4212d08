import { Menu } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { displayName } from '#shared/current-user.ts'
import { logoutPath, signInPath, signUpPath } from '#shared/paths.ts'
import { iconButtonClass } from '#ui/icon-button.tsx'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { accountLinks } from './account-links.ts'
import { currentMark, sections } from './sections.ts'
import { ThemeToggle } from './theme-toggle.tsx'

const menuId = 'site-menu'
const itemClass =
  'flex min-h-12 items-center rounded-sm px-3 text-base font-medium text-ink no-underline hover:bg-action-wash [&[aria-current]]:text-action'

/** A popover: the browser opens and closes it, on Escape and outside presses too, also without JavaScript. */
export function MobileMenu() {
  const menu = useRef<HTMLDivElement>(null)
  const { path } = useShownPage()
  const close = () => menu.current?.hidePopover()
  return (
    <>
      <button type="button" popoverTarget={menuId} aria-label="Menu" className={`${iconButtonClass} -mr-2 text-ink md:hidden`}>
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
                <Link to={section.to} aria-current={currentMark(section, path)} onClick={close} className={itemClass}>
                  {section.label}
                </Link>
              </li>
            ))}
          </ul>
          <AccountItems close={close} />
        </nav>
        <div className="mt-2 flex items-center justify-between border-t border-line pt-2 pl-3 text-muted noscript:hidden">
          Light or dark
          <ThemeToggle />
        </div>
      </div>
    </>
  )
}

function AccountItems({ close }: { close: () => void }) {
  const current = useCurrentUser()
  if (current.status === 'signed-in') {
    return (
      <Group title={`Signed in as ${displayName(current.user)}`}>
        {accountLinks(current.user.role).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} onClick={close} className={itemClass}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <a href={logoutPath} className={itemClass}>
            Logout
          </a>
        </li>
      </Group>
    )
  }
  return (
    <Group>
      <li>
        <Link to={signInPath} onClick={close} className={itemClass}>
          Sign In
        </Link>
      </li>
      <li>
        <Link to={signUpPath} onClick={close} className={itemClass}>
          Sign Up
        </Link>
      </li>
    </Group>
  )
}

function Group({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="mt-2 border-t border-line pt-2">
      {title !== undefined && <p className="truncate px-3 text-xs text-muted">{title}</p>}
      <ul>{children}</ul>
    </div>
  )
}
