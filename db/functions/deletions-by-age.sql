-- The email addresses and ids in the texts of a row. Of an address in a sentence only letters, digits
-- and `._%+-` count, so that quotes and brackets around one do not; the other address is read likewise.
create or replace function names_in(content jsonb) returns text[] language sql immutable as $$
  select array_agg(distinct lower(name[1]))
  from jsonb_path_query(content, 'strict $.** ? (@.type() == "string")') as value,
    regexp_matches(value #>> '{}', '[[:alnum:]][[:alnum:]._%+-]*@[[:alnum:]]+(?:[.-]+[[:alnum:]]+)*'
      '|[[:xdigit:]]{8}(?:-[[:xdigit:]]{4}){3}-[[:xdigit:]]{12}', 'g') as name
$$;

-- Before a row goes, or loses what it refers to: keeps what it was. `deletion` in
-- src/platform/server/retention.ts sets `whitecoat.deletes`.
create or replace function keep_deleted() returns trigger language plpgsql as $$
begin
  insert into deleted_rows (what, table_name, row, names)
    values (current_setting('whitecoat.deletes'), tg_table_name, to_jsonb(old), names_in(to_jsonb(old)));
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

-- Puts a row back. What is there already gets only what it lacks. False: something that the row
-- refers to is not there, or its place is taken.
create or replace function put_back(kept bigint) returns boolean language plpgsql as $$
declare
  entry deleted_rows;
  columns text;
  key text;
  fills text;
begin
  select * into strict entry from deleted_rows where id = kept for update;
  select string_agg(quote_ident(attname), ', '),
      string_agg(quote_ident(attname), ', ') filter (where attnum = any (conkey)),
      string_agg(format('%1$I = coalesce(present.%1$I, excluded.%1$I)', attname), ', ')
        filter (where attnum <> all (conkey))
    into columns, key, fills
    from pg_attribute left join pg_constraint on conrelid = attrelid and contype = 'p'
    where attrelid = entry.table_name::regclass and attnum > 0 and not attisdropped
      and attgenerated = '';
  execute format(
    'insert into %1$I as present (%2$s) overriding system value
      select %2$s from jsonb_populate_record(null::%1$I, $1) %3$s',
    entry.table_name, columns,
    case when key is null then ''
      when fills is null then 'on conflict do nothing'
      else format('on conflict (%s) do update set %s', key, fills) end
  ) using entry.row;
  delete from deleted_rows where id = kept;
  return true;
exception when foreign_key_violation or unique_violation then
  return false;
end $$;

-- Every table of which a rule deletes, and those whose rows go or change with them.
do $$
declare
  name regclass;
begin
  for name in
    with recursive emptied as (
      select unnest(array[
        'audit_addresses', 'audit_log', 'contact_messages', 'cv_files', 'import_checks', 'import_files',
        'import_keys', 'imports', 'inquiries', 'job_alerts', 'job_reports', 'jobs', 'mail_bounces',
        'mail_suppressions', 'mails', 'moderation_decisions', 'newsletter_subscribers',
        'owner_insights', 'posting_events', 'posting_insights', 'posting_origins'
      ]::regclass[]) as emptied
      union
      select conrelid from pg_constraint join emptied on confrelid = emptied
      where contype = 'f' and confdeltype = 'c'
    )
    select emptied from emptied
  loop
    execute format('create or replace trigger keep_deleted before delete on %s for each row
      when (current_setting(''whitecoat.deletes'', true) <> '''') execute function keep_deleted()', name);
  end loop;
  foreach name in array array['cv_attachments', 'inquiry_replies', 'import_keys']::regclass[] loop
    execute format('create or replace trigger keep_changed before update on %s for each row
      when (current_setting(''whitecoat.deletes'', true) <> '''' and old is distinct from new)
      execute function keep_deleted()', name);
  end loop;
end $$;
