import type { findPeople } from '#features/accounts/server/public.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { ImportApify, ImportRun, ImportRunDetail } from '../contract.ts'
import { skipReasons } from '../model.ts'
import type { SkipReason } from '../model.ts'
import type { RunRow } from './queries-runs.ts'
import { countsText } from './tally.ts'

type People = Awaited<ReturnType<typeof findPeople>>

export function viewOf(run: RunRow, people: People): ImportRun {
  return {
    id: run.id,
    source: run.source,
    sourceId: run.source_id,
    url: run.url,
    startedBy: run.started_by === null ? null : { id: run.started_by, name: nameOf(run.started_by, people) },
    status: run.status,
    startedAt: run.started_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
    processed: run.processed,
    total: run.total,
    imported: run.imported,
    skipped: run.skipped,
    duplicates: run.duplicates,
    closed: run.closed,
    reopened: run.reopened,
    message: run.message,
  }
}

function nameOf(id: string, people: People): string {
  const person = people.get(id)
  return person?.name ?? person?.email ?? 'An administrator'
}

export const detailOf = (run: RunRow, people: People): ImportRunDetail => ({
  ...viewOf(run, people),
  reasons: reasonsOf(run),
  skippedRows: skippedOf(run),
  duplicateRows: run.duplicate_rows,
})

/** What whoever started an import gets to see of it, over or not. */
export function reportOf(run: RunRow): ResponseOf<ImportApify> {
  return {
    message: run.message ?? `Import running: ${formatNumber(run.processed)} rows so far, ${countsText(run)}.`,
    imported: run.imported,
    skipped: run.skipped,
    totalProcessed: run.processed,
    duplicates: run.duplicate_rows,
    reasons: reasonsOf(run),
    skippedRows: skippedOf(run),
    id: run.id,
    running: run.status === 'running',
  }
}

/** The most frequent first. */
const reasonsOf = (run: RunRow): ImportRunDetail['reasons'] =>
  Object.entries(run.reasons)
    .map(([reason, n]) => ({ reason: skipReasons[reason as SkipReason], count: n }))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))

const skippedOf = (run: RunRow): ImportRunDetail['skippedRows'] =>
  run.skipped_rows.map(({ reason, ...row }) => ({ ...row, reason: skipReasons[reason] }))
