import type { ReactNode } from 'react'
import { ResultsView } from './components/results-view.tsx'
import { homeCriteria } from './home-search.ts'
import { homeAddress } from './results-address.ts'
import { parseViewMode } from './view-mode.ts'

/** Home's results, for `/?show=jobs&q=…`. `search` is the address's query string as the router parsed it. */
export function HomeResults({ search }: { search: Record<string, unknown> }): ReactNode {
  const criteria = homeCriteria(search)
  return (
    <ResultsView
      criteria={criteria}
      address={homeAddress}
      view={parseViewMode(search['view'])}
      heading={criteria.keyword === undefined ? 'All Physician Jobs' : `Search Results for "${criteria.keyword}"`}
    />
  )
}
