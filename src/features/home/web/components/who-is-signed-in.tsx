import type { ReactNode } from 'react'
import { displayName, initials, type CurrentUser } from '#shared/current-user.ts'

/** The name, or the initials on narrow screens. */
export const WhoIsSignedIn = ({ user, children }: { user: CurrentUser; children?: ReactNode }) => (
  <span className="flex items-center gap-2 text-left">
    <Avatar user={user} />
    <span className="flex min-w-0 flex-col max-xl:sr-only">
      <span className="text-xs leading-4 text-muted">Signed in as</span>
      <span className="max-w-40 truncate leading-5 font-semibold text-ink">
        {displayName(user)}
      </span>
    </span>
    {children}
  </span>
)

const Avatar = ({ user }: { user: CurrentUser }) => (
  <span
    aria-hidden
    className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-action text-xs font-semibold text-on-action xl:hidden"
  >
    {initials(user)}
  </span>
)
