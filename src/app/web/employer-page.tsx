import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { countText } from '#features/jobs/display.ts'
import { ResultsView } from '#features/jobs/web/components/results-view.tsx'
import { JobLines } from '#features/jobs/web/components/closed-job.tsx'
import { useJobParts } from '#features/jobs/web/job-parts.ts'
import {
  facetsQuery,
  isRefusal,
  resultsLoader,
  searchJobsQuery,
} from '#features/jobs/web/queries.ts'
import { feedLinks, jobsAddress } from '#features/jobs/web/components/results-context.tsx'
import { pageHead } from '#features/site/page-head.ts'
import { employerDirectoryPath, logoPath } from '#shared/paths.ts'
import { EmptyState, LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { apiQuery } from '#platform/web/api.ts'
import { LinkButton, useShownPage, type Head, type PageArgs } from '#platform/web/navigation.tsx'
import type { EmployerProfile } from '#features/employers/contract.ts'
import { EmployerFigures, EmployerIntro } from '#features/employers/web/employer-profile.tsx'

// Without its retry a page of the server says that nobody is there.
const employerQuery = (slug: string) =>
  apiQuery('GET /api/employers/:slug', { params: { slug } }, { retryOnMount: false })

const pathOf = (slug: string) => `/employers/${slug}`

const criteriaOf = ({ name }: EmployerProfile): SearchCriteria => ({ employer: name })

export async function load({ queryClient, params: { slug = '' } }: PageArgs): Promise<void> {
  const criteria = criteriaOf(await queryClient.ensureQueryData(employerQuery(slug)))
  await Promise.all([
    resultsLoader(queryClient, criteria),
    queryClient.ensureQueryData(facetsQuery(criteria)),
  ])
}

export function head({ queryClient, site, params: { slug = '' } }: PageArgs): Head {
  const employer = queryClient.getQueryData(employerQuery(slug).queryKey)
  return pageHead({
    site,
    title: employer ? `${employer.name}: Physician Jobs` : 'Employer',
    description: employer
      ? `${countText(employer.jobs)} for physicians at ${employer.name}: pay beside the median, ` +
        'locations, schedules and terms of each.'
      : '',
    path: pathOf(slug),
    noindex: !employer,
    ...(import.meta.env.SSR && employer && { links: feedLinks(site, criteriaOf(employer)) }),
  })
}

export const documents = import.meta.env.SSR ? documentsOf : undefined

function documentsOf({
  queryClient,
  site: { publicUrl },
  params: { slug = '' },
}: PageArgs): object[] {
  const employer = queryClient.getQueryData(employerQuery(slug).queryKey)
  if (!employer) return []
  const { name, about, logoId } = employer
  const mainEntity = {
    '@type': 'Organization',
    name,
    ...(about?.description && { description: about.description }),
    ...(about?.site && { sameAs: about.site }),
    ...(logoId !== null && { logo: publicUrl + logoPath(logoId, 320) }),
  }
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      url: publicUrl + pathOf(slug),
      mainEntity,
    },
  ]
}

/** So many jobs are worth filters. */
const filteredFrom = 10

/** The employer behind a posting, and its open jobs. */
export function Page(): ReactNode {
  const slug = useShownPage().params['slug'] ?? ''
  const { data: employer, error, refetch } = useQuery(employerQuery(slug))
  if (error && isRefusal(error))
    return (
      <EmptyState
        level={1}
        title="No open jobs"
        actions={<LinkButton label="All employers" to={employerDirectoryPath} />}
      >
        This employer has no open jobs here now.
      </EmptyState>
    )
  if (error)
    return (
      <div className="page-column py-8">
        <LoadFailure onRetry={() => void refetch()}>
          Failed to load this employer. Please try again.
        </LoadFailure>
      </div>
    )
  if (!employer) return <Skeleton className="page-column mt-5 h-40" />
  return employer.jobs < filteredFrom ? (
    <FewJobs employer={employer} />
  ) : (
    <ManyJobs employer={employer} />
  )
}

type Props = { employer: EmployerProfile }

function ManyJobs({ employer }: Props) {
  const criteria = criteriaOf(employer)
  // The list below asks for them.
  const { data } = useQuery({ ...searchJobsQuery(criteria), enabled: false })
  return (
    <ResultsView
      criteria={criteria}
      address={jobsAddress}
      view={undefined}
      heading={employer.name}
      intro={
        <>
          <EmployerIntro employer={employer} />
          <EmployerFigures
            employer={employer}
            listed={data && data.jobs.length === data.total ? data.jobs : undefined}
          />
        </>
      }
    />
  )
}

function FewJobs({ employer }: Props) {
  const criteria = criteriaOf(employer)
  const { data } = useQuery(searchJobsQuery(criteria))
  const { AlertButton } = useJobParts()
  return (
    <article className="page-column gap-x-12 pt-5 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div>
        <h1 className="text-xl font-bold">{employer.name}</h1>
        <EmployerIntro employer={employer} />
      </div>
      <div id="results" className="mb-8">
        <div className="mb-2 flex flex-wrap items-center gap-x-4">
          <h2 className="text-lg font-semibold">Open jobs</h2>
          <AlertButton criteria={criteria} />
        </div>
        {data ? <JobLines jobs={data.jobs} isOneEmployer /> : <Skeleton className="h-40" />}
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <EmployerFigures employer={employer} listed={data?.jobs} />
      </div>
    </article>
  )
}
