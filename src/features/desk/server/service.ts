import { sql } from 'kysely'
import type { PersonalData } from '#features/accounts/server/public.ts'
import { listActiveAlerts } from '#features/alerts/server/public.ts'
import { isNewToSender, senderMailed } from '#features/inquiries/server/public.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { searchJobs } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { mostNewJobs, usualIntroduction } from '../contract.ts'
import type { FastifyInstance } from 'fastify'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'

type Desk = ResponseOf<'GET /api/desk'>

async function getDesk(db: Db, physicianId: string): Promise<Desk> {
  const desk = await findDesk(db, physicianId)
  const since = desk?.since ?? null
  const [alerts, closed] =
    since === null
      ? [[], []]
      : await Promise.all([
          findNewJobs(db, physicianId, since),
          findClosedFavorites(db, physicianId, since),
        ])
  const answered = await findUnread(db, physicianId)
  const introduction = { text: desk?.introduction ?? usualIntroduction }
  const withoutCv = await findSavedWithoutCv(db, physicianId)
  return { since: since?.toISOString() ?? null, alerts, closed, answered, introduction, withoutCv }
}

const mostAlerts = 10
const shownJobs = 3

/** Searches what each alert searches, the newest first. */
async function findNewJobs(db: Db, physicianId: string, since: Date): Promise<Desk['alerts']> {
  const alerts = (await listActiveAlerts(db, physicianId)).slice(0, mostAlerts)
  const counted = await Promise.all(
    alerts.map(async ({ label, search }) => {
      const { jobs } = await searchJobs(db, {
        ...parseSearchCriteria(search),
        sortBy: 'recent',
        limit: mostNewJobs + 1,
      })
      const found = jobs.filter((job) => Date.parse(job.postedAt) > since.getTime())
      return {
        label,
        search,
        newJobs: Math.min(found.length, mostNewJobs),
        hasMore: found.length > mostNewJobs,
        jobs: found.slice(0, shownJobs),
      }
    }),
  )
  return counted.filter((hit) => hit.newJobs > 0)
}

type DeskRow = {
  /** The end of the last visit. */
  since: Date | null
  introduction: string | null
}

const pause = sql`interval '30 minutes'`

async function findDesk(db: Db, physicianId: string) {
  const { rows } = await sql<DeskRow>`
    select case when visited_at > now() - ${pause} then previous_visit_at else visited_at
      end as since, introduction
    from physician_desks where physician_id = ${physicianId}
  `.execute(db)
  return rows[0]
}

export async function noteVisit(db: Db, physicianId: string): Promise<void> {
  await sql`
    insert into physician_desks as desk (physician_id, visited_at) values (${physicianId}, now())
    on conflict (physician_id) do update set
      previous_visit_at = case when desk.visited_at > now() - ${pause} then desk.previous_visit_at
        else desk.visited_at end,
      visited_at = now()
  `.execute(db)
}

async function writeIntroduction(db: Db, physicianId: string, text: string) {
  await sql`
    insert into physician_desks (physician_id, introduction) values (${physicianId}, ${text})
    on conflict (physician_id) do update set introduction = excluded.introduction
  `.execute(db)
}

/** Saved jobs that closed since then, the latest first. */
async function findClosedFavorites(db: Db, physicianId: string, since: Date) {
  const { rows } = await sql<Desk['closed'][number]>`
    select job_id as "jobId", favorites.title
    from favorites
    join jobs on jobs.id = job_id
    cross join lateral (select max(at) as at from posting_events where job_id = jobs.id
      and to_status <> 'active') as closing
    where physician_id = ${physicianId} and removed_at is null and favorites.status <> 'closed'
      and jobs.status <> 'active' and closing.at > ${since}
    order by closing.at desc, job_id
    limit 20
  `.execute(db)
  return rows
}

/** Saved jobs whose posters may not get a CV: `contactOf` has the rule. */
async function findSavedWithoutCv(db: Db, physicianId: string) {
  const { rows } = await sql<{ id: string }>`
    select jobs.id from favorites
    join jobs on jobs.id = job_id
    left join users on users.id = jobs.owner_id
    where physician_id = ${physicianId} and removed_at is null and jobs.status = 'active' and case
      when jobs.owner_id is not null then users.email_verified_at is null
      else jobs.contact_email is not null and not exists (
        select from posting_links where job_id = jobs.id and kind = 'manage' and confirmed_at is not null
      )
    end
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Inquiries that were answered since then, the latest first. */
async function findUnread(db: Db, physicianId: string) {
  const { rows } = await sql<Desk['answered'][number]>`
    select inquiries.id, job_title as "jobTitle", jobs.employer
    from inquiries
    join jobs on jobs.id = job_id
    where sender_id = ${physicianId} and withdrawn_at is null and ${senderMailed}
      and ${isNewToSender}
    order by answered_at desc, inquiries.id
    limit 20
  `.execute(db)
  return rows
}

/** Deleted with the account. */
export const deskPersonalData: PersonalData = {
  name: 'desk',
  async export(db, { id }) {
    const desk = await findDesk(db, id)
    return { lastVisit: desk?.since ?? null, introduction: desk?.introduction ?? null }
  },
}

export function registerDesk(app: FastifyInstance, db: Db): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getDesk, ({ viewer }) => getDesk(db, viewer.id))

  serve(contract.noteVisit, ({ viewer }) => noteVisit(db, viewer.id))

  serve(contract.writeIntroduction, ({ body, viewer }) =>
    writeIntroduction(db, viewer.id, body.text),
  )
}
