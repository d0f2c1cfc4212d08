import { cardClass } from '#ui/card.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ViewMode } from '../view-mode.ts'

const rows = 8
const cards = 6

/** The shape of the first results, while nothing is known of them. */
export function ResultsSkeleton({ mode }: { mode: ViewMode }) {
  if (mode === 'table') {
    return (
      <div aria-hidden className="divide-y divide-line border-b border-line">
        <div className="h-10 max-md:hidden" />
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex items-start gap-6 py-4">
            <div className="grow space-y-2">
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-4 w-2/5" />
            </div>
            <Skeleton className="h-4 w-24 max-sm:hidden" />
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-8 w-18 max-sm:hidden" />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div aria-hidden className={`grid gap-4 ${mode === 'grid' ? 'sm:grid-cols-2 xl:grid-cols-3' : ''}`}>
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className={`${cardClass} space-y-3 p-4`}>
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-8 w-20" />
        </div>
      ))}
    </div>
  )
}
