import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { safeReturnTo, signInPath, twoFactorPath } from '#shared/paths.ts'
import { EmptyState, LoadFailure, PageSpinner } from '#ui/feedback.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { NeedsScripts } from '#platform/web/form/post-form.tsx'
import { useShownPage, LinkButton } from '#platform/web/navigation.tsx'
import { CodeForm, PasskeyButton, useLeaveOnceSignedIn, useWelcome } from './components/sign-in.tsx'

export const head = unlistedHead(
  'Second step',
  'Confirm your sign-in with a second step.',
  twoFactorPath,
)

/** Asked anew at each visit: the answer is about this browser's sign-in. */
const twoFactorQuery = apiQuery(
  'GET /api/auth/two-factor',
  {},
  { retryOnMount: false, staleTime: 0, gcTime: 0 },
)

export function Page() {
  const returnTo = safeReturnTo(useShownPage().search['returnTo'])
  const welcome = useWelcome()
  const isSignedIn = useLeaveOnceSignedIn(returnTo)
  const { data, isError, refetch } = useQuery(twoFactorQuery)

  if (isError)
    return (
      <div className="page-column py-10 sm:py-16">
        <LoadFailure onRetry={() => void refetch()}>
          We could not load this page. Please try again.
        </LoadFailure>
      </div>
    )
  if (!data || isSignedIn) return <PageSpinner />
  if (!data.pending) return <NothingPending />
  return (
    <QuestionPage
      title="One more step"
      lead="Your account has a second step. Please confirm that it is you."
    >
      <NeedsScripts />
      {data.passkey && <PasskeyButton label="Use your passkey" onDone={() => void welcome()} />}
      <CodeForm
        label="Continue"
        hint={
          data.code
            ? 'Six digits from your authenticator app, or a recovery code'
            : 'Without your passkey: a recovery code'
        }
        submit={({ code = '' }) => callApi('POST /api/auth/two-factor', { body: { code } })}
        done={() => void welcome()}
      />
      <p className="text-xs text-muted">
        Lost your second step and your recovery codes? Please write to us. We will check that the
        account is yours.
      </p>
    </QuestionPage>
  )
}

const NothingPending = () => (
  <EmptyState
    level={1}
    title="This sign-in took too long"
    actions={<LinkButton label="Sign In" to={signInPath} />}
  >
    Please sign in again.
  </EmptyState>
)
