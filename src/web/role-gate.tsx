import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { PageSpinner } from '#ui/spinner.tsx'
import { useCurrentUser } from './lib/current-user.ts'
import { useHydrated } from './lib/navigation.tsx'

const RoleSelection = lazy(async () => ({
  default: (await import('#features/accounts/web/role-selection.tsx')).RoleSelection,
}))

/** Whoever is signed in and has not chosen a role yet chooses one first, whatever the address. */
export function RoleGate({ children }: { children: ReactNode }) {
  const current = useCurrentUser()
  const hydrated = useHydrated()
  if (current.status !== 'signed-in' || current.user.role !== null) return children
  return <Suspense fallback={<PageSpinner />}>{hydrated ? <RoleSelection /> : <PageSpinner />}</Suspense>
}
