import { useWatch } from 'react-hook-form'
import { organizationTypes, payrollTypes } from '#features/jobs/model.ts'
import { accountFormSpecialties } from '#features/postings/model.ts'
import type { AccountPost, AccountPostInput } from '#features/postings/schemas.ts'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import { useShownPage } from '#web/lib/navigation.tsx'
import { ComparablePayNote } from './comparable-pay-note.tsx'
import { FieldPair, LineField, SelectField, stateOptions } from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { LongTextField } from './long-text-field.tsx'
import { PayTransparencyNote } from './pay-transparency-note.tsx'

type AccountForm = ApiFormState<AccountPostInput, AccountPost>
type Props = { form: AccountForm }

const sections = 3

export function PositionSection({ form }: Props) {
  return (
    <FormSection id="position" title="The position" position={{ number: 1, of: sections }}>
      <LineField form={form} name="title" label="Job title" hint="For example Cardiologist, noninvasive" required />
      <SelectField form={form} name="specialty" label="Specialty" options={accountFormSpecialties} empty="Choose one" required />
      <FieldPair>
        <LineField form={form} name="city" label="City" input={{ autoComplete: 'address-level2' }} required />
        <SelectField form={form} name="state" label="State" options={stateOptions} empty="Choose one" required />
      </FieldPair>
      <LongTextField
        form={form}
        name="description"
        label="Description"
        hint="At least 20 characters. Paragraphs and lists stay as you paste them."
        max={5000}
        rows={10}
        required
      />
    </FormSection>
  )
}

export function TermsSection({ form }: Props) {
  return (
    <FormSection id="terms" title="Terms and pay" position={{ number: 2, of: sections }}>
      <FieldPair>
        <LineField form={form} name="duration" label="Duration" hint="For example full-time, locums, 6 months" required />
        <SelectField
          form={form}
          name="payroll"
          label="Payroll type"
          hint="Employed, or as a contractor"
          options={payrollTypes}
          empty="Choose one"
          required
        />
      </FieldPair>
      <LineField
        form={form}
        name="compensation"
        label="Compensation"
        hint="For example $280,000 - $320,000 a year, or $150 an hour"
        optional
      />
      <PayHelp form={form} />
    </FormSection>
  )
}

function PayHelp({ form }: Props) {
  const { now } = useShownPage()
  const [specialty, state, compensation = ''] = useWatch({
    control: form.hook.control,
    name: ['specialty', 'state', 'compensation'],
  })
  return (
    <>
      <PayTransparencyNote state={state} statesPay={compensation.trim() !== ''} now={now} />
      <ComparablePayNote specialty={specialty} state={state} />
    </>
  )
}

export function EmployerSection({ form, isRecruiter, asksForEmail }: Props & { isRecruiter: boolean; asksForEmail: boolean }) {
  return (
    <FormSection id="employer" title="Employer and application" position={{ number: 3, of: sections }}>
      <FieldPair>
        <LineField
          form={form}
          name="company"
          label={isRecruiter ? 'Company (your client)' : 'Company'}
          hint={isRecruiter ? 'The employer that you recruit for' : 'Who employs the physician'}
          input={{ autoComplete: 'organization' }}
          required
        />
        <SelectField
          form={form}
          name="organizationType"
          label="Organization type"
          hint="What kind of employer it is"
          options={organizationTypes}
          empty="Choose one"
          required
        />
      </FieldPair>
      <LineField
        form={form}
        name="applyUrl"
        label="Apply URL"
        hint="Where physicians apply: a web address, or mailto: with an e-mail address"
        input={{ inputMode: 'url', spellCheck: false }}
        required
      />
      {asksForEmail && (
        <LineField
          form={form}
          name="contactEmail"
          label="Contact email"
          hint="For inquiries. Never shown."
          input={{ type: 'email', inputMode: 'email', autoComplete: 'email' }}
          required
        />
      )}
    </FormSection>
  )
}
