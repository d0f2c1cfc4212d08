import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from './database.ts'

/** What an administrator changes while the site runs. Read from the database each time, so a change holds at once on every node. */
export type SiteSetting<S extends z.ZodType> = {
  readonly key: string
  readonly schema: S
  /** While nobody has set anything, and in place of what a former version stored and this one does not understand. */
  readonly fallback: z.output<S>
}

export async function readSiteSetting<S extends z.ZodType>(db: Db, setting: SiteSetting<S>): Promise<z.output<S>> {
  const { rows } = await sql<{ value: unknown }>`select value from site_settings where key = ${setting.key}`.execute(db)
  return setting.schema.catch(() => setting.fallback).parse(rows[0]?.value)
}

/** The database keeps what was there before, and has every node drop the answers and pages that it keeps. */
export async function writeSiteSetting<S extends z.ZodType>(
  db: Db,
  { key, schema }: SiteSetting<S>,
  value: z.input<S>,
  changedBy: string | null,
): Promise<void> {
  const checked = JSON.stringify(schema.parse(value))
  await sql`
    insert into site_settings (key, value, changed_by) values (${key}, ${checked}::jsonb, ${changedBy})
    on conflict (key) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = now()
  `.execute(db)
}

export type SiteSettingChange = { at: Date; changedBy: string | null; oldValue: unknown; value: unknown }

/** What was set when and by whom, the latest first. */
export async function listSiteSettingChanges(
  db: Db,
  { key }: Pick<SiteSetting<z.ZodType>, 'key'>,
  limit = 100,
): Promise<SiteSettingChange[]> {
  const { rows } = await sql<SiteSettingChange>`
    select changed_at as at, changed_by as "changedBy", old_value as "oldValue", value
    from site_setting_changes where key = ${key} order by id desc limit ${limit}
  `.execute(db)
  return rows
}
