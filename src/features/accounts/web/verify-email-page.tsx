import { useState } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath, homePath, signInPath } from '#shared/paths.ts'
import { ApiError, callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { LinkButton, useNavigate, useShownPage } from '#platform/web/navigation.tsx'
import { useWelcome } from './components/form-page.tsx'
import { IncompleteLink, LinkPage, NewPasswordPage } from './components/link-page.tsx'

export const head = unlistedHead('Confirm your email address', 'Confirm that this address is yours.', signInPath)

export function Page() {
  const token = useShownPage().search['token']
  const isSignedIn = useCurrentUser().status === 'signed-in'
  const [conflict, setConflict] = useState<string>()
  const next = (
    <LinkButton label={isSignedIn ? 'Your account' : 'Go to Home'} to={isSignedIn ? accountPath : homePath} look="secondary" />
  )

  async function confirm(token: string): Promise<void> {
    await callApi('POST /api/auth/verify-email', { body: { token } }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') setConflict(error.message)
      throw error
    })
  }

  if (!token) return <IncompleteLink action={next} />
  if (conflict !== undefined) return <TakeOver token={token} reason={conflict} />
  return (
    <LinkPage
      title="Confirm your email address"
      lead="This makes sure that emails about your account reach you and no one else."
      button="Confirm email address"
      pendingLabel="Confirming..."
      act={() => confirm(token)}
      done="Your email address is confirmed."
      doneTitle="Thank you"
      failureTitle="We could not confirm the address"
      advice="You can get a new link on your account page."
      next={next}
    />
  )
}

/** Opened in another browser than the one that is signed in to the account: its recipient makes the account their own. */
function TakeOver({ token, reason }: { token: string; reason: string }) {
  const navigate = useNavigate()
  const welcome = useWelcome()
  return (
    <NewPasswordPage
      title="Confirm your email address"
      lead={reason}
      label="Set a password"
      button="Set password and confirm"
      pendingLabel="Confirming..."
      failure="We could not confirm the address"
      submit={(password) => callApi('POST /api/auth/verify-email', { body: { token, password } })}
      done={() => void welcome(confirmed).then(() => navigate({ to: accountPath, replace: true }))}
    />
  )
}

const confirmed = { title: 'Thank you', description: 'Your email address is confirmed, and you are signed in.' }
