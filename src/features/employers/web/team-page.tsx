import { counted } from '#shared/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#features/jobs/fields.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { connectionsPath, employerPostingPath, teamPath } from '#shared/paths.ts'
import { Select, type Choice } from '#ui/field.tsx'
import { Alert } from '#ui/feedback.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { rowClass, Rows } from '#ui/rows.tsx'
import { toast } from '#ui/toast.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { organizationQuery, PosterDesk } from '#platform/web/desk-tabs.tsx'
import { ApiForm, EmailField, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { TextLink, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import type { Organization } from '../contract.ts'
import { applicantsRule, invitationDays, seatLabels, seatNames, type Seat } from '../model.ts'
import { About, Firms, Names, Uses } from './organization-forms.tsx'
import { Logo, Photos } from './pictures.tsx'
import { AskForSeat, SeatRequests, seatRequestsQuery } from './seat-requests.tsx'
import { invitationSchema } from '../schemas.ts'

export async function load({ queryClient }: PageArgs): Promise<void> {
  if (knownUser(queryClient))
    await Promise.all([
      queryClient.prefetchQuery(organizationQuery),
      queryClient.prefetchQuery(seatRequestsQuery),
    ])
}

export const head = unlistedHead('Team', 'Your organization and its team.', teamPath)

const changes = ['GET /api/organization', 'GET /api/job-postings', 'GET /api/auth/user'] as const

export function Page() {
  const employer = useShownPage().search['employer']
  return (
    <PosterDesk
      purpose="see your team"
      denied="Only employers and recruiters have a team."
      className="flex flex-col gap-10"
    >
      <h1 className="text-xl font-bold">Organization and team</h1>
      {employer !== undefined && <AskForSeat slug={employer} />}
      <SeatRequests />
      <Loaded
        query={useQuery(organizationQuery)}
        failure="Failed to load your team. Please try again."
      >
        {(organization) => <Shown organization={organization} />}
      </Loaded>
    </PosterDesk>
  )
}

type Shown = { organization: Organization }

function Shown({ organization }: Shown) {
  const isOwner = organization.seat === 'owner'
  return (
    <>
      {organization.isSuspended && (
        <Alert tone="danger" title="This organization is suspended">
          Its postings are hidden, nobody in it posts, and its team stays as it is. Please write to
          us.
        </Alert>
      )}
      <Team organization={organization} />
      <StaleContacts organization={organization} />
      {isOwner && <Invitations organization={organization} />}
      <Uses organization={organization} />
      <Firms organization={organization} />
      <LabeledSection
        title={isOwner ? 'What your page says' : organization.name}
        className="flex max-w-form flex-col gap-4"
      >
        <p className="text-muted">
          {organization.isVerified ? (
            <>
              Verified.{' '}
              <TextLink to={`/employers/${organization.names[0]?.slug ?? ''}`}>Your page</TextLink>{' '}
              shows this to everybody.
            </>
          ) : (
            'Not verified yet, so only your team sees this. We verify organizations whose mail ' +
            'domain or standing somebody else confirms. Please write to us.'
          )}
        </p>
        {isOwner && organization.isVerified && <Logo organization={organization} />}
        {isOwner && <About organization={organization} />}
        {isOwner && organization.isVerified && <Photos organization={organization} />}
        {isOwner && organization.isVerified && <Names organization={organization} />}
      </LabeledSection>
      {isOwner && (
        <LabeledSection title="Your own systems" className="flex max-w-prose flex-col gap-3">
          <p className="text-muted">
            An applicant tracking system or a website can post, read and close by itself.
          </p>
          <TextLink to={connectionsPath}>Keys and hooks</TextLink>
        </LabeledSection>
      )}
    </>
  )
}

function Team({ organization: { members, seat, name } }: Shown) {
  return (
    <LabeledSection title={`Team of ${name}`} className="flex flex-col gap-3">
      <Rows label="Members">
        {members.map((member) => (
          <Member
            key={member.id}
            member={member}
            isOwner={seat === 'owner'}
            isAlone={members.length === 1}
          />
        ))}
      </Rows>
      <p className="max-w-prose text-xs text-muted">{applicantsRule}</p>
    </LabeledSection>
  )
}

type MemberProps = { member: Organization['members'][number]; isOwner: boolean; isAlone: boolean }

function Member({
  member: { id, name, email, seat, postings, isSelf },
  isOwner,
  isAlone,
}: MemberProps) {
  const called = name ?? email ?? 'A member'
  const change = useAction<Seat>({
    call: (wanted) =>
      callApi('PUT /api/organization/members/:id', { params: { id }, body: { seat: wanted } }),
    done: { title: 'Seat changed' },
    failure: 'The seat was not changed',
    changes,
  })
  const remove = useAction({
    call: () => callApi('DELETE /api/organization/members/:id', { params: { id } }),
    done: {
      title: isSelf ? 'You left the team' : 'Member removed',
      description: 'The postings went to an owner.',
    },
    failure: isSelf ? 'You could not leave' : 'The member was not removed',
    changes,
  })
  return (
    <li className={rowClass}>
      <div className="min-w-0">
        <p className="font-semibold">
          {called}
          {isSelf && <span className="font-normal text-muted"> (you)</span>}
        </p>
        <p className="text-xs break-all text-muted">
          {email} · {counted(postings, 'posting')}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {isOwner ? (
          <Select
            className="w-48 max-w-full sm:w-56"
            aria-label={`Seat of ${called}`}
            value={seat}
            onChange={({ target }: Choice<Seat>) => change.run(target.value)}
            options={seatNames}
          />
        ) : (
          <span className="text-muted">{seatNames[seat]}</span>
        )}
        {(isOwner || isSelf) && !isAlone && (
          <ActionButton
            label={isSelf ? 'Leave' : 'Remove'}
            about={isSelf ? 'the team' : called}
            action={remove}
            ask={
              isSelf
                ? 'Leave the team? Your postings go to an owner.'
                : `Remove ${called}? The postings go to you.`
            }
            look="danger"
            size="sm"
            className="min-w-22"
            pendingLabel="One moment..."
          />
        )}
      </div>
    </li>
  )
}

function Invitations({ organization: { invitations } }: Shown) {
  const form = useApiForm({
    schema: invitationSchema,
    defaults: { email: '', seat: 'recruiter' },
    submit: (body) => callApi('POST /api/organization/invitations', { body }),
    done(_, { email }) {
      toast({
        title: 'Invited',
        description: `${email} has ${invitationDays} days to accept.`,
      })
      form.hook.reset()
    },
    changes,
    failure: { title: 'Not invited' },
  })
  const withdraw = useAction({
    call: (id: string) => callApi('DELETE /api/organization/invitations/:id', { params: { id } }),
    done: { title: 'Invitation withdrawn' },
    changes,
  })
  return (
    <LabeledSection title="Invite somebody" className="flex flex-col gap-4">
      <ApiForm
        form={form}
        label="Invite somebody"
        className="grid max-w-prose items-start gap-4 sm:grid-cols-[minmax(0,1fr)_21rem]"
      >
        <EmailField form={form} name="email" label="Work email" autoComplete="off" />
        <FormField form={form} name="seat" label="Seat" required select={{ options: seatLabels }} />
        <SubmitButton
          label="Send invitation"
          form={form}
          pendingLabel="Sending..."
          className="justify-self-start"
        />
      </ApiForm>
      {invitations.length > 0 && (
        <Rows label="Open invitations">
          {invitations.map(({ id, email, seat, expiresAt }) => (
            <li key={id} className={rowClass}>
              <div className="min-w-0">
                <p className="break-all">{email}</p>
                <p className="text-xs text-muted">
                  {seatNames[seat]}, until <LocalTime at={expiresAt} />
                </p>
              </div>
              <ActionButton
                label="Withdraw"
                about={`the invitation of ${email}`}
                action={withdraw}
                input={id}
                ask={`Withdraw the invitation of ${email}? It can then no longer join with its link.`}
                look="secondary"
              />
            </li>
          ))}
        </Rows>
      )}
    </LabeledSection>
  )
}

/** Applications would still go to somebody who left. */
const StaleContacts = ({ organization: { staleContacts } }: Shown) =>
  staleContacts.length > 0 && (
    <LabeledSection title="Addresses of people who left" className="flex flex-col gap-3">
      <p className="max-w-prose text-muted">
        These postings still name the address of somebody who left your team. Please enter another
        one.
      </p>
      <Rows label="Postings that name who left">
        {staleContacts.map(({ id, title, fields }) => (
          <li key={id} className={rowClass}>
            <TextLink to={employerPostingPath(id)}>{title}</TextLink>
            <p className="text-xs text-muted">{fields.map((field) => labelOf(field)).join(', ')}</p>
          </li>
        ))}
      </Rows>
    </LabeledSection>
  )
