import { formatNumber } from '#shared/numbers.ts'
import type { ImportReport, SkippedRow, SkipReason } from '../model.ts'
import { reportLimit } from '../model.ts'

/** What became of each row of a batch, in order. */
export type Outcome = { added: true } | { skip: SkipReason; title?: string; detail?: string }

/** A run's rows, counted, and the first of them named one by one. */
export type Tally = {
  readonly processed: number
  readonly imported: number
  readonly reopened: number
  readonly reasons: Readonly<Partial<Record<SkipReason, number>>>
  readonly skippedRows: readonly SkippedRow[]
  readonly duplicateRows: readonly string[]
}

export function tallyWith(tally: Tally, outcomes: readonly Outcome[], reopened: number): Tally {
  const reasons = { ...tally.reasons }
  const skippedRows = [...tally.skippedRows]
  const duplicateRows = [...tally.duplicateRows]
  let { processed, imported } = tally
  for (const outcome of outcomes) {
    processed++
    if ('added' in outcome) {
      imported++
      continue
    }
    const { skip: reason, title, detail } = outcome
    reasons[reason] = (reasons[reason] ?? 0) + 1
    if (reason === 'duplicate') {
      if (duplicateRows.length < reportLimit) duplicateRows.push(`Row ${processed}: ${title} (${detail})`)
    } else if (skippedRows.length < reportLimit) {
      skippedRows.push({ row: processed, reason, ...(title && { title }) })
    }
  }
  return { processed, imported, reopened: tally.reopened + reopened, reasons, skippedRows, duplicateRows }
}

type Counts = Pick<ImportReport, 'imported' | 'skipped'> & { duplicates: number }

/** '1,200 imported, 34 skipped (12 of them duplicates)'. */
export const countsText = ({ imported, skipped, duplicates }: Counts): string =>
  `${formatNumber(imported)} imported, ${formatNumber(skipped)} skipped${duplicates > 0 ? ` (${formatNumber(duplicates)} of them duplicates)` : ''}`
