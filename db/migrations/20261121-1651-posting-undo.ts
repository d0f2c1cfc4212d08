import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * A moderator's last decision may go back, and nothing else: the database looks it up in the posting's history. Otherwise the
 * function is as it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function undoes_last_decision(job uuid, gone_from text, gone_to text) returns boolean language sql stable
      return coalesce(
        (
          select actor = 'administrator' and action in ('approve', 'reject', 'remove') and from_status = gone_to and to_status = gone_from
          from posting_events
          where job_id = job and from_status is distinct from to_status
          order by id desc
          limit 1
        ),
        false
      )
  `.execute(db)
  await sql`
    create or replace function record_posting_moved() returns trigger language plpgsql as $$
    declare
      told jsonb := told_posting_event();
      usual text := case
        when told ->> 'action' = 'undo' then case when undoes_last_decision(new.id, old.status, new.status) then 'undo' end
        when old.status = 'removed' then null
        when new.status = 'removed' then 'remove'
        when old.status = 'pending' and new.status = 'active' then 'approve'
        when old.status = 'pending' and new.status = 'rejected' then 'reject'
        when old.status = 'active' and new.status = 'inactive' then 'deactivate'
        when old.status = 'inactive' and new.status = 'active' then 'activate'
        when old.status = 'active' and new.status = 'expired' then 'expire'
        when old.status = 'expired' and new.status = 'active' then 'renew'
      end;
    begin
      if usual is null then
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
}
