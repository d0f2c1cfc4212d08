import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { countCap } from '#features/moderation/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Button } from '#ui/button.tsx'
import { useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { queueSourcesQuery, refreshQueue, sourceLabel } from '../queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

export const cappedText = (count: number): string =>
  count > countCap ? `${formatNumber(countCap)}+` : formatNumber(count)

/** Decides about all pending postings of one source. */
export function DecideSource({ source }: { source: string }) {
  const [asking, setAsking] = useState<'approve' | 'reject'>()
  const [running, setRunning] = useState<'approve' | 'reject'>()
  const { data: { sources = [] } = {} } = useQuery({
    ...queueSourcesQuery,
    refetchInterval: running ? 1000 : false,
  })
  const { pending = 0, doubtful = 0 } = sources.find((entry) => entry.source === source) ?? {}
  const queryClient = useQueryClient()
  const isDone = running !== undefined && pending <= (running === 'approve' ? doubtful : 0)
  useEffect(() => {
    if (isDone) void refreshQueue(queryClient)
  }, [isDone, queryClient])
  const start = useAction({
    call: (
      body:
        | { source: string; action: 'approve' }
        | { source: string; action: 'reject'; reason: string },
    ) => callApi('POST /api/admin/source-decisions', { body }),
    done: ({ total }, { action }) => {
      setRunning(action)
      return {
        title: 'Started',
        description: `${sourceLabel(source)}: we decide about ${formatNumber(total)} postings.`,
      }
    },
    changes: ['GET /api/admin/queue/sources'],
  })
  if (pending === 0) return null
  const all = `all ${cappedText(pending)}`
  const certain = doubtful === 0 ? all : cappedText(pending - doubtful)
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
            ...(asking === 'approve'
              ? {
                  title: `Approve ${certain}?`,
                  effect:
                    'Everything that waits goes live, not only what the filters ' +
                    `show${doubtful > 0 ? '; postings with a doubtful fact stay in the queue' : ''}. You cannot undo this.`,
                  button: `Approve ${certain}`,
                }
              : {
                  title: `Reject ${all}?`,
                  effect:
                    'None of them goes live, and later imports do not bring them back. You cannot undo this.',
                  button: 'Reject',
                  reason: true,
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
