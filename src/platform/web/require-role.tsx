import { useEffect, type ReactNode } from 'react'
import type { Role } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { homePath, providerSignInPath, signInPath, withReturnTo } from '#shared/paths.ts'
import { EmptyState, PageSpinner } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { useCurrentUser } from './current-user.ts'
import { LinkButton, useNavigate, useShownPage } from './navigation.tsx'

/** Shown to those who may not see a page. `to` adds a toast and a redirect after a second. */
type Refusal = { title: string; description: string; to?: string | undefined }

type Props = {
  role?: readonly Role[]
  texts: { signIn: Refusal; denied?: Refusal }
  children: ReactNode | ((user: CurrentUser) => ReactNode)
}

/** `purpose` is what people sign in for, such as 'see your inquiries'. */
export const refusals = (
  purpose: string,
  denied: string,
  { deniedTo = homePath, signInTo = signInPath } = {},
): Props['texts'] => ({
  signIn: {
    title: 'Please log in',
    description: `You need to be logged in to ${purpose}.`,
    to: signInTo,
  },
  denied: { title: 'Access denied', description: denied, to: deniedTo },
})

const redirectMs = 1000

/**
 * Shows a page to its audience. A courtesy, not security: the server checks every call. Mark such
 * pages `personal: true` in the route table, so that the server renders them for the visitor.
 */
export function RequireRole({ role, texts, children }: Props) {
  const current = useCurrentUser()
  const { href } = useShownPage()
  if (current.status === 'loading') return <PageSpinner />
  if (current.status === 'anonymous') {
    const { to, ...refusal } = texts.signIn
    const action = <LinkButton label="Sign In" to={signInPath} search={{ returnTo: href }} />
    return <Refused {...refusal} to={to && withReturnTo(to, href)} action={action} />
  }
  const { user } = current
  if (role && (user.role === null || !role.includes(user.role)))
    return (
      <Refused
        {...(texts.denied ?? denied)}
        action={<LinkButton label="Go to Home" to={homePath} />}
      />
    )
  return typeof children === 'function' ? children(user) : children
}

const denied: Refusal = {
  title: 'Access denied',
  description: 'Your account cannot open this page.',
  to: homePath,
}

function Refused({ title, description, to, action }: Refusal & { action: ReactNode }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (to === undefined) return undefined
    toast({ title, description, tone: 'danger' })
    const go = () =>
      to.startsWith(providerSignInPath) ? location.assign(to) : navigate({ to, replace: true })
    const timer = setTimeout(go, redirectMs)
    return () => clearTimeout(timer)
  }, [title, description, to, navigate])
  return (
    <EmptyState level={1} title={title} actions={action}>
      {description}
    </EmptyState>
  )
}
