import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useShownPage } from '#web/lib/navigation.tsx'
import { ageLabel } from '#features/jobs/display.ts'
import type { ListSessions } from '#features/accounts/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { deviceName } from '../device-name.ts'
import { revokeOtherSessions, revokeSession, sessionsQuery } from '../queries.ts'
import { AccountSection } from './account-section.tsx'

type Session = ResponseOf<ListSessions>['sessions'][number]

/** Where the account is signed in. Signing out here is what the header's Logout does. */
export function DevicesSection() {
  const { data, isError } = useQuery(sessionsQuery)
  return (
    <AccountSection title="Signed-in devices" lead="Sign out where it is not you.">
      {isError && <Alert tone="danger">The list of devices could not be loaded. Please reload the page.</Alert>}
      {!data && !isError && <Skeleton className="h-16 w-full" />}
      {data && <Devices sessions={data.sessions} />}
    </AccountSection>
  )
}

function Devices({ sessions }: { sessions: readonly Session[] }) {
  const { revoke, busy } = useRevoke()
  return (
    <>
      <ul className="flex flex-col">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center justify-between gap-4 border-b border-line py-3 first:pt-0">
            <Device session={session} />
            {!session.current && (
              <Button
                look="secondary"
                size="sm"
                aria-label={`Sign out ${deviceName(session.userAgent)}`}
                aria-disabled={busy}
                onClick={() => revoke(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button look="secondary" className="mt-4" aria-disabled={busy} onClick={() => revoke('others')}>
          Sign out everywhere else
        </Button>
      )}
    </>
  )
}

function Device({ session: { current, seenAt, ip, userAgent } }: { session: Session }) {
  const { now } = useShownPage()
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        {deviceName(userAgent)}
        {current && <Badge tone="action">This device</Badge>}
      </p>
      <p className="text-xs text-muted">
        Last active <time dateTime={seenAt}>{ageLabel(seenAt, now).toLowerCase()}</time>
        {ip !== null && <>, from {ip}</>}
      </p>
    </div>
  )
}

function useRevoke() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (which: string) => (which === 'others' ? revokeOtherSessions() : revokeSession(which)),
    onSuccess: () => toast({ title: 'Signed out', description: 'Whoever uses that device has to sign in again.' }),
    onError: ({ message }) => toast({ title: 'Could not sign out', description: message, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
  return { busy: isPending, revoke: (which: string) => !isPending && mutate(which) }
}
