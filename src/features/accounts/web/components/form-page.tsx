import { useQueryClient } from '@tanstack/react-query'
import { signInErrorText } from '#features/accounts/model.ts'
import { Alert } from '#ui/feedback.tsx'
import { toast } from '#ui/toast.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { useShownPage } from '#platform/web/navigation.tsx'

/** After somebody has signed in. */
export function useWelcome() {
  const queryClient = useQueryClient()
  return async (said = { title: 'Welcome back!', description: 'You have successfully logged in.' }): Promise<void> => {
    await refreshCurrentUser(queryClient)
    toast(said)
  }
}

/** Why somebody who went to an identity provider is back here. */
export function SignInProblem() {
  const { search } = useShownPage()
  const text = signInErrorText(search['error'])
  return text === undefined ? null : <Alert tone="danger">{text}</Alert>
}
