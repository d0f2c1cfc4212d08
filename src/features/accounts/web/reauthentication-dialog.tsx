import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { askSignInLinkPath, logoutPath } from '#shared/paths.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { apiQuery, callApi, pendingReauthentication } from '#platform/web/api.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import { CodeForm, PasskeyButton } from './components/sign-in.tsx'

const reauthenticationQuery = apiQuery(
  'GET /api/account/reauthentication',
  {},
  { staleTime: 0, gcTime: 0 },
)

/** Answers a call that requires re-authentication. */
export function Reauthentication() {
  const onEnd = useSyncExternalStore(
    pendingReauthentication.subscribe,
    pendingReauthentication.current,
  )
  return onEnd && <ReauthenticationDialog onEnd={onEnd} />
}

/** Asks a signed-in visitor to authenticate again, before what only the account's owner may do. */
function ReauthenticationDialog({ onEnd }: { onEnd: (isDone: boolean) => void }) {
  const { data, isError, refetch } = useQuery(reauthenticationQuery)
  const done = () => onEnd(true)
  return (
    <Dialog open onClose={() => onEnd(false)} title="Confirm that it is you">
      <div className="flex flex-col gap-5">
        <p className="text-muted">
          You signed in a while ago, so we ask you to confirm. This counts for ten minutes.
        </p>
        {isError && (
          <LoadFailure onRetry={() => void refetch()}>
            We could not ask for your password or passkey.
          </LoadFailure>
        )}
        {!data && !isError && <Skeleton className="h-16 w-full" />}
        {data?.passkey && <PasskeyButton label="Use your passkey" onDone={done} />}
        {data && (data.code || data.password) && (
          <CodeForm
            label="Confirm that it is you"
            button="Confirm"
            hint="Six digits from your authenticator app, or a recovery code"
            hasPassword={data.password}
            hasCode={data.code}
            submit={(body) => callApi('POST /api/account/reauthentication', { body })}
            done={done}
            failure="We could not confirm that it is you"
          />
        )}
        {data && !data.passkey && !data.code && !data.password && (
          <SignInAgain canMail={data.link} />
        )}
      </div>
    </Dialog>
  )
}

/** For people who sign in with a provider only. */
const SignInAgain = ({ canMail }: { canMail: boolean }) => (
  <p>
    Please{' '}
    <a href={logoutPath} className="text-link">
      sign out
    </a>{' '}
    and sign in again
    {canMail && (
      <>
        , or <TextLink to={askSignInLinkPath}>get a sign-in link by email</TextLink>
      </>
    )}
    . Then repeat what you wanted to do.
  </p>
)
