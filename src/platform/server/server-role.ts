import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'

/** The role of the server in the embedded database. It owns nothing there, so no statement of the server can switch off a trigger. */
export const embeddedServerRole = 'whitecoat_server'

/** Idempotent, also when several start together. */
export async function ensureServerRole(owner: Db): Promise<void> {
  await sql`
    do $$
    begin
      create role ${sql.id(embeddedServerRole)} login;
    exception when duplicate_object or unique_violation then
      null;
    end $$
  `.execute(owner)
}

const schemas = 'public, pgboss'

/** Lets a role use the tables of the migrated schema. In the audit log it may only read and append. */
export async function grantServerRights(owner: Db, role: string): Promise<void> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(owner)
  for (const statement of rightsOf(role, rows[0]?.version ?? 0)) await sql.raw(statement).execute(owner)
}

/** The statements that give a role its rights, on a server of this version number. */
export function rightsOf(role: string, version: number): string[] {
  const to = pg.escapeIdentifier(role)
  // From PostgreSQL 17 on, others than the owner may vacuum and analyze.
  const rights = `select, insert, update, delete${version >= 170_000 ? ', maintain' : ''}`
  return [
    `grant usage on schema ${schemas} to ${to}`,
    `grant ${rights} on all tables in schema ${schemas} to ${to}`,
    `grant usage, select, update on all sequences in schema ${schemas} to ${to}`,
    // What later migrations add.
    `alter default privileges in schema ${schemas} grant ${rights} on tables to ${to}`,
    `alter default privileges in schema ${schemas} grant usage, select, update on sequences to ${to}`,
    `revoke insert, update, delete on audit_log, audit_addresses, migrations, function_files from ${to}`,
    `revoke update, delete on audit_inbox, audit_chain from ${to}`,
  ]
}

/** Whether the role of these connections could change the audit log's table; before the first migration, whether it is a superuser. */
export async function ownsAuditLog(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select rolsuper or coalesce((select pg_has_role(current_user, relowner, 'member') from pg_class where oid = to_regclass('audit_log')), false)
      as owns from pg_roles where rolname = current_user
  `.execute(db)
  return rows[0]?.owns ?? false
}
