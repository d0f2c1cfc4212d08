import { signInErrorText } from '#features/accounts/sign-in-errors.ts'
import { Alert } from '#ui/alert.tsx'
import { useShownPage } from '#web/lib/navigation.tsx'

/** Why somebody who went to an identity provider is back here. */
export function SignInProblem() {
  const { search } = useShownPage()
  const text = signInErrorText(search['error'])
  return text === undefined ? null : <Alert tone="danger">{text}</Alert>
}
