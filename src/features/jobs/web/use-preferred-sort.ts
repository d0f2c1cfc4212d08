import { useEffect, useRef } from 'react'
import { useNavigate } from '#web/lib/navigation.tsx'
import type { SearchCriteria } from '../search-criteria.ts'
import type { ResultsAddress } from './results-address.ts'
import { prefersOldest } from './sorting.ts'

/** Who last chose the oldest first gets them so on the next visit, where the address does not say otherwise. */
export function usePreferredSort(criteria: SearchCriteria, address: ResultsAddress): void {
  const navigate = useNavigate()
  const arrived = useRef(false)
  useEffect(() => {
    if (arrived.current) return
    arrived.current = true
    if (criteria.sortBy !== undefined || criteria.page !== undefined || !prefersOldest()) return
    navigate({ to: address.path, search: address.search({ ...criteria, sortBy: 'oldest' }), replace: true, keepScroll: true })
  }, [criteria, address, navigate])
}
