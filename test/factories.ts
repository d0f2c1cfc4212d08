import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import * as jobs from '#features/jobs/server/public.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { lockPosting } from '#features/postings/server/queries.ts'
import { insertEvents } from '#features/postings/server/queries-events.ts'
import { everyPosting } from '#features/postings/server/scope.ts'
import { applyTransition } from '#features/postings/server/transitions.ts'
import type { PostingAction, PostingActor } from '#features/postings/state-machine.ts'
import { payStatistics } from '#features/salaries/server/public.ts'
import type { Db } from '#platform/server/database.ts'

/** Adds jobs in any status, as an import does. */
export async function addJobs(db: Db, added: readonly NewJob[]): Promise<void> {
  const add = async (trx: Db): Promise<void> => {
    await jobs.addJobs(trx, added)
    const events = added.map(({ id, status, channel = 'import' }) => ({
      job_id: id,
      action: status === 'pending' ? ('import' as const) : ('importApproved' as const),
      actor: 'operator' as const,
      to_status: status,
      channel,
    }))
    await insertEvents(trx, events)
  }
  await (db.isTransaction ? add(db) : db.transaction().execute(add))
}

/**
 * As if what happened to a posting had happened days before, in spite of the trigger that keeps
 * events as they are.
 */
export async function backdateEvents(
  db: Db,
  id: string,
  days: number,
  action?: PostingAction,
): Promise<void> {
  await sql`alter table posting_events disable trigger posting_events_fixed`.execute(db)
  await sql`
    update posting_events set at = at - make_interval(days => ${days})
    where job_id = ${id} and action = coalesce(${action ?? null}, action)
  `.execute(db)
  await sql`alter table posting_events enable trigger posting_events_fixed`.execute(db)
}

/** Changes a posting as somebody else. */
export const movePosting = (db: Db, id: string, action: PostingAction, actor: PostingActor) =>
  db.transaction().execute(async (trx) =>
    applyTransition(trx, {
      posting: await lockPosting(trx, everyPosting, id),
      action,
      actor,
      actorId: null,
    }),
  )

/** A team of these people. */
export async function addTeam(
  db: Db,
  ...members: [person: { user: { id: string } }, seat: string][]
): Promise<void> {
  await sql`
    with made as (insert into organizations (id, name) values (gen_random_uuid(), 'Sample') returning id)
    insert into organization_members (user_id, organization_id, seat)
    select unnest(${members.map(([{ user }]) => user.id)}::uuid[]), id, unnest(${members.map(([, seat]) => seat)}::text[]) from made
    on conflict (user_id) do update set organization_id = excluded.organization_id, seat = excluded.seat
  `.execute(db)
}

/** An active job as an employer might enter it; override what the test is about. */
export function jobRow(overrides: Partial<NewJob> = {}): NewJob {
  const postedAt = overrides.posted_at ?? new Date()
  return {
    id: randomUUIDv7(),
    status: 'active',
    posted_at: postedAt,
    updated_at: postedAt,
    title: 'Cardiologist',
    employer: 'Lakeside Clinic',
    city: 'Austin',
    state: 'TX',
    specialty: 'Cardiology',
    employment_type: 'full-time',
    comp_min: 400_000,
    comp_max: 450_000,
    description: 'See patients in clinic four days a week.',
    ...overrides,
  }
}

/** Several postings with exactly this pay. */
export const paying = (amounts: readonly number[], overrides: Partial<NewJob> = {}): NewJob[] =>
  amounts.map((amount) => jobRow({ comp_min: amount, comp_max: amount, ...overrides }))

export async function refreshPayStatistics(db: Db): Promise<void> {
  await sql`delete from cached_figures where name = ${payStatistics.name}`.execute(db)
  await jobs.refreshFigures(db, payStatistics)
}
