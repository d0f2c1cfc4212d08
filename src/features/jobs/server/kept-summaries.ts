import { LRUCache } from 'lru-cache'
import type { SummaryRow } from './queries.ts'

/** Some ten megabytes. */
const max = 10_000

/** Jobs as lists show them: a list that changes shows a new job among nineteen that it showed before. */
export class KeptSummaries {
  readonly #rows = new LRUCache<string, SummaryRow>({ max })
  #outdated = 0

  /** Whoever reads rows asks first where it stands, and hands it in with them. */
  get moment(): number {
    return this.#outdated
  }

  /** The rows of these jobs in their order; `find` is asked for those that are not kept, and has read them since that moment. */
  async recall(
    ids: readonly string[],
    moment: number,
    find: (missing: string[]) => Promise<SummaryRow[]>,
  ): Promise<SummaryRow[]> {
    const rows = new Map(ids.map((id) => [id, this.#rows.get(id)]))
    const missing = ids.filter((id) => !rows.get(id))
    if (missing.length > 0) {
      for (const row of await find(missing)) {
        rows.set(row.id, row)
        // What was read before a change that has been heard of since is good enough for this answer only.
        if (moment === this.#outdated) this.#rows.set(row.id, row)
      }
    }
    return ids.flatMap((id) => rows.get(id) ?? [])
  }

  /** A job changed, though it is not known yet which. */
  outdatePending(): void {
    this.#outdated++
  }

  remove(id: string): void {
    this.#rows.delete(id)
  }

  clear(): void {
    this.outdatePending()
    this.#rows.clear()
  }
}
