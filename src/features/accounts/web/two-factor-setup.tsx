import { useQueryClient } from '@tanstack/react-query'
import { logoutPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { FormPage } from './components/form-page.tsx'
import { TwoFactor } from './components/two-factor.tsx'

/** Instead of any page, for an administrator who needs a second factor and has none. */
export function TwoFactorSetup() {
  const queryClient = useQueryClient()
  return (
    <FormPage
      title="Set up a second step"
      lead="Administrators need a second step to sign in. Choose one now; it takes a minute."
    >
      <TwoFactor heading="h2" onReady={() => void refreshCurrentUser(queryClient)} />
      <div>
        <a href={logoutPath} className={buttonClass('quiet')}>
          Logout
        </a>
      </div>
    </FormPage>
  )
}
