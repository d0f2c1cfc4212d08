import { useQuery } from '@tanstack/react-query'
import { useEffect, type ComponentType } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { countText, dateText } from '#features/jobs/display.ts'
import { applicationPath, jobsPath } from '#shared/paths.ts'
import { Skeleton } from '#ui/feedback.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { callApi } from '#platform/web/api.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import { deskQuery } from './desk-parts.tsx'

type Props = {
  /** For the first visit. */
  title: string
  JobLines: ComponentType<{ jobs: readonly JobSummary[]; onPhones: 2 }>
}

/** What happened since the last visit; notes this one. */
export function News({ title, JobLines }: Props) {
  const { data } = useQuery(deskQuery)
  useEffect(() => {
    // Without it the next visit shows some of the same again.
    void callApi('POST /api/desk/visits').catch(() => undefined)
  }, [])
  if (!data) return <Skeleton className="h-64" />
  const { since, alerts, closed, answered } = data
  const waiting = [
    {
      title: 'Conversations that wait for you',
      lines: answered.map(({ id, jobTitle, employer }) => (
        <li key={id}>
          <TextLink to={applicationPath(id)}>{employer} answered</TextLink> your inquiry about{' '}
          {jobTitle}.
        </li>
      )),
    },
    {
      title: 'Saved jobs that closed',
      lines: closed.map(({ jobId, title: job }) => <li key={jobId}>{job} closed.</li>),
    },
  ].filter(({ lines }) => lines.length > 0)
  return (
    <>
      <h1 className="text-xl font-bold">
        {since === null ? title : `Since your last visit on ${dateText(since)}`}
      </h1>
      {since !== null && alerts.length + waiting.length === 0 && (
        <p className="text-muted">
          No answers, no new jobs for your alerts, and none of your saved jobs closed.
        </p>
      )}
      <div className="grid items-start gap-x-12 gap-y-6 empty:hidden lg:auto-cols-fr lg:grid-flow-col">
        {alerts.length > 0 && (
          <div className="flex min-w-0 flex-col gap-6">
            {alerts.map(({ label, search, newJobs, hasMore, jobs }) => (
              <LabeledSection
                key={JSON.stringify(search)}
                title={
                  <>
                    <TextLink to={jobsPath} search={{ ...search, sortBy: 'recent' }}>
                      {countText(newJobs, hasMore).replace(' ', ' new ')}
                    </TextLink>
                    : {label}
                  </>
                }
                size="sm"
                titleClass="mb-2"
              >
                <JobLines jobs={jobs} onPhones={2} />
              </LabeledSection>
            ))}
          </div>
        )}
        {waiting.length > 0 && (
          <div className="flex min-w-0 flex-col gap-6">
            {waiting.map(({ title: heading, lines }) => (
              <LabeledSection key={heading} title={heading} size="sm" titleClass="mb-2">
                <ul className="flex flex-col gap-2">{lines}</ul>
              </LabeledSection>
            ))}
          </div>
        )}
      </div>
    </>
  )
}
