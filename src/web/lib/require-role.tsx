import { useEffect, type ReactNode } from 'react'
import type { Role } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { homePath, providerSignInPath, signInPath, withReturnTo } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageSpinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast.ts'
import { useCurrentUser } from './current-user.ts'
import { Link, useNavigate, useShownPage } from './navigation.tsx'

/** Shown to those who may not see a page. With `to` it is a toast, too, and leads there a second later. */
type Refusal = { title: string; description: string; to?: string }

type Props = {
  /** Who may; without it everybody who is signed in. */
  role?: readonly Role[]
  texts: {
    /** To those who are not signed in. Where it leads to learns what address to come back to. */
    signIn: Refusal
    /** To those of another role. */
    denied?: Refusal
  }
  children: ReactNode | ((user: CurrentUser) => ReactNode)
}

const redirectMs = 1000

/**
 * Shows a page to those whom it is for. That is courtesy, not security: every call that the page makes is checked by the
 * server. Give such pages `personal: true` in the contents page, and their first answer already fits who asks.
 */
export function RequireRole({ role, texts, children }: Props) {
  const current = useCurrentUser()
  if (current.status === 'loading') return <PageSpinner />
  if (current.status === 'anonymous') return <SignInRefusal refusal={texts.signIn} />
  const { user } = current
  if (role && (user.role === null || !role.includes(user.role))) return <DeniedRefusal refusal={texts.denied ?? denied} />
  return typeof children === 'function' ? children(user) : children
}

const denied: Refusal = { title: 'Access denied', description: 'This page is for others.', to: homePath }

function SignInRefusal({ refusal }: { refusal: Refusal }) {
  const { href } = useShownPage()
  useRedirect(refusal, refusal.to === undefined ? undefined : withReturnTo(refusal.to, href))
  return (
    <EmptyState
      level={1}
      title={refusal.title}
      actions={
        <Link to={signInPath} search={{ returnTo: href }} className={buttonClass()}>
          Sign In
        </Link>
      }
    >
      {refusal.description}
    </EmptyState>
  )
}

function DeniedRefusal({ refusal }: { refusal: Refusal }) {
  useRedirect(refusal, refusal.to)
  return (
    <EmptyState
      level={1}
      title={refusal.title}
      actions={
        <Link to={homePath} className={buttonClass()}>
          Go to Home
        </Link>
      }
    >
      {refusal.description}
    </EmptyState>
  )
}

function useRedirect({ title, description }: Refusal, href: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (href === undefined) return undefined
    toast({ title, description, tone: 'danger' })
    const timer = setTimeout(() => {
      // It leads away from this site, and so is no page of it.
      if (href.startsWith(providerSignInPath)) location.assign(href)
      else navigate({ to: href, replace: true })
    }, redirectMs)
    return () => clearTimeout(timer)
  }, [title, description, href, navigate])
}
