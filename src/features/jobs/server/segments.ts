import type { Db } from '#server/lib/database.ts'
import { buildSegment, isOnlyBuilder, readSegments, vacuumSegments } from './queries-segment-upkeep.ts'
import type { Batch, Segment, Segments } from './queries-segment-upkeep.ts'

/** As many jobs as 32 kB have bits: a word takes a small part of a millisecond to read, and a segment some minutes to make. */
const largest = 262_144
/** A segment is made anew when one in so many of its jobs has left it. */
const worn = 8

type Options = {
  stopping?: AbortSignal
  /** So few fresh jobs are searched by themselves without being noticed. */
  tolerated?: number
  /** So many jobs of an order are asked one after the other. */
  stepSize?: number
}

/** Puts fresh jobs into segments until few are left, or the node stops. One node does so at a time. */
export async function buildSegments(db: Db, { stopping, ...options }: Options = {}): Promise<void> {
  const buildAnother = async () =>
    !stopping?.aborted && (await db.transaction().execute((transaction) => buildNext(transaction, options)))
  let built = 0
  while (await buildAnother()) built++
  if (built > 0) await vacuumSegments(db)
}

/** Whether there was anything to do, and it was done. */
async function buildNext(transaction: Db, { tolerated = 1_000, stepSize = 2_048 }: Options): Promise<boolean> {
  const batch = (await isOnlyBuilder(transaction)) ? chooseBatch(await readSegments(transaction, largest), tolerated) : undefined
  return batch !== undefined && (await buildSegment(transaction, { ...batch, stepSize }))
}

/** Undefined while all is well. Small segments are joined with as many new jobs: so there are few, and none is written often. */
function chooseBatch({ fresh, withoutWords, segments }: Segments, tolerated: number): Omit<Batch, 'stepSize'> | undefined {
  const isWorn = ({ gaps, live }: Segment): boolean => gaps * worn > gaps + live
  if (fresh <= tolerated && !withoutWords && !segments.some(isWorn)) return undefined

  const batch = { fresh: 0, merged: [] as number[], size: 0 }
  const merge = ({ id, live }: Segment, most: number): void => {
    if (batch.size + live > most) return
    batch.merged.push(id)
    batch.size += live
  }
  for (const segment of segments.filter(isWorn)) merge(segment, largest)
  batch.fresh = Math.min(fresh, largest - batch.size)
  batch.size += batch.fresh
  const others = segments.filter((it) => !isWorn(it)).toSorted((a, b) => a.live - b.live)
  for (const segment of others) merge(segment, Math.min(largest, 3 * batch.size))
  return batch
}
