import { placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { momentText } from '#shared/dates.ts'
import type { LikelyDuplicate, LikelyJob } from '../contract.ts'
import type { DetailGroup } from '../model.ts'

type Fact = {
  label: string
  of: (job: LikelyJob) => string
  /** Which of them is kept, an administrator chooses. */
  group?: DetailGroup
}

const facts: readonly Fact[] = [
  { label: 'Title', group: 'title', of: (job) => job.title },
  { label: 'Employer', group: 'employer', of: (job) => job.employer },
  { label: 'Place', group: 'place', of: placeText },
  { label: 'Specialty', group: 'specialty', of: (job) => job.specialty },
  { label: 'Type', group: 'type', of: (job) => employmentTypeLabels[job.type] },
  { label: 'Pay', group: 'pay', of: (job) => job.pay ?? 'Not stated' },
  { label: 'Schedule', group: 'conditions', of: (job) => job.schedule.join(', ') || 'Not stated' },
  { label: 'Apply', group: 'apply', of: (job) => job.applyUrl ?? 'No link' },
  { label: 'Source', of: (job) => job.source },
  { label: 'Posted', of: (job) => momentText(job.postedAt) },
  { label: 'Status', of: (job) => (job.status === 'active' ? 'Live' : 'Waits for approval') },
]

export type ComparedFact = { label: string; group?: DetailGroup | undefined; kept: string; other: string; differs: boolean }

export const comparedFacts = ({ kept, other }: LikelyDuplicate): ComparedFact[] =>
  facts.map(({ label, group, of }) => ({ label, group, kept: of(kept), other: of(other), differs: of(kept) !== of(other) }))
