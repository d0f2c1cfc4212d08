import { sql } from 'kysely'
import type { Db } from './database.ts'
import { keyRing, type Secrets } from './secret.ts'
import { StartError } from './start-error.ts'

/** Names the key of `SECRET` that the data are encrypted with, and says nothing about it. */
const settingKey = 'secret-check'
const checkKeys = (secrets: Secrets) => keyRing(secrets, 'secret-check')

/** @throws {StartError} if no value of `SECRET` is the one of these data. */
export async function checkSecret(db: Db, secrets: Secrets): Promise<void> {
  if (!(await isSecretOfData(db, secrets)))
    throw new StartError('SECRET is not the one that the data in this database are encrypted with: set that one, or add it.')
}

/** At the first start the data take the secret that they are given. */
export async function checkOrRecordSecret(db: Db, secrets: Secrets): Promise<void> {
  await sql`
    insert into site_settings (key, value) values (${settingKey}, ${JSON.stringify(checkKeys(secrets).current.id)}::jsonb)
    on conflict do nothing
  `.execute(db)
  await checkSecret(db, secrets)
}

/** Once everything is encrypted with the first value. */
export async function renewSecretCheck(db: Db, secrets: Secrets): Promise<void> {
  const value = JSON.stringify(checkKeys(secrets).current.id)
  await sql`
    insert into site_settings (key, value) values (${settingKey}, ${value}::jsonb)
    on conflict (key) do update set value = excluded.value, changed_at = now()
  `.execute(db)
}

/** True also for data that no start has seen yet. */
export async function isSecretOfData(db: Db, secrets: Secrets): Promise<boolean> {
  const { rows: tables } = await sql<{ found: boolean }>`select to_regclass('site_settings') is not null as found`.execute(db)
  if (!tables[0]?.found) return true
  const { rows } = await sql<{ id: string }>`select value #>> '{}' as id from site_settings where key = ${settingKey}`.execute(db)
  return rows[0] === undefined || checkKeys(secrets).find(rows[0].id) !== undefined
}
