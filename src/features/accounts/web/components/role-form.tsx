import { type signUpRoles } from '#shared/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { hires, roleTexts } from '#features/accounts/model.ts'
import { roleSchema } from '#features/accounts/schemas.ts'
import { RadioCards } from '#ui/fieldset.tsx'
import { toast } from '#ui/toast.ts'
import { callApi, invalidateCalls } from '#platform/web/api.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { CompanyFields } from './account-fields.tsx'

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
          <CompanyFields form={form} isEmployer={chosen === 'employer'} />
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
