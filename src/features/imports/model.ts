/** What an import tells about itself: shared by the command line and the administrator's page. */

/** Why a row was not imported, and how that reads in a report. */
export const skipReasons = {
  duplicate: 'already imported',
  'invalid-json': 'not valid JSON',
  'wrong-encoding': 'not UTF-8 text',
  'too-large': 'larger than one item may be',
  'not-an-object': 'not a job item',
  'source-error': 'the scraper reported an error instead of a job',
  closed: 'closed by its source',
  'no-title': 'no title',
  'no-employer': 'no employer named',
  'no-description': 'no description',
  'no-place': 'no city and state that could be read',
  'place-mismatch': 'no such city in that state',
  'outside-us': 'outside the United States',
  'not-a-physician': 'not a job for physicians',
} as const

export type SkipReason = keyof typeof skipReasons

/** 'stopped' by its dataset, 'interrupted' by the end of its process: it goes on from there when it is asked for again. */
export const importStatuses = ['running', 'finished', 'stopped', 'failed', 'interrupted', 'cancelled'] as const
export type ImportStatus = (typeof importStatuses)[number]

export type SkippedRow = {
  /** Counted from 1, over the whole dataset. */
  row: number
  reason: SkipReason
  title?: string
}

export type ImportReport = {
  message: string
  imported: number
  /** Every row that was not imported, duplicates included: imported + skipped = totalProcessed. */
  skipped: number
  totalProcessed: number
  /** One text for each duplicate, up to `reportLimit`. */
  duplicates: string[]
  skippedByReason: Partial<Record<SkipReason, number>>
  /** The first skipped rows that are no duplicates, up to `reportLimit`. */
  skippedRows: SkippedRow[]
  /** Set when the dataset could not be read to its end; the rows before are kept. */
  stopped?: { row: number; reason: string }
}

/** How many rows a report names one by one; the counts go on beyond. */
export const reportLimit = 100
