import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Mapping } from '#features/imports/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { apiUrl } from '#platform/web/api.ts'
import { checkQuery, startCheck } from '../queries.ts'
import { OutlineReport } from './outline.tsx'
import { finished, isDataset } from './preview.tsx'

type Props = { url: string; mapping: Mapping; source: string | undefined }

/** What would become of every row, if it were imported as the form says. */
export function WholeCheck({ url, mapping, source }: Props) {
  const asked = JSON.stringify([url.trim(), finished(mapping)])
  const {
    mutate,
    data: started,
    error,
    isPending,
    variables,
  } = useMutation({
    mutationFn: (_asked: string) =>
      startCheck({ url: url.trim(), mapping: finished(mapping), ...(source !== undefined && { source }) }),
  })
  const { data: check } = useQuery({ ...checkQuery(started?.id ?? ''), enabled: started !== undefined })
  const isRunning = isPending || (started !== undefined && (check === undefined || check.status === 'running'))
  const isOld = check !== undefined && variables !== asked
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = check?.status === 'finished'
  useEffect(() => {
    if (isDone) heading.current?.scrollIntoView({ block: 'nearest' })
  }, [isDone])

  return (
    <section aria-labelledby="check" className="min-w-0">
      <h2 id="check" ref={heading} className="text-lg font-semibold">
        Check of every row
      </h2>
      <p className="mt-1 text-muted">Reads the whole dataset and shows what an import would do. It imports nothing.</p>
      <Button look="secondary" className="mt-3" disabled={!isDataset(url.trim()) || isRunning} onClick={() => mutate(asked)}>
        {isRunning ? 'Checking...' : 'Check every row'}
      </Button>
      {isRunning && (
        <div className="mt-3">
          <ProgressBar label="Rows checked" />
          <p className="mt-1 text-xs text-muted tabular-nums">{formatNumber(check?.processed ?? 0)} rows so far</p>
        </div>
      )}
      {error && <Alert tone="danger">{error.message}</Alert>}
      {check?.status === 'failed' && <Alert tone="danger">{check.message}</Alert>}
      <p role="status" className="mt-3 font-semibold">
        {isDone ? check.message : ''}
      </p>
      {isOld && !isRunning && <p className="mt-1 text-muted">The form has changed since: check again.</p>}
      {check?.report && check.status !== 'failed' && (
        <div className={`mt-4 ${isOld ? 'opacity-60' : ''}`}>
          <OutlineReport
            outline={check.report}
            file={apiUrl('GET /api/admin/import-checks/:id/rows.csv', { params: { id: check.id } })}
            isCheck
          />
        </div>
      )}
    </section>
  )
}
