import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Who did what to rights and to other people's data. Append-only: the database refuses everything but an insert, and each
 * entry carries the hash of the one before it, so that a gap or a change shows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id bigint primary key,
      at timestamptz not null,
      action text not null,
      -- Not a reference: entries outlive accounts.
      actor_id uuid,
      -- What it was done to, as 'user:<id>', 'cv:<id>' …
      subject text,
      ip inet,
      detail jsonb not null,
      previous_hash bytea not null,
      hash bytea not null
    )
  `.execute(db)
  await sql`create index audit_log_action on audit_log (action, id desc)`.execute(db)
  await sql`create index audit_log_actor on audit_log (actor_id, id desc)`.execute(db)
  await sql`
    create function audit_hash(entry audit_log) returns bytea
      language sql immutable
      return sha256(entry.previous_hash || convert_to(jsonb_build_array(
        entry.id, extract(epoch from entry.at), entry.action, entry.actor_id, entry.subject, host(entry.ip), entry.detail
      )::text, 'UTF8'))
  `.execute(db)
  await sql`
    create function chain_audit_entry() returns trigger language plpgsql as $$
    declare
      last audit_log;
    begin
      -- One after the other until commit, or two entries would follow the same one.
      perform pg_advisory_xact_lock(hashtext('audit_log'));
      select * into last from audit_log order by id desc limit 1;
      new.id := coalesce(last.id, 0) + 1;
      new.at := clock_timestamp();
      new.previous_hash := coalesce(last.hash, ''::bytea);
      new.hash := audit_hash(new);
      return new;
    end $$
  `.execute(db)
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is append-only';
    end $$
  `.execute(db)
  await sql`create trigger audit_chain before insert on audit_log for each row execute function chain_audit_entry()`.execute(db)
  await sql`create trigger audit_fixed before update or delete on audit_log for each row execute function refuse_audit_change()`.execute(
    db,
  )
  await sql`create trigger audit_kept before truncate on audit_log for each statement execute function refuse_audit_change()`.execute(
    db,
  )
}
