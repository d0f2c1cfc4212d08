import type { ReactNode } from 'react'
import { loadMap } from '#features/jobs/web/components/results-map.tsx'
import { ResultsView } from '#features/jobs/web/components/results-view.tsx'
import { resultsLoader } from '#features/jobs/web/queries.ts'
import { homeAddress, homeCriteria } from '#features/jobs/web/results-address.ts'
import { parseViewMode } from '#features/jobs/web/tab-choices.ts'
import { site as siteConfig } from '#features/site/config.ts'
import { pageHead } from '#features/site/page-head.ts'
import { useShownPage, type PageArgs, type PageHead } from '#platform/web/navigation.tsx'

export async function load({ queryClient, search }: PageArgs): Promise<void> {
  const criteria = homeCriteria(search)
  await Promise.all([resultsLoader(queryClient, criteria), loadMap(queryClient, search, criteria)])
}

/** Results are indexed as `/jobs`. */
export const head: PageHead = ({ site }) =>
  pageHead({
    site,
    title: 'Physician Jobs in the United States',
    description: `${siteConfig.tagline}. Search physician jobs by specialty, place and pay.`,
    path: '/',
    noindex: true,
  })

/** The results of a search at Home's address. */
export function Page(): ReactNode {
  const { search } = useShownPage()
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
