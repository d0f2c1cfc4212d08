import type { ReactNode } from 'react'
import { loadMap } from '#features/jobs/web/components/results-toolbar.tsx'
import { ResultsView } from '#features/jobs/web/components/results-view.tsx'
import { resultsLoader } from '#features/jobs/web/queries.ts'
import { homeAddress, homeCriteria } from '#features/jobs/web/components/results-context.tsx'
import { parseViewMode } from '#features/jobs/web/tab-choices.ts'
import { homeHead } from '#features/site/page-head.ts'
import { useShownPage, type PageArgs } from '#platform/web/navigation.tsx'

export async function load({ queryClient, search }: PageArgs): Promise<void> {
  const criteria = homeCriteria(search)
  await Promise.all([resultsLoader(queryClient, criteria), loadMap(queryClient, search, criteria)])
}

export const head = homeHead(true)

/** The results of a search at Home's address. */
export function Page(): ReactNode {
  const { search } = useShownPage()
  const criteria = homeCriteria(search)
  return (
    <ResultsView
      criteria={criteria}
      address={homeAddress}
      view={parseViewMode(search['view'])}
      heading={
        criteria.keyword === undefined
          ? ['All Physician Jobs', ...(criteria.specialty ?? [])].join(' · ')
          : `Search Results for "${criteria.keyword}"`
      }
    />
  )
}
