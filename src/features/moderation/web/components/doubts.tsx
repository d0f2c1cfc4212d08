import { factLabels } from '#features/imports/facts.ts'
import type { Doubt, FactAnswer, QueueItem } from '#features/moderation/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { factText } from '#features/moderation/fact-text.ts'
import { excerptOf } from '../excerpt.ts'
import { sourceLabel } from '../queries.ts'
import { CorrectForm } from './correct-form.tsx'

type DoubtActions = {
  onAnswer: (item: QueueItem, doubt: Doubt, answer: FactAnswer) => void
  onCorrect: (item: QueueItem, doubt: Doubt | undefined) => void
  onAll: (item: QueueItem, doubt: Doubt) => void
  /** Not a position for a physician, whatever the doubts. */
  onRefuse: (item: QueueItem) => void
}

type Props = DoubtActions & {
  item: QueueItem
  doubts: readonly Doubt[]
  /** The fact whose small form is open. */
  correcting: Doubt['fact'] | undefined
  /** The facts whose answer shall hold for all rows that say the same. */
  isForAll: (doubt: Doubt) => boolean
}

/** The doubtful facts of a posting beside the source's own words. Keys are about the first of them. */
export function Doubts({ item, doubts, correcting, isForAll, ...actions }: Props) {
  if (doubts.length === 0) return null
  return (
    <ul aria-label="Doubtful facts" className="mt-3 flex flex-col gap-3">
      {doubts.map((doubt, index) => (
        <li key={doubt.fact} className="rounded-sm bg-sunken p-3">
          <DoubtfulFact
            item={item}
            doubt={doubt}
            hasKeys={index === 0}
            isCorrected={correcting === doubt.fact}
            isForAll={isForAll(doubt)}
            {...actions}
          />
        </li>
      ))}
    </ul>
  )
}

type FactProps = DoubtActions & { item: QueueItem; doubt: Doubt; hasKeys: boolean; isCorrected: boolean; isForAll: boolean }

function DoubtfulFact({ item, doubt, hasKeys, isCorrected, isForAll, onAnswer, onCorrect, onAll, onRefuse }: FactProps) {
  const { fact, reason, suggestion, same } = doubt
  const keys = (key: string) => (hasKeys ? { 'aria-keyshortcuts': key } : {})
  return (
    <div className="grid gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h3 className="text-sm font-semibold">
          {factLabels[fact]} <span className="font-normal text-muted">{reason}</span>
        </h3>
        <SourceWords item={item} doubt={doubt} />
      </div>
      {!isCorrected && (
        <div className="flex flex-wrap items-start gap-2 lg:justify-end">
          {suggestion && suggestion.fact !== 'profession' && (
            <Button size="sm" {...keys('S')} onClick={() => onAnswer(item, doubt, suggestion)}>
              Accept: {factText(suggestion)}
            </Button>
          )}
          {fact === 'profession' ? (
            <>
              <Button size="sm" {...keys('C')} onClick={() => onAnswer(item, doubt, physician)}>
                {factText(physician)}
              </Button>
              <Button size="sm" look="danger" {...keys('P')} onClick={() => onRefuse(item)}>
                Not a physician
              </Button>
            </>
          ) : (
            <Button size="sm" look="secondary" {...keys('C')} onClick={() => onCorrect(item, doubt)}>
              Correct<span className="sr-only"> the {factLabels[fact].toLowerCase()}</span>
            </Button>
          )}
        </div>
      )}
      {isCorrected && (
        <CorrectForm
          doubt={doubt}
          onAnswer={(answer) => onAnswer(item, doubt, answer)}
          onClose={() => onCorrect(item, undefined)}
        />
      )}
      {same > 1 && (
        <Checkbox
          className="text-sm lg:col-span-2"
          checked={isForAll}
          onChange={() => onAll(item, doubt)}
          label={`Apply to all ${formatNumber(same)} from ${sourceLabel(item.source)} with the same words, and to later ones`}
          {...keys('L')}
        />
      )}
    </div>
  )
}

export const physician: FactAnswer = { fact: 'profession', value: 'physician' }

/** Where the posting says so, with the words marked; else the words alone, from a field of the source. */
function SourceWords({ item: { posting, source }, doubt: { words } }: { item: QueueItem; doubt: Doubt }) {
  if (words === '') return <p className="mt-1 text-sm text-muted">{sourceLabel(source)} says nothing about it.</p>
  const { before, match, after } = excerptOf(words, [posting.title, posting.description, posting.compNotes]) ?? {
    before: '',
    match: words,
    after: '',
  }
  return (
    <blockquote className="mt-1 max-w-prose text-sm break-words">
      <span className="sr-only">{sourceLabel(source)} says: </span>
      {before}
      <mark className="rounded-sm bg-action-wash px-0.5 font-semibold text-ink">{match}</mark>
      {after}
    </blockquote>
  )
}
