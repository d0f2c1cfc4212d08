import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { ErrorSummary } from '#ui/error-summary.tsx'
import type { ApiFormState } from './use-api-form.ts'

type Props<Input extends FieldValues, Output> = {
  form: ApiFormState<Input, Output>
  /** Names the form where no heading does. */
  label?: string
  className?: string
  children: ReactNode
}

/** The form's element, with what keeps it from being sent on top, once that is more than one bad field. */
export function ApiForm<Input extends FieldValues, Output>({ form, label, className, children }: Props<Input, Output>) {
  const { problems, element, summary, hook, fieldId, onSubmit } = form
  const needsSummary = problems.length > 1 || problems.some(({ field }) => field === undefined)
  return (
    // Should it ever be sent without scripts, then at least not with the fields in the address.
    <form ref={element} method="post" noValidate onSubmit={onSubmit} aria-label={label} className={className}>
      {needsSummary && (
        <ErrorSummary
          ref={summary}
          className="mb-6"
          problems={problems.map(({ message, field }) => ({
            message,
            ...(field !== undefined && {
              controlId: fieldId(field as Path<Input>),
              onFollow: () => hook.setFocus(field as Path<Input>),
            }),
          }))}
        />
      )}
      {children}
    </form>
  )
}
