import type { FieldPath, FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { formatNumber } from '#shared/numbers.ts'
import { TextArea } from '#ui/text-input.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import { characterCount } from '#features/postings/model.ts'
import { pasteAsText } from '../paste-as-text.ts'
import type { FieldProps } from './fields.tsx'

/** Paragraphs and lists; what is pasted from documents and web pages keeps both. `max` counts characters. */
export function LongTextField<Input extends FieldValues, Output>({
  max,
  rows = 5,
  ...field
}: FieldProps<Input, Output> & { max: number; rows?: number }) {
  return (
    <div>
      <FormField {...field}>{(control) => <TextArea {...control} rows={rows} onPaste={pasteAsText} />}</FormField>
      <Count form={field.form} name={field.name} max={max} />
    </div>
  )
}

/** Silent as long as there is room. */
function Count<Input extends FieldValues, Output>({
  form,
  name,
  max,
}: {
  form: ApiFormState<Input, Output>
  name: FieldPath<Input>
  max: number
}) {
  const value: unknown = useWatch({ control: form.hook.control, name })
  const count = typeof value === 'string' ? characterCount(value) : 0
  const isTooLong = count > max
  return (
    <p
      role="status"
      className={`mt-1 text-right text-xs tabular-nums empty:hidden ${isTooLong ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      {count > max * 0.8 &&
        (isTooLong
          ? `${formatNumber(count - max)} characters too many`
          : `${formatNumber(count)} of ${formatNumber(max)} characters`)}
    </p>
  )
}
