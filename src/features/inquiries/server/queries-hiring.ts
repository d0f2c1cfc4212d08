import { randomUUIDv7 } from 'node:crypto'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Scope } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { inboxOf, personName, shownEmail, shownStage } from './queries-inbox.ts'
import type { InquiriesTables } from './tables.ts'

const tables = (db: Db) => db.withTables<InquiriesTables>()

export type Interview = Selectable<InquiriesTables['interviews']>
type NewInterview = Omit<Insertable<InquiriesTables['interviews']>, 'id' | 'sequence' | 'created_at'>

/** The newest of an inquiry. The lock of the inquiry is also its interviews'. */
export const findInterview = (db: Db, inquiryId: string): Promise<Interview | undefined> =>
  tables(db)
    .selectFrom('interviews')
    .selectAll()
    .where('inquiry_id', '=', inquiryId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertInterview = (db: Db, interview: NewInterview): Promise<Interview> =>
  tables(db)
    .insertInto('interviews')
    .values({ id: randomUUIDv7(), ...interview })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Also counts the change. */
export const changeInterview = (db: Db, id: string, change: Updateable<InquiriesTables['interviews']>): Promise<Interview> =>
  tables(db)
    .updateTable('interviews')
    .set({ ...change, sequence: sql<number>`sequence + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Inquiries whose interview is agreed and to come. */
export const findWithUpcoming = (db: Db, inquiryIds: readonly string[]) =>
  tables(db)
    .selectFrom('inquiries')
    .selectAll('inquiries')
    .select(shownStage.as('shown'))
    .where('id', 'in', (it) =>
      it
        .selectFrom('interviews')
        .select('inquiry_id')
        .where('inquiry_id', 'in', inquiryIds)
        .where('chosen', '>', sql<Date>`now()`),
    )
    .execute()

/** Of inquiries, without who of the employer proposed them. */
export const findInterviews = (db: Db, inquiryIds: readonly string[]) =>
  tables(db)
    .selectFrom('interviews')
    .select(['inquiry_id', 'times', 'time_zone', 'minutes', 'place', 'state', 'chosen', 'word', 'created_at'])
    .where('inquiry_id', 'in', inquiryIds)
    .orderBy('created_at')
    .execute()

type Action = Omit<Insertable<InquiriesTables['inquiry_events']>, 'id' | 'at' | 'reason' | 'stage'>

/** Records what is no move. */
export async function recordAction(db: Db, event: Action): Promise<void> {
  await sql`
    insert into inquiry_events (inquiry_id, actor_id, action, subject_id, stage)
    select id, ${event.actor_id}, ${event.action}, ${event.subject_id ?? null}, ${shownStage} from inquiries where id = ${event.inquiry_id}
  `.execute(db)
}

/** The accounts that may act on an inquiry, to whom it can be assigned. */
export const findTeam = (db: Db, inquiryId: string) =>
  tables(db)
    .selectFrom('users')
    .select(['users.id', personName('users').as('name')])
    .where(
      sql<boolean>`users.id = any (select unnest(hirers_of(owner_id)) from jobs join inquiries on job_id = jobs.id where inquiries.id = ${inquiryId})`,
    )
    .orderBy('name')
    .orderBy('users.id')
    .execute()

/**
 * Other inquiries of the scope that share a person, and those that look like the same one's: with the telephone number, or with the
 * name and the CV (`sameCv`), from another address, unless somebody has said that they are not.
 */
export const findAlike = (db: Db, scope: Scope, id: string, sameCv: readonly string[]) =>
  inboxOf(db, scope)
    .innerJoin('inquiries as this', (join) => join.on('this.id', '=', id).onRef('this.id', '!=', 'inquiries.id'))
    .select(['inquiries.id', 'inquiries.job_title', 'inquiries.name', 'inquiries.message', 'inquiries.created_at'])
    .select([
      shownEmail.as('email'),
      sql<boolean>`coalesce(inquiries.blocked_by = 'sender', false)`.as('hidesCv'),
      sql<boolean>`coalesce(inquiries.person = this.person, false)`.as('isSame'),
      sql<boolean>`inquiries.job_id = this.job_id`.as('isSamePosting'),
      sql<boolean>`coalesce(inquiries.phone = this.phone, false)`.as('hasSamePhone'),
    ])
    .where(
      sql<boolean>`(
        inquiries.person = this.person
        or inquiries.phone = this.phone and ${isAnother}
        or inquiries.id = any (${sameCv}::uuid[]) and lower(inquiries.name) = lower(this.name) and ${isAnother}
      )`,
    )
    .orderBy('inquiries.created_at', 'desc')
    .limit(10)
    .execute()

const isAnother = sql`(
  inquiries.email <> this.email and inquiries.blocked_by is distinct from 'sender' and this.blocked_by is distinct from 'sender'
  and (inquiries.sender_id is null or inquiries.sender_id is distinct from this.sender_id)
  and inquiries.id <> all (coalesce(this.apart_from, '{}')) and this.id <> all (coalesce(inquiries.apart_from, '{}'))
)`

/** Both and what either was joined with are one person's from then on. */
export async function joinPersons(db: Db, ids: readonly string[], persons: readonly string[]): Promise<void> {
  await sql`
    update inquiries set person = ${persons[0] ?? randomUUIDv7()} where id = any (${ids}::uuid[]) or person = any (${persons}::uuid[])
  `.execute(db)
}

/** The other one leaves the person, and is not suggested again. */
export async function partPersons(db: Db, id: string, otherId: string): Promise<void> {
  await sql`
    update inquiries
    set person = case when id = ${otherId} then null else person end,
      apart_from = case when id = ${id} then array_append(array_remove(apart_from, ${otherId}), ${otherId}) else apart_from end
    where id in (${id}, ${otherId})
  `.execute(db)
}

/** Inquiries of the same person about the same posting, locked: what becomes of one becomes of all. */
export async function lockJoined(db: Db, { id, job_id: jobId, person }: { id: string; job_id: string; person: string | null }) {
  if (person === null) return []
  return tables(db)
    .selectFrom('inquiries')
    .selectAll('inquiries')
    .select(shownStage.as('shown'))
    .where('person', '=', person)
    .where('job_id', '=', jobId)
    .where('id', '!=', id)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}
