import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import type { SourceDecision } from '#features/moderation/contract.ts'
import { useShownPage } from '#platform/web/navigation.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { queueSourcesQuery, refreshQueue, sourceLabel, startSourceDecision } from '../queries.ts'
import { cappedText } from './queue-age.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** How far decisions about whole sources are. */
export function SourceProgress({ decisions }: { decisions: readonly SourceDecision[] }) {
  return (
    <ul aria-label="Decisions about sources" className="mt-4 flex flex-col gap-2 empty:hidden">
      {decisions.map((decision) => (
        <li key={decision.id}>
          <Progress decision={decision} />
        </li>
      ))}
    </ul>
  )
}

const pollMs = 1000

/** Running decisions, and those that ended since the page was opened. */
export function useSourceDecisions(): SourceDecision[] {
  const { now } = useShownPage()
  const queryClient = useQueryClient()
  const { data: { decisions = [] } = {} } = useQuery({
    ...queueSourcesQuery,
    refetchInterval: ({ state }) =>
      state.data?.decisions.some((decision) => decision.state === 'running') ? pollMs : false,
  })
  const running = decisions.filter((decision) => decision.state === 'running').length
  useEffect(() => {
    if (running === 0) return undefined
    // The queue changes when one of them ends.
    return () => void refreshQueue(queryClient)
  }, [running, queryClient])
  return decisions.filter(
    ({ state, finishedAt }) => state === 'running' || Date.parse(finishedAt ?? '') > now,
  )
}

type Props = { source: string; decisions: readonly SourceDecision[] }

/** Decides about all pending postings of one source. */
export function DecideSource({ source, decisions }: Props) {
  const { data: { sources = [] } = {} } = useQuery(queueSourcesQuery)
  const { pending = 0, doubtful = 0 } = sources.find((entry) => entry.source === source) ?? {}
  const [asking, setAsking] = useState<'approve' | 'reject'>()
  const start = useAction({
    call: startSourceDecision,
    done: {
      title: 'Started',
      description: `${sourceLabel(source)}: we work through it in the background.`,
    },
    changes: ['GET /api/admin/queue/sources'],
  })
  const all = `all ${cappedText(pending)}`
  const certain = doubtful === 0 ? all : cappedText(pending - doubtful)
  if (
    pending === 0 ||
    decisions.some((decision) => decision.source === source && decision.state === 'running')
  )
    return null
  return (
    <section
      aria-label="The whole source"
      className="flex grow flex-wrap items-center justify-end gap-2"
    >
      <p className="text-sm">
        <strong>{sourceLabel(source)}</strong>: {cappedText(pending)}{' '}
        {pending === 1 ? 'waits' : 'wait'} for approval
        {doubtful > 0 && `, ${cappedText(doubtful)} of them with a doubtful fact`}.
      </p>
      {pending > doubtful && (
        <Button label={`Approve ${certain}`} size="sm" onClick={() => setAsking('approve')} />
      )}
      <Button label={`Reject ${all}`} size="sm" look="danger" onClick={() => setAsking('reject')} />
      {asking && (
        <ReasonDialog
          question={{
            subject: sourceLabel(source),
            asksReason: asking === 'reject',
            asksAnswer: false,
            ...(asking === 'approve'
              ? {
                  title: `Approve ${certain}?`,
                  effect: `Everything that waits goes live, not only what the filters show${doubtful > 0 ? '; postings with a doubtful fact stay in the queue' : ''}. You can stop it, but you cannot undo all approvals at once.`,
                  button: `Approve ${certain}`,
                }
              : {
                  title: `Reject ${all}?`,
                  effect:
                    'None of them goes live, and later imports do not bring them back. You cannot undo this all at once.',
                  button: 'Reject',
                }),
          }}
          onClose={() => setAsking(undefined)}
          onWords={({ reason }) => {
            setAsking(undefined)
            start.run(
              asking === 'approve'
                ? { action: asking, source }
                : { action: asking, source, reason },
            )
          }}
        />
      )}
    </section>
  )
}

function Progress({ decision }: { decision: SourceDecision }) {
  const { id, source, action, state, done, total } = decision
  const stop = useAction({
    call: () => callApi('POST /api/admin/source-decisions/:id/stop', { params: { id } }),
    changes: ['GET /api/admin/queue/sources'],
  })
  const text = `${sourceLabel(source)}: ${formatNumber(done)} of ${formatNumber(total)} ${action === 'approve' ? 'approved' : 'rejected'}`
  return (
    <div className={`${cardClass} flex flex-wrap items-center gap-3 p-4`}>
      <div className="min-w-52 grow">
        <p className="tabular-nums">
          {text}
          {state === 'stopped' && ', then stopped'}
          {state === 'finished' && ', finished'}
        </p>
        {state === 'running' && (
          <ProgressBar label={text} value={done / Math.max(total, 1)} className="mt-2" />
        )}
      </div>
      {state === 'running' && (
        <ActionButton
          label="Stop"
          action={stop}
          pendingLabel="Stopping..."
          size="sm"
          look="secondary"
        />
      )}
    </div>
  )
}
