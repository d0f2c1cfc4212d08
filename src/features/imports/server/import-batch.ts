import { randomUUIDv7 } from 'node:crypto'
import type { NewJob } from '#features/jobs/server/public.ts'
import { addPostings, reopenListed } from '#features/postings/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { retryDeadlocks } from '#server/lib/database.ts'
import { placeText } from '#features/jobs/display.ts'
import { payText } from '#features/jobs/job-texts.ts'
import { doubtfulOf, doubtReasons } from '../facts.ts'
import { withAnswers } from './answers.ts'
import { keysOf } from './mapping/keys.ts'
import type { MappedJob, Skipped } from './mapping/map-item.ts'
import type { Mapped } from './map-rows.ts'
import { claimKeys, findKeys, insertFacts, recordListings, recordSightings, releaseKeys } from './queries.ts'
import { saveProgress } from './queries-runs.ts'
import { lockAuthorizedSources } from './queries-sources.ts'
import type { Cursor } from './reading/row.ts'
import { withPlaces } from './resolve-batch.ts'
import type { PlacedJob } from './resolve-batch.ts'
import { RunOver, tallyWith } from './run.ts'
import type { ImportRules, Run, Outcome } from './run.ts'
import type { JobKeys } from './mapping/keys.ts'

/** Some mapped rows, and the cursor after them. */
export type Batch = { mapped: Mapped[]; after: Cursor }

/**
 * Adds the new jobs of a batch and saves the run's progress, in one transaction.
 * @throws {RunOver} if the run was cancelled or taken up elsewhere; then nothing was added.
 */
export async function importBatch(db: Db, run: Run, { mapped, after: cursor }: Batch): Promise<Outcome[]> {
  const placed = await withPlaces(db, mapped.filter(isJob), run.places)
  const sourced = [...placed.values()].map((it) => ({ ...it, source: run.how.sourceName ?? it.job.origin.shape }))
  const answered = await withAnswers(db, sourced, run.places)
  const found = new Map([...placed.keys()].map((it, index) => [it, answered[index]]))
  const entries = mapped.map((it): Entry => (isJob(it) ? toCandidate(it, found.get(it)) : { outcome: it }))
  const total = run.total
  const { after: tally, outcomes: became } = await retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const { outcomes, listed, known } = await addNew(trx, run, entries)
      const reopened = known.length > 0 ? await reopenListed(trx, known) : 0
      await recordSightings(trx, listed)
      if (run.sourceId !== null) await recordListings(trx, { sourceId: run.sourceId, runId: run.id }, listed)
      const after = tallyWith(run.tally, outcomes, reopened)
      if (!(await saveProgress(trx, run.id, { before: run.tally, after, cursor, total }))) throw new RunOver()
      return { after, outcomes }
    }),
  )
  Object.assign(run, { tally, cursor })
  return became
}

type Candidate = PlacedJob & { id: string; keys: JobKeys }
type Entry = { outcome: Outcome } | Candidate

const isJob = (it: Mapped): it is MappedJob => 'origin' in it

function toCandidate(mapped: MappedJob, placed: PlacedJob | Skipped | undefined): Entry {
  if (placed && 'skip' in placed) return { outcome: placed }
  if (!placed) return { outcome: { skip: 'no-place', title: mapped.title } }
  return { ...placed, id: randomUUIDv7(), keys: keysOf(placed.job) }
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
  const added = candidates.filter(({ id }) => !duplicates.has(id))
  if (added.length > 0) {
    await add(trx, added, how)
  }
  const known = [...new Set([...duplicates.values()].flatMap(({ jobId }) => jobId ?? []))]
  return {
    outcomes: entries.map((it): Outcome => ('outcome' in it ? it.outcome : outcomeOf(it, duplicates))),
    listed: [...new Set([...added.map(({ id }) => id), ...known])],
    known,
  }
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
    added.map(({ id, job: { facts, contacts } }, index) => ({
      job_id: id,
      source: jobs[index]?.source ?? '',
      facts,
      doubtful: doubtfulOf(facts),
      withheld: contacts?.withheld ?? [],
    })),
  )
}

const isCertain = ({ job }: Candidate): boolean => doubtfulOf(job.facts).length === 0

async function newJobs(
  trx: Db,
  candidates: readonly Candidate[],
  { sourceName, ownData }: ImportRules,
): Promise<Omit<NewJob, 'status'>[]> {
  const nameOf = ({ job }: Candidate): string => sourceName ?? job.origin.shape
  const authorized = ownData ? undefined : await lockAuthorizedSources(trx, [...new Set(candidates.map(nameOf))])
  return candidates.map((candidate) => {
    const { origin: _, facts: _facts, contacts, ...job } = candidate.job
    const source = nameOf(candidate)
    const isAuthorized = authorized?.has(source) ?? true
    return {
      ...job,
      // A source that authorized us shows whom to call.
      ...(contacts && isAuthorized && { description: contacts.description }),
      id: candidate.id,
      source,
      structured_data_allowed: isAuthorized,
    }
  })
}

function outcomeOf(candidate: Candidate, duplicates: Awaited<ReturnType<typeof findDuplicates>>): Outcome {
  const { id, job } = candidate
  const duplicate = duplicates.get(id)
  if (!duplicate) return addedOutcome(job)
  const { title, employer, city, state } = job
  return { skip: 'duplicate', title: `${title}, ${employer}, ${city}, ${state}`, detail: duplicate.by }
}

/** Of a job that is new. */
export function addedOutcome(job: MappedJob): Outcome {
  const { title, employer, facts } = job
  const pay = payText({
    compMin: job.comp_min ?? null,
    compMax: job.comp_max ?? null,
    compUnit: job.comp_unit ?? 'YEAR',
    compText: job.comp_text ?? null,
  })
  const detail = [employer, placeText(job), job.specialty_other ?? job.specialty, pay ?? 'Pay not stated'].join(' · ')
  const [doubtful] = doubtfulOf(facts)
  const fact = doubtful && facts[doubtful]
  if (!fact || fact.state !== 'doubtful') return { added: 'certain', title, detail }
  return { added: 'doubtful', title, detail: fact.words || detail, doubt: doubtReasons[fact.reason] }
}

/** What a duplicate has in common with the known job, in a report's words. */
type KnownBy = 'same source id' | 'same address' | 'same title, employer and place'

/** The job is null where it was erased, or where another import is just adding it. */
type Duplicate = { by: KnownBy; jobId: string | null }

/**
 * Claims each candidate's keys in the caller's transaction, and returns the candidates that are duplicates: of an earlier
 * import's jobs, of one earlier in this batch, or of a concurrent import's. A known job also gets the candidate's other keys.
 */
async function findDuplicates(db: Db, candidates: Pick<Candidate, 'id' | 'keys'>[]): Promise<Map<string, Duplicate>> {
  const known = await findKeys(
    db,
    candidates.flatMap(({ keys }) => Object.values(keys)),
  )
  const claims = new Map<string, string | null>()
  const duplicates = new Map<string, Duplicate>()
  for (const { id, keys } of candidates) {
    const by = firstKnown(keys, (key) => known.has(key) || claims.has(key))
    const owner = by ? (known.get(by.key) ?? claims.get(by.key) ?? null) : id
    if (by) duplicates.set(id, { by: by.name, jobId: owner })
    for (const key of Object.values(keys)) if (!known.has(key) && !claims.has(key)) claims.set(key, owner)
  }
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

export function firstKnown(
  { id, url, content }: JobKeys,
  isKnown: (key: string) => boolean,
): { key: string; name: KnownBy } | undefined {
  if (id && isKnown(id)) return { key: id, name: 'same source id' }
  if (url && isKnown(url)) return { key: url, name: 'same address' }
  return isKnown(content) ? { key: content, name: 'same title, employer and place' } : undefined
}
