import { organizationTypes } from '#features/jobs/model.ts'
import { Select } from '#ui/field.tsx'
import { PasswordInput } from '#ui/fieldset.tsx'
import { emptyIsMissing, FormField } from '#platform/web/form/api-form.tsx'
import type { AnyForm } from '#platform/web/form/use-api-form.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import { companySizes, passwordStrength } from '#features/accounts/model.ts'

type CompanyField =
  | 'companyName'
  | 'companyPhone'
  | 'companyWebsite'
  | 'companySize'
  | 'companyDescription'
  | 'organizationType'
type Props = { form: AnyForm; isEmployer: boolean }

/**
 * What an employer or recruiter says of their company. Not asked of others, and so not sent for
 * them either.
 */
export function CompanyFields({ form, isEmployer }: Props) {
  const field = (name: CompanyField) => ({ form, name, options: { shouldUnregister: true } })
  const choice = (name: CompanyField) => ({
    form,
    name,
    options: { shouldUnregister: true, ...emptyIsMissing },
  })
  return (
    <>
      <FormField
        {...field('companyName')}
        label="Company name"
        {...must(isEmployer)}
        input={{ autoComplete: 'organization' }}
      />
      <FormField {...choice('organizationType')} label="Employer type" {...must(isEmployer)}>
        {(control) => <Select {...control} empty="Choose a type" options={organizationTypes} />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          {...field('companyPhone')}
          label="Company phone"
          optional
          input={{ type: 'tel', autoComplete: 'tel', inputMode: 'tel' }}
        />
        <FormField {...choice('companySize')} label="Company size" optional>
          {(control) => (
            <Select
              {...control}
              empty="Choose a size"
              options={companySizes.map((size) => ({ value: size, label: `${size} employees` }))}
            />
          )}
        </FormField>
      </div>
      <FormField
        {...field('companyWebsite')}
        label="Company website"
        hint="Beginning with https://"
        optional
        input={{ type: 'url', autoComplete: 'url', inputMode: 'url' }}
      />
      <FormField {...field('companyDescription')} label="About the company" optional area={{}} />
    </>
  )
}

const must = (isRequired: boolean) => (isRequired ? { required: true } : { optional: true })

export const NameFields = ({ form }: { form: AnyForm }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <FormField
      form={form}
      name="firstName"
      label="First name"
      required
      input={{ autoComplete: 'given-name' }}
    />
    <FormField
      form={form}
      name="lastName"
      label="Last name"
      required
      input={{ autoComplete: 'family-name' }}
    />
  </div>
)

export function NewPasswordField(props: { form: AnyForm; name: string; label: string }) {
  const typed: unknown = props.form.hook.watch(props.name)
  const strength = passwordStrength(typeof typed === 'string' ? typed : '')
  return (
    <div>
      <FormField
        {...props}
        hint="At least 8 characters. Several words are best. No names or common passwords"
        required
      >
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </FormField>
      <p role="status" className="mt-1 min-h-5 text-xs text-muted">
        {strength !== undefined && strengthTexts[strength]}
      </p>
    </div>
  )
}

export const AcceptedTerms = () => (
  <p className="text-xs text-muted">
    By creating an account you accept the <TextLink to="/terms">Terms of Service</TextLink>. The{' '}
    <TextLink to="/privacy">Privacy Policy</TextLink> says what we store about you.
  </p>
)

const strengthTexts = {
  weak: 'Weak. Make it longer.',
  fair: 'Fair. Add one more word.',
  strong: 'Strong.',
}
