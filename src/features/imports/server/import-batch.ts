import { randomUUIDv7 } from 'node:crypto'
import { addJobs } from '#features/jobs/server/public.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { reopenListed } from '#features/postings/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { retryDeadlocks } from '#server/lib/retry-deadlocks.ts'
import { findDuplicates } from './find-duplicates.ts'
import { keysOf } from './mapping/keys.ts'
import type { MappedJob } from './mapping/map-item.ts'
import type { Mapped } from './map-rows.ts'
import { recordListings } from './queries-listings.ts'
import { saveProgress } from './queries-runs.ts'
import { lockAuthorizedSources } from './queries-sources.ts'
import type { Cursor } from './reading/cursor.ts'
import { withPlaces } from './resolve-batch.ts'
import type { PlacedJob } from './resolve-batch.ts'
import { RunOver } from './run.ts'
import type { ImportRules, Run } from './run.ts'
import { tallyWith } from './tally.ts'
import type { Outcome } from './tally.ts'

/** Some rows, and where whoever comes after them goes on. */
export type Batch = { mapped: Mapped[]; after: Cursor }

/**
 * Adds what is new of a batch, and says so in the run, in one transaction: a row counts if and only if its job is in.
 * @throws {RunOver} if the run is not ours any more; nothing has happened then.
 */
export async function importBatch(db: Db, run: Run, { mapped, after: cursor }: Batch): Promise<void> {
  const placed = await withPlaces(db, mapped.filter(isJob), run.places)
  const queue = placed.values()
  const entries = mapped.map((it): Entry => (isJob(it) ? toCandidate(it, queue.next().value) : { outcome: it }))
  const total = run.total
  const tally = await retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const { outcomes, listed, known } = await addNew(trx, run, entries)
      const reopened = known.length > 0 ? await reopenListed(trx, known) : 0
      if (run.sourceId !== null) await recordListings(trx, { sourceId: run.sourceId, runId: run.id }, listed)
      const after = tallyWith(run.tally, outcomes, reopened)
      if (!(await saveProgress(trx, run.id, { before: run.tally, after, cursor, total }))) throw new RunOver()
      return after
    }),
  )
  Object.assign(run, { tally, cursor })
}

type Candidate = PlacedJob & { id: string; keys: ReturnType<typeof keysOf> }
type Entry = { outcome: Outcome } | Candidate

const isJob = (it: Mapped): it is MappedJob => 'origin' in it

function toCandidate(mapped: MappedJob, placed: PlacedJob | undefined): Entry {
  if (!placed) return { outcome: { skip: 'place-mismatch', title: `${mapped.title} (${mapped.city}, ${mapped.state})` } }
  return { ...placed, id: randomUUIDv7(), keys: keysOf({ ...placed.job, url: placed.job.source_url ?? undefined }) }
}

type Added = {
  outcomes: Outcome[]
  /** The jobs that the batch speaks of, new or known. */
  listed: string[]
  known: string[]
}

async function addNew(trx: Db, { how }: Run, entries: readonly Entry[]): Promise<Added> {
  const candidates = entries.filter((it) => 'job' in it)
  const duplicates = await findDuplicates(trx, candidates)
  const fresh = candidates.filter(({ id }) => !duplicates.has(id))
  if (fresh.length > 0) {
    await addJobs(
      trx,
      await newJobs(trx, fresh, how),
      fresh.map((it) => it.place),
    )
  }
  const known = [...new Set([...duplicates.values()].flatMap(({ jobId }) => jobId ?? []))]
  return {
    outcomes: entries.map((it): Outcome => ('outcome' in it ? it.outcome : outcomeOf(it, duplicates))),
    listed: [...new Set([...fresh.map(({ id }) => id), ...known])],
    known,
  }
}

async function newJobs(trx: Db, fresh: readonly Candidate[], { approve, sourceName, ownData }: ImportRules): Promise<NewJob[]> {
  const nameOf = ({ job }: Candidate): string => sourceName ?? job.origin.shape
  const authorized = ownData ? undefined : await lockAuthorizedSources(trx, [...new Set(fresh.map(nameOf))])
  return fresh.map((candidate) => {
    const { origin: _, ...job } = candidate.job
    const source = nameOf(candidate)
    return {
      ...job,
      id: candidate.id,
      status: approve ? 'active' : 'pending',
      source,
      structured_data_allowed: authorized?.has(source) ?? true,
    }
  })
}

function outcomeOf({ id, job }: Candidate, duplicates: Awaited<ReturnType<typeof findDuplicates>>): Outcome {
  const duplicate = duplicates.get(id)
  if (!duplicate) return { added: true }
  const { title, employer, city, state } = job
  return { skip: 'duplicate', title: `${title}, ${employer}, ${city}, ${state}`, detail: duplicate.by }
}
