import { useState } from 'react'
import type { UserDetail } from '#features/accounts/contract-administration.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { markVerifiedHospital, reinstateUser, sendPasswordReset } from '../administration-queries.ts'
import { useDeed } from '../use-deed.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

type Asked = 'role' | 'suspend' | 'erase' | null

/** What an administrator can do to the account. */
export function UserDeeds({ user }: { user: UserDetail }) {
  const [asked, setAsked] = useState<Asked>(null)
  const current = useCurrentUser()
  const { run, busy } = useDeed()
  const { id, revision, suspendedAt, isVerifiedHospital } = user
  const isOwn = current.status === 'signed-in' && current.user.id === id
  const close = () => setAsked(null)

  return (
    <section aria-labelledby="deeds" className={`${cardClass} flex flex-col gap-3 p-5`}>
      <h2 id="deeds" className="text-lg font-semibold">
        Actions
      </h2>
      <Button look="secondary" onClick={() => setAsked('role')}>
        Change role
      </Button>
      {user.role === 'employer' && (
        <Button
          look="secondary"
          aria-disabled={busy}
          onClick={() =>
            run(
              () => markVerifiedHospital(id, { verified: !isVerifiedHospital, revision }),
              isVerifiedHospital ? 'No longer a verified hospital' : 'Marked as a verified hospital',
            )
          }
        >
          {isVerifiedHospital ? 'Remove hospital mark' : 'Mark as verified hospital'}
        </Button>
      )}
      {canBeMailed(user) && (
        <Button
          look="secondary"
          aria-disabled={busy}
          onClick={() => run(() => sendPasswordReset(id), `A link that sets a new password is on its way to ${user.email}`)}
        >
          Send password reset
        </Button>
      )}
      {suspendedAt !== null && (
        <Button aria-disabled={busy} onClick={() => run(() => reinstateUser(id, { revision }), 'Reinstated')}>
          Reinstate
        </Button>
      )}
      {suspendedAt === null && !isOwn && (
        <Button look="danger" onClick={() => setAsked('suspend')}>
          Suspend
        </Button>
      )}
      {!isOwn && !user.isDemo && (
        <Button look="danger" onClick={() => setAsked('erase')}>
          Erase
        </Button>
      )}
      {isOwn && <p className="text-xs text-muted">This is your own account. You can delete it on your account page.</p>}
      <RoleDialog user={user} isOwn={isOwn} open={asked === 'role'} onClose={close} />
      <SuspendDialog user={user} open={asked === 'suspend'} onClose={close} />
      <EraseDialog user={user} open={asked === 'erase'} onClose={close} />
    </section>
  )
}

const canBeMailed = ({ email, suspendedAt, isDemo }: UserDetail): boolean => email !== null && suspendedAt === null && !isDemo
