import { isUnavailable, inTransaction, type Db } from '../database.ts'

/**
 * Work for many, one after the other: what fails holds up nobody else's. In the end it throws, so
 * that the task is logged and tried again; at once if the database is not there, or `stopping` is
 * aborted.
 */
export async function forEachOf<T extends { id: string }>(
  all: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  const failures: Failures = new Map()
  for (const item of all) {
    stopping?.throwIfAborted()
    try {
      await work(item)
    } catch (error) {
      if (isUnavailable(error)) throw error
      failures.set(item.id, error)
    }
  }
  throwAll(failures)
}

/**
 * The same for rows that `take` locks, each in a transaction of its own, until there are none.
 * Returns how many were done.
 */
export async function forEachDue<T extends { id: string }>(
  db: Db,
  take: (trx: Db, skip: readonly string[]) => Promise<T | undefined>,
  work: (trx: Db, row: T) => Promise<void>,
): Promise<number> {
  const failures: Failures = new Map()
  for (let done = 0; ;) {
    const taken: { id?: string | undefined } = {}
    try {
      await inTransaction(db, async (trx) => {
        const row = await take(trx, [...failures.keys()])
        taken.id = row?.id
        if (row) await work(trx, row)
      })
      if (taken.id === undefined) {
        throwAll(failures)
        return done
      }
      done++
    } catch (error) {
      if (taken.id === undefined || failures.has(taken.id)) throw error
      failures.set(taken.id, error)
    }
  }
}

type Failures = Map<string, unknown>

function throwAll(failures: Failures): void {
  const [first] = failures
  if (!first) return
  throw new AggregateError(
    failures.values(),
    `${failures.size} failed, first ${first[0]}: ${String(first[1])}`,
  )
}
