import { lazy, Suspense } from 'react'
import { useComparedIds } from '../tab-choices.ts'

/** The bar's code comes with the first job that somebody chooses to compare. */
const CompareBar = lazy(async () => ({ default: (await import('./compare-bar.tsx')).CompareBar }))

/** Where the way to the comparison appears, once there is something to compare. */
export function ComparePlace() {
  const ids = useComparedIds()
  return <Suspense fallback={null}>{ids.length > 0 && <CompareBar />}</Suspense>
}
