import { signUpRoles, type Role } from '#shared/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { signInPath, accountPath, homePath, teamPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { PasswordInput } from '#ui/fieldset.tsx'
import { Section } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { knownUser, refreshCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { NeedsScripts } from '#platform/web/form/post-form.tsx'
import { TextLink, type PageArgs } from '#platform/web/navigation.tsx'
import { RequireRole } from '#platform/web/require-role.tsx'
import { hires, roleName } from '../model.ts'
import { profileSchema, deleteAccountSchema } from '../schemas.ts'
import { RoleForm } from './gate.tsx'
import { NameFields } from './components/account-fields.tsx'
import { providersQuery, securityQuery } from './components/sign-in.tsx'
import { TwoFactor } from './components/two-factor.tsx'
import {
  DevicesSection,
  EmailSection,
  PasswordSection,
  IdentitiesSection,
} from './components/sign-in-sections.tsx'

export const head = unlistedHead(
  'Your account',
  'Name, email, password and signed-in devices.',
  accountPath,
)

export async function load({ queryClient }: PageArgs): Promise<void> {
  // Others are asked to sign in first.
  if (!knownUser(queryClient)) return
  await Promise.all([
    queryClient.prefetchQuery(securityQuery),
    queryClient.prefetchQuery(providersQuery),
  ])
}

const texts = {
  signIn: {
    title: 'Please log in',
    description: 'You need to be logged in to see your account.',
    to: signInPath,
  },
}

export const Page = () => (
  <RequireRole texts={texts}>{(user) => <Account user={user} />}</RequireRole>
)

const Account = ({ user }: { user: CurrentUser }) => (
  <div className="page-column py-10 sm:py-16">
    <h1 className="text-xl font-bold">Your account</h1>
    <div className="mt-8 flex flex-col gap-10">
      <NeedsScripts />
      <ProfileSection user={user} />
      <RoleSection user={user} />
      <EmailSection user={user} />
      <PasswordSection user={user} />
      <Section isForm title="Second step" lead="Protect your account with more than a password.">
        <TwoFactor />
      </Section>
      <IdentitiesSection />
      <DevicesSection />
      <PersonalDataSection user={user} />
    </div>
  </div>
)

function ProfileSection({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: profileSchema,
    defaults: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
    submit: (body) => callApi('PUT /api/account/profile', { body }),
    done() {
      toast({ title: 'Details saved' })
      void refreshCurrentUser(queryClient)
    },
    failure: { title: 'We could not save your details' },
  })

  return (
    <Section isForm title="Name">
      <ApiForm form={form} label="Name">
        <NameFields form={form.untyped} />
        {hires(user.role) && (
          <p className="text-muted">
            The facts about {user.companyName ?? 'your organization'} are on the page of{' '}
            <TextLink to={teamPath}>your team</TextLink>.
          </p>
        )}
        <SubmitButton label="Save" form={form} pendingLabel="Saving..." />
      </ApiForm>
    </Section>
  )
}

/**
 * Who signed up as something else than they are chooses again, once, as long as nothing hangs on
 * it.
 */
function RoleSection({ user: { role } }: { user: CurrentUser }) {
  const [isChoosing, setChoosing] = useState(false)
  const { data } = useQuery(securityQuery)
  const others = signUpRoles.filter((choice) => choice !== role)
  if (others.length === signUpRoles.length) return null
  return (
    <Section
      isForm
      title="Role"
      lead={`You signed up as ${role === 'employer' ? 'an' : 'a'} ${roleName(role).toLowerCase()}.`}
    >
      {data?.mayChooseRole ? (
        <>
          <p className="text-muted">
            Was that a mistake? You can change it once, as long as nothing is posted, sent or saved.
          </p>
          <Button
            label="Change my role"
            look="secondary"
            className="mt-4 self-start"
            onClick={() => setChoosing(true)}
          />
        </>
      ) : (
        <p className="text-muted">
          Only we can change it now. Please <TextLink to="/contact">write to us</TextLink>.
        </p>
      )}
      <Dialog open={isChoosing} onClose={() => setChoosing(false)} title="Change my role">
        <RoleForm roles={others} done={() => setChoosing(false)} />
      </Dialog>
    </Section>
  )
}

function PersonalDataSection({ user }: { user: CurrentUser }) {
  const [asking, setAsking] = useState(false)
  // A call and not a link: the server may ask for re-authentication first.
  const download = useAction({
    call: () => callApi('GET /api/account/export'),
    done: (data) => saveFile('my-data.json', JSON.stringify(data, null, 2)),
    failure: 'We could not download your data',
  })
  return (
    <Section isForm title="Your data" lead="Download your data, or delete your account.">
      <div className="flex flex-wrap gap-3">
        <ActionButton label="Download my data" action={download} icon={Download} look="secondary" />
        <Button label="Delete my account" look="danger" onClick={() => setAsking(true)} />
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title="Delete my account">
        <p>You cannot undo this. We also delete:</p>
        <ul className="mt-3 flex list-disc flex-col gap-1 pl-5">
          {consequences(user.role).map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
        <p className="mt-3 text-muted">
          We cannot recall emails already sent. Problems you reported stay on record without your
          name.
        </p>
        <DeleteForm hasPassword={user.hasPassword} email={user.email} />
      </Dialog>
    </Section>
  )
}

function saveFile(name: string, text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

function consequences(role: Role | null) {
  if (hires(role))
    return [
      'your postings, immediately',
      'the inquiries in your inbox',
      'your name, company and sign-in',
    ]
  return [
    'your inquiries, also from the employers’ inboxes',
    'your CV and every copy you sent',
    'saved jobs, notes and job alerts',
    'your name and sign-in',
  ]
}

function DeleteForm({ hasPassword, email }: Pick<CurrentUser, 'hasPassword' | 'email'>) {
  const form = useApiForm({
    schema: deleteAccountSchema,
    submit: (body) => callApi('DELETE /api/account', { body }),
    // A full page load: nothing of what this page knows is to stay.
    done: () => location.assign(homePath),
    leavesPage: true,
    failure: { title: 'We could not delete the account' },
  })
  return (
    <ApiForm form={form} label="Delete my account" className="mt-5 flex flex-col gap-4">
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      {hasPassword && (
        <FormField
          form={form}
          name="password"
          label="Password"
          hint="To confirm that it is you"
          required
        >
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
      )}
      <DialogActions>
        <SubmitButton
          label="Delete my account for good"
          form={form}
          look="danger"
          pendingLabel="Deleting..."
        />
      </DialogActions>
    </ApiForm>
  )
}
