import { factLabels, factText } from '#features/imports/facts.ts'
import type { FactAnswer } from '#features/imports/schemas.ts'
import type { Doubt, QueueItem } from '#features/moderation/contract.ts'
import { likenessTexts } from '#features/moderation/model.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { AdministratorsOnly } from '#platform/web/admin-page.tsx'
import { callApi } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { queueCalls, sourceLabel } from '../queries.ts'
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

/**
 * The doubtful facts of a posting beside the source's own words. Keys are about the first of them.
 */
export function Doubts({ item, doubts, correcting, ...actions }: Props) {
  if (doubts.length === 0) return null
  return (
    <ul aria-label="Doubtful facts" className="mt-1.5 flex flex-col gap-1">
      {doubts.map((doubt, index) => (
        <li key={doubt.fact} className="rounded-sm bg-sunken px-3 py-1">
          <DoubtfulFact
            item={item}
            doubt={doubt}
            hasKeys={index === 0}
            isCorrected={correcting === doubt.fact}
            {...actions}
          />
        </li>
      ))}
    </ul>
  )
}

type FactProps = DoubtActions & {
  item: QueueItem
  doubt: Doubt
  hasKeys: boolean
  isCorrected: boolean
}

function DoubtfulFact({
  item,
  doubt,
  hasKeys,
  isCorrected,
  onAnswer,
  onCorrect,
  onRefuse,
}: FactProps) {
  const { fact, reason, suggestion } = doubt
  const keys = (key: string) => (hasKeys ? { 'aria-keyshortcuts': key } : {})
  return (
    <div className="grid items-center gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h3 className="text-sm font-semibold">
          {factLabels[fact]} <span className="font-normal text-muted">{reason}</span>
        </h3>
        <SourceWords source={item.source} words={doubt.words} />
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
              <Button
                label={factText(physician)}
                size="sm"
                {...keys('C')}
                onClick={() => onAnswer(item, doubt, physician)}
              />
              <Button
                label="Not a physician"
                size="sm"
                look="danger"
                {...keys('P')}
                onClick={() => onRefuse(item)}
              />
            </>
          ) : (
            <Button
              size="sm"
              look="secondary"
              {...keys('C')}
              onClick={() => onCorrect(item, doubt)}
            >
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

function SourceWords({ source, words }: { source: string; words: string }) {
  if (words === '')
    return <p className="text-sm text-muted">{sourceLabel(source)} says nothing about it.</p>
  return (
    <blockquote className="line-clamp-2 max-w-prose text-sm">
      <span className="sr-only">{sourceLabel(source)} says: </span>
      <mark className="rounded-sm bg-action-wash px-0.5 font-semibold text-ink">{words}</mark>
    </blockquote>
  )
}

/**
 * Shows a known employer that looks like the posting's, and lets an administrator vouch for its
 * domain.
 */
export function EmployerDoubts({ item: { lookalike, vouch } }: { item: QueueItem }) {
  return (
    <>
      {lookalike && (
        // No landmarks: several rows have one.
        <div
          role="group"
          aria-label="Look-alike"
          className="mt-3 rounded-sm border-l-4 border-danger bg-danger-wash p-3"
        >
          <h3 className="text-sm font-semibold">
            Look-alike: {likenessTexts[lookalike.why].toLowerCase()}
          </h3>
          <SideBySide
            caption="Look-alike"
            sides={['This posting', 'Known employer']}
            rows={[
              { label: 'Name', values: [lookalike.shown.employer, lookalike.known.employer] },
              { label: 'Domain', values: [lookalike.shown.domain, lookalike.known.domain] },
            ]}
          />
        </div>
      )}
      {vouch && (
        <AdministratorsOnly>
          <Vouch {...vouch} />
        </AdministratorsOnly>
      )}
    </>
  )
}

function Vouch({ domain, employer }: { domain: string; employer: string }) {
  const vouch = useAction({
    call: () =>
      callApi('POST /api/admin/names', { body: { name: employer, kind: 'own', to: { domain } } }),
    done: {
      title: 'Trusted',
      description: `${domain} for ${employer}. Postings that already wait still need your decision.`,
    },
    changes: queueCalls,
  })
  return (
    <p className="mt-3">
      <ActionButton action={vouch} size="sm" look="secondary">
        <span className="text-left break-all whitespace-normal">
          Trust {domain} for {employer}
        </span>
      </ActionButton>
    </p>
  )
}

/** An edit as the difference to what visitors see now. */
export function WaitingChanges({ item: { edit } }: { item: QueueItem }) {
  if (!edit) return null
  return (
    <div role="group" aria-label="Changes" className="mt-3">
      <SideBySide
        caption="Changes"
        sides={['Public now', 'Would become']}
        rows={edit.changes.map(({ label, before, after }) => ({ label, values: [before, after] }))}
      />
    </div>
  )
}

type SideBySideProps = {
  caption: string
  sides: readonly [string, string]
  rows: readonly { label: string; values: readonly [string | null, string | null] }[]
}

const SideBySide = ({ caption, sides, rows }: SideBySideProps) => (
  <DataTable
    caption={caption}
    rows={rows}
    rowKey={({ label }) => label}
    columns={[
      { header: 'What', isRowHeader: true, cell: ({ label }) => label },
      { header: sides[0], cell: ({ values }) => textOf(values[0]) },
      { header: sides[1], cell: ({ values }) => textOf(values[1]) },
    ]}
  />
)

const textOf = (text: string | null) =>
  text ? (
    <span className="whitespace-pre-line">{text}</span>
  ) : (
    <span className="text-muted">Nothing</span>
  )
