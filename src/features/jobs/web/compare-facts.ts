import type { JobDetail } from '../contract.ts'
import { ageLabel, placeText } from '../display.ts'
import { facilityFacts, overviewFacts, requirementsOf } from './job-facts.ts'

export type ComparedFact = {
  term: string
  /** One for each job, in their order; empty where a posting does not say. */
  values: string[]
  differs: boolean
}

/** What the jobs have to say about the same things; what none of them says anything about is left out. */
export function comparedFacts(jobs: readonly JobDetail[], now: number): ComparedFact[] {
  const columns = jobs.map((job) => new Map(factsOf(job, now)))
  const terms = new Set(columns.flatMap((column) => [...column.keys()]))
  return [...terms]
    .map((term) => columns.map((column) => column.get(term) ?? ''))
    .map((values, index) => ({ term: [...terms][index] ?? '', values, differs: new Set(values).size > 1 }))
    .filter(({ values }) => values.some((value) => value !== ''))
}

function factsOf(job: JobDetail, now: number): [term: string, value: string][] {
  const facts = [
    { term: 'Place', value: placeText(job) },
    ...overviewFacts(job),
    { term: 'Payroll', value: job.payrollType },
    { term: 'Requirements', value: requirementsOf(job).join(', ') },
    { term: 'Benefits', value: job.benefits.join(', ') },
    ...facilityFacts(job).filter(({ term }) => term !== 'Address' && term !== 'Employer'),
    { term: 'Posted by', value: job.userType === 'recruiter' ? 'A recruiter' : 'The employer' },
    { term: 'Posted', value: ageLabel(job.postedAt, now) },
  ]
  return facts.map(({ term, value }) => [term, typeof value === 'string' ? value : ''])
}
