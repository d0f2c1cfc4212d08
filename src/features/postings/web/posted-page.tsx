import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { placeText } from '#features/jobs/display.ts'
import { visaLabels } from '#features/jobs/model.ts'
import { site } from '#features/site/config.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import {
  editPostingPath,
  employerDashboardPath,
  jobPath,
  jobsPath,
  newJobPath,
  postJobPath,
} from '#shared/paths.ts'
import { cardClass, LabeledSection, MailLink } from '#ui/layout.tsx'
import { DefinitionGrid } from '#ui/figures.tsx'
import { EmptyState, PageSpinner } from '#ui/feedback.tsx'
import { LinkButton, TextLink, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import { reviewHours } from '../model.ts'
import { postOrBrowse } from './components/posting-page-parts.tsx'
import { policyQuery, postedJobQuery } from './queries.ts'

export async function load({ queryClient, search: { id } }: PageArgs): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(policyQuery),
    id && queryClient.ensureQueryData(postedJobQuery(id)),
  ])
}

export const head = unlistedHead(
  'Job posted',
  'Your posting, and what happens next.',
  '/employers/posted',
)

type Posted = ResponseOf<'GET /api/jobs/:id/posted'>

export function Page() {
  const id = useShownPage().search['id'] ?? ''
  const { data: job, isPending } = useQuery({ ...postedJobQuery(id), enabled: id !== '' })
  if (id === '') return <Problem title="Invalid Request">No job ID provided</Problem>
  if (isPending) return <PageSpinner />
  if (!job)
    return <Problem title="Job Not Found">The job you're looking for could not be found.</Problem>
  return <Confirmation job={job} />
}

function Problem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState level={1} title={title} actions={postOrBrowse}>
      {children}
    </EmptyState>
  )
}

function Confirmation({ job }: { job: Posted }) {
  const { title, company, specialty, status, isOwn } = job
  const { data: policies } = useQuery(policyQuery)
  const isLive = status === 'active'
  return (
    <div className="page-column py-10 sm:py-12">
      <div className="flex max-w-prose flex-col gap-8">
        <header>
          <LinkButton
            icon={ArrowLeft}
            label={isOwn ? 'Back to your dashboard' : 'Back to all jobs'}
            to={isOwn ? employerDashboardPath : jobsPath}
            look="quiet"
            size="sm"
            className="-ml-3"
          />
          <h1 className="mt-3 text-xl font-bold">{headings[status] ?? 'Your posting'}</h1>
        </header>
        <section aria-label="Your posting" className={`${cardClass} p-5`}>
          <h2 className="text-lg font-semibold">{title}</h2>
          <DefinitionGrid
            className="mt-4"
            items={[
              { term: 'Company', value: company },
              { term: 'Location', value: placeText(job) },
              { term: 'Specialty', value: specialty },
              ...readFacts(job),
            ]}
          />
          {isOwn && readFacts(job).length > 0 && (
            <p className="mt-3 text-muted">
              We read setting, schedule, benefits and visa support from your text.{' '}
              <TextLink to={editPostingPath(job.id)}>Correct them</TextLink>
            </p>
          )}
          {isLive && (
            <p className="mt-5">
              <LinkButton label="View it now" to={jobPath(job.id)} />
            </p>
          )}
        </section>
        <LabeledSection title="What happens next">
          <ol className="mt-3 flex list-decimal flex-col gap-2 pl-5 marker:text-muted">
            {nextSteps(job, policies).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </LabeledSection>
        <HowToEdit job={job} />
      </div>
    </div>
  )
}

const readFacts = ({ read }: Posted) =>
  [
    { term: 'Setting', value: read?.setting.join(', ') },
    { term: 'Schedule', value: read?.schedule.join(', ') },
    { term: 'Benefits', value: read?.benefits.join(', ') },
    {
      term: 'Visa support',
      value: read?.visaSupport && visaLabels[read.visaSupport],
    },
  ].flatMap(({ term, value }) => (value ? [{ term, value }] : []))

const headings: Partial<Record<Posted['status'], string>> = {
  active: 'Your posting is live',
  pending: 'Your posting is being reviewed',
}

/** A posting that went live without review is read later. */
function nextSteps(
  { status, channel }: Posted,
  policies: ResponseOf<'GET /api/posting-policy'> | undefined,
) {
  if (status !== 'active' && status !== 'pending') return ['Physicians cannot see the posting now.']
  const review = `A moderator will review your posting within ${reviewHours} hours.`
  const first =
    status === 'pending'
      ? [review, 'It goes live after approval, and we email you.']
      : [
          'Your posting is live and visible to physicians.',
          ...(policies?.[channel] === 'immediate' ? [review] : []),
        ]
  return [
    ...first,
    'Physicians apply through your link, or write to you through the site. We email you their inquiries.',
    ...(policies
      ? [
          `The posting stays live for ${policies.days} days. ${policies.reminderDays} days ` +
            'before it ends, we ask whether you want to renew it.',
        ]
      : []),
  ]
}

function HowToEdit({ job }: { job: Posted }) {
  return (
    <LabeledSection title="Changed your mind?" className="flex flex-col gap-4">
      {job.isOwn ? (
        <p>
          Edit, take down or delete the posting in{' '}
          <TextLink to={employerDashboardPath}>your dashboard</TextLink>.
        </p>
      ) : (
        <p>
          You can edit, take down, renew or delete the posting with the manage link in the
          confirmation email. Has it not arrived? Write to{' '}
          <MailLink address={site.emails.postings} />.
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        <LinkButton
          to={job.channel === 'account' && job.isOwn ? newJobPath : postJobPath}
          look="secondary"
        >
          Post Another Job
        </LinkButton>
        <LinkButton label="Browse Jobs" to={jobsPath} look="quiet" />
      </p>
    </LabeledSection>
  )
}
