import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { countText } from '#features/jobs/display.ts'
import { ResultsView } from '#features/jobs/web/components/results-view.tsx'
import { facetsQuery, isRefusal, resultsLoader } from '#features/jobs/web/queries.ts'
import { feedLinks, jobsAddress } from '#features/jobs/web/components/results-context.tsx'
import { pageHead } from '#features/site/page-head.ts'
import { employerDirectoryPath, logoPath } from '#shared/paths.ts'
import { EmptyState, LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { apiQuery } from '#platform/web/api.ts'
import { LinkButton, useShownPage, type Head, type PageArgs } from '#platform/web/navigation.tsx'
import type { EmployerProfile } from '#features/employers/contract.ts'
import {
  AboutEmployer,
  EmployerFacts,
  PayBesideMedian,
  StatedTerms,
} from '#features/employers/web/employer-profile.tsx'

// Without its retry a page of the server says that nobody is there.
const employerQuery = (slug: string) =>
  apiQuery('GET /api/employers/:slug', { params: { slug } }, { retryOnMount: false })

const pathOf = (slug: string): string => `/employers/${slug}`

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
        'places, schedules and terms of each.'
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

/**
 * The employer behind a posting: its open jobs, their pay beside the median, and the terms that
 * they state.
 */
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
  return (
    <>
      <ResultsView
        criteria={criteriaOf(employer)}
        address={jobsAddress}
        view={undefined}
        heading={employer.name}
        intro={<EmployerFacts employer={employer} />}
      />
      <section className="page-column mt-12">
        <div className="grid gap-10 border-t border-line pt-5 lg:grid-cols-2">
          <AboutEmployer employer={employer} />
          <PayBesideMedian employer={employer} />
          <StatedTerms employer={employer} />
        </div>
      </section>
    </>
  )
}
