import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { placeText } from '#features/jobs/display.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { applicationPath, applicationsPath, jobsPath } from '#shared/paths.ts'
import { Badge, EmptyState, Spinner } from '#ui/feedback.tsx'
import { DefinitionGrid } from '#ui/figures.tsx'
import { cardClass, MailLink } from '#ui/layout.tsx'
import { ShowMore } from '#ui/prose.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { callApi } from '#platform/web/api.ts'
import { isOvertaken } from '#platform/web/form/problems.ts'
import { PhysicianDesk } from '#platform/web/desk-tabs.tsx'
import { BackLink, Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { LinkButton, TextLink, useShownPage, type PageLoad } from '#platform/web/navigation.tsx'
import type { Application } from '../contract.ts'
import { progressLabels } from '../model.ts'
import { Answers } from './components/inquiry-parts.tsx'
import { Notices, Thread } from './components/thread.tsx'
import { applicationQuery, applicationsQuery, threadCalls } from './queries.ts'

export const loadApplications: PageLoad = ({ queryClient, params: { id }, search: { before } }) =>
  id === undefined
    ? queryClient.prefetchQuery(applicationsQuery)
    : queryClient.prefetchQuery(applicationQuery(id, before))

export const head = unlistedHead(
  'Applications',
  'Your applications, and their results.',
  applicationsPath,
)

/** The list, or one application of it with its messages. */
export function ApplicationsPage({ children }: { children: ReactNode }) {
  const { id } = useShownPage().params
  return (
    <PhysicianDesk
      purpose="see your applications"
      denied="Applications are for physician accounts."
    >
      {id === undefined ? (
        <>
          <h1 className="mt-6 text-xl font-bold">Applications</h1>
          {children}
          <Applications />
          <Notices />
        </>
      ) : (
        <>
          <BackLink label="Applications" to={applicationsPath} className="mt-4" />
          <Application id={id} />
        </>
      )}
    </PhysicianDesk>
  )
}

function Applications() {
  const current = useCurrentUser()
  const isConfirmed = current.status === 'signed-in' && current.user.emailVerified
  return (
    <div className="mt-8 flex flex-col gap-4">
      <Loaded
        query={useQuery(applicationsQuery)}
        failure="Failed to load your applications. Please try again."
      >
        {({ applications }) =>
          applications.length === 0 ? (
            <EmptyState
              title={isConfirmed ? 'Nothing sent yet' : 'Your email address is not confirmed'}
              actions={<LinkButton label="Browse Jobs" to={jobsPath} />}
            >
              {isConfirmed
                ? 'Press ‘Send Inquiry’ on a job that interests you, and follow it on this page.'
                : 'This page shows what you sent from your address once you open the link in our email.'}
            </EmptyState>
          ) : (
            applications
              .toSorted((first, next) => Number(next.isUnread) - Number(first.isUnread))
              .map((application) => (
                <ApplicationCard key={application.id} application={application} />
              ))
          )
        }
      </Loaded>
    </div>
  )
}

function Application({ id }: { id: string }) {
  const { before } = useShownPage().search
  const { data, error } = useQuery(applicationQuery(id, before))
  if (isOvertaken(error) || (error && !data)) {
    return (
      <EmptyState level={1} title="Application not found">
        It is not one of yours.
      </EmptyState>
    )
  }
  if (!data) return <Spinner />
  const { progress, employerEmail } = data
  const closed =
    progress === 'withdrawn'
      ? 'You have withdrawn this application.'
      : data.decision !== null
        ? 'This application is closed.'
        : data.isTakenDown
          ? 'Nobody reads messages about this posting any more.'
          : undefined
  return (
    <div className="mt-4 flex max-w-prose flex-col gap-4">
      <h1 className="text-xl font-bold">Application</h1>
      <ApplicationCard application={data} isPage />
      {employerEmail !== null && (
        <p className="mt-4 break-all">
          <MailLink address={employerEmail} />
        </p>
      )}
      <Thread
        side="sender"
        thread={data}
        theirName={data.employer}
        isUnread={data.isUnread}
        closed={closed}
      />
    </div>
  )
}

/** On the application's own page without the link to it. */
function ApplicationCard({
  application,
  isPage = false,
}: {
  application: Application
  isPage?: boolean
}) {
  const isOpen = application.jobStatus === 'active'
  return (
    <article className={`${cardClass} p-5`}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">
            {isOpen ? (
              <TextLink to="/jobs/:id" params={{ id: application.jobId }}>
                {application.jobTitle}
              </TextLink>
            ) : (
              application.jobTitle
            )}
          </h2>
          <p className="text-muted">
            {application.employer} · {placeText(application)}
          </p>
        </div>
        <p className="flex flex-wrap gap-2">
          {!isPage && application.isUnread && <Badge tone="action">New answer</Badge>}
          {!isOpen && <Badge>{application.isTakenDown ? 'Posting removed' : 'Job closed'}</Badge>}
          <Badge tone={application.progress === 'decided' ? 'action' : 'neutral'}>
            {progressLabels[application.progress]}
          </Badge>
        </p>
      </header>
      <DefinitionGrid
        className="mt-4"
        items={[
          { term: 'Sent', value: at(application.sentAt) },
          { term: 'Read', value: at(application.readAt) },
          { term: 'Answered', value: at(application.answeredAt) },
          { term: 'Withdrawn', value: at(application.withdrawnAt) },
        ]}
      />
      {application.presentedBy !== null && (
        <p className="mt-4">{application.presentedBy} presented you, with your consent.</p>
      )}
      {application.isUnproved && (
        <p className="mt-4 max-w-prose text-muted">
          Sent without signing in, or before you confirmed this address. If you did not write it,
          withdraw it.
        </p>
      )}
      {application.isTakenDown && (
        <p className="mt-4">
          This posting was removed. Its poster can no longer read what you sent.
        </p>
      )}
      <Decision application={application} />
      {isPage ? (
        <div className="mt-4 max-w-prose whitespace-pre-line">
          <ShowMore text={application.message} />
        </div>
      ) : (
        <p className="mt-4 line-clamp-2 max-w-prose">{application.message}</p>
      )}
      <Answers answers={application.answers} />
      {application.cvFileName !== null && (
        <p className="mt-3 flex items-center gap-2 text-xs text-muted">
          <Paperclip aria-hidden className="size-4" /> {application.cvFileName}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {!isPage && (
          <LinkButton
            label="Messages"
            to={applicationPath(application.id)}
            look="secondary"
            size="sm"
          />
        )}
        {application.progress !== 'withdrawn' && <WithdrawButton application={application} />}
      </div>
    </article>
  )
}

const at = (moment: string | null) => moment && <LocalTime at={moment} />

function Decision({ application: { id, decision, hire, employer } }: { application: Application }) {
  const confirmHire = useAction({
    call: () => callApi('POST /api/applications/:id/hire', { params: { id } }),
    done: { title: 'Congratulations!', description: 'You have confirmed that you were hired.' },
    changes: threadCalls,
  })
  if (decision !== null) return <p className="mt-4">{decision}</p>
  if (hire === 'confirmed') return <p className="mt-4">You were hired, and have confirmed it.</p>
  return (
    hire === 'claimed' && (
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <p>{employer} says that you were hired.</p>
        <ActionButton
          label="Confirm it"
          action={confirmHire}
          size="sm"
          pendingLabel="Confirming..."
        />
      </div>
    )
  )
}

function WithdrawButton({ application: { id, jobTitle } }: { application: Application }) {
  const withdraw = useAction({
    call: () => callApi('POST /api/applications/:id/withdrawal', { params: { id } }),
    done: { title: 'Inquiry withdrawn', description: 'The employer can no longer see it.' },
    failure: 'Failed to withdraw the inquiry',
    changes: threadCalls,
  })
  return (
    <ActionButton
      label="Withdraw"
      aria-label={`Withdraw the inquiry about ${jobTitle}`}
      action={withdraw}
      ask={`Withdraw your inquiry about "${jobTitle}"? The employer will no longer see it.`}
      look="quiet"
      size="sm"
    />
  )
}
