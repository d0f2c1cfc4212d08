import { useMutation } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/current-user.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import type { ResendVerification } from '#features/accounts/contract.ts'
import { AccountSection } from './account-section.tsx'

export function EmailSection({ user: { email, emailVerified } }: { user: CurrentUser }) {
  const resend = useMutation({
    mutationFn: () => callApi<ResendVerification>({ method: 'POST', url: '/api/auth/verify-email/resend', body: {} }),
    onSuccess: () => toast({ title: 'Link sent', description: `Please look into the mailbox of ${email}.` }),
    onError: ({ message }) => toast({ title: 'The link could not be sent', description: message, tone: 'danger' }),
  })
  if (email === null) {
    return (
      <AccountSection title="E-mail">Your sign-in provider told us no e-mail address, so we send you no mail.</AccountSection>
    )
  }
  return (
    <AccountSection title="E-mail">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium break-all">{email}</span>
        <Badge tone={emailVerified ? 'action' : 'danger'}>{emailVerified ? 'Confirmed' : 'Not confirmed'}</Badge>
      </p>
      {!emailVerified && (
        <>
          <p className="mt-2 text-muted">We sent you a link that confirms it. It may have gone into the spam folder.</p>
          <Button
            look="secondary"
            className="mt-3"
            aria-disabled={resend.isPending}
            onClick={() => {
              if (!resend.isPending) resend.mutate()
            }}
          >
            {resend.isPending ? 'Sending...' : 'Send a new link'}
          </Button>
        </>
      )}
    </AccountSection>
  )
}
