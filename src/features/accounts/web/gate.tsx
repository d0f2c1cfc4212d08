import { signUpRoles } from '#shared/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/current-user.ts'
import { logoutPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { RoleForm } from './components/role-form.tsx'
import { TwoFactor } from './components/two-factor.tsx'

/** What a signed-in visitor has to do before anything else. */
export const Gate = ({ user }: { user: CurrentUser }) =>
  user.role === null ? <RoleSelection /> : <TwoFactorSetup />

/**
 * Instead of any page, for somebody who came through an identity provider and has not said yet what
 * they are.
 */
const RoleSelection = () => (
  <QuestionPage
    title="Welcome! What brings you here?"
    lead="You choose once. The site then shows what you need."
  >
    <RoleForm roles={signUpRoles} />
  </QuestionPage>
)

/**
 * Instead of any page, for an administrator or moderator who needs a second factor and has none.
 */
function TwoFactorSetup() {
  const queryClient = useQueryClient()
  return (
    <QuestionPage
      title="Set up a second step"
      lead="Administrators and moderators need a second step to sign in. Choose one now; it takes a minute."
    >
      <TwoFactor heading="h2" onReady={() => void refreshCurrentUser(queryClient)} />
      <div>
        <a href={logoutPath} className={buttonClass('quiet')}>
          Logout
        </a>
      </div>
    </QuestionPage>
  )
}
