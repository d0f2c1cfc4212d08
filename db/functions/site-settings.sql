-- Cached pages and answers say what the settings say: every node drops those that do.
create or replace function record_site_setting() returns trigger language plpgsql as $$
begin
  insert into site_setting_changes (key, old_value, value, changed_by, changed_at)
    values (new.key, case when tg_op = 'UPDATE' then old.value end, new.value, new.changed_by, new.changed_at);
  perform pg_notify('cache_invalidation', 'settings');
  return null;
end $$;

create or replace trigger record_site_setting after insert or update on site_settings
  for each row execute function record_site_setting();
