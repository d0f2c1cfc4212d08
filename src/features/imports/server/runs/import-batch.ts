import type { NewJob } from '#features/jobs/server/public.ts'
import { addPostings, moveEnds, reopenListed } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { inTransaction } from '#platform/server/database.ts'
import { doubtfulOf } from '#features/imports/facts.ts'
import { endJobs } from './closing.ts'
import { firstKnown, resolveRows, matchKnown } from './resolve.ts'
import type { Candidate, Duplicate, Memory, Resolved } from './resolve.ts'
import type { Batch } from './map-rows.ts'
import { claimKeys, findKeys, insertFacts, recordListings, recordSightings, releaseKeys } from './queries-jobs.ts'
import { addClosed, saveProgress } from './queries-runs.ts'
import { lockAuthorizedSources } from '../sources/queries-sources.ts'
import { outcomeOf, RunOver, tallyWith } from './run.ts'
import type { ImportRules, Run, Outcome } from './run.ts'

/**
 * Adds the new jobs of a batch and saves the run's progress, in one transaction.
 * @throws {RunOver} if the run was cancelled or taken up elsewhere; then nothing was added.
 */
export async function importBatch(db: Db, run: Run, { mapped, after: cursor }: Batch, memory: Memory): Promise<Outcome[]> {
  const resolved = await resolveRows({ db, sourceName: run.how.sourceName, memory }, mapped)
  const total = run.total
  const { after: tally, outcomes: became } = await inTransaction(db, async (trx) => {
    const { outcomes, listed, known } = await addNew(trx, run, resolved)
    const ended = await endClosed(trx, resolved, new Set(listed))
    if (ended > 0 && !(await addClosed(trx, run.id, ended))) throw new RunOver()
    const reopened = known.length > 0 ? await reopenListed(trx, known) : 0
    await recordSightings(trx, listed)
    if (run.sourceId !== null) await recordListings(trx, { sourceId: run.sourceId, runId: run.id }, listed)
    const after = tallyWith(run.tally, outcomes, reopened)
    if (!(await saveProgress(trx, run.id, { before: run.tally, after, cursor, total }))) throw new RunOver()
    return { after, outcomes }
  })
  Object.assign(run, { tally, cursor })
  return became
}

type Added = {
  outcomes: Outcome[]
  /** The jobs that the batch speaks of, new or known. */
  listed: string[]
  known: string[]
}

async function addNew(trx: Db, { how }: Run, resolved: readonly Resolved[]): Promise<Added> {
  const candidates = resolved.filter((it) => 'job' in it)
  const duplicates = await findDuplicates(trx, candidates)
  const added = candidates.filter(({ id }) => !duplicates.has(id))
  if (added.length > 0) {
    await add(trx, added, how)
  }
  const known = [...new Set([...duplicates.values()].flatMap(({ jobId }) => jobId ?? []))]
  await followEnds(trx, candidates, duplicates)
  return {
    outcomes: resolved.map((it) => outcomeOf(it, duplicates)),
    listed: [...new Set([...added.map(({ id }) => id), ...known])],
    known,
  }
}

/** The source itself, not a row that looks alike, says when a known job ends. */
async function followEnds(trx: Db, candidates: readonly Candidate[], duplicates: ReadonlyMap<string, Duplicate>): Promise<void> {
  const ends = candidates.flatMap(({ id, job }): [string, Date][] => {
    const { by, jobId = null } = duplicates.get(id) ?? {}
    return jobId !== null && by !== 'same title, employer and place' && job.expires_at ? [[jobId, job.expires_at]] : []
  })
  if (ends.length > 0)
    await moveEnds(
      trx,
      [...new Map(ends)].map(([id, expiresAt]) => ({ id, expiresAt })),
    )
}

/** Closes the known jobs that the source marks as closed. @returns how many. */
async function endClosed(trx: Db, resolved: readonly Resolved[], listed: ReadonlySet<string>): Promise<number> {
  const keys = resolved.flatMap((it) => ('skip' in it && it.keys ? Object.values(it.keys) : []))
  if (keys.length === 0) return 0
  const known = [...(await findKeys(trx, keys)).values()].flatMap((key) => key ?? [])
  const ids = [...new Set(known)].filter((it) => !listed.has(it))
  if (ids.length === 0) return 0
  return endJobs(trx, ids, 'closed by its source')
}

/** What has a doubtful fact waits for a moderator, whatever the run publishes. */
async function add(trx: Db, added: readonly Candidate[], how: ImportRules): Promise<void> {
  const jobs = await newJobs(trx, added, how)
  const steps = added.map((it) => (how.approve && isCertain(it) ? 'importApproved' : 'import'))
  for (const action of new Set(steps)) {
    const chosen = (_: unknown, index: number): boolean => steps[index] === action
    const places = added.filter(chosen).map((it) => it.place)
    await addPostings(trx, jobs.filter(chosen), [{ action, actor: 'operator', actorId: null }], places)
  }
  await insertFacts(
    trx,
    added.map(({ id, source, job: { facts, contacts } }) => ({
      job_id: id,
      source,
      facts,
      doubtful: doubtfulOf(facts),
      withheld: contacts?.withheld ?? [],
    })),
  )
}

const isCertain = ({ job }: Candidate): boolean => doubtfulOf(job.facts).length === 0

async function newJobs(trx: Db, candidates: readonly Candidate[], { ownData }: ImportRules): Promise<Omit<NewJob, 'status'>[]> {
  const authorized = ownData
    ? undefined
    : await lockAuthorizedSources(trx, [...new Set(candidates.map((candidate) => candidate.source))])
  return candidates.map(({ id, source, job: mapped }) => {
    const { origin: _, facts: _facts, contacts, ...job } = mapped
    const isAuthorized = authorized?.has(source) ?? true
    return {
      ...job,
      // A source that authorized us shows whom to call.
      ...(contacts && isAuthorized && { description: contacts.description }),
      id,
      source,
      structured_data_allowed: isAuthorized,
    }
  })
}

/**
 * Claims each candidate's keys in the caller's transaction, and returns the candidates that are duplicates: of an earlier
 * import's jobs, of one earlier in this batch, or of a concurrent import's. A known job also gets the candidate's other keys.
 */
async function findDuplicates(db: Db, candidates: readonly Candidate[]): Promise<Map<string, Duplicate>> {
  const known = await findKeys(
    db,
    candidates.flatMap(({ keys }) => Object.values(keys)),
  )
  const claims = new Map<string, string | null>()
  const duplicates = matchKnown(candidates, known, claims)
  const claimed = await claimKeys(db, claims)
  const isOutrun = (key: string): boolean => claims.has(key) && !claimed.has(key)
  const outrun = candidates.flatMap(({ id, keys }) => {
    const by = duplicates.has(id) ? undefined : firstKnown(keys, isOutrun)
    return by ? [{ id, by: by.name }] : []
  })
  for (const { id, by } of outrun) duplicates.set(id, { by, jobId: null })
  const lost = new Set(outrun.map(({ id }) => id))
  if (lost.size > 0) await releaseKeys(db, [...lost])
  for (const duplicate of duplicates.values()) if (lost.has(duplicate.jobId ?? '')) duplicate.jobId = null
  return duplicates
}
