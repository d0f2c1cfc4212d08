import { factLabels, factText } from '#features/imports/facts.ts'
import type { FactAnswer } from '#features/imports/schemas.ts'
import type { Doubt, QueueItem } from '#features/moderation/contract.ts'
import { Button } from '#ui/button.tsx'
import { excerptOf } from '#features/moderation/model.ts'
import { sourceLabel } from '../queries.ts'
import { CorrectForm } from './correct-form.tsx'

type DoubtActions = {
  onAnswer: (item: QueueItem, doubt: Doubt, answer: FactAnswer) => void
  onCorrect: (item: QueueItem, doubt: Doubt | undefined) => void
  /** Not a position for a physician, whatever the doubts. */
  onRefuse: (item: QueueItem) => void
}

type Props = DoubtActions & {
  item: QueueItem
  doubts: readonly Doubt[]
  /** The fact whose small form is open. */
  correcting: Doubt['fact'] | undefined
}

/** The doubtful facts of a posting beside the source's own words. Keys are about the first of them. */
export function Doubts({ item, doubts, correcting, ...actions }: Props) {
  if (doubts.length === 0) return null
  return (
    <ul aria-label="Doubtful facts" className="mt-1.5 flex flex-col gap-1">
      {doubts.map((doubt, index) => (
        <li key={doubt.fact} className="rounded-sm bg-sunken px-3 py-1">
          <DoubtfulFact item={item} doubt={doubt} hasKeys={index === 0} isCorrected={correcting === doubt.fact} {...actions} />
        </li>
      ))}
    </ul>
  )
}

type FactProps = DoubtActions & { item: QueueItem; doubt: Doubt; hasKeys: boolean; isCorrected: boolean }

function DoubtfulFact({ item, doubt, hasKeys, isCorrected, onAnswer, onCorrect, onRefuse }: FactProps) {
  const { fact, reason, suggestion } = doubt
  const keys = (key: string) => (hasKeys ? { 'aria-keyshortcuts': key } : {})
  return (
    <div className="grid items-center gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h3 className="text-sm font-semibold">
          {factLabels[fact]} <span className="font-normal text-muted">{reason}</span>
        </h3>
        <SourceWords item={item} doubt={doubt} />
      </div>
      {!isCorrected && (
        <div data-answers className="flex flex-wrap items-start gap-2 lg:justify-end">
          {suggestion && suggestion.fact !== 'profession' && (
            <Button size="sm" {...keys('S')} onClick={() => onAnswer(item, doubt, suggestion)}>
              Accept: {factText(suggestion)}
            </Button>
          )}
          {fact === 'profession' ? (
            <>
              <Button label={factText(physician)} size="sm" {...keys('C')} onClick={() => onAnswer(item, doubt, physician)} />
              <Button label="Not a physician" size="sm" look="danger" {...keys('P')} onClick={() => onRefuse(item)} />
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
    </div>
  )
}

export const physician: FactAnswer = { fact: 'profession', value: 'physician' }

/** Where the posting says so, with the words marked; else the words alone, from a field of the source. */
function SourceWords({ item: { posting, source }, doubt: { words } }: { item: QueueItem; doubt: Doubt }) {
  if (words === '') return <p className="text-sm text-muted">{sourceLabel(source)} says nothing about it.</p>
  const { before, match, after } = excerptOf(words, [posting.title, posting.description, posting.compNotes]) ?? {
    before: '',
    match: words,
    after: '',
  }
  return (
    <blockquote className="line-clamp-2 max-w-prose text-sm break-words">
      <span className="sr-only">{sourceLabel(source)} says: </span>
      {before}
      <mark className="rounded-sm bg-action-wash px-0.5 font-semibold text-ink">{match}</mark>
      {after}
    </blockquote>
  )
}
