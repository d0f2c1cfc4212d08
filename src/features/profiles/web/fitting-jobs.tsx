import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { jobsPath, profilePath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { TextLink } from '#platform/web/navigation.tsx'
import type { ResponseOf } from '#shared/contract.ts'
import { fittingJobsQuery } from './queries.ts'

type Fitting = ResponseOf<'GET /api/profile/jobs'>['jobs'][number]
type Props = {
  JobLines: ComponentType<{ jobs: readonly JobSummary[]; note: (id: string) => ReactNode }>
}

/** The newest jobs of the profile's search, and which of its wishes each meets. */
export function FittingJobs({ JobLines }: Props) {
  const { data } = useQuery(fittingJobsQuery)
  if (!data || data.jobs.length === 0) return null
  const { jobs, search } = data
  const fits = new Map(jobs.map((fit) => [fit.job.id, fitText(fit)]))
  return (
    <LabeledSection
      title={
        <>
          Jobs that fit <TextLink to={profilePath}>your profile</TextLink>
        </>
      }
      size="sm"
      titleClass="mb-2"
    >
      <JobLines jobs={jobs.map(({ job }) => job)} note={(id) => fits.get(id)} />
      <p className="mt-3">
        <TextLink to={jobsPath} search={search}>
          Jobs that meet all you asked
        </TextLink>
      </p>
    </LabeledSection>
  )
}

/** 'Fits 8 of 10 of what you asked. Not: Call at most 1 in 8. Not said: H-1B sponsorship.' */
const fitText = ({ asked, met, not, unsaid }: Fitting) =>
  [
    `Fits ${met} of ${asked} of what you asked.`,
    ...(not.length > 0 ? [`Not: ${not.join(', ')}.`] : []),
    ...(unsaid.length > 0 ? [`Not said: ${unsaid.join(', ')}.`] : []),
  ].join(' ')
