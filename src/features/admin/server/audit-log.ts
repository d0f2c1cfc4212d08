/// <reference lib="esnext.temporal" />
import { findPeople, findUserIdByEmail } from '#features/accounts/server/public.ts'
import { pageOf, type Db } from '#platform/server/database.ts'
import type { QueryOf, ResponseOf } from '#shared/contract.ts'
import { isUuid } from '#shared/paths.ts'
import type { AuditQuery, AuditEntryView } from '../contract-audit.ts'
import { findAuditActions, findAuditEntries, type AuditFilter, type AuditRow } from './queries.ts'

const pageSize = 50

/** A page of the log. Reads one entry more than the page, to know whether another page follows. */
export async function listAuditLog(
  db: Db,
  { before, ...query }: QueryOf<'GET /api/admin/audit'>,
): Promise<ResponseOf<'GET /api/admin/audit'>> {
  const [filter, actions] = await Promise.all([auditFilterOf(db, query), findAuditActions(db)])
  const found = await findAuditEntries(db, filter, { before, limit: pageSize + 1 })
  const { rows, next } = pageOf(found, pageSize)
  const people = await findPeople(db, peopleIn(rows))
  const entries = rows.map((row) => auditEntryView(row, people))
  return { entries, next: next === null ? null : Number(next), actions }
}

/** The filter in the log's terms: people by id, groups by prefix, days as times. */
export async function auditFilterOf(db: Db, query: AuditQuery): Promise<AuditFilter> {
  const { action, actor, subject, from, to, zone = 'UTC', address } = query
  return {
    ...(action && { actions: action.includes('.') ? [action] : await actionsOf(db, action) }),
    ...(actor && { actorId: (await userIdOf(db, actor)) ?? nobody }),
    ...(subject && { subjects: await subjectsOf(db, subject) }),
    ...(from && { from: startOf(Temporal.PlainDate.from(from), zone) }),
    ...(to && { to: startOf(Temporal.PlainDate.from(to).add({ days: 1 }), zone) }),
    ...(address && { ip: address.toLowerCase() }),
  }
}

const startOf = (day: Temporal.PlainDate, zone: string) =>
  new Date(day.toZonedDateTime(zone).epochMilliseconds)

const nobody = '00000000-0000-0000-0000-000000000000'
const thing = /^[a-z-]+:[\w-]+$/

const actionsOf = async (db: Db, group: string) =>
  (await findAuditActions(db)).filter((action) => action.startsWith(`${group}.`))

const userIdOf = async (db: Db, text: string) =>
  isUuid(text) ? text.toLowerCase() : findUserIdByEmail(db, text)

async function subjectsOf(db: Db, text: string) {
  if (text.includes(':')) return thing.test(text) ? [text] : []
  const id = await userIdOf(db, text)
  return id === undefined ? [] : [`user:${id}`]
}

/** Of the file, by the names of `streamAuditEntries`. */
export const csvColumns = {
  id: 'Entry',
  at: 'Time (UTC)',
  action: 'Action',
  actor_id: 'Actor',
  actorName: 'Actor’s name',
  subject: 'Subject',
  ip: 'Address',
  detail: 'Details',
}

type Person = NonNullable<AuditEntryView['actor']>

/** The ids of the people that the entries mention. */
const peopleIn = (rows: readonly AuditRow[]) => [
  ...new Set(
    rows
      .flatMap(({ actor_id: actor, subject }) => [actor, userOf(subject)])
      .filter((subject) => subject !== null),
  ),
]

function auditEntryView(row: AuditRow, people: ReadonlyMap<string, Person>): AuditEntryView {
  const personOf = (id: string) => people.get(id) ?? { id, name: null, email: null }
  const userId = userOf(row.subject)
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor_id === null ? null : personOf(row.actor_id),
    subject:
      row.subject === null
        ? null
        : { ...partsOf(row.subject), person: userId === null ? null : personOf(userId) },
    ip: row.ip,
    detail: row.detail,
  }
}

function partsOf(subject: string) {
  const colon = subject.indexOf(':')
  return { kind: subject.slice(0, Math.max(colon, 0)), id: subject.slice(colon + 1) }
}

const userOf = (subject: string | null) =>
  subject !== null && userSubject.test(subject) ? subject.slice('user:'.length) : null
const userSubject = /^user:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
