import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { ErrorSummary } from '#ui/error-summary.tsx'
import type { ApiFormState } from './use-api-form.ts'

type Props<Input extends FieldValues, Output> = {
  form: ApiFormState<Input, Output>
  label?: string
  className?: string
  children: ReactNode
}

/** The form element, with an error summary above it for several errors. */
export function ApiForm<Input extends FieldValues, Output>({ form, label, className, children }: Props<Input, Output>) {
  const { problems, element, summary, hook, fieldId, onSubmit } = form
  const needsSummary = problems.length > 1 || problems.some(({ field }) => field === undefined)
  return (
    // POST, so that a form sent without JavaScript keeps its fields out of the address.
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
