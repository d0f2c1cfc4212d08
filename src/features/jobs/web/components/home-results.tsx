import type { ReactNode } from 'react'
import { homeAddress, homeCriteria } from '../home-address.ts'
import { parseViewMode } from '../tab-choices.ts'
import { ResultsView } from './results-view.tsx'

/** Home's results, for `/?show=jobs&q=…`. `search` is the parsed query string. */
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
