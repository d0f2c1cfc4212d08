import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { requirementFlags } from '#features/jobs/model.ts'
import type { RequirementFlag } from '#features/jobs/model.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'

/** The kinds of fields that the postings' forms are made of. */

export type FieldProps<Input extends FieldValues, Output> = Omit<ComponentProps<typeof FormField<Input, Output>>, 'children'>

type LineProps = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder' | 'spellCheck' | 'list'>

/** One line of text. */
export function LineField<Input extends FieldValues, Output>({
  input,
  ...field
}: FieldProps<Input, Output> & { input?: LineProps }) {
  return <FormField {...field}>{(control) => <TextInput autoComplete="off" {...input} {...control} />}</FormField>
}

export type Option = string | { value: string; label: string }

/** One of a list. With `empty` the list begins with a choice that is none. */
export function SelectField<Input extends FieldValues, Output>({
  options,
  empty,
  ...field
}: FieldProps<Input, Output> & { options: readonly Option[]; empty?: string }) {
  return (
    <FormField {...field}>
      {(control) => (
        <Select {...control}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => {
            const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
            return (
              <option key={value} value={value}>
                {label}
              </option>
            )
          })}
        </Select>
      )}
    </FormField>
  )
}

export const stateOptions: readonly Option[] = stateCodes.map((value) => ({ value, label: stateName(value) }))

/** Yes or no, six times. */
export function RequirementFields<Input extends FieldValues & Partial<Record<RequirementFlag, boolean | undefined>>, Output>({
  form,
}: {
  form: ApiFormState<Input, Output>
}) {
  return (
    <Fieldset legend="Requirements" hideLegend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {(Object.keys(requirementFlags) as (RequirementFlag & FieldProps<Input, Output>['name'])[]).map((flag) => (
          <Checkbox key={flag} label={requirementFlags[flag]} {...form.hook.register(flag)} />
        ))}
      </div>
    </Fieldset>
  )
}

/** Short fields that belong side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
}
