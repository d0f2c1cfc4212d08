import { AppError } from '#shared/errors.ts'
import type { Mapping } from '../mapping.ts'
import type { RunRow } from './queries-runs.ts'
import type { Cursor } from './reading/cursor.ts'
import { placeCache } from './resolve-batch.ts'
import type { PlaceCache } from './resolve-batch.ts'
import type { Tally } from './tally.ts'

/** A run under way in this process. */
export type Run = {
  readonly id: string
  /** Null for a dataset that belongs to no source that is kept. */
  readonly sourceId: string | null
  /** The moment that '3 days ago' counts from; the same however often the run is taken up. */
  readonly now: Date
  readonly how: ImportRules
  readonly places: PlaceCache
  /** All below is as the last batch left it. */
  tally: Tally
  cursor: Cursor
  total: number | null
}

export type ImportRules = {
  /** Publishes at once instead of leaving the jobs to moderation. */
  approve: boolean
  /** What the jobs give as their source, instead of the site that their items look like. */
  sourceName?: string | undefined
  /** The operator's own data: its pages may carry structured data. */
  ownData?: boolean | undefined
  /** Where the items have what the presets do not find. */
  mapping?: Mapping | undefined
}

export function runOf(row: RunRow, how: ImportRules): Run {
  return {
    id: row.id,
    sourceId: row.source_id,
    now: row.started_at,
    how,
    places: placeCache(),
    tally: tallyOf(row),
    cursor: row.cursor,
    total: row.total,
  }
}

const tallyOf = (row: RunRow): Tally => ({
  processed: row.processed,
  imported: row.imported,
  reopened: row.reopened,
  reasons: row.reasons,
  skippedRows: row.skipped_rows,
  duplicateRows: row.duplicate_rows,
})

/** The run was cancelled, or somebody else has taken it up: whoever finds out leaves it alone. */
export class RunOver extends AppError {
  constructor() {
    super('CONFLICT', 'This import was cancelled, or goes on elsewhere.')
  }
}
