import { Check } from 'lucide-react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { ShowMore } from '#ui/show-more.tsx'
import { requirementsOf } from '../job-facts.ts'
import { JobSection } from './job-section.tsx'

export function RequirementsAndBenefits({ job }: { job: JobDetail }) {
  const parts = [
    { title: 'Requirements', list: requirementsOf(job), text: job.originalData.requirements },
    { title: 'Benefits', list: job.benefits, text: job.originalData.benefits },
  ].filter(({ list, text }) => list.length > 0 || text)
  if (parts.length === 0) return null

  return (
    <JobSection title="Requirements & Benefits">
      {parts.map(({ title, list, text }) => (
        <div key={title} className="flex flex-col gap-3">
          <h3 className="font-semibold">{title}</h3>
          {list.length > 0 && (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-8 gap-y-2">
              {list.map((it) => (
                <li key={it} className="flex items-start gap-2">
                  <Check aria-hidden className="mt-1 size-4 shrink-0 text-action" />
                  {it}
                </li>
              ))}
            </ul>
          )}
          {text && <ShowMore text={text} />}
        </div>
      ))}
    </JobSection>
  )
}
