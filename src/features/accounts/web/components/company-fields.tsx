import type { FieldValues, Path } from 'react-hook-form'
import { organizationTypes } from '#features/jobs/model.ts'
import { Select } from '#ui/select.tsx'
import { TextArea, TextInput } from '#ui/text-input.tsx'
import { emptyIsMissing, FormField } from '#web/lib/form/form-field.tsx'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import { companySizes } from '#features/accounts/model.ts'

type CompanyField = 'companyName' | 'companyPhone' | 'companyWebsite' | 'companySize' | 'companyDescription' | 'organizationType'
type CompanyValues = FieldValues & Partial<Record<CompanyField, string | undefined>>

type Props<Input extends CompanyValues, Output> = { form: ApiFormState<Input, Output>; isEmployer: boolean }

/** What an employer or recruiter says of their company. Not asked of others, and so not sent for them either. */
export function CompanyFields<Input extends CompanyValues, Output>({ form, isEmployer }: Props<Input, Output>) {
  const field = (name: CompanyField) => ({ form, name: name as Path<Input>, options: { shouldUnregister: true } })
  const choice = (name: CompanyField) => ({
    form,
    name: name as Path<Input>,
    options: { shouldUnregister: true, ...emptyIsMissing },
  })
  return (
    <>
      <FormField {...field('companyName')} label="Company name" {...must(isEmployer)}>
        {(control) => <TextInput {...control} autoComplete="organization" />}
      </FormField>
      <FormField {...choice('organizationType')} label="Organization type" {...must(isEmployer)}>
        {(control) => (
          <Select {...control}>
            <option value="">Choose a type</option>
            {organizationTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField {...field('companyPhone')} label="Company phone" optional>
          {(control) => <TextInput {...control} type="tel" autoComplete="tel" inputMode="tel" />}
        </FormField>
        <FormField {...choice('companySize')} label="Company size" optional>
          {(control) => (
            <Select {...control}>
              <option value="">Choose a size</option>
              {companySizes.map((size) => (
                <option key={size} value={size}>
                  {size} employees
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </div>
      <FormField {...field('companyWebsite')} label="Company website" hint="Beginning with https://" optional>
        {(control) => <TextInput {...control} type="url" autoComplete="url" inputMode="url" />}
      </FormField>
      <FormField {...field('companyDescription')} label="About the company" optional>
        {(control) => <TextArea {...control} />}
      </FormField>
    </>
  )
}

const must = (isRequired: boolean) => (isRequired ? { required: true } : { optional: true })
