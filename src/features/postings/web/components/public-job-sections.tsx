import { useWatch } from 'react-hook-form'
import { employmentTypeLabels, organizationTypes, payrollTypes } from '#features/jobs/model.ts'
import { publicFormDurations, publicFormJobTypes, publicFormSpecialties } from '#features/postings/model.ts'
import { useShownPage } from '#web/lib/navigation.tsx'
import { ComparablePayNote } from './comparable-pay-note.tsx'
import { FieldPair, LineField, SelectField, stateOptions } from './fields.tsx'
import { LongTextField } from './long-text-field.tsx'
import { PayTransparencyNote } from './pay-transparency-note.tsx'
import type { PublicForm } from './public-form-parts.ts'
import { PublicFormSection } from './public-form-section.tsx'

/** What the job is, where it is and what it pays. */

export function BasicSection({ form }: { form: PublicForm }) {
  const specialty = useWatch({ control: form.hook.control, name: 'specialty' })
  return (
    <PublicFormSection part="basic">
      <LineField form={form} name="title" label="Job title" hint="For example Family Physician, outpatient" required />
      <FieldPair>
        <LineField
          form={form}
          name="company"
          label="Company"
          hint="Who employs the physician"
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
          optional
        />
      </FieldPair>
      <FieldPair>
        <SelectField form={form} name="specialty" label="Specialty" options={publicFormSpecialties} required />
        {specialty === 'Other' ? (
          <LineField form={form} name="specialtyOther" label="Which specialty" required />
        ) : (
          <LineField form={form} name="subspecialty" label="Subspecialty" optional />
        )}
      </FieldPair>
      {specialty === 'Other' && <LineField form={form} name="subspecialty" label="Subspecialty" optional />}
    </PublicFormSection>
  )
}

const jobTypes = publicFormJobTypes.map((value) => ({ value, label: employmentTypeLabels[value] }))

export function LocationSection({ form }: { form: PublicForm }) {
  return (
    <PublicFormSection part="location">
      <FieldPair>
        <LineField form={form} name="city" label="City" input={{ autoComplete: 'address-level2' }} required />
        <SelectField form={form} name="state" label="State" options={stateOptions} empty="Choose one" required />
      </FieldPair>
      <FieldPair>
        <SelectField form={form} name="employmentType" label="Employment type" options={jobTypes} required />
        <SelectField form={form} name="duration" label="Duration" options={publicFormDurations} required />
      </FieldPair>
      <FieldPair>
        <SelectField form={form} name="payroll" label="Payroll type" options={payrollTypes} empty="Choose one" optional />
      </FieldPair>
      <FieldPair>
        <LineField
          form={form}
          name="compMin"
          label="Minimum compensation"
          hint="In US dollars, such as 250,000"
          input={{ inputMode: 'decimal' }}
          optional
        />
        <LineField
          form={form}
          name="compMax"
          label="Maximum compensation"
          hint="In US dollars, such as 300,000"
          input={{ inputMode: 'decimal' }}
          optional
        />
      </FieldPair>
      <PayHelp form={form} />
      <LongTextField
        form={form}
        name="compNotes"
        label="Compensation notes"
        hint="Bonus, RVUs, partnership track, loan repayment"
        max={1000}
        optional
      />
    </PublicFormSection>
  )
}

function PayHelp({ form }: { form: PublicForm }) {
  const { now } = useShownPage()
  const [specialty, state, min, max] = useWatch({
    control: form.hook.control,
    name: ['specialty', 'state', 'compMin', 'compMax'],
  }).map((value) => String(value ?? ''))
  return (
    <>
      <PayTransparencyNote state={state ?? ''} statesPay={Boolean(min || max)} now={now} />
      <ComparablePayNote specialty={specialty ?? ''} state={state ?? ''} min={min} max={max} />
    </>
  )
}

export function DescriptionSection({ form }: { form: PublicForm }) {
  return (
    <PublicFormSection part="description">
      <LongTextField
        form={form}
        name="description"
        label="Description"
        hint="What the work is, day to day. Paragraphs and lists stay as you paste them."
        max={5000}
        rows={10}
        required
      />
      <LongTextField
        form={form}
        name="brief"
        label="Brief summary"
        hint="A sentence or two that open the posting"
        max={300}
        optional
      />
      <LongTextField form={form} name="briefDescription" label="Brief description" max={300} rows={3} optional />
      <LongTextField
        form={form}
        name="fullDescription"
        label="Full description"
        hint="Whatever goes beyond: the place, the organization, the community"
        max={5000}
        optional
      />
      <LongTextField form={form} name="jobDuties" label="Job duties" max={5000} optional />
      <LongTextField
        form={form}
        name="teamNotes"
        label="Team notes"
        hint="Colleagues, support staff, who covers whom"
        max={2000}
        optional
      />
    </PublicFormSection>
  )
}
