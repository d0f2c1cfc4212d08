import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * The history of every posting. The database writes a row itself when a job is added or changes its status, whoever does it,
 * and refuses a change that the state machine of the postings feature does not know. Who acts and why, the application says
 * beforehand, for its transaction, in the setting `posting.event`: {action, actor, actorId, reason}.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table posting_events (
      id bigint generated always as identity primary key,
      job_id uuid not null references jobs (id) on delete cascade,
      at timestamptz not null default now(),
      action text not null,
      actor text not null check (actor in ('owner', 'author', 'administrator', 'clock', 'policy', 'operator')),
      actor_id uuid references users (id) on delete set null,
      -- Null where the job was added.
      from_status text,
      to_status text not null,
      channel text not null,
      reason text,
      -- The fields that an edit changed.
      changed text[]
    )
  `.execute(db)
  await sql`create index posting_events_job on posting_events (job_id, id)`.execute(db)
  await sql`create index posting_events_actor on posting_events (actor_id) where actor_id is not null`.execute(db)

  // Jobs that were there before their history was kept.
  await sql`
    insert into posting_events (job_id, at, action, actor, to_status, channel)
      select id, created_at, case when status = 'pending' then 'import' else 'importApproved' end, 'operator', status, channel from jobs
  `.execute(db)

  await sql`
    create function told_posting_event() returns jsonb language sql stable
      return coalesce(nullif(current_setting('posting.event', true), '')::jsonb, '{}')
  `.execute(db)
  await sql`
    create function record_postings_added() returns trigger language plpgsql as $$
    declare
      told jsonb := told_posting_event();
    begin
      insert into posting_events (job_id, action, actor, actor_id, to_status, channel)
        select
          id,
          coalesce(told ->> 'action', case when status = 'pending' then 'import' else 'importApproved' end),
          coalesce(told ->> 'actor', 'operator'),
          (told ->> 'actorId')::uuid,
          status,
          channel
        from new_rows;
      return null;
    end $$
  `.execute(db)
  await sql`create trigger record_postings_added after insert on jobs referencing new table as new_rows for each statement execute function record_postings_added()`.execute(
    db,
  )

  await sql`
    create function record_posting_moved() returns trigger language plpgsql as $$
    declare
      told jsonb := told_posting_event();
      usual text := case
        when new.status = 'removed' then 'remove'
        when old.status = 'pending' and new.status = 'active' then 'approve'
        when old.status = 'pending' and new.status = 'rejected' then 'reject'
        when old.status = 'active' and new.status = 'inactive' then 'deactivate'
        when old.status = 'inactive' and new.status = 'active' then 'activate'
        when old.status = 'active' and new.status = 'expired' then 'expire'
        when old.status = 'expired' and new.status = 'active' then 'renew'
      end;
    begin
      if usual is null or old.status = 'removed' then
        raise exception 'a posting cannot go from % to %', old.status, new.status using errcode = 'check_violation';
      end if;
      insert into posting_events (job_id, action, actor, actor_id, from_status, to_status, channel, reason)
        values (
          new.id,
          coalesce(told ->> 'action', usual),
          coalesce(told ->> 'actor', 'operator'),
          (told ->> 'actorId')::uuid,
          old.status,
          new.status,
          new.channel,
          told ->> 'reason'
        );
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger record_posting_moved after update of status on jobs
      for each row when (old.status is distinct from new.status) execute function record_posting_moved()
  `.execute(db)
}
