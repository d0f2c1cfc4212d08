import { sql, type Insertable, type Selectable } from 'kysely'
import { testEvent, type HookEvent } from '#features/api/model.ts'
import { isWritten, type Db } from '#platform/server/database.ts'
import { reencrypt, type TextCipher } from '#platform/server/secret.ts'
import type { ConnectionsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<ConnectionsTables>()

export const insertHook = (db: Db, hook: Insertable<ConnectionsTables['hooks']>) =>
  tables(db).insertInto('hooks').values(hook).execute()

export const findHooks = (db: Db, organizationId: string) =>
  tables(db)
    .selectFrom('hooks')
    .select(['id', 'url', 'events', 'created_at', 'off_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const deleteHook = (db: Db, organizationId: string, id: string): Promise<boolean> =>
  isWritten(
    tables(db)
      .deleteFrom('hooks')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id),
  )

/** False without such a hook. */
export const switchOn = (db: Db, organizationId: string, id: string): Promise<boolean> =>
  isWritten(
    tables(db)
      .updateTable('hooks')
      .set({ off_at: null })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id),
  )

/** With what waits. False if the hook is off. */
export async function switchOff(db: Db, id: string): Promise<boolean> {
  await tables(db)
    .updateTable('hook_deliveries')
    .set({ due_at: null })
    .where('hook_id', '=', id)
    .execute()
  return isWritten(
    tables(db)
      .updateTable('hooks')
      .set({ off_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('off_at', 'is', null),
  )
}

export const insertTest = (db: Db, hookId: string) =>
  sql`insert into hook_deliveries (hook_id, event, data) values (${hookId}, ${testEvent}, '{}')`.execute(
    db,
  )

export type DeliveryRow = Pick<
  Selectable<ConnectionsTables['hook_deliveries']>,
  'id' | 'hook_id' | 'event' | 'happened_at' | 'attempts' | 'answer' | 'delivered_at' | 'due_at'
>

/** The latest of each hook, the latest first. */
export async function findDeliveries(db: Db, hookIds: readonly string[]): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.id, hook_id, event, happened_at, attempts, answer, delivered_at, due_at
    from unnest(${hookIds}::uuid[]) hook cross join lateral (
      select * from hook_deliveries where hook_id = hook order by happened_at desc, id desc limit 20
    ) d order by happened_at desc, d.id desc
  `.execute(db)
  return rows
}

/** False where the hook has no such delivery. */
export const makeDue = (db: Db, hookId: string, id: string): Promise<boolean> =>
  isWritten(
    tables(db)
      .updateTable('hook_deliveries')
      .set({ due_at: sql<Date>`now()`, attempts: 0, delivered_at: null })
      .where('hook_id', '=', hookId)
      .where('id', '=', id),
  )

/** Of organizations that are not suspended. */
const isOn = sql`(hooks.off_at is null and exists (
  select from organizations o where o.id = hooks.organization_id and o.suspended_at is null
))`

export async function findDueHooks(db: Db): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from hooks where ${isOn} and exists (
      select from hook_deliveries where hook_id = hooks.id and due_at <= now()
    )
  `.execute(db)
  return rows
}

export type Due = {
  id: string
  hook_id: string
  event: HookEvent
  data: { applicationId?: string }
  happened_at: Date
  attempts: number
  url: string
  sealed_secret: string
  organization_id: string
}

/**
 * The oldest delivery that is due, counted as tried. A node that dies in between leaves it to the
 * next one, five minutes later.
 */
export async function takeDue(db: Db, hookId: string): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update hook_deliveries d
    set attempts = attempts + 1, attempted_at = now(), due_at = now() + interval '5 minutes'
    from hooks where hooks.id = d.hook_id and ${isOn} and d.id = (
      select id from hook_deliveries where hook_id = ${hookId} and due_at <= now()
      order by due_at, happened_at, id limit 1 for update skip locked
    )
    returning d.id, hook_id, event, data, happened_at, attempts, url, sealed_secret, organization_id
  `.execute(db)
  return rows[0]
}

type Settled = {
  answer: string
  isDelivered: boolean
  /** Null: not again. */
  nextMinutes: number | null
}

export async function settle(
  db: Db,
  id: string,
  { answer, isDelivered, nextMinutes }: Settled,
): Promise<void> {
  await sql`
    update hook_deliveries set answer = ${answer}, due_at = now() + ${nextMinutes}::integer * interval '1 minute',
      delivered_at = case when ${isDelivered} then now() end
    where id = ${id}
  `.execute(db)
}

export const deleteDelivery = (db: Db, id: string) =>
  tables(db).deleteFrom('hook_deliveries').where('id', '=', id).execute()

/**
 * Encrypts every secret anew, with the current secret of the server. @returns how many there are,
 * and how many no known one opens.
 */
export async function reencryptHooks(
  db: Db,
  cipher: TextCipher,
): Promise<{ all: number; unreadable: number }> {
  const rows = await tables(db).selectFrom('hooks').select(['id', 'sealed_secret']).execute()
  const counted = { all: rows.length, unreadable: 0 }
  for (const { id, sealed_secret } of rows) {
    const renewed = reencrypt(cipher, sealed_secret)
    if (renewed === undefined) counted.unreadable++
    else
      await tables(db)
        .updateTable('hooks')
        .set({ sealed_secret: renewed })
        .where('id', '=', id)
        .execute()
  }
  return counted
}
