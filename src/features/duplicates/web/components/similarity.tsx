import type { LikelyDuplicate } from '#features/duplicates/contract.ts'

/** How much alike two jobs are, as a bar with its number, and what that is made of. */
export function Similarity({ pair: { score, parts } }: { pair: LikelyDuplicate }) {
  return (
    <div className="w-full sm:w-auto">
      <div className="flex items-center gap-3">
        <div
          role="meter"
          aria-label="Similarity"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={score}
          aria-valuetext={`${score}%`}
          className="h-2 grow overflow-hidden rounded-full bg-line sm:w-40"
        >
          <div className="h-full rounded-full bg-action" style={{ width: `${score}%` }} />
        </div>
        <span aria-hidden className="text-sm font-semibold tabular-nums">
          {score}%
        </span>
      </div>
      <p className="mt-1 text-xs text-muted tabular-nums">
        Title {parts.title}%, employer {parts.employer}%, place {parts.place}%, text {parts.text}%
      </p>
    </div>
  )
}
