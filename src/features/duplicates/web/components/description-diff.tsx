import { Fragment, useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { shortened, wordDiff } from '#features/duplicates/word-diff.ts'

type Props = { kept: string; other: string }

/** How many runs of words show at first. */
const shownAtFirst = 16

/** Where two descriptions differ, with a few words around; the sign beside the colour is the line through or under the words. */
export function DescriptionDiff({ kept, other }: Props) {
  const pieces = useMemo(() => shortened(wordDiff(kept, other)), [kept, other])
  const [showsAll, setShowsAll] = useState(false)
  const isSame = pieces.every((it) => it.in === 'both')
  const shown = showsAll ? pieces : pieces.slice(0, shownAtFirst)
  return (
    <div className="mt-4">
      <h3 className="text-xs font-semibold">
        Description{' '}
        <span className="font-normal text-muted">
          {isSame ? 'The same words.' : 'Struck through: only in the older job. Underlined: only in the newer one.'}
        </span>
      </h3>
      {!isSame && (
        <p className="mt-1 max-w-prose text-sm break-words">
          {shown.map((piece) => {
            if ('skipped' in piece) return <Skipped key={piece.at} words={piece.skipped} />
            const Mark = markElement[piece.in]
            return (
              <Fragment key={piece.at}>
                <Mark className={markClass[piece.in]}>{piece.text}</Mark>{' '}
              </Fragment>
            )
          })}
        </p>
      )}
      {shown.length < pieces.length && (
        <Button look="quiet" size="sm" onClick={() => setShowsAll(true)}>
          Show all differences
        </Button>
      )}
    </div>
  )
}

const markElement = { both: 'span', kept: 'del', other: 'ins' } as const
const markClass = { both: '', kept: 'bg-danger-wash text-danger', other: 'bg-action-wash text-action' }

const Skipped = ({ words }: { words: number }) => <span className="text-xs text-muted">… {words} words alike … </span>
