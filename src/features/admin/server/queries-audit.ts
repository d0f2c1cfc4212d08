import { sql, type Generated, type Selectable } from 'kysely'
import type { Db } from '#platform/server/database.ts'

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
  /** A prefix of the network address. */
  ip?: string | undefined
}

const address = sql<string | null>`(select host(d.ip) from audit_addresses d where d.entry_id = id)`
const columns = ['id', 'at', 'action', 'actor_id', 'subject', address.as('ip'), 'detail'] as const

/** The newest first; `before` is the previous page's last entry. */
export const listAuditEntries = (
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditRow[]> => {
  const query = matching(db, filter).select(columns).orderBy('id', 'desc').limit(limit)
  return (before === undefined ? query : query.where('id', '<', String(before))).execute()
}

const actorName = sql<string | null>`(
  select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) from users where users.id = actor_id
)`

/** Streams every match, with the names of actors. */
export const streamAuditEntries = (db: Db, filter: AuditFilter): AsyncIterable<AuditRow & { actorName: string | null }> =>
  matching(db, filter)
    .select([...columns, actorName.as('actorName')])
    .orderBy('id', 'desc')
    .stream(500)

/** Ids grow with time except after a clock was put back: ids bound the scan, and times decide. */
const clockMarginMinutes = 60

function matching(db: Db, { actions, actorId, subjects, from, to, ip }: AuditFilter) {
  let query = db.withTables<{ audit_log: AuditTable }>().selectFrom('audit_log')
  if (actions !== undefined) query = query.where('action', '=', sql<string>`any(${actions}::text[])`)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (subjects !== undefined) query = query.where('subject', '=', sql<string>`any(${subjects}::text[])`)
  if (ip !== undefined) {
    const prefix = `${ip.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(sql<boolean>`id in (select entry_id from audit_addresses d where host(d.ip) like ${prefix})`)
  }
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

/** Every recorded action, by a loose index scan. */
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
  return rows.map((row) => row.action)
}
