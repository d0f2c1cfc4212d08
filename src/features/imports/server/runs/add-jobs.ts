import type { NewJob } from '#features/jobs/server/public.ts'
import { addPostings, submitListed } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { timeZoneOfState } from '#shared/dates.ts'
import { doubtfulOf } from '#features/imports/facts.ts'
import { isEndOfDay } from '../mapping/dates.ts'
import type { MappedJob } from '../mapping/map-item.ts'
import { lockAuthorizedSources } from '../sources/queries-sources.ts'
import { insertFacts } from './queries-facts.ts'
import type { Candidate } from './resolve.ts'
import type { ImportRules } from './run.ts'

/** New rows become jobs, or postings of the employer whose page they are from. */

/** What has a doubtful fact waits for a moderator, whatever the run publishes. */
export async function addCandidates(
  trx: Db,
  added: readonly Candidate[],
  jobs: readonly Omit<NewJob, 'status'>[],
  how: ImportRules,
): Promise<void> {
  if (how.owner) await submitListed(trx, how.owner, listedOf(added, jobs))
  else await addImported(trx, added, jobs, how)
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

/** By the clocks of the job's state; a day without an hour is that day. */
const lastDayOf = ({ expires_at: end, state }: MappedJob): string | null =>
  end
    ? Temporal.Instant.fromEpochMilliseconds(end.getTime())
        .toZonedDateTimeISO(isEndOfDay(end) ? 'UTC' : timeZoneOfState(state))
        .toPlainDate()
        .toString()
    : null

/** A page's rows become postings, which end when the page no longer lists them. */
const listedOf = (added: readonly Candidate[], jobs: readonly Omit<NewJob, 'status'>[]) =>
  added.flatMap((entry, index) => {
    const job = jobs[index]
    return job ? [{ job, place: entry.place, isCertain: isCertain(entry) }] : []
  })

async function addImported(
  trx: Db,
  added: readonly Candidate[],
  jobs: readonly Omit<NewJob, 'status'>[],
  how: ImportRules,
) {
  const steps = added.map((entry) =>
    how.approve && isCertain(entry) ? 'importApproved' : 'import',
  )
  for (const action of new Set(steps)) {
    const chosen = (_: unknown, index: number) => steps[index] === action
    const places = added.filter(chosen).map((entry) => entry.place)
    await addPostings(
      trx,
      jobs.filter(chosen),
      [{ action, actor: 'operator', actorId: null }],
      places,
    )
  }
}

const isCertain = ({ job }: Candidate) => doubtfulOf(job.facts).length === 0

export async function newJobs(
  trx: Db,
  candidates: readonly Candidate[],
  { ownData, owner }: ImportRules,
): Promise<Omit<NewJob, 'status'>[]> {
  const authorized = ownData
    ? undefined
    : await lockAuthorizedSources(trx, [
        ...new Set(candidates.map((candidate) => candidate.source)),
      ])
  return candidates.map(({ id, source, job: mapped }) => {
    const { origin: _, facts: _facts, contacts, ...job } = mapped
    const isAuthorized = authorized?.has(source) ?? true
    return {
      ...job,
      // A source that authorized us shows whom to call.
      ...(contacts && isAuthorized && { description: contacts.description }),
      // A page's postings end with their period, or with the last day that it states.
      ...(owner && { expires_at: null, apply_until: lastDayOf(mapped) }),
      id,
      source,
      structured_data_allowed: isAuthorized,
    }
  })
}
