import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { unlistedHead } from '#features/site/page-head.ts'
import { inboxPath, inquiryPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { SelectField } from '#ui/field.tsx'
import { cardClass, LabeledSection, MailLink } from '#ui/layout.tsx'
import { Prose } from '#ui/prose.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { isOvertaken } from '#platform/web/form/problems.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { organizationQuery, ShutForReaders } from '#platform/web/desk-tabs.tsx'
import {
  Link,
  TextLink,
  useHydrated,
  useShownPage,
  type PageLoad,
} from '#platform/web/navigation.tsx'
import { BackLink, LocalTime } from '#platform/web/page-parts.tsx'
import type { InboxDetail } from '../contract-inbox.ts'
import { actionLabels, stageLabels } from '../model.ts'
import { noteSchema } from '../schemas.ts'
import { Presented, StageField } from './components/hiring.tsx'
import { Answers, InboxDesk } from './components/inquiry-parts.tsx'
import { AskedTerms, prefetchAskedTerms, Thread } from './components/thread.tsx'
import { attachedCvUrl, deskCalls, inquiryQuery, savedRepliesQuery } from './queries.ts'

export const load: PageLoad = async ({ queryClient, params: { id = '' }, search: { before } }) => {
  await Promise.all([
    queryClient.prefetchQuery(inquiryQuery(id, before)),
    queryClient.prefetchQuery(savedRepliesQuery),
    queryClient.prefetchQuery(organizationQuery),
  ])
  await prefetchAskedTerms(queryClient, queryClient.getQueryData(inquiryQuery(id, before).queryKey))
}

export const head = unlistedHead('Inquiry', 'An inquiry about one of your postings.', inboxPath)

export const Page = () => (
  <InboxDesk>
    <BackLink label="Inbox" to={inboxPath} className="mt-4" />
    <Inquiry />
  </InboxDesk>
)

function Inquiry() {
  const {
    params: { id = '' },
    search: { before },
  } = useShownPage()
  const { data: inquiry, error } = useQuery(inquiryQuery(id, before))

  if (isOvertaken(error) || (error && !inquiry)) {
    return (
      <EmptyState level={1} title="Inquiry not found">
        The sender withdrew it or blocked you, or it is not about one of your postings.
      </EmptyState>
    )
  }
  if (!inquiry) return <Spinner />
  return (
    <div className="mt-4 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <article className="min-w-0 max-w-prose">
        <h1 className="text-xl font-bold">{inquiry.name}</h1>
        <p className="mt-1 text-muted">
          About{' '}
          <TextLink to="/jobs/:id" params={{ id: inquiry.jobId }}>
            {inquiry.jobTitle}
          </TextLink>
          , <LocalTime at={inquiry.sentAt} />
        </p>
        <p className="mt-1 break-all">
          {inquiry.email === null ? (
            <span className="text-muted">Email address not shown</span>
          ) : (
            <MailLink address={inquiry.email} />
          )}
          <span className="text-muted">
            {' '}
            · {inquiry.emailConfirmed ? 'Address confirmed' : 'Address not confirmed'}
          </span>
          {inquiry.isPhysician && <span className="text-muted"> · Physician account</span>}
        </p>
        <div className="mt-6">
          <Prose text={inquiry.message} level={2} />
        </div>
        <Answers answers={inquiry.answers} />
        {inquiry.cvFileName !== null && (
          <p className="mt-6">
            <a
              href={attachedCvUrl(inquiry.id)}
              className={`${buttonClass('secondary')} max-w-full`}
            >
              <Paperclip aria-hidden className="size-4 shrink-0" />
              <span className="truncate">Open the CV ({inquiry.cvFileName})</span>
            </a>
            <span className="mt-1 block text-xs text-muted">
              The physician sees that you opened it.
            </span>
          </p>
        )}
        <ShutForReaders>
          {inquiry.presentedBy !== null && <Presented card={inquiry} by={inquiry.presentedBy} />}
          {inquiry.stage !== 'closed' && inquiry.blockedBy === null && (
            <AskedTerms inquiry={inquiry} />
          )}
          <Thread
            side="poster"
            thread={inquiry}
            theirName={inquiry.name}
            isUnread={inquiry.isUnread}
            timeZone={inquiry.timeZone}
            closed={
              inquiry.stage !== 'closed'
                ? undefined
                : 'This application is closed. Move it to another stage to answer.'
            }
          />
        </ShutForReaders>
      </article>
      <aside className="flex flex-col gap-8">
        <ShutForReaders>
          <div>
            <StageField card={inquiry} />
            <StageNote inquiry={inquiry} />
          </div>
          <Assignee inquiry={inquiry} />
          <Alike inquiry={inquiry} />
          <Notes id={inquiry.id} notes={inquiry.notes} />
        </ShutForReaders>
        <Moves events={inquiry.events} />
      </aside>
    </div>
  )
}

function StageNote({
  inquiry: { stage, toldAt, hireConfirmedAt, name },
}: {
  inquiry: InboxDetail
}) {
  const { now } = useShownPage()
  const isWaiting = toldAt !== null && new Date(toldAt).getTime() > now
  const note =
    stage === 'hired' && !isWaiting
      ? `${name} has ${hireConfirmedAt === null ? 'not confirmed it yet' : 'confirmed it'}.`
      : isWaiting
        ? 'We have not told the applicant yet. Choose ' +
          `${stage === 'hired' || stage === 'closed' ? 'another stage' : 'Hired'} to undo it.`
        : toldAt === null
          ? undefined
          : 'We told the applicant.'
  return note !== undefined && <p className="mt-2 text-xs text-muted">{note}</p>
}

type Props = { inquiry: InboxDetail }

/** Who of the team takes care of it. */
function Assignee({ inquiry: { id, assignee, team } }: Props) {
  const assign = useAction({
    call: (userId: string | null) =>
      callApi('PUT /api/inbox/:id/assignee', { params: { id }, body: { userId } }),
    failure: 'Not assigned',
    changes: deskCalls,
  })
  return (
    <SelectField
      label="Assigned to"
      className="w-44 max-w-full"
      disabled={!useHydrated()}
      empty="Unassigned"
      value={assignee?.id ?? ''}
      onChange={({ target }) => assign.run(target.value || null)}
      options={team.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** Inquiries that may be, or are, the same person's. */
function Alike({ inquiry }: Props) {
  const say = useAction({
    call: (body: { otherId: string; isSame: boolean }) =>
      callApi('PUT /api/inbox/:id/person', { params: { id: inquiry.id }, body }),
    failure: 'Not saved',
    changes: deskCalls,
  })
  const quiet = { action: say, size: 'sm', disabled: !useHydrated() } as const
  if (inquiry.alike.length === 0) return null
  return (
    <LabeledSection title="Same person?" titleClass="mb-2">
      <ul className="flex flex-col gap-3">
        {inquiry.alike.map(
          ({ id, name, jobTitle, sentAt, isSame, isSamePosting, hasSamePhone }) => (
            <li key={id} className={`${cardClass} flex flex-col gap-2 p-3 text-xs`}>
              <Link to={inquiryPath(id)} className="text-link text-sm font-medium">
                {name}
              </Link>
              <p>
                {jobTitle}, <LocalTime at={sentAt} />
              </p>
              <p className="text-muted">
                {isSame
                  ? `The same person${isSamePosting ? '. Your decisions apply to both' : ''}.`
                  : `The same ${hasSamePhone ? 'phone number' : 'name and the same CV'}.`}
              </p>
              <div className="flex flex-wrap gap-2">
                {!isSame && (
                  <ActionButton
                    {...quiet}
                    label="Same person"
                    input={{ otherId: id, isSame: true }}
                    ask={`Are ${inquiry.name} and ${name} the same person?${isSamePosting ? ' The later inquiry then leaves the inbox, and your decisions apply to both.' : ''}`}
                    look="secondary"
                  />
                )}
                <ActionButton
                  {...quiet}
                  label="Not the same person"
                  input={{ otherId: id, isSame: false }}
                  look="quiet"
                />
              </div>
            </li>
          ),
        )}
      </ul>
    </LabeledSection>
  )
}

/** Notes about an applicant, which those who hire share. */
function Notes({ id, notes }: { id: string; notes: InboxDetail['notes'] }) {
  const form = useApiForm({
    schema: noteSchema,
    submit: (body) => callApi('POST /api/inbox/:id/notes', { params: { id }, body }),
    done: () => form.hook.reset({ note: '' }),
    changes: deskCalls,
    keepAs: `note ${id}`,
    failure: { title: 'Note not saved' },
  })
  const remove = useAction({
    call: (noteId: string) =>
      callApi('DELETE /api/inbox/:id/notes/:noteId', { params: { id, noteId } }),
    done: { title: 'Note deleted' },
    changes: deskCalls,
  })
  return (
    <LabeledSection title="Private notes" titleClass="mb-2">
      <p className="text-xs text-muted">
        The applicant does not see them here. They are part of the data that a person can ask for.
      </p>
      <ul className="mt-3 flex flex-col gap-2">
        {notes.map((note) => (
          <li key={note.id} className={`${cardClass} flex items-start gap-2 p-3`}>
            <div className="min-w-0 grow">
              <p className="whitespace-pre-line">{note.note}</p>
              <p className="text-xs text-muted">
                {note.author}, <LocalTime at={note.createdAt} />
              </p>
            </div>
            <ActionButton
              look="quiet"
              label="Delete"
              aria-label="Delete this note"
              action={remove}
              input={note.id}
              ask="Delete this note?"
            />
          </li>
        ))}
      </ul>
      <ApiForm form={form} label="Note" className="mt-3 flex flex-col gap-3">
        <FormField
          form={form}
          name="note"
          label="Note"
          hideLabel
          area={{ rows: 2, className: 'min-h-16!' }}
        />
        <SubmitButton
          label="Add note"
          form={form}
          look="secondary"
          size="sm"
          pendingLabel="Saving..."
          className="self-start"
        />
      </ApiForm>
    </LabeledSection>
  )
}

/** Who moved it where, and what else happened. */
const Moves = ({ events }: { events: InboxDetail['events'] }) =>
  events.length > 0 && (
    <LabeledSection title="History" titleClass="mb-2">
      <ol className="flex flex-col gap-2 border-l border-line pl-4">
        {events.map(({ at, stage, by, reason, action, to }) => (
          <li key={`${at} ${stage} ${action}`}>
            <p className="font-medium">
              {action === null ? stageLabels[stage] : actionLabels[action]}{' '}
              {action === 'assigned' && (to ?? 'somebody')}
              {action === 'unassigned' && to !== null && ` (was ${to})`}
            </p>
            {reason !== null && <p className="text-xs">{reason}</p>}
            <p className="text-xs text-muted">
              <LocalTime at={at} />
              {by !== null && `, ${by}`}
            </p>
          </li>
        ))}
      </ol>
    </LabeledSection>
  )
