import { sql } from 'kysely'
import type { z } from 'zod'
import { StaleError } from '#shared/errors.ts'
import { recordAudit } from './audit.ts'
import { takeLock, inTransaction, type Db } from './database.ts'

/**
 * A setting that administrators change at run time. Read from the database each time, so that a
 * change applies at once on every node.
 */
export type SiteSetting<S extends z.ZodType> = {
  readonly key: string
  readonly schema: S
  /** The default, also in place of a stored value that this version does not understand. */
  readonly fallback: z.output<S>
}

export async function readSiteSetting<S extends z.ZodType>(
  db: Db,
  setting: SiteSetting<S>,
): Promise<z.output<S>> {
  const { rows } = await sql<{
    value: unknown
  }>`select value from site_settings where key = ${setting.key}`.execute(db)
  return setting.schema.catch(() => setting.fallback).parse(rows[0]?.value)
}

/** The person who changes a setting, and the version that the person saw. */
export type SettingChange = { actorId: string; ip: string; version: number }

/**
 * Changes a setting and records the previous value in the audit log; the same value again changes
 * nothing.
 * @throws {StaleError} if somebody else has changed it since.
 */
export const changeSiteSetting = async <S extends z.ZodType>(
  db: Db,
  setting: SiteSetting<S>,
  wanted: z.input<S>,
  { actorId, ip, version }: SettingChange,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    // Of two simultaneous saves the second fails as stale; an advisory lock, because there may be
    // no row to lock yet.
    await takeLock(trx, `site-setting:${setting.key}`)
    const before = await readSiteSetting(trx, setting)
    if (version !== (await findLastChange(trx, setting)).version) {
      throw new StaleError(
        before,
        'Someone else changed this setting after you opened the page. The page now shows the current value.',
      )
    }
    const after = setting.schema.parse(wanted)
    if (JSON.stringify(after) === JSON.stringify(before)) return
    // Triggers record the previous value and invalidate every node's cached answers.
    await sql`
      insert into site_settings (key, value, changed_by)
        values (${setting.key}, ${JSON.stringify(after)}::jsonb, ${actorId})
      on conflict (key) do update
        set value = excluded.value, changed_by = excluded.changed_by, changed_at = now()
    `.execute(trx)
    await recordAudit(trx, {
      action: 'settings.changed',
      actorId,
      ip,
      subject: `setting:${setting.key}`,
      detail: { before, after },
    })
  })

type LastChange = { version: number; at: Date | null; changedBy: string | null }

/** The version changes with every save; 0 before the first. */
export async function findLastChange(
  db: Db,
  { key }: Pick<SiteSetting<z.ZodType>, 'key'>,
): Promise<LastChange> {
  const { rows } = await sql<LastChange>`
    select id::integer as version, changed_at as at, changed_by as "changedBy"
    from site_setting_changes where key = ${key} order by id desc limit 1
  `.execute(db)
  return rows[0] ?? { version: 0, at: null, changedBy: null }
}
