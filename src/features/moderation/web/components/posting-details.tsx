import { employmentTypeLabels } from '#features/jobs/model.ts'
import { practiceFacts } from '#features/postings/practice-facts.ts'
import { momentText } from '#shared/dates.ts'
import { DefinitionGrid } from '#ui/definition-grid.tsx'
import { Prose } from '#ui/prose.tsx'
import type { QueueItem } from '#features/moderation/contract.ts'
import { channelLabels, sourceLabel } from '../deeds.ts'

/** All that a posting says, its texts as physicians would read them. */
export function PostingDetails({ item: { posting, source, sourceUrl } }: { item: QueueItem }) {
  const texts = [
    { title: 'Brief summary', text: posting.brief },
    { title: 'Description', text: posting.description },
    { title: 'Full description', text: posting.fullDescription },
    { title: 'Job duties', text: posting.jobDuties },
    { title: 'Team notes', text: posting.teamNotes },
    { title: 'Compensation notes', text: posting.compNotes },
  ].filter(({ text }) => text !== '')
  return (
    <div className="mt-4 grid gap-6 border-t border-line pt-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        {texts.map(({ title, text }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-xs font-semibold text-muted">{title}</h3>
            <Prose text={text} />
          </section>
        ))}
      </div>
      <DefinitionGrid
        className="content-start"
        items={[
          { term: 'Apply at', value: posting.applyUrl },
          { term: 'Type', value: employmentTypeLabels[posting.jobType] },
          { term: 'Duration', value: posting.duration },
          { term: 'Payroll', value: posting.payroll },
          { term: 'Organization type', value: posting.organizationType },
          { term: 'Subspecialty', value: posting.subspecialty },
          ...practiceFacts(posting),
          { term: 'Contact email', value: posting.contactEmail },
          { term: 'Public email', value: posting.publicEmail },
          { term: 'Logo', value: posting.logoUrl },
          { term: 'Channel', value: channelLabels[posting.channel] },
          { term: 'Source', value: posting.channel === 'import' && sourceLabel(source) },
          { term: 'Found at', value: sourceUrl },
          { term: 'Came in', value: momentText(posting.createdAt) },
          { term: 'Closes', value: posting.expiresAt && momentText(posting.expiresAt) },
          { term: 'Reference', value: posting.referenceId },
        ]}
      />
    </div>
  )
}
