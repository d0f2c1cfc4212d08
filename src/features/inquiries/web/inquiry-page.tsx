import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Paperclip } from 'lucide-react'
import { unlistedHead } from '#features/site/page-head.ts'
import { inboxPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { MailLink } from '#ui/layout.tsx'
import { Prose } from '#ui/prose.tsx'
import { organizationQuery, ShutForReaders } from '#platform/web/desk-tabs.tsx'
import { Link, TextLink, useShownPage, type PageLoad } from '#platform/web/navigation.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import type { InboxDetail } from '../contract.ts'
import { inquiryCan } from '../model.ts'
import { Moves, Notes, StageField } from './components/hiring.tsx'
import { Alike, Assignee } from './components/people.tsx'
import { Answers, InboxDesk } from './components/inquiry-parts.tsx'
import { AskedTerms, prefetchAskedTerms, Thread } from './components/thread.tsx'
import { attachedCvUrl, inquiryQuery, savedRepliesQuery } from './queries.ts'

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
    <Link to={inboxPath} className="text-link mt-4 inline-flex min-h-8 items-center gap-2">
      <ArrowLeft aria-hidden className="size-4" /> Inbox
    </Link>
    <Inquiry />
  </InboxDesk>
)

function Inquiry() {
  const {
    params: { id = '' },
    search: { before },
  } = useShownPage()
  const { data: inquiry, isError } = useQuery(inquiryQuery(id, before))

  if (isError) {
    return (
      <EmptyState level={1} title="Inquiry not found">
        It was withdrawn, or it is not about one of your postings.
      </EmptyState>
    )
  }
  if (!inquiry) return <Spinner />
  return (
    <div className="mt-4 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <article className="min-w-0 max-w-prose">
        <h1 className="text-xl font-bold break-words">{inquiry.name}</h1>
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
          <span className="text-muted"> · {inquiry.emailConfirmed ? 'Address confirmed' : 'Address not confirmed'}</span>
          {inquiry.isPhysician && <span className="text-muted"> · Physician account</span>}
        </p>
        <div className="mt-6 break-words">
          <Prose text={inquiry.message} />
        </div>
        <Answers answers={inquiry.answers} />
        {inquiry.cvFileName !== null && (
          <p className="mt-6">
            <a href={attachedCvUrl(inquiry.id)} className={`${buttonClass('secondary')} max-w-full`}>
              <Paperclip aria-hidden className="size-4 shrink-0" />
              <span className="truncate">Open the CV ({inquiry.cvFileName})</span>
            </a>
            <span className="mt-1 block text-xs text-muted">The physician sees that you opened it.</span>
          </p>
        )}
        <ShutForReaders>
          {inquiryCan.answer(inquiry.stage) && inquiry.blockedBy === null && <AskedTerms inquiry={inquiry} />}
          <Thread
            side="poster"
            thread={inquiry}
            other={inquiry.name}
            isUnread={inquiry.isUnread}
            timeZone={inquiry.timeZone}
            closed={
              inquiryCan.answer(inquiry.stage) ? undefined : 'This application is closed. Move it to another stage to answer.'
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

function StageNote({ inquiry: { stage, toldAt, hireConfirmedAt, name } }: { inquiry: InboxDetail }) {
  const { now } = useShownPage()
  const note =
    toldAt !== null
      ? new Date(toldAt).getTime() > now
        ? 'The applicant is not told yet. Moving it takes it back.'
        : 'The applicant was told.'
      : stage !== 'hired'
        ? undefined
        : hireConfirmedAt === null
          ? `${name} has not confirmed it yet.`
          : `${name} has confirmed it.`
  return note !== undefined && <p className="mt-2 text-xs text-muted">{note}</p>
}
