-- Entries are appended in the transaction of their action, and a task chains them afterwards with a key that is not in the database.
drop trigger if exists audit_append on audit_inbox;
drop trigger if exists audit_chain on audit_log;
drop trigger if exists audit_fixed on audit_log;
drop function if exists chain_audit_entry, audit_hash;

-- Which of its entries the task has chained, in which order. A code covers the entry and the code before it.
create table audit_chain (
  number bigint primary key,
  entry_id bigint not null unique,
  key_id text not null,
  code bytea not null
);

alter table audit_log alter at set default clock_timestamp();
alter table audit_log alter id add generated always as identity;
select setval(pg_get_serial_sequence('audit_log', 'id'), max(id)) from audit_log having max(id) is not null;

-- The task chains what was there before as well; where the former chain ended stays readable.
insert into audit_log (action, detail, previous_hash, hash)
  select 'audit.rechained', jsonb_build_object('entries', id, 'lastHash', encode(hash, 'hex'), 'sealed', (select max(last_id) from audit_seals)),
    '', ''
  from audit_log order by id desc limit 1;
drop table audit_seals;
alter table audit_log drop column previous_hash, drop column hash;

-- Addresses of the first entries move beside the log, too. A node of the previous version reads the empty column.
insert into audit_addresses select id, ip, gen_random_uuid() from audit_log where ip is not null on conflict do nothing;
update audit_log a set ip = null, address_hash = sha256(convert_to(d.salt::text || host(d.ip), 'UTF8'))
  from audit_addresses d where entry_id = a.id and a.ip is not null;
drop index audit_log_ip;
