import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  benefits,
  ehrSystems,
  employmentTypeLabels,
  organizationTypes,
  payrollTypes,
  practiceSettings,
  schedules,
  visaLabels,
  visaSupports,
} from '#features/jobs/model.ts'
import type { EmploymentType } from '#features/jobs/model.ts'
import { parseLocation } from '#features/postings/location.ts'
import { accountFormSpecialties, editFormJobTypes } from '#features/postings/model.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import { useShownPage } from '#web/lib/navigation.tsx'
import { fieldLabels } from '#features/postings/field-labels.ts'
import type { PostingField, PostingForm } from '#features/postings/posting-form.ts'
import { ComparablePayNote } from './comparable-pay-note.tsx'
import { FieldPair, LineField, RequirementFields, SelectField } from './fields.tsx'
import type { Option } from './fields.tsx'
import { LongTextField } from './long-text-field.tsx'
import { PayTransparencyNote } from './pay-transparency-note.tsx'

/** The form of a posting that exists already, or is a copy of one. */

type Form<Output> = ApiFormState<PostingForm, Output>
type Props<Output> = {
  form: Form<Output>
  /** What it was about before: the lists of the form are shorter than those of all that is posted. */
  was: Pick<PostingForm, 'specialty' | 'jobType'>
}

const named = (name: PostingField) => ({ name, label: fieldLabels[name] ?? name })

const mainFields: readonly string[] = [
  'title',
  'specialty',
  'location',
  'jobType',
  'salaryMin',
  'salaryMax',
  'description',
  'isActive',
] satisfies PostingField[]

export function MainFields<Output>({ form, was }: Props<Output>) {
  return (
    <div className="flex flex-col gap-5">
      <LineField form={form} {...named('title')} required />
      <FieldPair>
        <SelectField
          form={form}
          {...named('specialty')}
          options={withPresent(accountFormSpecialties, was.specialty)}
          empty="Choose one"
          required
        />
        <SelectField
          form={form}
          {...named('jobType')}
          options={withPresent(jobTypeOptions, was.jobType)}
          empty="Choose one"
          required
        />
      </FieldPair>
      <FieldPair>
        <LineField form={form} {...named('location')} hint="City, State" required />
      </FieldPair>
      <FieldPair>
        <LineField form={form} {...named('salaryMin')} hint="In US dollars, such as 250,000" optional />
        <LineField form={form} {...named('salaryMax')} hint="In US dollars, such as 300,000" optional />
      </FieldPair>
      <PayHelp form={form} />
      <LongTextField
        form={form}
        {...named('description')}
        hint="At least 20 characters. Paragraphs and lists stay as you paste them."
        max={5000}
        rows={12}
        required
      />
    </div>
  )
}

function PayHelp<Output>({ form }: { form: Form<Output> }) {
  const { now } = useShownPage()
  const [specialty, location, salaryMin, salaryMax] = useWatch({
    control: form.hook.control,
    name: ['specialty', 'location', 'salaryMin', 'salaryMax'],
  })
  const state = parseLocation(location)?.state ?? ''
  return (
    <>
      <PayTransparencyNote state={state} statesPay={salaryMin.trim() !== '' || salaryMax.trim() !== ''} now={now} />
      <ComparablePayNote specialty={specialty} state={state} min={salaryMin} max={salaryMax} />
    </>
  )
}

const labelOf = (type: EmploymentType) => ({ value: type, label: employmentTypeLabels[type] })
const jobTypeOptions: readonly Option[] = editFormJobTypes.map(labelOf)

function withPresent(options: readonly Option[], present: string): readonly Option[] {
  const isThere = options.some((it) => (typeof it === 'string' ? it : it.value) === present)
  return isThere || present === '' ? options : [...options, { value: present, label: labels[present] ?? present }]
}
const labels: Record<string, string> = employmentTypeLabels

export function ActiveField<Output>({ form }: { form: Form<Output> }) {
  return <Checkbox label="Active: physicians see this posting" {...form.hook.register('isActive')} />
}

/** Closed, until somebody wants to see it or something in it is wrong. */
export function MoreFields<Output>({ form, asksForContact }: { form: Form<Output>; asksForContact: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const hasProblem = form.problems.some(({ field }) => field !== undefined && !mainFields.includes(field))
  return (
    <details
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-md border border-line bg-surface"
    >
      <summary className="flex cursor-pointer items-center justify-between gap-4 px-4 py-3 font-semibold hover:text-action">
        <span>
          More details
          <span className="block text-xs font-normal text-muted">
            Employer, practice, benefits, requirements, facility, application
          </span>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-8 border-t border-line p-4">
        <EmployerFields form={form} asksForContact={asksForContact} />
        <PracticeFields form={form} />
        <TextFields form={form} />
        <FacilityFields form={form} />
      </div>
    </details>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function EmployerFields<Output>({ form, asksForContact }: { form: Form<Output>; asksForContact: boolean }) {
  return (
    <Group title="Employer and application">
      <FieldPair>
        <LineField form={form} {...named('company')} hint="Who employs the physician" required />
        <SelectField
          form={form}
          {...named('organizationType')}
          hint="What kind of employer it is"
          options={organizationTypes}
          empty="Choose one"
          optional
        />
      </FieldPair>
      <LineField
        form={form}
        {...named('applyUrl')}
        hint="Where physicians apply: a web address, or mailto: with an e-mail address"
        input={{ inputMode: 'url', spellCheck: false }}
      />
      <FieldPair>
        {asksForContact && (
          <LineField
            form={form}
            {...named('contactEmail')}
            hint="For inquiries. Never shown."
            input={{ type: 'email', inputMode: 'email' }}
          />
        )}
        <LineField
          form={form}
          {...named('publicEmail')}
          hint="Shown on the posting"
          input={{ type: 'email', inputMode: 'email' }}
          optional
        />
      </FieldPair>
      <LineField
        form={form}
        {...named('logoUrl')}
        hint="The address of a picture, such as https://example.com/logo.png"
        input={{ inputMode: 'url', spellCheck: false }}
        optional
      />
    </Group>
  )
}

const visaOptions = visaSupports.map((value) => ({ value, label: value === 'None' ? 'None' : visaLabels[value] }))

function PracticeFields<Output>({ form }: { form: Form<Output> }) {
  return (
    <Group title="Practice and terms">
      <CheckboxGroup legend={fieldLabels['setting']} options={practiceSettings} {...form.group('setting')} />
      <CheckboxGroup legend={fieldLabels['schedule']} options={schedules} {...form.group('schedule')} />
      <CheckboxGroup legend={fieldLabels['benefits']} options={benefits} {...form.group('benefits')} />
      <FieldPair>
        <LineField form={form} {...named('subspecialty')} optional />
        <LineField form={form} {...named('specialtyOther')} optional />
        <LineField form={form} {...named('duration')} optional />
        <SelectField form={form} {...named('payroll')} options={payrollTypes} empty="Choose one" optional />
        <LineField form={form} {...named('startDateText')} optional />
        <LineField form={form} {...named('hireWindow')} optional />
        <SelectField form={form} {...named('visaSupport')} options={visaOptions} empty="Choose one" optional />
        <SelectField form={form} {...named('ehr')} options={ehrSystems} empty="Choose one" optional />
      </FieldPair>
      <LongTextField form={form} {...named('compNotes')} max={1000} rows={3} optional />
      <div>
        <p className="text-xs font-semibold">Requirements</p>
        <RequirementFields form={form} />
      </div>
    </Group>
  )
}

function TextFields<Output>({ form }: { form: Form<Output> }) {
  return (
    <Group title="Further texts">
      <LongTextField form={form} {...named('brief')} hint="A sentence or two that open the posting" max={300} rows={2} optional />
      <LongTextField form={form} {...named('fullDescription')} max={5000} optional />
      <LongTextField form={form} {...named('jobDuties')} max={5000} optional />
      <LongTextField form={form} {...named('teamNotes')} max={2000} rows={3} optional />
    </Group>
  )
}

function FacilityFields<Output>({ form }: { form: Form<Output> }) {
  return (
    <Group title="Facility">
      <LineField form={form} {...named('facilityName')} optional />
      <LineField form={form} {...named('facilityStreet')} optional />
      <FieldPair>
        <LineField form={form} {...named('facilityCity')} optional />
        <LineField form={form} {...named('facilityState')} optional />
        <LineField form={form} {...named('facilityZip')} optional />
        <LineField form={form} {...named('facilityCountry')} optional />
      </FieldPair>
    </Group>
  )
}
