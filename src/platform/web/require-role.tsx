import { useEffect, type ReactNode } from 'react'
import type { Role } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { homePath, signInPath, withReturnTo } from '#shared/paths.ts'
import { EmptyState, PageSpinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { useCurrentUser } from './current-user.ts'
import { LinkButton, useNavigate, useShownPage } from './navigation.tsx'

/** Shown to those who may not see a page. `to` adds a toast and a redirect after a second. */
type Refusal = { title: string; description: string; to?: string }

type Props = {
  role?: readonly Role[]
  texts: { signIn: Refusal; denied?: Refusal }
  children: ReactNode | ((user: CurrentUser) => ReactNode)
}

export const posterRoles: readonly Role[] = ['employer', 'recruiter', 'admin']

/** `purpose` is what people sign in for, such as 'see your inquiries'. */
export const refusals = (purpose: string, denied: string, deniedTo = homePath): Props['texts'] => ({
  signIn: { title: 'Please log in', description: `You need to be logged in to ${purpose}.`, to: signInPath },
  denied: { title: 'Access denied', description: denied, to: deniedTo },
})

const redirectMs = 1000

/**
 * Shows a page to its audience. A courtesy, not security: the server checks every call. Mark such pages `personal: true` in the
 * route table, so that the server renders them for the visitor.
 */
export function RequireRole({ role, texts, children }: Props) {
  const current = useCurrentUser()
  if (current.status === 'loading') return <PageSpinner />
  if (current.status === 'anonymous') return <SignInRefusal refusal={texts.signIn} />
  const { user } = current
  if (role && (user.role === null || !role.includes(user.role))) return <DeniedRefusal refusal={texts.denied ?? denied} />
  return typeof children === 'function' ? children(user) : children
}

const denied: Refusal = { title: 'Access denied', description: 'Your account cannot open this page.', to: homePath }

function SignInRefusal({ refusal }: { refusal: Refusal }) {
  const { href } = useShownPage()
  useRedirect(refusal, refusal.to === undefined ? undefined : withReturnTo(refusal.to, href))
  return (
    <EmptyState
      level={1}
      title={refusal.title}
      actions={<LinkButton label="Sign In" to={signInPath} search={{ returnTo: href }} />}
    >
      {refusal.description}
    </EmptyState>
  )
}

function DeniedRefusal({ refusal }: { refusal: Refusal }) {
  useRedirect(refusal, refusal.to)
  return (
    <EmptyState level={1} title={refusal.title} actions={<LinkButton label="Go to Home" to={homePath} />}>
      {refusal.description}
    </EmptyState>
  )
}

function useRedirect({ title, description }: Refusal, href: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (href === undefined) return undefined
    toast({ title, description, tone: 'danger' })
    const timer = setTimeout(() => navigate({ to: href, replace: true }), redirectMs)
    return () => clearTimeout(timer)
  }, [title, description, href, navigate])
}
