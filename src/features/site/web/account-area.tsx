import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/current-user.ts'
import { displayName, initials } from '#shared/current-user.ts'
import { signInPath, signUpPath, withReturnTo } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { Link, useHydrated, useShownPage } from '#web/lib/navigation.tsx'

const SignedInControls = lazy(async () => ({ default: (await import('./signed-in-controls.tsx')).SignedInControls }))

/** The header's end: the ways in, or who is signed in and what is theirs. On phones the ways in are in the menu. */
export function AccountArea() {
  const current = useCurrentUser()
  const hydrated = useHydrated()
  if (current.status !== 'signed-in') return <WaysIn isSure={current.status === 'anonymous'} />
  const waiting = (
    <span className="px-0.5 md:px-2">
      <WhoIsSignedIn user={current.user} />
    </span>
  )
  return <Suspense fallback={waiting}>{hydrated ? <SignedInControls user={current.user} /> : waiting}</Suspense>
}

/** Where to come back to after signing in: from the form itself, to where one came from. */
function useReturnTo(): string {
  const { path, href, search } = useShownPage()
  return path === signInPath ? (search['returnTo'] ?? '/') : href
}

function WaysIn({ isSure }: { isSure: boolean }) {
  const returnTo = useReturnTo()
  return (
    <div className={`hidden items-center gap-1 md:flex ${isSure ? '' : 'signed-in:invisible'}`}>
      <Link to={withReturnTo(signInPath, returnTo)} className={buttonClass('quiet')}>
        Sign In
      </Link>
      <Link to={withReturnTo(signUpPath, returnTo)} className={`${buttonClass('secondary')} max-lg:hidden`}>
        Sign Up
      </Link>
    </div>
  )
}

/** The name where there is room for it, else the initials. */
export function WhoIsSignedIn({ user, children }: { user: CurrentUser; children?: ReactNode }) {
  return (
    <span className="flex items-center gap-2 text-left">
      <Avatar user={user} />
      <span className="flex min-w-0 flex-col max-xl:sr-only">
        <span className="text-xs leading-4 text-muted">Signed in as</span>
        <span className="max-w-40 truncate leading-5 font-semibold text-ink">{displayName(user)}</span>
      </span>
      {children}
    </span>
  )
}

function Avatar({ user }: { user: CurrentUser }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-action text-xs font-semibold text-on-action xl:hidden"
    >
      {initials(user)}
    </span>
  )
}
