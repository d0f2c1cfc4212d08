import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import type { ApiFormState } from './use-api-form.ts'

type Props<Input extends FieldValues, Output> = Omit<ComponentProps<typeof Button>, 'form' | 'type' | 'children'> & {
  form: ApiFormState<Input, Output>
  pendingLabel: string
  children: ReactNode
}

/** Keeps the focus while the form is being sent: shut, not disabled. */
export function SubmitButton<Input extends FieldValues, Output>({
  form: { pending, ready },
  pendingLabel,
  disabled = false,
  children,
  ...button
}: Props<Input, Output>) {
  return (
    <Button {...button} type="submit" disabled={disabled || !ready} aria-disabled={pending}>
      {pending ? pendingLabel : children}
    </Button>
  )
}
