import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import type { SiteInfo } from '#shared/rendering.ts'
import type { Settings } from './settings.ts'

/** Data that goes after a period. */
export type RetentionRule = {
  /** For the operator: 'inquiries and reports'. */
  what: string
  /** The number of rows that would go. */
  count(db: Db, before: Date): Promise<number>
  /** Deletes some of it, and returns how much; called until it returns 0. */
  enforce(db: Db, before: Date): Promise<number>
  /** Warns some owners first, and returns how many; called until it returns 0. */
  warn?(db: Db, before: Date, links: { publicUrl: string }): Promise<number>
}

/** Rows of a table, which are deleted so many at a time. */
export const rowsPast = (
  what: string,
  table: string,
  isPast: (before: Date) => RawBuilder<unknown>,
  atOnce = 1000,
): RetentionRule => ({
  what,
  async count(db, before) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from ${sql.table(table)} past where ${isPast(before)}
    `.execute(db)
    return rows[0]?.n ?? 0
  },
  async enforce(db, before) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)}
      where ctid = any (array(select ctid from ${sql.table(table)} past where ${isPast(before)} limit ${atOnce}))
    `.execute(db)
    return Number(numAffectedRows)
  },
})

/** In days. */
export const retentionPeriods = (settings: Settings): SiteInfo['retentionDays'] => ({
  inquiries: settings.keepInquiriesDays,
  idleCvs: settings.keepIdleCvsDays,
  auditAddresses: settings.keepAuditAddressesDays,
  mails: settings.keepMailsDays,
  closedJobs: settings.keepClosedJobsDays,
})
