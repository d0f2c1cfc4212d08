import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { chipClass } from '#ui/chip.tsx'
import { Link, useShownPage } from '#web/lib/navigation.tsx'
import { parseSearchCriteria } from '../search-criteria.ts'
import { ResultsView } from './components/results-view.tsx'
import { jobsAddress } from './results-address.ts'
import { parseViewMode } from './view-mode.ts'

export function JobsPage(): ReactNode {
  const search: Record<string, unknown> = useShownPage().search
  const criteria = parseSearchCriteria(search)
  const { specialty } = criteria
  return (
    <ResultsView
      criteria={criteria}
      address={jobsAddress}
      view={parseViewMode(search['view'])}
      heading={specialty ? `${specialty} Jobs` : 'All Physician Jobs'}
      beside={specialty && <FilteringBy specialty={specialty} />}
    />
  )
}

function FilteringBy({ specialty }: { specialty: string }) {
  return (
    <p className="flex items-center gap-2 text-xs text-muted">
      Filtering by
      <Link to="/jobs" aria-label={`Clear ${specialty}`} className={chipClass}>
        {specialty}
        <X aria-hidden className="size-3.5 text-muted" />
      </Link>
    </p>
  )
}
