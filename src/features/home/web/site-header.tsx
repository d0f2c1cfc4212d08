import { Menu, Moon, Search, Sun } from 'lucide-react'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { site } from '#features/site/config.ts'
import { maxKeyword, signInPath, signUpPath, withReturnTo } from '#shared/paths.ts'
import { IconButton, iconButtonClass } from '#ui/button.tsx'
import { Mark } from '#ui/layout.tsx'
import { controlClass } from '#ui/field.tsx'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { formText, storedText } from '#platform/web/browser.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import {
  Link,
  LinkButton,
  Once,
  useHydrated,
  useNavigate,
  useShownPage,
} from '#platform/web/navigation.tsx'
import { currentMark, moreSections, sections } from './site-links.ts'
import { WhoIsSignedIn } from './components/who-is-signed-in.tsx'

const sectionClass =
  'flex min-h-10 items-center rounded-sm border-b-2 border-transparent px-3 font-medium text-ink no-underline transition-colors ' +
  'hover:text-action [&[aria-current]]:rounded-b-none [&[aria-current]]:border-action [&[aria-current]]:text-action'

/** Says which of the sections is current. */
const useCurrentSection = () => {
  const { path } = useShownPage()
  return [...sections, ...moreSections].map((section) => currentMark(section, path)).join()
}

export function SiteHeader({ demo }: { demo: boolean }) {
  const { path } = useShownPage()
  return (
    <header className="border-b border-line">
      <div className="page-column flex min-h-14 flex-wrap items-center gap-2 md:min-h-18 md:flex-nowrap md:gap-3">
        <Brand />
        <nav aria-label="Main" className="hidden md:block xl:ml-2">
          <Once as="ul" name={`header ${useCurrentSection()}`} className="flex items-center">
            {() =>
              [...sections, ...moreSections].map((section) => (
                <li
                  key={section.to}
                  className={moreSections.includes(section) ? 'max-lg:hidden' : undefined}
                >
                  <Link
                    to={section.to}
                    aria-current={currentMark(section, path)}
                    className={sectionClass}
                  >
                    {section.label}
                  </Link>
                </li>
              ))
            }
          </Once>
        </nav>
        {/* Last on the right, so that nothing else moves when the name arrives. */}
        <div className="flex min-w-0 grow basis-44 items-center justify-end gap-1 md:basis-auto">
          <HeaderSearch />
          <AccountArea />
          <MobileMenu />
          <ThemeToggle className="max-md:hidden" />
        </div>
      </div>
      {demo && <DemoMark />}
    </header>
  )
}

const Brand = () => (
  <Link to="/" className="flex min-w-0 shrink-0 items-center gap-2 text-ink no-underline md:gap-3">
    {site.hasLogo ? (
      <img src="/logo.svg" alt="" className="size-8 shrink-0 md:size-10" />
    ) : (
      <Mark className="size-8 shrink-0 md:size-10" />
    )}
    <span className="flex flex-col">
      <span className="text-base leading-6 font-bold tracking-tight md:text-lg md:leading-6">
        {site.name}
      </span>
      <span className="text-xs leading-4 text-muted max-xl:sr-only signed-in:max-2xl:sr-only">
        {site.tagline}
      </span>
    </span>
  </Link>
)

/** On every page, so that nobody takes a sample job for a real one. */
const DemoMark = () => (
  <p className="border-t border-line bg-sunken text-xs text-muted">
    <span className="page-column block py-1">
      <strong className="text-ink">Demo</strong> <span aria-hidden>·</span> Sample jobs; none of
      them is real.
    </span>
  </p>
)

function HeaderSearch() {
  const navigate = useNavigate()
  return (
    <form
      role="search"
      aria-label="Search jobs"
      action="/jobs"
      className="header-search relative min-w-0 md:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const keyword = formText(new FormData(event.currentTarget), 'keyword')
        navigate({ to: '/jobs', search: keyword === '' ? {} : { keyword } })
      }}
    >
      <Search className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-muted" />
      <input
        type="search"
        name="keyword"
        aria-label="Search jobs"
        placeholder="Search jobs"
        enterKeyHint="search"
        maxLength={maxKeyword}
        className={`${controlClass} h-10 pr-1 pl-7 placeholder:text-sm pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden`}
      />
    </form>
  )
}

const SignedInControls = lazyPart(
  async () => (await import('./signed-in-controls.tsx')).SignedInControls,
)

/** Sign-in links, or the user's menu. On phones the sign-in links are in the menu. */
function AccountArea() {
  const current = useCurrentUser()
  const hydrated = useHydrated()
  // The first paint knows it from a cookie; who signs in or out stays on the page.
  useEffect(() => {
    if (current.status !== 'loading')
      document.documentElement.classList.toggle('signed-in', current.status === 'signed-in')
  }, [current.status])
  if (current.status !== 'signed-in') return <WaysIn isSure={current.status === 'anonymous'} />
  const waiting = (
    <span className="px-0.5 md:px-2">
      <WhoIsSignedIn user={current.user} />
    </span>
  )
  return hydrated ? (
    <SignedInControls user={current.user} waiting={waiting} failed={waiting} />
  ) : (
    waiting
  )
}

/** Where to return after signing in; on the form itself, its own return address. */
function useReturnTo() {
  const { path, href, search } = useShownPage()
  return path === signInPath ? (search['returnTo'] ?? '/') : href
}

function WaysIn({ isSure }: { isSure: boolean }) {
  const returnTo = useReturnTo()
  return (
    <div className={`hidden items-center gap-1 md:flex ${isSure ? '' : 'signed-in:invisible'}`}>
      <LinkButton label="Sign In" to={withReturnTo(signInPath, returnTo)} look="quiet" />
      <LinkButton
        label="Sign Up"
        to={withReturnTo(signUpPath, returnTo)}
        look="secondary"
        className="max-lg:hidden"
      />
    </div>
  )
}

const menuId = 'site-menu'
const itemClass =
  'flex min-h-12 items-center rounded-sm px-3 text-base font-medium text-ink no-underline ' +
  'hover:bg-action-wash [&[aria-current]]:text-action'

/** A popover, which the browser opens and closes without JavaScript. */
function MobileMenu() {
  const menu = useRef<HTMLDivElement>(null)
  const { path } = useShownPage()
  const close = () => menu.current?.hidePopover()
  const itemOf = (section: (typeof sections)[number]) => (
    <MenuItem
      key={section.to}
      {...section}
      aria-current={currentMark(section, path)}
      onClick={close}
    />
  )
  return (
    <>
      <button
        type="button"
        popoverTarget={menuId}
        aria-label="Menu"
        className={`${iconButtonClass} -mr-2 text-ink md:mr-0 lg:hidden`}
      >
        <Menu className="size-6" />
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className="absolute inset-x-0 top-14 m-0 w-full max-w-none border-y border-line bg-surface px-2 py-2 text-ink shadow-raised md:top-18 md:px-5 lg:hidden"
      >
        <nav aria-label="Menu">
          <Once name={`menu ${useCurrentSection()}`}>
            {() => (
              <>
                <ul>{sections.map(itemOf)}</ul>
                <Group>{moreSections.map(itemOf)}</Group>
              </>
            )}
          </Once>
          <WaysInByMenu close={close} />
        </nav>
        <div className="mt-2 flex items-center justify-between border-t border-line pt-2 pl-3 text-muted md:hidden noscript:hidden">
          Light or dark
          <ThemeToggle />
        </div>
      </div>
    </>
  )
}

type MenuItemProps = Pick<ComponentProps<typeof Link>, 'to' | 'onClick' | 'aria-current'> & {
  label: string
}

const MenuItem = ({ label, to, onClick, 'aria-current': current }: MenuItemProps) => (
  <li>
    <Link to={to} onClick={onClick} aria-current={current} className={itemClass}>
      {label}
    </Link>
  </li>
)

/** Who is signed in has a menu of their own. */
const WaysInByMenu = ({ close }: { close: () => void }) =>
  useCurrentUser().status !== 'signed-in' && (
    <Group>
      <MenuItem to={signInPath} label="Sign In" onClick={close} />
      <MenuItem to={signUpPath} label="Sign Up" onClick={close} />
    </Group>
  )

const Group = ({ children }: { children: ReactNode }) => (
  <ul className="mt-2 border-t border-line pt-2">{children}</ul>
)

/** The theme script sets the class before the first paint; this button changes it. */
const ThemeToggle = ({ className = '' }: { className?: string }) => (
  <IconButton
    label="Switch between light and dark theme"
    onClick={toggleTheme}
    className={`noscript:hidden ${className}`}
  >
    <Moon className="size-5 dark:hidden" />
    <Sun className="hidden size-5 dark:block" />
  </IconButton>
)

const storedTheme = storedText('theme', 'localStorage')

function toggleTheme() {
  const { classList } = document.documentElement
  const dark = classList.toggle('dark')
  classList.toggle('light', !dark)
  storedTheme.write(dark ? 'dark' : 'light')
}
