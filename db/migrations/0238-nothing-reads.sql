-- No statement of this version or the one before reads or writes these.
alter table favorites drop column next_time, drop column next_zone;
alter table imports drop column skipped_rows, drop column duplicate_rows;
alter table import_sources drop column authorization_changed_at, drop column authorization_changed_by;
