import { sql } from 'kysely'
import type { Generated, Selectable } from 'kysely'
import type { Db } from './database.ts'

type AuditTable = {
  id: string
  at: Date
  action: string
  actor_id: string | null
  subject: string | null
  ip: string | null
  detail: Generated<Record<string, unknown>>
}

export type AuditRow = Selectable<AuditTable>

export type AuditFilter = {
  actions?: readonly string[] | undefined
  actorId?: string | undefined
  /** One of these. */
  subjects?: readonly string[] | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** How the address begins from which it was done. */
  ip?: string | undefined
}

const columns = ['id', 'at', 'action', 'actor_id', 'subject', sql<string | null>`host(ip)`.as('ip'), 'detail'] as const

/** The newest first; `before` is the last one that is known already. */
export const listAuditEntries = (
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditRow[]> => {
  const query = matching(db, filter).select(columns).orderBy('id', 'desc').limit(limit)
  return (before === undefined ? query : query.where('id', '<', String(before))).execute()
}

/** All that match, a hundred at a time, however many there are. */
export const streamAuditEntries = (db: Db, filter: AuditFilter): AsyncIterable<AuditRow> =>
  matching(db, filter).select(columns).orderBy('id', 'desc').stream(100)

/** Entries are numbered in the order of time, but for what a clock is put back by: numbers bound the search, times decide. */
const clockMarginMinutes = 60

function matching(db: Db, { actions, actorId, subjects, from, to, ip }: AuditFilter) {
  let query = db.withTables<{ audit_log: AuditTable }>().selectFrom('audit_log')
  if (actions !== undefined) query = query.where('action', '=', sql<string>`any(${actions}::text[])`)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (subjects !== undefined) query = query.where('subject', '=', sql<string>`any(${subjects}::text[])`)
  if (ip !== undefined) query = query.where(sql<boolean>`host(ip) like ${`${ip.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`)
  if (from !== undefined) {
    query = query.where('at', '>=', from).where(sql<boolean>`
      id >= coalesce((select id from audit_log where at >= ${minutesFrom(from, -clockMarginMinutes)} order by at, id limit 1), 1)
    `)
  }
  if (to !== undefined) {
    query = query.where('at', '<', to).where(sql<boolean>`
      id <= (select id from audit_log where at < ${minutesFrom(to, clockMarginMinutes)} order by at desc, id desc limit 1)
    `)
  }
  return query
}

const minutesFrom = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * 60_000)

/** Every kind of deed that was ever written down; from one to the next through the index, for there are few kinds and many deeds. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive kinds as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > kinds.action order by a.action limit 1)
      from kinds where kinds.action is not null
    )
    select action from kinds where action is not null
  `.execute(db)
  return rows.map((it) => it.action)
}

/** The number of the newest entry; zero in an empty log. */
export async function findNewestAuditEntry(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from audit_log`.execute(db)
  return Number(rows[0]?.id ?? 0)
}
