import type { FieldValues, Path } from 'react-hook-form'
import type { ApiFormState } from './use-api-form.ts'

/** The field that no person sees or reaches: who fills it is a program. */
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
