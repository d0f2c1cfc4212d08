import { useQuery } from '@tanstack/react-query'
import { applicationPath } from '#shared/paths.ts'
import { Badge } from '#ui/feedback.tsx'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import { progressLabels } from '../model.ts'
import { applicationsQuery } from './queries.ts'
import { sentHere } from './sent-here.ts'

/** The physician's applications that stand, by their job. */
export function useSentApplications() {
  const current = useCurrentUser()
  const isPhysician = current.status === 'signed-in' && current.user.role === 'physician'
  const { data } = useQuery({ ...applicationsQuery, enabled: isPhysician })
  return data?.applications.filter(({ withdrawnAt }) => withdrawnAt === null) ?? []
}

/** What the visitor has sent about a job, and what became of it. */
export function SentNote({ jobId, isTag }: { jobId: string; isTag?: true }) {
  const isVisitor = useCurrentUser().status === 'anonymous'
  const application = useSentApplications().find((sent) => sent.jobId === jobId)
  const here = sentHere
    .use()
    .split(',')
    .find((part) => part.startsWith(jobId))
  const sentAt = application?.sentAt ?? (isVisitor ? here?.split(' ')[1] : undefined)
  if (sentAt === undefined) return null
  const progress =
    application?.hasInterview && ['received', 'review'].includes(application.progress)
      ? 'Interview agreed'
      : application && progressLabels[application.progress]
  if (isTag)
    return (
      <span className="mr-2">
        <Badge tone="action">{progress ? `Applied: ${progress}` : 'Inquiry sent'}</Badge>
      </span>
    )
  return (
    <p className="text-sm">
      Inquiry sent{' '}
      {new Date(sentAt).toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}
      {application && (
        <>
          {' '}
          · {progress} · <TextLink to={applicationPath(application.id)}>Open conversation</TextLink>
        </>
      )}
    </p>
  )
}
