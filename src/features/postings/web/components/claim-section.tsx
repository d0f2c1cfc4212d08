import { employerPostingPath, signInPath, signUpPath, withReturnTo } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { Link, useHydrated, useNavigate, useShownPage } from '#web/lib/navigation.tsx'
import { claimPosting } from '../dashboard-queries.ts'
import { posterRoles } from '../guards.ts'
import { useOneAtATime } from '../use-posting-actions.ts'

/** From the link into an account: only into one with the address that the link went to. */
export function ClaimSection({ token, address }: { token: string; address: string }) {
  const current = useCurrentUser()
  const user = current.status === 'signed-in' ? current.user : undefined
  const isTheirs = user?.email?.toLowerCase() === address && user.role !== null && posterRoles.includes(user.role)
  return (
    <section aria-labelledby="claim" className="rounded-md border border-line bg-surface p-4">
      <h2 id="claim" className="text-lg font-semibold">
        Move it into an account
      </h2>
      <p className="mt-1 text-muted">
        With an account you see all your postings and inquiries in one place. This posting can go into an employer or recruiter
        account with the address <span className="font-semibold break-words text-ink">{address}</span>. The link stops working
        then.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isTheirs ? <ClaimButton token={token} isVerified={user.emailVerified} /> : <WaysIn isSignedIn={user !== undefined} />}
      </div>
    </section>
  )
}

function ClaimButton({ token, isVerified }: { token: string; isVerified: boolean }) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { isBusy, run } = useOneAtATime()
  const claim = () =>
    run('Failed to claim the posting. Please try again.', async () => {
      const { id } = await claimPosting(token)
      toast({ title: 'Posting claimed', description: 'It belongs to your account now.' })
      navigate({ to: employerPostingPath(id), replace: true })
    })
  return (
    <>
      <Button disabled={!hydrated} aria-disabled={isBusy} onClick={() => void claim()}>
        Claim This Posting
      </Button>
      {!isVerified && (
        <p className="text-xs text-muted">Please confirm your email address first, by the link that we sent you.</p>
      )}
    </>
  )
}

function WaysIn({ isSignedIn }: { isSignedIn: boolean }) {
  const { href } = useShownPage()
  if (isSignedIn) return <p className="text-xs text-muted">You are signed in to another account at the moment.</p>
  return (
    <>
      <Link to={withReturnTo(signInPath, href)} className={buttonClass('secondary')}>
        Sign In
      </Link>
      <Link to={withReturnTo(signUpPath, href)} className={buttonClass('quiet')}>
        Sign Up
      </Link>
    </>
  )
}
