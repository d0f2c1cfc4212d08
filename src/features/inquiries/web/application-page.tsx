import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { unlistedHead } from '#features/site/page-head.ts'
import { applicationsPath } from '#shared/paths.ts'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { MailLink } from '#ui/layout.tsx'
import { PhysicianDesk } from '#platform/web/desk-tabs.tsx'
import { LinkButton, useShownPage, type PageLoad } from '#platform/web/navigation.tsx'
import { ApplicationCard } from './applications-page.tsx'
import { Thread } from './components/thread.tsx'
import { applicationQuery } from './queries.ts'

export const load: PageLoad = ({ queryClient, params: { id = '' }, search: { before } }) =>
  queryClient.prefetchQuery(applicationQuery(id, before))

export const head = unlistedHead(
  'Application',
  'Your application, and the messages about it.',
  applicationsPath,
)

export function Page() {
  return (
    <PhysicianDesk
      purpose="see your applications"
      denied="Applications are for physician accounts."
    >
      <LinkButton
        label="Applications"
        icon={ArrowLeft}
        to={applicationsPath}
        look="quiet"
        size="sm"
        className="mt-4 -ml-3"
      />
      <Application />
    </PhysicianDesk>
  )
}

function Application() {
  const { params, search } = useShownPage()
  const { data, isError } = useQuery(applicationQuery(params['id'] ?? '', search['before']))
  if (isError) {
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
        other={data.employer}
        isUnread={data.isUnread}
        closed={closed}
      />
    </div>
  )
}
