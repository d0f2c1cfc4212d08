import { Download } from 'lucide-react'
import { useState } from 'react'
import type { DeleteMyAccount } from '#features/personal-data/contract.ts'
import { deleteAccountSchema } from '#features/personal-data/schemas.ts'
import type { Role } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { homePath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { callApi } from '#web/lib/api.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { AccountSection } from './account-section.tsx'

/** Everything that is kept, as a file; and the end of it. */
export function PersonalDataSection({ user }: { user: CurrentUser }) {
  const [asking, setAsking] = useState(false)
  return (
    <AccountSection title="Your data" lead="It is yours: take it with you, or have it deleted.">
      <div className="flex flex-wrap gap-3">
        <a href="/api/account/export" download className={buttonClass('secondary')}>
          <Download aria-hidden className="size-4" />
          Download my data
        </a>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title="Delete my account">
        <p>This cannot be undone. With the account go:</p>
        <ul className="mt-3 flex list-disc flex-col gap-1 pl-5">
          {consequences(user.role).map((it) => (
            <li key={it}>{it}</li>
          ))}
        </ul>
        <p className="mt-3 text-muted">
          Mails that were sent are out of our hands, and problems that you reported stay on record without your name.
        </p>
        <DeleteForm hasPassword={user.hasPassword} email={user.email} />
      </Dialog>
    </AccountSection>
  )
}

function consequences(role: Role | null): string[] {
  if (role === 'employer' || role === 'recruiter') {
    return ['your postings: they are taken down at once', 'the inquiries in your inbox', 'your name, company and sign-in']
  }
  return [
    'your inquiries: they vanish from the employers’ inboxes',
    'your CV, with every copy that was sent along',
    'saved jobs, notes and job alerts',
    'your name and sign-in',
  ]
}

function DeleteForm({ hasPassword, email }: Pick<CurrentUser, 'hasPassword' | 'email'>) {
  const form = useApiForm({
    schema: deleteAccountSchema,
    submit: (body) => callApi<DeleteMyAccount>({ method: 'DELETE', url: '/api/account', body }),
    // A full page load: nothing of what this page knows is to stay.
    done: () => location.assign(homePath),
    leavesPage: true,
    failure: { title: 'The account could not be deleted' },
  })
  return (
    <ApiForm form={form} label="Delete my account" className="mt-5 flex flex-col gap-4">
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      {hasPassword && (
        <FormField form={form} name="password" label="Password" hint="To be sure that it is you" required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
      )}
      <SubmitButton form={form} look="danger" pendingLabel="Deleting..." className="self-end">
        Delete my account for good
      </SubmitButton>
    </ApiForm>
  )
}
