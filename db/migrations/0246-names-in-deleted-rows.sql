-- The addresses and ids that a row names, by which an erasure finds it: `names_in`.
alter table deleted_rows add column names text[];
create index deleted_rows_names on deleted_rows using gin (names);
