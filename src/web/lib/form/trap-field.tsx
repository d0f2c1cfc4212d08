import type { FieldValues, Path } from 'react-hook-form'
import type { ApiFormState } from './use-api-form.ts'

/** A honeypot field, hidden from people. */
export function TrapField<Input extends FieldValues, Output>({
  form,
  name,
}: {
  form: ApiFormState<Input, Output>
  name: Path<Input>
}) {
  return (
    <div aria-hidden className="absolute -left-[200vw] h-px w-px overflow-hidden">
      <label>
        Leave this empty
        <input {...form.hook.register(name)} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
