import { sql, type RawBuilder } from 'kysely'
import type { SiteInfo } from '#shared/rendering.ts'
import { inTransaction, type Db } from './database.ts'
import type { Log } from './http/app-base.ts'
import type { Settings } from './settings.ts'
import { defineTask, enqueueTask } from './tasks/task.ts'

/** What ends, closes or goes after a period. */
export type AgeRule = {
  /** For the operator: 'inquiries and reports'. */
  what: string
  /**
   * The table, or its part, of which a run ends at most a tenth by itself. Without: what lives for
   * days only.
   */
  of?: string
  /** The number of rows that would end. */
  count(db: Db, before: Date): Promise<number>
  /** Ends some of it, and returns how much; called until it returns 0. */
  enforce(db: Db, before: Date): Promise<number>
  /** Warns some owners first, and returns how many; called until it returns 0. */
  warn?(db: Db, before: Date, links: { publicUrl: string }): Promise<number>
}

type Deletion = Omit<AgeRule, 'enforce'> & {
  /** Deletes some of it in this transaction, and returns how much. */
  delete(this: void, trx: Db, before: Date): Promise<number>
}

/** A rule that deletes. `keep_deleted` keeps what a run deletes, for seven days. */
export const deletion = ({ delete: deleteSome, ...rule }: Deletion): AgeRule => ({
  ...rule,
  enforce: (db, before) =>
    inTransaction(db, async (trx) => {
      await sql`select set_config('whitecoat.deletes', ${rule.what}, true)`.execute(trx)
      return deleteSome(trx, before)
    }),
})

/** Rows of a table, which are deleted so many at a time. */
export const rowsPast = (
  what: string,
  table: string,
  isPast: (before: Date) => RawBuilder<unknown>,
  { atOnce = 1000, isBrief = false } = {},
): AgeRule =>
  deletion({
    what,
    ...(!isBrief && { of: table }),
    async count(db, before) {
      const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from ${sql.table(table)} past where ${isPast(before)}
    `.execute(db)
      return rows[0]?.n ?? 0
    },
    async delete(trx, before) {
      const past = sql`select ctid from ${sql.table(table)} past where ${isPast(before)} limit ${atOnce}`
      const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(${past}))
    `.execute(trx)
      return Number(numAffectedRows)
    },
  })

/** A node whose clock differs by more from the database's runs nothing that goes by age. */
const toleranceMs = 60_000

/** How far this node's clock is ahead of the database's, for sure; 0 within the tolerance. */
export function clockSkew(askedAt: number, databaseNow: Date, answered: number): number {
  const [ahead, behind] = [askedAt - databaseNow.getTime(), databaseNow.getTime() - answered]
  return ahead > toleranceMs ? ahead : behind > toleranceMs ? -behind : 0
}

export class ClockError extends Error {
  constructor(skewMs: number) {
    const seconds = Math.round(Math.abs(skewMs) / 1000).toLocaleString('en-US')
    const where = skewMs > 0 ? 'ahead of' : 'behind'
    super(`The clock of this node is ${seconds} s ${where} the database's: set it, by NTP.`)
  }
}

/** @throws {ClockError} */
export async function databaseNow(db: Db): Promise<Date> {
  const askedAt = Date.now()
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  const now = rows[0]?.now ?? new Date(askedAt)
  const skew = clockSkew(askedAt, now, Date.now())
  if (skew !== 0) throw new ClockError(skew)
  return now
}

const dayMs = 24 * 60 * 60_000

export const cutOff = async (db: Db, days: number): Promise<Date> =>
  new Date((await databaseNow(db)).getTime() - days * dayMs)

type Run = { stopping?: AbortSignal; log?: Pick<Log, 'info' | 'warn'>; publicUrl?: string }

/**
 * All that ends, closes or goes by age does so here: by the database's clock, and a day later where
 * one of the clocks may be wrong, unless an administrator lets it go on.
 * @returns how much ended.
 * @throws {ClockError}
 */
export async function endByAge(
  db: Db,
  rule: AgeRule,
  days = 0,
  { stopping, log, publicUrl = '' }: Run = {},
): Promise<number> {
  const { what } = rule
  const before = await cutOff(db, days)
  const count = await rule.count(db, before)
  if (await isHeld(db, rule, count)) {
    log?.warn({ what, count }, 'a deletion by age waits for a day: /admin/system says why')
    return 0
  }
  const warned = await inBatches(stopping, async () => rule.warn?.(db, before, { publicUrl }) ?? 0)
  if (warned > 0) log?.info({ warned, what, days }, 'owners are warned of a deletion')
  const ended = await inBatches(stopping, () => rule.enforce(db, before))
  if (ended > 0) log?.info({ ended, what, days }, 'data past their period are gone')
  if (!stopping?.aborted)
    await sql`
      update age_rules set held_since = null, is_allowed = false where what = ${what}
        and held_since is not null
    `.execute(db)
  return ended
}

const [usual, share] = [100, 10]

/** A clock that jumps between two runs shows as a gap, also while a run waits. */
async function isHeld(db: Db, { what, of: table }: AgeRule, count: number) {
  const many =
    table && count > usual
      ? sql<boolean>`${count}::integer * ${share} > (select count(*) from ${sql.raw(table)})`
      : sql<boolean>`false`
  const { rows } = await sql<{ held: boolean | null }>`
    with many as materialized (select case when ${many} then now() end as since)
    insert into age_rules as rule (what, ran_at, held_since, held_rows)
    select ${what}, now(), since, ${count}::integer from many
    on conflict (what) do update set ran_at = excluded.ran_at, held_rows = excluded.held_rows,
      held_since = case
        when ${count}::integer = 0 then null
        when now() > rule.ran_at + interval '2 days' then now()
        when now() < rule.ran_at - interval '1 minute' then excluded.held_since
        else coalesce(rule.held_since, excluded.held_since)
      end,
      is_allowed = rule.is_allowed and now() between rule.ran_at - interval '1 minute'
        and rule.ran_at + interval '2 days'
    -- Less than a day, because the next nightly run may begin a little earlier.
    returning held_since > now() - interval '23 hours' and not is_allowed as held
  `.execute(db)
  return rows[0]?.held ?? false
}

/** Repeats a step until it finds nothing. @returns the total. */
async function inBatches(stopping: AbortSignal | undefined, step: () => Promise<number>) {
  let total = 0
  for (;;) {
    const batch = stopping?.aborted ? 0 : await step()
    if (batch === 0) return total
    total += batch
  }
}

export type HeldRun = { what: string; rows: number; since: Date }

/** What waits for a day, or for an administrator. */
export async function findHeldRuns(db: Db): Promise<HeldRun[]> {
  const { rows } = await sql<HeldRun>`
    select what, held_rows as rows, held_since as since from age_rules
    where held_since is not null and not is_allowed order by what
  `.execute(db)
  return rows
}

/** The nightly run of all rules. */
export const enforceRetentionTask = defineTask({
  name: 'enforce-retention',
  timeoutSeconds: 3600,
  atOnce: 1,
})

/** A run that waits goes on now. False if it does not wait. */
export async function allowHeldRun(db: Db, what: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update age_rules set is_allowed = true where what = ${what} and held_since is not null
  `.execute(db)
  if (numAffectedRows === 0n) return false
  await enqueueTask(db, enforceRetentionTask, {}, { key: 'allowed' })
  return true
}

/** What rules deleted. Not kept again: this is the end. */
export const deletedRowRule = rowsPast(
  'what these rules deleted before',
  'deleted_rows',
  (before) => sql`deleted_at < ${before}`,
  { isBrief: true },
)
export const deletedRowDays = 7

/** By rule and day, the latest first. */
export async function listDeleted(db: Db) {
  const { rows } = await sql<{ day: string; what: string; rows: number }>`
    select to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD') as day, what, count(*)::integer as rows
    from deleted_rows group by 1, 2 order by 1 desc, 2
  `.execute(db)
  return rows
}

/**
 * What rules deleted since the day began. @returns how many rows came back, and how many cannot.
 */
export async function putBackDeleted(
  db: Db,
  since: string,
): Promise<{ back: number; left: number }> {
  let back = 0
  // A row whose parent comes later succeeds in the next round.
  for (let round = -1; round !== 0; back += round) round = await putBackRound(db, since)
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from deleted_rows
      where deleted_at >= ${since}::timestamp at time zone 'UTC'
  `.execute(db)
  return { back, left: rows[0]?.left ?? 0 }
}

async function putBackRound(db: Db, since: string) {
  const { rows } = await sql<{ back: number }>`
    select count(*) filter (where put_back(id))::integer as back from (
      select id from deleted_rows where deleted_at >= ${since}::timestamp at time zone 'UTC' order by id
    ) kept
  `.execute(db)
  return rows[0]?.back ?? 0
}

/**
 * For an erasure: what is kept of a person, by account or address, and what hangs on that.
 * @returns how many rows.
 */
export async function eraseDeleted(trx: Db, person: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with recursive gone as (
      select id, row from deleted_rows where names && names_in(to_jsonb(${person}::text))
      union
      select kept.id, kept.row
      from gone join deleted_rows kept on kept.names && array[gone.row ->> 'id', gone.row ->> 'file_id']
    )
    delete from deleted_rows using gone where deleted_rows.id = gone.id
  `.execute(trx)
  return Number(numAffectedRows)
}

/** In days. */
export const retentionPeriods = (settings: Settings): SiteInfo['retentionDays'] => ({
  inquiries: settings.keepInquiriesDays,
  idleCvs: settings.keepIdleCvsDays,
  auditAddresses: settings.keepAuditAddressesDays,
  mails: settings.keepMailsDays,
  closedJobs: settings.keepClosedJobsDays,
})
