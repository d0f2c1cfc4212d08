import { useEffect, useRef } from 'react'
import type { ImportCheck } from '#features/imports/contract.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { apiUrl } from '#platform/web/api.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Alert } from '#ui/feedback.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { checkSource } from '../queries.ts'
import { OutlineReport } from './outline.tsx'

/** What would become of every row, if the source were imported as it was saved. */
export function SourceCheck({ id, check }: { id: string; check: ImportCheck | null }) {
  const again = useAction({
    call: () => checkSource(id),
    failure: 'Failed to check the source',
    changes: ['GET /api/admin/import-sources/:id/answers'],
  })
  const isRunning = check?.status === 'running'
  const wasRunning = useRef(isRunning)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wasRunning.current && !isRunning) heading.current?.scrollIntoView({ block: 'nearest' })
    wasRunning.current = isRunning
  }, [isRunning])
  return (
    <section aria-labelledby="check" className="min-w-0">
      <h2 id="check" ref={heading} className="text-lg font-semibold">
        Check of every row
      </h2>
      <p className="mt-1 text-muted">Reads the whole dataset and shows what an import would do. It imports nothing.</p>
      <ActionButton
        action={again}
        look="secondary"
        className="mt-3"
        disabled={isRunning}
        label={isRunning ? 'Checking...' : 'Check every row'}
      />
      {isRunning && (
        <div className="mt-3">
          <ProgressBar label="Rows checked" />
          <p className="mt-1 text-xs text-muted tabular-nums">{formatNumber(check.processed)} rows so far</p>
        </div>
      )}
      {check?.status === 'failed' && <Alert tone="danger">{check.message}</Alert>}
      <p role="status" className="mt-3 mb-4 font-semibold">
        {check?.status === 'finished' && check.message}
      </p>
      {check?.report && check.status !== 'failed' && (
        <OutlineReport
          outline={check.report}
          file={apiUrl('GET /api/admin/imports/:id/rows.csv', { params: { id: check.id } })}
          isCheck
        />
      )}
    </section>
  )
}
