import type { ImportReport, SkipReason } from '../model.ts'
import { reportLimit } from '../model.ts'
import type { ImportProgress } from './queries.ts'

/** What became of each row of a batch, in order. */
export type Outcome = { added: true } | { skip: SkipReason; title?: string; detail?: string }

/** Counts a run's rows, and names the first of them one by one. */
export class ImportTally {
  #imported = 0
  #rows = 0
  #byReason: Partial<Record<SkipReason, number>> = {}
  #skippedRows: ImportReport['skippedRows'] = []
  #duplicates: string[] = []

  get rows(): number {
    return this.#rows
  }

  /** The counts as they will be once the batch is committed. */
  progressWith(outcomes: Outcome[]): ImportProgress {
    const added = outcomes.filter((it) => 'added' in it).length
    const duplicates = outcomes.filter((it) => 'skip' in it && it.skip === 'duplicate').length
    return {
      imported: this.#imported + added,
      skipped: this.#rows - this.#imported + outcomes.length - added,
      duplicates: (this.#byReason.duplicate ?? 0) + duplicates,
    }
  }

  add(outcomes: Outcome[]): void {
    for (const outcome of outcomes) {
      this.#rows++
      if ('added' in outcome) this.#imported++
      else this.#skip(outcome)
    }
  }

  #skip({ skip: reason, title, detail }: Exclude<Outcome, { added: true }>): void {
    this.#byReason[reason] = (this.#byReason[reason] ?? 0) + 1
    if (reason === 'duplicate') {
      if (this.#duplicates.length < reportLimit) this.#duplicates.push(`Row ${this.#rows}: ${title} (${detail})`)
    } else if (this.#skippedRows.length < reportLimit) {
      this.#skippedRows.push({ row: this.#rows, reason, ...(title && { title }) })
    }
  }

  /** `stoppedBy` is why the dataset could not be read to its end. */
  report(stoppedBy?: string): ImportReport {
    const { imported, skipped, duplicates } = this.progressWith([])
    const counts = `${count(imported)} imported, ${count(skipped)} skipped${duplicates > 0 ? ` (${count(duplicates)} of them duplicates)` : ''}`
    return {
      message: stoppedBy
        ? `Import stopped after row ${count(this.#rows)}: ${stoppedBy} ${counts}.`
        : `Import completed: ${counts}.`,
      imported,
      skipped,
      totalProcessed: this.#rows,
      duplicates: this.#duplicates,
      skippedByReason: this.#byReason,
      skippedRows: this.#skippedRows,
      ...(stoppedBy && { stopped: { row: this.#rows, reason: stoppedBy } }),
    }
  }
}

const count = (n: number): string => n.toLocaleString('en-US')
