import type { LikelyDuplicate } from '#features/duplicates/contract.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Comparison } from './comparison.tsx'
import { DescriptionDiff } from './description-diff.tsx'
import { Similarity } from './similarity.tsx'

type Props = {
  pair: LikelyDuplicate
  isTicked: boolean
  onTick: () => void
  onMerge: () => void
  onDismiss: () => void
}

export function PairEntry({ pair, isTicked, onTick, onMerge, onDismiss }: Props) {
  return (
    <article className={`${cardClass} p-4 sm:p-5`}>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="min-w-0 text-base font-semibold break-words">{pair.kept.title}</h2>
        <Similarity pair={pair} />
      </header>
      <Comparison pair={pair} />
      <DescriptionDiff kept={pair.kept.description} other={pair.other.description} />
      <footer className="mt-4 flex flex-wrap items-center gap-3">
        <Button aria-keyshortcuts="M" onClick={onMerge}>
          Merge…
        </Button>
        <Button look="secondary" aria-keyshortcuts="D" onClick={onDismiss}>
          Not the same
        </Button>
        <Checkbox label="Tick" className="ml-auto" aria-keyshortcuts="X" checked={isTicked} onChange={onTick} />
      </footer>
    </article>
  )
}
