import { useQueryClient } from '@tanstack/react-query'
import type { OrganizationType } from '#features/jobs/model.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshCurrentUser } from '#web/lib/current-user.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import type { UpdateProfile } from '#features/accounts/contract.ts'
import { hires } from '#features/accounts/model.ts'
import type { CompanySize } from '#features/accounts/model.ts'
import { profileSchema } from '#features/accounts/schemas.ts'
import { AccountSection } from './account-section.tsx'
import { CompanyFields } from './company-fields.tsx'

export function ProfileSection({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const withCompany = hires(user.role)
  const form = useApiForm({
    schema: profileSchema,
    defaults: {
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
      ...(withCompany && companyOf(user)),
    },
    submit: (body) => callApi<UpdateProfile>({ method: 'PUT', url: '/api/account/profile', body }),
    done() {
      toast({ title: 'Saved', description: 'Your details have been changed.' })
      void refreshCurrentUser(queryClient)
    },
    failure: { title: 'Your details could not be saved' },
  })

  return (
    <AccountSection title={withCompany ? 'Name and company' : 'Name'}>
      <ApiForm form={form} label={withCompany ? 'Name and company' : 'Name'} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="firstName" label="First name" required>
            {(control) => <TextInput {...control} autoComplete="given-name" />}
          </FormField>
          <FormField form={form} name="lastName" label="Last name" required>
            {(control) => <TextInput {...control} autoComplete="family-name" />}
          </FormField>
        </div>
        {withCompany && <CompanyFields form={form} isEmployer={user.role === 'employer'} />}
        <div>
          <SubmitButton form={form} pendingLabel="Saving...">
            Save
          </SubmitButton>
        </div>
      </ApiForm>
    </AccountSection>
  )
}

const companyOf = (user: CurrentUser) => ({
  companyName: user.companyName ?? '',
  companyPhone: user.companyPhone ?? '',
  companyWebsite: user.companyWebsite ?? '',
  companyDescription: user.companyDescription ?? '',
  // What is not on the list any more is to be chosen anew: the form's schema refuses it.
  companySize: (user.companySize ?? undefined) as CompanySize | undefined,
  organizationType: (user.organizationType ?? undefined) as OrganizationType | undefined,
})
