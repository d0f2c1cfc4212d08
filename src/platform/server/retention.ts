import type { Db } from './database.ts'
import type { Settings } from './settings.ts'

/** Data that goes after a period. */
export type RetentionRule = {
  name: string
  /** For the operator: 'inquiries and reports'. */
  what: string
  /** What would go. */
  count(db: Db, before: Date): Promise<number>
  /** Deletes some of it, and returns how much; called until it returns 0. */
  enforce(db: Db, before: Date): Promise<number>
  /** Warns some owners first, and returns how many; called until it returns 0. */
  warn?(db: Db, before: Date, links: { publicUrl: string }): Promise<number>
}

/** The periods in days, which the privacy page states. */
export type RetentionPeriods = { inquiries: number; idleCvs: number; auditAddresses: number; mails: number; closedJobs: number }

export const retentionPeriods = (settings: Settings): RetentionPeriods => ({
  inquiries: settings.keepInquiriesDays,
  idleCvs: settings.keepIdleCvsDays,
  auditAddresses: settings.keepAuditAddressesDays,
  mails: settings.keepMailsDays,
  closedJobs: settings.keepClosedJobsDays,
})
