import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { hires, suspensionReasons } from '#features/accounts/model.ts'
import { roleName } from '#features/accounts/texts.ts'
import type { UserDetail } from '#features/admin/contract.ts'
import { erasureFormSchema, roleChangeSchema, suspensionSchema } from '#features/admin/schemas.ts'
import { erasureRequests } from '#features/admin/model.ts'
import { roles } from '#shared/contract.ts'
import { displayName } from '#shared/current-user.ts'
import { signInPath, usersPath } from '#shared/paths.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, emptyIsMissing, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { useNavigate } from '#platform/web/navigation.tsx'
import { invalidateUserLists, invalidateUsers } from '../queries.ts'

type Asked = 'role' | 'suspend' | 'erase' | null
type Closing = { user: UserDetail; onClose: () => void }

export function UserActions({ user }: { user: UserDetail }) {
  const [asked, setAsked] = useState<Asked>(null)
  const current = useCurrentUser()
  const { run, busy } = useUserAction()
  const { id, revision, suspendedAt, isVerifiedHospital } = user
  const params = { id }
  const isOwn = current.status === 'signed-in' && current.user.id === id
  const close = () => setAsked(null)

  return (
    <section aria-labelledby="user-actions" className={`${cardClass} flex flex-col gap-3 p-5`}>
      <h2 id="user-actions" className="text-lg font-semibold">
        Actions
      </h2>
      <Button look="secondary" onClick={() => setAsked('role')}>
        Change role
      </Button>
      {user.role === 'employer' && (
        <Button
          look="secondary"
          aria-disabled={busy}
          onClick={() =>
            run(
              () =>
                callApi('PUT /api/admin/users/:id/verified-hospital', {
                  params,
                  body: { verified: !isVerifiedHospital, revision },
                }),
              isVerifiedHospital ? 'No longer a verified hospital' : 'Marked as a verified hospital',
            )
          }
        >
          {isVerifiedHospital ? 'Remove hospital mark' : 'Mark as verified hospital'}
        </Button>
      )}
      {hires(user.role) && (
        <Button
          look="secondary"
          aria-disabled={busy}
          onClick={() =>
            run(
              () => callApi('PUT /api/admin/users/:id/trust', { params, body: { trusted: user.trustedAt === null, revision } }),
              user.trustedAt === null ? 'Trusted: postings need no review before they go live' : 'No longer trusted',
            )
          }
        >
          {user.trustedAt === null ? 'Trust' : 'Remove trust'}
        </Button>
      )}
      {canBeMailed(user) && (
        <Button
          look="secondary"
          aria-disabled={busy}
          onClick={() =>
            run(
              () => callApi('POST /api/admin/users/:id/password-reset', { params }),
              `We sent a link that sets a new password to ${user.email}`,
            )
          }
        >
          Send password reset
        </Button>
      )}
      {suspendedAt !== null && (
        <Button
          aria-disabled={busy}
          onClick={() => run(() => callApi('POST /api/admin/users/:id/reinstate', { params, body: { revision } }), 'Reinstated')}
        >
          Reinstate
        </Button>
      )}
      {suspendedAt === null && !isOwn && (
        <Button look="danger" onClick={() => setAsked('suspend')}>
          Suspend
        </Button>
      )}
      {!isOwn && !user.isDemo && (
        <Button look="danger" onClick={() => setAsked('erase')}>
          Erase
        </Button>
      )}
      {isOwn && <p className="text-xs text-muted">This is your own account. You can delete it on your account page.</p>}
      <Dialog open={asked === 'role'} onClose={close} title="Change role">
        {asked === 'role' && <RoleForm user={user} isOwn={isOwn} onClose={close} />}
      </Dialog>
      <Dialog open={asked === 'suspend'} onClose={close} title="Suspend">
        {asked === 'suspend' && <SuspendForm user={user} onClose={close} />}
      </Dialog>
      <Dialog open={asked === 'erase'} onClose={close} title="Erase">
        {asked === 'erase' && <EraseForm user={user} />}
      </Dialog>
    </section>
  )
}

const canBeMailed = ({ email, suspendedAt, isDemo }: UserDetail): boolean => email !== null && suspendedAt === null && !isDemo

function RoleForm({ user, isOwn, onClose }: Closing & { isOwn: boolean }) {
  const action = useFormAction()
  const form = useApiForm({
    schema: roleChangeSchema,
    submit: ({ role }) =>
      action.attempt(
        callApi('PUT /api/admin/users/:id/role', { params: { id: user.id }, body: { role, revision: user.revision } }),
      ),
    done(_, { role }) {
      // Changing one's own role ends the session.
      if (isOwn) return location.assign(signInPath)
      void action.done()
      toast({ title: `Role changed: ${roleName(role)}`, description: 'We signed out all their devices.' })
      onClose()
    },
    failure: { title: 'We could not change the role' },
  })
  return (
    <ApiForm form={form} label="Change role" className="flex flex-col gap-4">
      {isOwn && (
        <Alert tone="danger" title="This is your own account">
          You lose administrator rights and are signed out at once. Only another administrator can restore them.
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
            options={roles.filter((it) => it !== user.role).map((it) => ({ value: it, label: roleName(it) }))}
          />
        )}
      </FormField>
      <DialogActions>
        <SubmitButton form={form} look={isOwn ? 'danger' : 'primary'} pendingLabel="Changing...">
          {isOwn ? 'Change my own role' : 'Change role'}
        </SubmitButton>
      </DialogActions>
    </ApiForm>
  )
}

function SuspendForm({ user, onClose }: Closing) {
  const action = useFormAction()
  const form = useApiForm({
    schema: suspensionSchema,
    submit: (values) =>
      action.attempt(
        callApi('POST /api/admin/users/:id/suspend', { params: { id: user.id }, body: { ...values, revision: user.revision } }),
      ),
    done() {
      void action.done()
      toast({ title: 'Suspended', description: `We signed out all devices of ${displayName(user)}.` })
      onClose()
    },
    failure: { title: 'We could not suspend the account' },
  })
  return (
    <ApiForm form={form} label="Suspend" className="flex flex-col gap-4">
      <p>
        {displayName(user)} is signed out everywhere and cannot sign in, live postings are hidden, and job alerts are paused. You
        can undo all of this.
      </p>
      <FormField form={form} name="reason" label="Reason" hint="It stays in the audit log." options={emptyIsMissing} required>
        {(control) => <Select {...control} empty="Please choose" options={suspensionReasons} />}
      </FormField>
      <FormField form={form} name="note" label="Note" hint="For other administrators, until the suspension ends." optional>
        {(control) => <TextArea {...control} maxLength={500} />}
      </FormField>
      <DialogActions>
        <SubmitButton form={form} look="danger" pendingLabel="Suspending...">
          Suspend the account
        </SubmitButton>
      </DialogActions>
    </ApiForm>
  )
}

function EraseForm({ user }: Pick<Closing, 'user'>) {
  const name = user.email ?? displayName(user)
  const navigate = useNavigate()
  const action = useFormAction()
  const form = useApiForm({
    schema: erasureFormSchema(name),
    defaults: { typed: '' },
    submit: ({ requestedBy }) =>
      action.attempt(
        callApi('DELETE /api/admin/users/:id', { params: { id: user.id }, body: { requestedBy, revision: user.revision } }),
      ),
    done() {
      void action.gone()
      toast({ title: 'Erased', description: 'The audit log records the erasure, without personal data.' })
      navigate({ to: usersPath })
    },
    leavesPage: true,
    failure: { title: 'We could not erase the account' },
  })
  return (
    <ApiForm form={form} label="Erase" className="flex flex-col gap-4">
      <p>
        You cannot undo this. It deletes the account with its postings, inquiries, CV, saved jobs and alerts. Only a record stays:
        who erased it, when, and who asked for it.
      </p>
      <FormField form={form} name="requestedBy" label="Who asked for it" options={emptyIsMissing} required>
        {(control) => <Select {...control} empty="Please choose" options={erasureRequests} />}
      </FormField>
      <FormField form={form} name="typed" label={`Type ${name} to confirm`} required>
        {(control) => <TextInput {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} />}
      </FormField>
      <DialogActions>
        <SubmitButton form={form} look="danger" pendingLabel="Erasing...">
          Erase for good
        </SubmitButton>
      </DialogActions>
    </ApiForm>
  )
}

type Action = { call: () => Promise<unknown>; done: string }

/** An action without a form. */
function useUserAction() {
  const { isPending, run } = useAction({
    call: ({ call }: Action) => call(),
    done: (_, { done }) => ({ title: done }),
    failure: 'We could not change the account',
    changes: ['GET /api/admin/users', 'GET /api/admin/users/:id'],
  })
  return { busy: isPending, run: (call: Action['call'], done: string) => run({ call, done }) }
}

/** For forms: after a refusal the form stays open over the current account. */
function useFormAction() {
  const queryClient = useQueryClient()
  return {
    attempt: <Answer,>(call: Promise<Answer>): Promise<Answer> =>
      call.catch((error: unknown) => {
        void invalidateUsers(queryClient)
        throw error
      }),
    done: () => invalidateUsers(queryClient),
    /** After the account was erased. */
    gone: () => invalidateUserLists(queryClient),
  }
}
