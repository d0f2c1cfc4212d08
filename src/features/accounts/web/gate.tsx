import { useQueryClient } from '@tanstack/react-query'
import { signUpRoles } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { logoutPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { RadioCards } from '#ui/fieldset.tsx'
import { QuestionPage } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { callApi, invalidateCalls } from '#platform/web/api.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { hires, roleTexts } from '../model.ts'
import { roleSchema } from '../schemas.ts'
import { CompanyFields } from './components/account-fields.tsx'
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
      <TwoFactor onReady={() => void refreshCurrentUser(queryClient)} />
      <div>
        <a href={logoutPath} className={buttonClass('quiet')}>
          Logout
        </a>
      </div>
    </QuestionPage>
  )
}

const failed = 'Failed to set up your account. Please try again.'

type Props = { roles: readonly (typeof signUpRoles)[number][]; done?: () => void }

/** What somebody chooses to be. */
export function RoleForm({ roles, done }: Props) {
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: roleSchema,
    submit: (body) => callApi('PUT /api/auth/user/role', { body }),
    done(_answer, { role }) {
      toast({
        title: 'Account set up',
        description: `You are signed in as a${role === 'employer' ? 'n' : ''} ${roleTexts[role].name}.`,
      })
      done?.()
      void refreshCurrentUser(queryClient)
      void invalidateCalls(queryClient, ['GET /api/account/security'])
    },
    leavesPage: true,
    failure: { title: 'Error', fallback: failed, offline: failed },
  })
  const chosen = form.hook.watch('role')

  return (
    <ApiForm form={form} label="Role" className="flex flex-col gap-6">
      <RadioCards
        legend="Role"
        hideLegend
        {...form.group('role')}
        options={roles.map((value) => ({
          value,
          title: roleTexts[value].claim,
          description: roleTexts[value].description,
        }))}
      />
      {hires(chosen) && (
        <div className="flex flex-col gap-4">
          <CompanyFields form={form.untyped} isEmployer={chosen === 'employer'} />
        </div>
      )}
      <div>
        <SubmitButton
          label="Continue"
          form={form}
          pendingLabel="Setting up your account..."
          disabled={!chosen}
        />
      </div>
    </ApiForm>
  )
}
