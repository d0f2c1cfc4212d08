import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { hires, suspensionReasons, roleName } from '#features/accounts/model.ts'
import type { UserDetail, UserSummary } from '#features/admin/contract.ts'
import {
  erasureFormSchema,
  nameGrantSchema,
  roleChangeSchema,
  suspensionSchema,
} from '#features/admin/schemas.ts'
import { erasureRequests } from '#features/admin/model.ts'
import { roles, type BodyOf } from '#shared/contract.ts'
import { displayName } from '#shared/current-user.ts'
import { signInPath, usersPath } from '#shared/paths.ts'
import { Alert, Badge } from '#ui/feedback.tsx'
import { Button, type ButtonLook } from '#ui/button.tsx'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, emptyIsMissing, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { useNavigate } from '#platform/web/navigation.tsx'
import { invalidateUserLists, invalidateUsers } from '../queries.ts'

/** An action without a form. */
type Action = { call: () => Promise<unknown>; done: string }
type Asked = 'role' | 'name' | 'suspend' | 'suspend-organization' | 'erase' | null
type Closing = { user: UserDetail; onClose: () => void }

export function UserActions({ user }: { user: UserDetail }) {
  const [asked, setAsked] = useState<Asked>(null)
  const current = useCurrentUser()
  const action = useAction({
    call: ({ call }: Action) => call(),
    done: (_, { done }) => ({ title: done }),
    failure: 'We could not change the account',
    changes: ['GET /api/admin/users', 'GET /api/admin/users/:id'],
  })
  const { id, revision, suspendedAt, isVerifiedHospital, organization } = user
  const params = { id }
  const isOwn = current.status === 'signed-in' && current.user.id === id
  const close = () => setAsked(null)
  const direct = (
    label: string,
    done: string,
    call: Action['call'],
    look: ButtonLook = 'secondary',
  ) => <ActionButton label={label} action={action} look={look} input={{ call, done }} />

  return (
    <LabeledSection title="Actions" className={`${cardClass} flex flex-col gap-3 p-5`}>
      <Button label="Change role" look="secondary" onClick={() => setAsked('role')} />
      {user.role === 'employer' &&
        direct(
          isVerifiedHospital ? 'Remove hospital mark' : 'Mark as verified hospital',
          isVerifiedHospital ? 'No longer a verified hospital' : 'Marked as a verified hospital',
          () =>
            callApi('PUT /api/admin/users/:id/verified-hospital', {
              params,
              body: { verified: !isVerifiedHospital, revision },
            }),
        )}
      {hires(user.role) && (
        <Button label="Let them post for…" look="secondary" onClick={() => setAsked('name')} />
      )}
      {canBeMailed(user) &&
        direct(
          'Send password reset',
          `We sent a link that sets a new password to ${user.email}`,
          () => callApi('POST /api/admin/users/:id/password-reset', { params }),
        )}
      {suspendedAt !== null &&
        direct(
          'Reinstate',
          'Reinstated',
          () => callApi('POST /api/admin/users/:id/reinstate', { params, body: { revision } }),
          'primary',
        )}
      {suspendedAt === null && !isOwn && (
        <Button label="Suspend" look="danger" onClick={() => setAsked('suspend')} />
      )}
      {organization !== null &&
        (organization.suspendedAt === null ? (
          <Button
            label="Suspend the organization"
            look="danger"
            onClick={() => setAsked('suspend-organization')}
          />
        ) : (
          direct('Reinstate the organization', `${organization.name} is reinstated`, () =>
            callApi('POST /api/admin/organizations/:id/reinstate', {
              params: { id: organization.id },
            }),
          )
        ))}
      {!isOwn && !user.isDemo && (
        <Button label="Erase" look="danger" onClick={() => setAsked('erase')} />
      )}
      {isOwn && (
        <p className="text-xs text-muted">
          This is your own account. You can delete it on your account page.
        </p>
      )}
      <Dialog open={asked === 'role'} onClose={close} title="Change role">
        {asked === 'role' && <RoleForm user={user} isOwn={isOwn} onClose={close} />}
      </Dialog>
      <Dialog open={asked === 'name'} onClose={close} title="Let them post for an employer">
        {asked === 'name' && <NameForm user={user} onClose={close} />}
      </Dialog>
      <Dialog open={asked === 'suspend'} onClose={close} title="Suspend">
        {asked === 'suspend' && (
          <SuspendForm
            what="the account"
            suspend={(values) =>
              callApi('POST /api/admin/users/:id/suspend', {
                params,
                body: { ...values, revision },
              })
            }
            done={`We signed out all devices of ${displayName(user)}.`}
            onClose={close}
          >
            {displayName(user)} is signed out everywhere and cannot sign in, all postings of the
            account are held, its invitations end, and job alerts are paused. You can undo all of
            this but the invitations.
          </SuspendForm>
        )}
      </Dialog>
      <Dialog
        open={asked === 'suspend-organization'}
        onClose={close}
        title="Suspend the organization"
      >
        {asked === 'suspend-organization' && organization !== null && (
          <SuspendForm
            what="the organization"
            suspend={(body) =>
              callApi('POST /api/admin/organizations/:id/suspend', {
                params: { id: organization.id },
                body,
              })
            }
            done={`All postings of ${organization.name} are held.`}
            onClose={close}
          >
            All postings of {organization.name} are held. Nobody in its team posts, reads inquiries,
            invites, joins or leaves. Its names and invitations are withdrawn. We tell its members.
            You can reinstate it with its postings.
          </SuspendForm>
        )}
      </Dialog>
      <Dialog open={asked === 'erase'} onClose={close} title="Erase">
        {asked === 'erase' && <EraseForm user={user} />}
      </Dialog>
    </LabeledSection>
  )
}

const canBeMailed = ({ email, suspendedAt, isDemo }: UserDetail): boolean =>
  email !== null && suspendedAt === null && !isDemo

function RoleForm({ user, isOwn, onClose }: Closing & { isOwn: boolean }) {
  const form = useUserForm({
    schema: roleChangeSchema,
    submit: ({ role }) =>
      callApi('PUT /api/admin/users/:id/role', {
        params: { id: user.id },
        body: { role, revision: user.revision },
      }),
    done(_, { role }) {
      // Changing one's own role ends the session.
      if (isOwn) return location.assign(signInPath)
      toast({
        title: `Role changed: ${roleName(role)}`,
        description: 'We signed out all their devices.',
      })
      onClose()
    },
    failure: { title: 'We could not change the role' },
  })
  return (
    <ApiForm form={form} label="Change role" className="flex flex-col gap-4">
      {isOwn && (
        <Alert tone="danger" title="This is your own account">
          You lose administrator rights and are signed out immediately. Only another administrator
          can restore them.
        </Alert>
      )}
      <p>
        Current role: {roleName(user.role)}. With a new role, they have to sign in again.
        {user.postings.active > 0 && ' Their live postings stay live.'}
        {user.isVerifiedHospital && ' Only employers keep the verified hospital mark.'}
      </p>
      <FormField form={form} name="role" label="New role" options={emptyIsMissing} required>
        {(control) => (
          <Select
            {...control}
            empty="Please choose"
            options={roles
              .filter((role) => role !== user.role)
              .map((role) => ({ value: role, label: roleName(role) }))}
          />
        )}
      </FormField>
      <DialogActions>
        <SubmitButton
          label={isOwn ? 'Change my own role' : 'Change role'}
          form={form}
          look={isOwn ? 'danger' : 'primary'}
          pendingLabel="Changing..."
        />
      </DialogActions>
    </ApiForm>
  )
}

function NameForm({ user, onClose }: Closing) {
  const form = useUserForm({
    schema: nameGrantSchema,
    defaults: { name: user.companyName ?? '' },
    submit: ({ name }) =>
      callApi('POST /api/admin/names', { body: { name, kind: 'client', to: { userId: user.id } } }),
    done(_, { name }) {
      toast({
        title: `They speak for ${name}`,
        description: 'Their next postings and edits under this name need no review.',
      })
      onClose()
    },
    failure: { title: 'Nothing was changed' },
  })
  return (
    <ApiForm form={form} label="Let them post for an employer" className="flex flex-col gap-4">
      <p>
        Their organization posts and edits under this name without review. It gets neither the mark
        nor the page of the name.
      </p>
      <FormField form={form} name="name" label="Employer" required />
      <DialogActions>
        <SubmitButton label="Allow" form={form} pendingLabel="Allowing..." />
      </DialogActions>
    </ApiForm>
  )
}

type SuspendProps = Pick<Closing, 'onClose'> & {
  what: string
  suspend: (values: BodyOf<'POST /api/admin/organizations/:id/suspend'>) => Promise<unknown>
  done: string
  children: ReactNode
}

function SuspendForm({ what, suspend, done, onClose, children }: SuspendProps) {
  const form = useUserForm({
    schema: suspensionSchema,
    submit: suspend,
    done() {
      toast({ title: 'Suspended', description: done })
      onClose()
    },
    failure: { title: `We could not suspend ${what}` },
  })
  return (
    <ApiForm form={form} label="Suspend" className="flex flex-col gap-4">
      <p>{children}</p>
      <FormField
        form={form}
        name="reason"
        label="Reason"
        hint="It stays in the audit log."
        options={emptyIsMissing}
        required
      >
        {(control) => <Select {...control} empty="Please choose" options={suspensionReasons} />}
      </FormField>
      <FormField
        form={form}
        name="note"
        label="Note"
        hint="For other administrators, until the suspension ends."
        optional
      >
        {(control) => <TextArea {...control} maxLength={500} />}
      </FormField>
      <DialogActions>
        <SubmitButton
          label={`Suspend ${what}`}
          form={form}
          look="danger"
          pendingLabel="Suspending..."
        />
      </DialogActions>
    </ApiForm>
  )
}

function EraseForm({ user }: Pick<Closing, 'user'>) {
  const name = user.email ?? displayName(user)
  const navigate = useNavigate()
  const form = useUserForm(
    {
      schema: erasureFormSchema(name),
      defaults: { typed: '' },
      submit: ({ requestedBy }) =>
        callApi('DELETE /api/admin/users/:id', {
          params: { id: user.id },
          body: { requestedBy, revision: user.revision },
        }),
      done() {
        toast({
          title: 'Erased',
          description: 'The audit log records the erasure, without personal data.',
        })
        navigate({ to: usersPath })
      },
      leavesPage: true,
      failure: { title: 'We could not erase the account' },
    },
    { isGone: true },
  )
  return (
    <ApiForm form={form} label="Erase" className="flex flex-col gap-4">
      <p>
        You cannot undo this. It deletes the account with its postings, inquiries, CV, saved jobs
        and alerts. Only a record stays: who erased it, when, and who asked for it.
      </p>
      <FormField
        form={form}
        name="requestedBy"
        label="Who asked for it"
        options={emptyIsMissing}
        required
      >
        {(control) => <Select {...control} empty="Please choose" options={erasureRequests} />}
      </FormField>
      <FormField form={form} name="typed" label={`Type ${name} to confirm`} required>
        {(control) => (
          <TextInput {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        )}
      </FormField>
      <DialogActions>
        <SubmitButton label="Erase for good" form={form} look="danger" pendingLabel="Erasing..." />
      </DialogActions>
    </ApiForm>
  )
}

/** For forms: after a refusal the form stays open over the current account. */
function useUserForm<Input extends FieldValues, Output>(
  { submit, done, ...options }: Parameters<typeof useApiForm<Input, Output, unknown>>[0],
  { isGone = false } = {},
) {
  const queryClient = useQueryClient()
  return useApiForm<Input, Output, unknown>({
    ...options,
    submit: (values) =>
      submit(values).catch((error: unknown) => {
        void invalidateUsers(queryClient)
        throw error
      }),
    done(answer, values) {
      void (isGone ? invalidateUserLists(queryClient) : invalidateUsers(queryClient))
      done?.(answer, values)
    },
  })
}

type Props = {
  user: Pick<
    UserSummary,
    'suspendedAt' | 'isVerifiedHospital' | 'email' | 'emailVerified' | 'isDemo'
  >
}

export const UserBadges = ({ user }: Props) => (
  <span className="flex flex-wrap gap-1">
    {user.suspendedAt !== null && <Badge tone="danger">Suspended</Badge>}
    {user.isVerifiedHospital && <Badge tone="action">Verified hospital</Badge>}
    {user.email !== null && !user.emailVerified && <Badge>Email not confirmed</Badge>}
    {user.isDemo && <Badge>Sample account</Badge>}
  </span>
)
