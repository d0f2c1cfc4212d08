import type { JobDetail } from '#features/jobs/contract.ts'
import { payRange, payUnitLabels } from '#features/jobs/display.ts'
import { DefinitionGrid } from '#ui/definition-grid.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { overviewFacts, facilityFacts } from '../job-facts.ts'
import { ComparablePay } from './comparable-pay.tsx'
import { ContactInformation } from './contact-information.tsx'
import { JobSection } from './job-section.tsx'
import { PostInformation } from './post-information.tsx'
import { RequirementsAndBenefits } from './requirements-and-benefits.tsx'

const descriptionShown = 400

export function JobSections({ job, now }: { job: JobDetail; now: number }) {
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <JobSection title="Job Overview">
        <DefinitionGrid items={overviewFacts(job)} />
        <ShowMore text={job.description} limit={descriptionShown} />
        <MoreText title="Duties" text={job.jobDuties} />
        <MoreText title="The team" text={job.teamNotes} />
      </JobSection>
      <JobSection title="Facility Information">
        <DefinitionGrid items={facilityFacts(job)} />
      </JobSection>
      <JobSection title="Compensation">
        <DefinitionGrid
          items={[
            { term: 'Salary', value: salaryText(job) },
            { term: 'In the words of the posting', value: job.compText },
            { term: 'Payroll', value: job.payrollType ?? 'Unknown' },
            { term: 'Notes', value: job.compNotes },
          ]}
        />
        <ComparablePay job={job} />
      </JobSection>
      <RequirementsAndBenefits job={job} />
      <ContactInformation job={job} />
      <PostInformation job={job} now={now} />
    </div>
  )
}

function MoreText({ title, text }: { title: string; text: string | null }) {
  if (!text) return null
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ShowMore text={text} />
    </div>
  )
}

function salaryText(job: JobDetail) {
  const range = payRange(job)
  return range === undefined ? (
    'Salary not specified'
  ) : (
    <span className="text-pay tabular-nums">
      {range} {payUnitLabels[job.compUnit]}
    </span>
  )
}
