import type { ReactNode } from 'react'
import { ApiForm, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { resetPasswordSchema } from '#features/accounts/schemas.ts'
import { NewPasswordField } from './account-fields.tsx'
import { FormPage, NeedsScripts } from './form-page.tsx'

type Props<Answer> = {
  title: string
  lead: string
  /** The form's name. */
  label: string
  button: string
  pendingLabel: string
  failure: string
  submit: (password: string) => Promise<Answer>
  done: (answer: Answer) => void
  /** Beside the button. */
  aside?: ReactNode
}

/** Behind a mailed link: its holder chooses a password. */
export function NewPasswordPage<Answer>({
  title,
  lead,
  label,
  button,
  pendingLabel,
  failure,
  submit,
  done,
  aside,
}: Props<Answer>) {
  const form = useApiForm({
    schema: resetPasswordSchema.pick({ password: true }),
    submit: ({ password }) => submit(password),
    done,
    leavesPage: true,
    failure: { title: failure },
  })
  return (
    <FormPage title={title} lead={lead}>
      <NeedsScripts />
      <ApiForm form={form} label={label} className="flex flex-col gap-4">
        <NewPasswordField form={form} name="password" label="New password" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton form={form} pendingLabel={pendingLabel}>
            {button}
          </SubmitButton>
          {aside}
        </div>
      </ApiForm>
    </FormPage>
  )
}
