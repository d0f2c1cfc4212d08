import type { ReactNode } from 'react'
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
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { emptyIsMissing, FormField } from '#platform/web/form/api-form.tsx'
import { DialogForm } from '#platform/web/form/dialog-form.tsx'
import { useNavigate } from '#platform/web/navigation.tsx'

const changes = ['GET /api/admin/users', 'GET /api/admin/users/:id'] as const

/** Of a choice, in a form in a dialog. */
const choiceOf = (options: Readonly<Record<string, string>> | readonly Choice[]) => ({
  options: emptyIsMissing,
  select: { empty: 'Please choose', options },
  required: true,
})
type Choice = { value: string; label: string }

/** The person who asked for an erasure. */
export const requesterField = {
  ...choiceOf(erasureRequests),
  name: 'requestedBy',
  label: 'Who asked for it',
} as const
export const eraseButton = {
  label: 'Erase for good',
  look: 'danger',
  pendingLabel: 'Erasing...',
} as const

type Props = { user: UserDetail }

export function UserActions({ user }: Props) {
  const { id, revision, suspendedAt, isVerifiedHospital, organization } = user
  const params = { id }
  const isOwn = useCurrentUser().user?.id === id
  const name = displayName(user)
  return (
    <LabeledSection title="Actions" className={`${cardClass} flex flex-col gap-3 p-5`}>
      <ChangeRole user={user} isOwn={isOwn} />
      {user.role === 'employer' && (
        <Direct
          label={isVerifiedHospital ? 'Remove hospital mark' : 'Mark as verified hospital'}
          done={
            isVerifiedHospital ? 'No longer a verified hospital' : 'Marked as a verified hospital'
          }
          call={() =>
            callApi('PUT /api/admin/users/:id/verified-hospital', {
              params,
              body: { verified: !isVerifiedHospital, revision },
            })
          }
        />
      )}
      {hires(user.role) && <GrantName user={user} />}
      {user.email !== null && suspendedAt === null && !user.isDemo && (
        <Direct
          label="Send password reset"
          done={`A link that sets a new password goes to ${user.email}`}
          call={() => callApi('POST /api/admin/users/:id/password-reset', { params })}
        />
      )}
      {suspendedAt !== null && (
        <Direct
          label="Reinstate"
          done="Reinstated"
          call={() =>
            callApi('POST /api/admin/users/:id/reinstate', { params, body: { revision } })
          }
          look="primary"
        />
      )}
      {suspendedAt === null && !isOwn && (
        <Suspend
          label="Suspend"
          what="the account"
          suspend={(body) =>
            callApi('POST /api/admin/users/:id/suspend', { params, body: { ...body, revision } })
          }
          done={`We signed out all devices of ${name}.`}
        >
          {name} is signed out everywhere and cannot sign in, all postings of the account are held,
          its invitations end, and job alerts are paused. You can undo all of this but the
          invitations.
        </Suspend>
      )}
      {organization?.suspendedAt === null && (
        <Suspend
          label="Suspend the organization"
          what="the organization"
          suspend={(body) =>
            callApi('POST /api/admin/organizations/:id/suspend', {
              params: { id: organization.id },
              body,
            })
          }
          done={`All postings of ${organization.name} are held.`}
        >
          All postings of {organization.name} are held. Nobody in its team posts, reads inquiries,
          invites, joins or leaves. Its names and invitations are withdrawn. We tell its members.
          You can reinstate it with its postings.
        </Suspend>
      )}
      {organization && organization.suspendedAt !== null && (
        <Direct
          label="Reinstate the organization"
          done={`${organization.name} is reinstated`}
          call={() =>
            callApi('POST /api/admin/organizations/:id/reinstate', {
              params: { id: organization.id },
            })
          }
        />
      )}
      {!isOwn && !user.isDemo && <Erase user={user} />}
      {isOwn && (
        <p className="text-xs text-muted">
          This is your own account. You can delete it on your account page.
        </p>
      )}
    </LabeledSection>
  )
}

type DirectProps = {
  label: string
  done: string
  call: () => Promise<unknown>
  look?: 'primary' | 'secondary'
}

/** An action without a form. */
function Direct({ label, done, call, look = 'secondary' }: DirectProps) {
  const failure = 'We could not change the account'
  const action = useAction({ call, done: { title: done }, failure, changes })
  return <ActionButton label={label} action={action} look={look} />
}

function ChangeRole({ user, isOwn }: Props & { isOwn: boolean }) {
  return (
    <DialogForm
      label="Change role"
      schema={roleChangeSchema}
      submit={({ role }) =>
        callApi('PUT /api/admin/users/:id/role', {
          params: { id: user.id },
          body: { role, revision: user.revision },
        })
      }
      done={(_, { role }) =>
        // Changing one's own role ends the session.
        isOwn
          ? location.assign(signInPath)
          : {
              title: `Role changed: ${roleName(role)}`,
              description: 'We signed out all their devices.',
            }
      }
      changes={changes}
      failure="We could not change the role"
      send={{
        label: isOwn ? 'Change my own role' : 'Change role',
        look: isOwn ? 'danger' : 'primary',
        pendingLabel: 'Changing...',
      }}
    >
      {(form) => (
        <>
          {isOwn && (
            <Alert tone="danger" title="This is your own account">
              You lose administrator rights and are signed out immediately. Only another
              administrator can restore them.
            </Alert>
          )}
          <p>
            Current role: {roleName(user.role)}. With a new role, they have to sign in again.
            {user.postings.active > 0 && ' Their live postings stay live.'}
            {user.isVerifiedHospital && ' Only employers keep the verified hospital mark.'}
          </p>
          <FormField
            form={form}
            name="role"
            label="New role"
            {...choiceOf(
              roles
                .filter((role) => role !== user.role)
                .map((role) => ({ value: role, label: roleName(role) })),
            )}
          />
        </>
      )}
    </DialogForm>
  )
}

const GrantName = ({ user }: Props) => (
  <DialogForm
    label="Let them post for…"
    title="Let them post for an employer"
    schema={nameGrantSchema}
    defaults={{ name: user.companyName ?? '' }}
    submit={({ name }) =>
      callApi('POST /api/admin/names', { body: { name, kind: 'client', to: { userId: user.id } } })
    }
    done={(_, { name }) => ({
      title: `They speak for ${name}`,
      description: 'Their next postings and edits under this name need no review.',
    })}
    changes={changes}
    failure="Nothing was changed"
    send={{ label: 'Allow', pendingLabel: 'Allowing...' }}
  >
    {(form) => (
      <>
        <p>
          Their organization posts and edits under this name without review. It gets neither the
          mark nor the page of the name.
        </p>
        <FormField form={form} name="name" label="Employer" required />
      </>
    )}
  </DialogForm>
)

type SuspendProps = {
  label: string
  what: string
  suspend: (values: BodyOf<'POST /api/admin/organizations/:id/suspend'>) => Promise<unknown>
  done: string
  children: ReactNode
}

const Suspend = ({ label, what, suspend, done, children }: SuspendProps) => (
  <DialogForm
    label={label}
    look="danger"
    schema={suspensionSchema}
    submit={suspend}
    done={() => ({ title: 'Suspended', description: done })}
    changes={changes}
    failure={`We could not suspend ${what}`}
    send={{ label: `Suspend ${what}`, look: 'danger', pendingLabel: 'Suspending...' }}
  >
    {(form) => (
      <>
        <p>{children}</p>
        <FormField
          form={form}
          name="reason"
          label="Reason"
          hint="It stays in the audit log."
          {...choiceOf(suspensionReasons)}
        />
        <FormField
          form={form}
          name="note"
          label="Note"
          hint="For other administrators, until the suspension ends."
          area={{ maxLength: 500 }}
          optional
        />
      </>
    )}
  </DialogForm>
)

function Erase({ user }: Props) {
  const navigate = useNavigate()
  const name = user.email ?? displayName(user)
  return (
    <DialogForm
      label="Erase"
      look="danger"
      schema={erasureFormSchema(name)}
      defaults={{ typed: '' }}
      submit={({ requestedBy }) =>
        callApi('DELETE /api/admin/users/:id', {
          params: { id: user.id },
          body: { requestedBy, revision: user.revision },
        })
      }
      done={() => {
        navigate({ to: usersPath })
        return {
          title: 'Erased',
          description: 'The audit log records the erasure, without personal data.',
        }
      }}
      changes={['GET /api/admin/users']}
      failure="We could not erase the account"
      send={eraseButton}
    >
      {(form) => (
        <>
          <p>
            You cannot undo this. It deletes the account with its postings, inquiries, CV, saved
            jobs and alerts. Only a record stays: who erased it, when, and who asked for it.
          </p>
          <FormField form={form} {...requesterField} />
          <FormField
            form={form}
            name="typed"
            label={`Type ${name} to confirm`}
            input={{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
            required
          />
        </>
      )}
    </DialogForm>
  )
}

export const UserBadges = ({ user }: { user: UserSummary }) => (
  <span className="flex flex-wrap gap-1">
    {user.suspendedAt !== null && <Badge tone="danger">Suspended</Badge>}
    {user.isVerifiedHospital && <Badge tone="action">Verified hospital</Badge>}
    {user.email !== null && !user.emailVerified && <Badge>Email not confirmed</Badge>}
    {user.isDemo && <Badge>Sample</Badge>}
  </span>
)
