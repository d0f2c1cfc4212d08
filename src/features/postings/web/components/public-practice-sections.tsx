import { benefits, ehrSystems, practiceSettings, schedules, visaLabels, visaSupports } from '#features/jobs/model.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { FieldPair, LineField, RequirementFields, SelectField } from './fields.tsx'
import type { PublicForm } from './public-form-parts.ts'
import { PublicFormSection } from './public-form-section.tsx'

/** How the practice works, what it offers and asks for, and where to apply. */

export function PracticeSection({ form }: { form: PublicForm }) {
  return (
    <PublicFormSection part="practice">
      <CheckboxGroup legend="Practice setting" hint="At least one" options={practiceSettings} {...form.group('setting')} />
      <CheckboxGroup legend="Schedule" hint="At least one" options={schedules} {...form.group('schedule')} />
      <FieldPair>
        <SelectField form={form} name="ehr" label="EHR system" options={ehrSystems} empty="Choose one" optional />
      </FieldPair>
    </PublicFormSection>
  )
}

const visaOptions = visaSupports.map((value) => ({ value, label: value === 'None' ? 'None' : visaLabels[value] }))

export function BenefitsSection({ form }: { form: PublicForm }) {
  return (
    <PublicFormSection part="benefits">
      <CheckboxGroup legend="Benefits" optional options={benefits} {...form.group('benefits')} />
      <FieldPair>
        <LineField
          form={form}
          name="startDateText"
          label="Start date"
          hint="For example July 2027, or as soon as possible"
          optional
        />
        <LineField form={form} name="hireWindow" label="Hire window" hint="By when you mean to decide" optional />
      </FieldPair>
      <FieldPair>
        <SelectField form={form} name="visaSupport" label="Visa support" options={visaOptions} optional />
      </FieldPair>
    </PublicFormSection>
  )
}

export function RequirementsSection({ form }: { form: PublicForm }) {
  return (
    <PublicFormSection part="requirements" lead="Check what applies.">
      <RequirementFields form={form} />
    </PublicFormSection>
  )
}

export function FacilitySection({ form }: { form: PublicForm }) {
  return (
    <PublicFormSection part="facility" lead="Where the work is done, if that is not the company’s own name and place.">
      <LineField form={form} name="facilityName" label="Facility name" />
      <LineField form={form} name="facilityStreet" label="Street" input={{ autoComplete: 'street-address' }} />
      <FieldPair>
        <LineField form={form} name="facilityCity" label="Facility city" />
        <LineField form={form} name="facilityState" label="Facility state" />
      </FieldPair>
      <FieldPair>
        <LineField
          form={form}
          name="facilityZip"
          label="ZIP code"
          input={{ autoComplete: 'postal-code', inputMode: 'numeric' }}
        />
        <LineField form={form} name="facilityCountry" label="Country" input={{ autoComplete: 'country-name' }} />
      </FieldPair>
    </PublicFormSection>
  )
}

export function ContactSection({ form }: { form: PublicForm }) {
  return (
    <PublicFormSection part="contact">
      <LineField
        form={form}
        name="applyUrl"
        label="Apply URL"
        hint="Where physicians apply: a web address, or mailto: with an e-mail address"
        input={{ inputMode: 'url', spellCheck: false }}
        required
      />
      <FieldPair>
        <LineField
          form={form}
          name="contactEmail"
          label="Contact email"
          hint="For inquiries and the link to edit the posting. Never shown."
          input={{ type: 'email', inputMode: 'email', autoComplete: 'email' }}
          required
        />
        <LineField
          form={form}
          name="publicEmail"
          label="Public email"
          hint="Shown on the posting"
          input={{ type: 'email', inputMode: 'email' }}
          optional
        />
      </FieldPair>
      <LineField
        form={form}
        name="logoUrl"
        label="Logo URL"
        hint="The address of a picture, such as https://example.com/logo.png"
        input={{ inputMode: 'url', spellCheck: false }}
        optional
      />
    </PublicFormSection>
  )
}
