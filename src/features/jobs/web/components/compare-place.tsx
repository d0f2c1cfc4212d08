import { lazy, Suspense } from 'react'
import { useComparedIds } from '../compared-jobs.ts'

const CompareBar = lazy(async () => ({ default: (await import('./compare-bar.tsx')).CompareBar }))

/** Where the way to the comparison stands while there is something to compare. Whoever has it keeps it in sight. */
export function ComparePlace() {
  return (
    useComparedIds().length > 0 && (
      <Suspense>
        <CompareBar />
      </Suspense>
    )
  )
}
