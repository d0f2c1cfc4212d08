import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { addressSchema, changePasswordSchema } from '#features/accounts/schemas.ts'
import { bounceLabels, scopeLabels } from '#features/deliveries/model.ts'
import { ageLabel } from '#features/jobs/display.ts'
import { site } from '#features/site/config.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { manyEmails } from '#shared/mail.ts'
import { providerSignInPath, withQuery } from '#shared/paths.ts'
import { Alert, Badge, Skeleton } from '#ui/feedback.tsx'
import { MailLink, Section } from '#ui/layout.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { PasswordInput } from '#ui/fieldset.tsx'
import { toast } from '#ui/toast.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi, reauthenticate } from '#platform/web/api.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { ApiForm, EmailField, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { useShownPage } from '#platform/web/navigation.tsx'
import { deviceName } from '#features/accounts/model.ts'
import { NewPasswordField } from './account-fields.tsx'
import { providersQuery, securityQuery, SignInProblem } from './sign-in.tsx'

/** Changes the password; who signs in with a provider only can set one here. */
export function PasswordSection({ user }: { user: CurrentUser }) {
  if (user.email !== null) return <PasswordForm user={user} />
  return (
    <Section isForm title="Password">
      You sign in with an email address and a password. Your sign-in provider gave us no address, so
      a password would not work. Please keep signing in with your provider.
    </Section>
  )
}

function PasswordForm({ user: { hasPassword, email } }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const title = hasPassword ? 'Change password' : 'Set a password'
  const form = useApiForm({
    schema: hasPassword
      ? changePasswordSchema.required({ currentPassword: true })
      : changePasswordSchema,
    submit: (body) => callApi('PUT /api/auth/password', { body }),
    done() {
      form.hook.reset()
      toast({
        title: hasPassword ? 'Password changed' : 'Password set',
        description: 'You stay signed in on this device. We signed out all others.',
      })
      void refreshCurrentUser(queryClient)
      void queryClient.invalidateQueries(securityQuery)
    },
    failure: { title: 'We could not change the password' },
  })

  return (
    <Section isForm title={title} lead="This signs out all your other devices.">
      <ApiForm form={form} label={title}>
        {/* Password managers want to know whose password it is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        {hasPassword && (
          <FormField form={form} name="currentPassword" label="Current password" required>
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </FormField>
        )}
        <NewPasswordField form={form.untyped} name="newPassword" label="New password" />
        <SubmitButton label={title} form={form} pendingLabel="Saving..." />
      </ApiForm>
    </Section>
  )
}

type ListItemProps = {
  label: string
  button: string
  onClick: (() => void) | undefined
  isBusy?: boolean
  children: ReactNode
}

/** Something of the account that can be taken away for good; without `onClick` it stays. */
export const ListItem = ({ label, button, onClick, isBusy = false, children }: ListItemProps) => (
  <li className="flex items-center justify-between gap-4 border-b border-line py-3 first:pt-0">
    <div className="min-w-0">{children}</div>
    {onClick && (
      <Button
        label={button}
        look="secondary"
        size="sm"
        aria-label={label}
        aria-disabled={isBusy}
        onClick={() => confirm(`${label}?`) && onClick()}
      />
    )}
  </li>
)

export function EmailSection({ user: { email, emailVerified } }: { user: CurrentUser }) {
  const suppression = useQuery(securityQuery).data?.suppression
  const resend = useAction({
    call: () => callApi('POST /api/auth/verify-email/resend'),
    done: { title: 'Link sent', description: `Check the inbox of ${email}.` },
    failure: 'We could not send the link',
  })
  if (email === null)
    return (
      <Section isForm title="Email">
        Your sign-in provider gave us no email address, so we cannot email you.
      </Section>
    )
  return (
    <Section isForm title="Email">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium break-all">{email}</span>
        <Badge tone={emailVerified ? 'action' : 'danger'}>
          {emailVerified ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      </p>
      {suppression && (
        <div className="mt-3">
          <Alert title={`${bounceLabels[suppression.kind]}: you get less mail`}>
            Since <LocalTime at={suppression.at} /> we have not sent this address{' '}
            {scopeLabels[suppression.scope]}. To get them again, write to{' '}
            <MailLink address={site.emails.support} />
            {suppression.kind === 'complaint' ? '.' : ', or change the address.'}
          </Alert>
        </div>
      )}
      {!emailVerified && (
        <>
          <p className="mt-2 text-muted">
            We are emailing you a link that confirms it. Check your spam folder, too. {manyEmails}
          </p>
          <ActionButton
            label="Send a new link"
            action={resend}
            pendingLabel="Sending..."
            look="secondary"
            className="mt-3"
          />
        </>
      )}
      <AddressForm />
    </Section>
  )
}

/** Folded until somebody wants it. */
function AddressForm() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useApiForm({
    schema: addressSchema,
    submit: (body) => callApi('POST /api/account/address', { body }),
    done: (_answer, { email }) => setSentTo(email),
    failure: { title: 'We could not change the address' },
  })
  return (
    <details className="mt-4">
      <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
        Change the address
      </summary>
      <div className="mt-3 flex flex-col gap-4">
        {sentTo !== undefined && (
          <Alert title="Check your new inbox">
            We are emailing a link to {sentTo}. Open it in this browser within one hour to change
            the address. {manyEmails}
          </Alert>
        )}
        <ApiForm form={form} label="Change the address">
          <EmailField
            form={form}
            name="email"
            label="New address"
            hint="We also write to your old address"
            autoComplete="email"
          />
          <SubmitButton
            label="Send the link"
            form={form}
            look="secondary"
            pendingLabel="Sending..."
          />
        </ApiForm>
      </div>
    </details>
  )
}

/**
 * The identity providers that the account opens with, and those that can be added; nothing where
 * there are none.
 */
export function IdentitiesSection() {
  const { data: linked } = useQuery(securityQuery)
  const { data: configured } = useQuery(providersQuery)
  const remove = useAction({
    call: (provider: string) =>
      callApi('DELETE /api/account/identities/:provider', { params: { provider } }),
    done: removed,
    failure: notRemoved,
    changes: ['GET /api/account/security'],
  })
  if (!linked || !configured || linked.identities.length + configured.providers.length === 0)
    return null
  const others = configured.providers.filter(
    ({ id }) => !linked.identities.some((identity) => identity.provider === id),
  )
  return (
    <Section
      isForm
      title="Other ways to sign in"
      lead="Accounts with other services that you sign in with."
    >
      <div className="flex flex-col gap-3">
        <SignInProblem />
        {linked.identities.length > 0 && (
          <ul className="flex flex-col">
            {linked.identities.map(({ provider, label }) => (
              <ListItem
                key={provider}
                label={`Remove ${label}`}
                button="Remove"
                isBusy={remove.isPending}
                onClick={() => remove.run(provider)}
              >
                <p className="font-medium">{label}</p>
              </ListItem>
            ))}
          </ul>
        )}
        {others.map(({ id, label }) => (
          <a
            key={id}
            href={withQuery(providerSignInPath, { provider: id, link: '1' })}
            className={`${buttonClass('secondary')} self-start`}
            onClick={(event) => {
              event.preventDefault()
              void followProved(event.currentTarget.href)
            }}
          >
            Add {label}
          </a>
        ))}
      </div>
    </Section>
  )
}

/** The way to a provider begins with a page load, which cannot ask. */
async function followProved(href: string) {
  const { recent } = await callApi('GET /api/account/reauthentication')
  if (recent || (await reauthenticate())) location.assign(href)
}

export const removed = { title: 'Removed', description: 'You can no longer sign in with it.' }
export const notRemoved = 'We could not remove it'

const others = 'others'

type Session = ResponseOf<'GET /api/account/security'>['sessions'][number]

/** Where the account is signed in. Signing out here is what the header's Logout does. */
export const DevicesSection = () => (
  <Section isForm title="Signed-in devices" lead="Sign out any device that is not yours.">
    <Loaded
      query={useQuery(securityQuery)}
      failure="We could not load your devices."
      placeholder={<Skeleton className="h-16 w-full" />}
    >
      {({ sessions }) => <Devices sessions={sessions} />}
    </Loaded>
  </Section>
)

function Devices({ sessions }: { sessions: readonly Session[] }) {
  const { isPending, run } = useAction({
    call: (id: string) =>
      id === others
        ? callApi('DELETE /api/account/sessions')
        : callApi('DELETE /api/account/sessions/:id', { params: { id } }),
    done: (_answer, id) => ({
      title: 'Signed out',
      description:
        id === others
          ? 'All other devices have to sign in again.'
          : 'That device has to sign in again.',
    }),
    failure: 'We could not sign out the device',
    changes: ['GET /api/account/security'],
  })
  return (
    <>
      <ul className="flex flex-col">
        {sessions.map((session) => (
          <ListItem
            key={session.id}
            label={`Sign out ${deviceName(session.userAgent)}`}
            button="Sign out"
            isBusy={isPending}
            onClick={session.current ? undefined : () => run(session.id)}
          >
            <Device session={session} />
          </ListItem>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          label="Sign out everywhere else"
          look="secondary"
          className="mt-4"
          aria-disabled={isPending}
          onClick={() => confirm('Sign out everywhere else?') && run(others)}
        />
      )}
    </>
  )
}

function Device({ session: { current, seenAt, ip, userAgent } }: { session: Session }) {
  const { now } = useShownPage()
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        {deviceName(userAgent)}
        {current && <Badge tone="action">This device</Badge>}
      </p>
      <p className="text-xs text-muted">
        Last active <time dateTime={seenAt}>{ageLabel(seenAt, now).toLowerCase()}</time>
        {ip !== null && <>, from {ip}</>}
      </p>
    </>
  )
}
