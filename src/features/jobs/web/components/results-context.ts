import { createContext, use } from 'react'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { jobsAddress } from '../results-address.ts'
import type { ResultsAddress } from '../results-address.ts'
import type { ViewMode } from '../view-mode.ts'

type ResultsContextValue = {
  criteria: SearchCriteria
  address: ResultsAddress
  /** The view that the address asks for, to be carried along by its links. */
  view: ViewMode | undefined
  /** To be told before another page of the same results is gone to. */
  onTurnPage: () => void
}

/** The search around, so that every link and field inside stays with it. */
export const ResultsContext = createContext<ResultsContextValue>({
  criteria: {},
  address: jobsAddress,
  view: undefined,
  onTurnPage: () => {},
})

export const useResults = (): ResultsContextValue => use(ResultsContext)
