import type { CurrentUser } from '#shared/current-user.ts'

/** The fields of a form that we know already. What is unknown is left out, so that the browser may fill it in. */
export function personDefaults(user: CurrentUser | null): { name?: string; email?: string } {
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return { ...(name !== '' && { name }), ...(user?.email && { email: user.email }) }
}
